import type { OtherCredential } from '../../support/example';
import type { StandIn } from './standIns';

const TOKEN = 'pipedrive-made-up';
export const PIPEDRIVE: OtherCredential[] = ['pipedrive', 'pipedriveTrigger'].map((name) => ({
	nodeType: `n8n-nodes-base.${name}`,
	type: 'pipedriveApi',
	data: { apiToken: TOKEN },
}));

interface Webhook {
	event_action: string;
	event_object: string;
	subscription_url: string;
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

	/** Adds a person: sends the event to every webhook for it. */
	async add(person: Person): Promise<void> {
		const body = JSON.stringify({ meta: { action: 'create', entity: 'person', version: '2.0' }, data: person });
		const targets = [...this.webhooks.values()].filter(
			({ event_action: action, event_object: entity }) => action === 'create' && entity === 'person',
		);
		if (targets.length !== 1) throw new Error(`${targets.length} triggers have subscribed`);
		for (const { subscription_url: url } of targets)
			await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
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
