import { createHash } from 'node:crypto';
import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

type Properties = Record<string, string>;

const TOKEN = 'pat-made-up';
const SECRET = 'secret-made-up';
const APP = '1';
const HAPIKEY = 'key-made-up';
const DEVELOPER = { clientId: 'made-up', clientSecret: SECRET, apiKey: HAPIKEY, appId: APP };
export const HUBSPOT: OtherCredential[] = [
	{ nodeType: 'n8n-nodes-base.hubspot', type: 'hubspotAppToken', data: { appToken: TOKEN } },
	{ nodeType: 'n8n-nodes-base.hubspotTrigger', type: 'hubspotDeveloperApi', data: DEVELOPER },
];

interface Search {
	filterGroups: Array<{ filters: Array<{ propertyName: string; operator: string }> }>;
	properties: string[];
	limit: number;
	/** The position of the next page. */
	after?: string;
}

/** A HubSpot account with contacts. */
export class HubSpot implements StandIn {
	readonly host = 'api.hubapi.com';
	/** Webhooks are managed with the developer's key. */
	readonly isAuthorized: StandIn['isAuthorized'] = (request) =>
		bearer(TOKEN)(request) || (request.query as { hapikey?: string }).hapikey === HAPIKEY;
	/** The address that receives events, if a trigger has subscribed. */
	private webhook: string | undefined;
	private subscriptions: Array<{ id: number; eventType: string }> = [];
	/** How often each contact was written, by its ID. */
	readonly updates: Record<string, number> = {};

	/** @param contacts properties by ID; HubSpot has no empty properties */
	constructor(readonly contacts: Record<string, Properties>) {}

	/** Sends the events of new contacts to the trigger, signed like HubSpot does. */
	async announce(ids: readonly string[]): Promise<void> {
		if (this.webhook === undefined) throw new Error('No trigger has subscribed');
		const body = JSON.stringify(ids.map((id) => ({ objectId: Number(id), subscriptionType: 'contact.creation' })));
		const signature = createHash('sha256').update(`${SECRET}${body}`).digest('hex');
		const headers = { 'content-type': 'application/json', 'x-hubspot-signature': signature };
		const { status } = await fetch(this.webhook, { method: 'POST', headers, body });
		if (status !== 200) throw new Error(`The webhook answered ${status}`);
	}

	readonly register: StandIn['register'] = (app) => {
		const settings = `/webhooks/v3/${APP}/settings`;
		const subscriptions = `/webhooks/v3/${APP}/subscriptions`;
		app.get(settings, async (_request, reply) =>
			this.webhook === undefined
				? await reply.code(404).send({ message: 'No settings' })
				: { targetUrl: this.webhook },
		);
		app.put<{ Body: { targetUrl: string } }>(settings, ({ body }) => {
			this.webhook = body.targetUrl;
			return body;
		});
		app.delete(settings, async (_request, reply) => {
			this.webhook = undefined;
			await reply.code(204).send();
		});
		app.get(subscriptions, () => ({ results: this.subscriptions }));
		app.post<{ Body: { eventType: string } }>(subscriptions, ({ body }) => {
			const added = { id: this.subscriptions.length + 1, eventType: body.eventType };
			this.subscriptions.push(added);
			return added;
		});
		app.delete<{ Params: { id: string } }>(`${subscriptions}/:id`, async ({ params }, reply) => {
			this.subscriptions = this.subscriptions.filter(({ id }) => id !== Number(params.id));
			await reply.code(204).send();
		});
		app.get<{ Params: { id: string } }>('/contacts/v1/contact/vid/:id/profile', ({ params }) =>
			this.profile(params.id),
		);
		app.post<{ Params: { email: string }; Body: { properties: Array<{ property: string; value: string }> } }>(
			'/contacts/v1/contact/createOrUpdate/email/:email',
			({ params, body }) => {
				const id = this.withEmail(params.email) ?? String(Object.keys(this.contacts).length + 1);
				const values = body.properties.map(({ property, value }) => [property, value]);
				this.contacts[id] = { ...this.contacts[id], ...(Object.fromEntries(values) as Properties) };
				this.updates[id] = (this.updates[id] ?? 0) + 1;
				return { vid: Number(id), isNew: false };
			},
		);
		app.post<{ Body: Search }>('/crm/v3/objects/contacts/search', ({ body }) => {
			const found = Object.entries(this.contacts).filter(([, properties]) =>
				body.filterGroups.some(({ filters }) =>
					filters.every(
						({ propertyName, operator }) => propertyName in properties === (operator === 'HAS_PROPERTY'),
					),
				),
			);
			const from = Number(body.after ?? 0);
			const to = from + body.limit;
			const results = found.slice(from, to).map(([id, properties]) => ({
				id,
				properties: Object.fromEntries(body.properties.map((name) => [name, properties[name] ?? null])),
			}));
			return {
				total: found.length,
				results,
				...(to < found.length ? { paging: { next: { after: String(to) } } } : {}),
			};
		});
	};

	private profile(id: string) {
		const properties = Object.entries(this.contacts[id]).map(([name, value]) => [name, { value }] as const);
		return { vid: Number(id), properties: Object.fromEntries(properties) };
	}

	private withEmail(email: string): string | undefined {
		return Object.keys(this.contacts).find((id) => this.contacts[id].email === email);
	}
}
