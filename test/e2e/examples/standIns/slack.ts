import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

const TOKEN = 'xoxb-made-up';
export const SLACK: OtherCredential[] = [
	{ nodeType: 'n8n-nodes-base.slack', type: 'slackApi', data: { accessToken: TOKEN } },
];

export class Slack implements StandIn {
	readonly host = 'slack.com';
	readonly isAuthorized = bearer(TOKEN);
	readonly messages: Array<{ channel: string; text: string }> = [];

	readonly register: StandIn['register'] = (app) => {
		app.post<{ Body: { channel: string; text: string } }>('/api/chat.postMessage', ({ body }) => {
			this.messages.push({ channel: body.channel, text: body.text });
			return { ok: true, channel: body.channel, ts: '1.0', message: { text: body.text } };
		});
	};
}
