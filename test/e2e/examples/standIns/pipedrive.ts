import type { OtherCredential } from '../../support/example';
import type { StandIn } from './standIns';

const TOKEN = 'pipedrive-made-up';
export const PIPEDRIVE: OtherCredential[] = [
	{ nodeType: 'n8n-nodes-base.pipedrive', type: 'pipedriveApi', data: { apiToken: TOKEN } },
];

export class Pipedrive implements StandIn {
	readonly host = 'api.pipedrive.com';
	readonly isAuthorized: StandIn['isAuthorized'] = ({ query }) =>
		(query as { api_token?: string }).api_token === TOKEN;
	readonly notes: Array<{ content: string; person_id: number }> = [];

	readonly register: StandIn['register'] = (app) => {
		app.post<{ Body: Pipedrive['notes'][number] }>('/v1/notes', ({ body }) => {
			this.notes.push(body);
			return { success: true, data: { id: this.notes.length, ...body } };
		});
	};
}
