import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

type Properties = Record<string, string>;

const TOKEN = 'pat-made-up';
export const HUBSPOT: OtherCredential[] = [
	{ nodeType: 'n8n-nodes-base.httpRequest', type: 'hubspotAppToken', data: { appToken: TOKEN } },
];

interface Search {
	filterGroups: Array<{ filters: Array<{ propertyName: string; operator: string }> }>;
	properties: string[];
	sorts: Array<{ propertyName: string; direction: string }>;
	limit: number;
	/** The position of the next page. */
	after?: string;
}

/** HubSpot refuses pages behind this contact. */
const SEARCH_ENDS = 10_000;

/** Contacts in the order of their creation. */
export class HubSpot implements StandIn {
	readonly host = 'api.hubapi.com';
	readonly isAuthorized = bearer(TOKEN);
	/** The number of pages that were searched for. */
	pages = 0;

	/**
	 * @param contacts properties by ID; HubSpot has no empty properties
	 * @param isRefused whether a rule of the user refuses a job title in this contact
	 */
	constructor(
		public contacts: Record<string, Properties>,
		private readonly isRefused: (id: string) => boolean,
	) {}

	readonly register: StandIn['register'] = (app) => {
		app.patch<{ Params: { id: string }; Body: { properties: Properties } }>(
			'/crm/v3/objects/contacts/:id',
			async ({ params: { id }, body: { properties } }, reply) => {
				if (!(id in this.contacts)) return await reply.code(404).send({ category: 'OBJECT_NOT_FOUND' });
				if ('jobtitle' in properties && this.isRefused(id))
					return await reply.code(400).send({ category: 'VALIDATION_ERROR' });
				Object.assign(this.contacts[id], properties);
				return { id, properties };
			},
		);
		app.post<{ Body: Search }>('/crm/v3/objects/contacts/search', async ({ body }, reply) => {
			this.pages += 1;
			const from = Number(body.after ?? 0);
			const to = from + body.limit;
			const [{ propertyName, direction }] = body.sorts;
			const isOldestFirst = propertyName === 'createdate' && direction === 'ASCENDING';
			if (to > SEARCH_ENDS || body.limit > 200 || !isOldestFirst) return await reply.code(400).send({});
			const found = Object.entries(this.contacts).filter(([, properties]) =>
				body.filterGroups.some(({ filters }) =>
					filters.every(
						({ propertyName: name, operator }) => name in properties === (operator === 'HAS_PROPERTY'),
					),
				),
			);
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
}
