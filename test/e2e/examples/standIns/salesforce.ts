import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

type Lead = Record<string, string | boolean | null>;

const HOST = 'example.my.salesforce.com';
const TOKEN = 'salesforce-made-up';
/** What n8n stores after Salesforce's consent page, which the tests skip. */
const oauthTokenData = { access_token: TOKEN, token_type: 'Bearer', instance_url: `https://${HOST}` };
export const SALESFORCE: OtherCredential[] = [
	{
		nodeType: 'n8n-nodes-base.salesforce',
		type: 'salesforceOAuth2Api',
		data: { clientId: 'made-up', clientSecret: 'made-up', oauthTokenData },
	},
];
const STATUS = 'Enrichment_Status__c';
const QUERY = /^SELECT (.+) FROM Lead WHERE (.+) ORDER BY CreatedDate, Id LIMIT (\d+)$/;
/** Salesforce returns at most as many records in one reply. */
const PAGE = 2_000;

/** The leads of an organization, the oldest first. */
export class Salesforce implements StandIn {
	readonly host = HOST;
	readonly isAuthorized = bearer(TOKEN);
	/** By their ID. */
	leads: Record<string, Lead> = {};
	/** The body of each update, by the lead's ID. */
	readonly updates: Array<[id: string, body: Lead]> = [];

	/** @param isRefused whether a rule of the organization refuses other values in this lead */
	constructor(private readonly isRefused: (id: string) => boolean = () => false) {}

	readonly register: StandIn['register'] = (app) => {
		app.get<{ Querystring: { q: string } }>('/services/data/:version/query', async ({ query }, reply) => {
			const [, fields, where, limit] = QUERY.exec(query.q) ?? [];
			if (Number(limit) > PAGE || fields === undefined)
				return await reply.code(400).send([{ errorCode: 'MALFORMED_QUERY' }]);
			const found = Object.entries(this.leads)
				.filter(([, lead]) => isMet(where, lead))
				.slice(0, Number(limit));
			const names = fields.split(', ').filter((name) => name !== 'Id');
			const recordOf = ([Id, lead]: [string, Lead]) => ({
				Id,
				...Object.fromEntries(names.map((name) => [name, lead[name]])),
			});
			return { totalSize: found.length, done: true, records: found.map(recordOf) };
		});
		app.patch<{ Params: { id: string }; Body: Lead }>(
			'/services/data/:version/sobjects/lead/:id',
			async ({ params: { id }, body }, reply) => {
				const isRuled = this.isRefused(id) && Object.keys(body).some((name) => name !== STATUS);
				if (isRuled || body.Company === '' || this.leads[id]?.IsConverted !== false)
					return await reply.code(400).send([{ errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION' }]);
				this.updates.push([id, body]);
				Object.assign(this.leads[id], body);
				return await reply.code(204).send();
			},
		);
	};
}

/** Whether a lead meets a condition: comparisons and lists, joined by AND, with OR in parentheses. */
function isMet(where: string, lead: Lead): boolean {
	if (where.includes(' AND ')) return where.split(' AND ').every((one) => isMet(one, lead));
	if (where.startsWith('('))
		return where
			.slice(1, -1)
			.split(' OR ')
			.some((one) => isMet(one, lead));
	const [, name, operator, value] = /^(\w+) (=|!=|IN) (.+)$/.exec(where) ?? [];
	const own = String(lead[name] ?? null).toLowerCase();
	if (operator === 'IN') return value.toLowerCase().includes(`'${own}'`);
	return (own === value) === (operator === '=');
}
