import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

type Properties = Record<string, string>;

const TOKEN = 'pat-made-up';
export const HUBSPOT: OtherCredential[] = [
	{ nodeType: 'n8n-nodes-base.hubspot', type: 'hubspotAppToken', data: { appToken: TOKEN } },
];

interface Search {
	filterGroups: Array<{ filters: Array<{ propertyName: string; operator: string }> }>;
	properties: string[];
	limit: number;
	/** The position of the next page. */
	after?: string;
}

export class HubSpot implements StandIn {
	readonly host = 'api.hubapi.com';
	readonly isAuthorized = bearer(TOKEN);
	/** How often each contact was written, by its ID. */
	readonly updates: Record<string, number> = {};

	/** @param contacts properties by ID; HubSpot has no empty properties */
	constructor(readonly contacts: Record<string, Properties>) {}

	readonly register: StandIn['register'] = (app) => {
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
