import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

const TOKEN = 'xoxb-made-up';
export const SLACK: OtherCredential[] = [
	{ nodeType: 'n8n-nodes-base.slack', type: 'slackApi', data: { accessToken: TOKEN } },
];

interface Message {
	channel: string;
	text: string;
	/** The parts of a message with buttons. */
	blocks?: Array<{ text?: { text: string }; elements?: Array<{ text: { text: string }; url: string }> }>;
}

export class Slack implements StandIn {
	readonly host = 'slack.com';
	readonly isAuthorized = bearer(TOKEN);
	readonly messages: Message[] = [];

	readonly register: StandIn['register'] = (app) => {
		app.post<{ Body: Message }>('/api/chat.postMessage', ({ body }) => {
			this.messages.push(body);
			return { ok: true, channel: body.channel, ts: '1.0', message: { text: body.text } };
		});
	};
}
