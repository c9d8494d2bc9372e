import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

const TOKEN = 'salesforce-made-up';
const HOST = 'example.my.salesforce.com';
/** What n8n stores after Salesforce's consent page, which the tests skip. */
const DATA = {
	clientId: 'made-up',
	clientSecret: 'made-up',
	environment: 'production',
	oauthTokenData: { access_token: TOKEN, token_type: 'Bearer', instance_url: `https://${HOST}` },
};
export const SALESFORCE: OtherCredential[] = [
	{ nodeType: 'n8n-nodes-base.salesforce', type: 'salesforceOAuth2Api', data: DATA },
];

type Lead = Record<string, string | null>;

export class Salesforce implements StandIn {
	readonly host = HOST;
	readonly isAuthorized = bearer(TOKEN);
	readonly updated: string[] = [];

	constructor(readonly leads: Record<string, Lead>) {}

	readonly register: StandIn['register'] = (app) => {
		app.get<{ Querystring: { q: string } }>('/services/data/:version/query', ({ query }) => {
			const [, fields, status] = /^SELECT (\S+) FROM Lead WHERE Status = '([^']*)'\s*$/.exec(query.q) ?? [];
			const found = Object.entries(this.leads).filter(([, lead]) => lead.Status === status);
			const records = found.map(([Id, lead]) =>
				Object.fromEntries(fields.split(',').map((name) => [name, { Id, ...lead }[name] ?? null])),
			);
			return { totalSize: records.length, done: true, records };
		});
		app.patch<{ Params: { id: string }; Body: Lead }>(
			'/services/data/:version/sobjects/lead/:id',
			async ({ params, body }, reply) => {
				Object.assign(this.leads[params.id], body);
				this.updated.push(params.id);
				await reply.code(204).send();
			},
		);
	};
}
