import type { OtherCredential } from '../../support/example';
import type { StandIn } from './standIns';

const TOKEN = 'pipedrive-made-up';
/** What Pipedrive sends with each event. */
const LOGIN = { user: 'made-up', password: 'made-up-password' };
export const PIPEDRIVE: OtherCredential[] = [
	...['pipedrive', 'pipedriveTrigger'].map((name) => ({
		nodeType: `n8n-nodes-base.${name}`,
		type: 'pipedriveApi',
		data: { apiToken: TOKEN },
	})),
	{ nodeType: 'n8n-nodes-base.pipedriveTrigger', type: 'httpBasicAuth', data: LOGIN },
];

interface Webhook {
	event_action: string;
	event_object: string;
	subscription_url: string;
	http_auth_user: string;
	http_auth_password: string;
}

/** A person in Pipedrive. */
export interface Person {
	id: number;
	name: string;
	emails: Array<{ value: string; primary: boolean; label: string }>;
}

/** A Pipedrive account. */
export class Pipedrive implements StandIn {
	readonly host = 'api.pipedrive.com';
	readonly isAuthorized: StandIn['isAuthorized'] = ({ query }) =>
		(query as { api_token?: string }).api_token === TOKEN;
	/** The created notes. */
	readonly notes: Array<{ content: string; person_id: number }> = [];
	private readonly webhooks = new Map<number, Webhook>();

	/**
	 * Adds a person: sends the event to the webhook for it.
	 * @param headers those of a stranger, instead of Pipedrive's
	 * @returns the status of the response
	 */
	async add(person: Person, headers?: Record<string, string>): Promise<number> {
		const body = JSON.stringify({ meta: { action: 'create', entity: 'person', version: '2.0' }, data: person });
		const targets = [...this.webhooks.values()].filter(
			({ event_action: action, event_object: entity }) => action === 'create' && entity === 'person',
		);
		if (targets.length !== 1) throw new Error(`${targets.length} triggers have subscribed`);
		const [{ subscription_url: url, http_auth_user: user, http_auth_password: password }] = targets;
		const login = Buffer.from(`${user}:${password}`).toString('base64');
		const sent = { 'content-type': 'application/json', ...(headers ?? { authorization: `Basic ${login}` }) };
		return (await fetch(url, { method: 'POST', headers: sent, body })).status;
	}

	readonly register: StandIn['register'] = (app) => {
		app.get('/v1/webhooks', () => ({
			success: true,
			data: [...this.webhooks].map(([id, webhook]) => ({ id, ...webhook })),
		}));
		app.post<{ Body: Webhook }>('/v1/webhooks', ({ body }) => {
			const id = this.webhooks.size + 1;
			this.webhooks.set(id, body);
			return { success: true, data: { id, ...body } };
		});
		app.delete<{ Params: { id: string } }>('/v1/webhooks/:id', ({ params }) => ({
			success: this.webhooks.delete(Number(params.id)),
		}));
		app.post<{ Body: Pipedrive['notes'][number] }>('/v1/notes', ({ body }) => {
			this.notes.push(body);
			return { success: true, data: { id: this.notes.length, ...body } };
		});
	};
}
