import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

const TOKEN = 'provider-made-up';
export const PROVIDER: OtherCredential[] = [
	{
		nodeType: 'n8n-nodes-base.httpRequest',
		type: 'httpHeaderAuth',
		data: { name: 'Authorization', value: `Bearer ${TOKEN}` },
	},
];

/** Another provider of emails. */
export class SecondProvider implements StandIn {
	readonly host = 'api.example.com';
	readonly isAuthorized = bearer(TOKEN);
	readonly requested: string[] = [];

	/** @param statuses the HTTP status of the answer for each LinkedIn URL; 200 is a hit */
	constructor(private readonly statuses: Readonly<Record<string, number>>) {}

	readonly register: StandIn['register'] = (app) => {
		app.post<{ Body: { linkedin_url: string } }>('/v1/find-email', async ({ body }, reply) => {
			this.requested.push(body.linkedin_url);
			const status = this.statuses[body.linkedin_url] ?? 400;
			await reply.code(status).send(status === 200 ? { email: 'second@example.com' } : { message: 'No email' });
		});
	};
}
