import { request } from 'undici';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { connect, readExample } from '../support/example';
import { Slack, SLACK } from '../examples/standIns/slack';
import { useStandIns } from '../examples/standIns/standIns';
import { startAgentHost, type AgentHost } from './agentHost';

const EMAIL = 'test-found@example.com';
/** n8n ignores programs that only preview a link. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const REVIEW = 'n8n-nodes-base.slackHitlTool';

const slack = new Slack();
useStandIns(slack);
let host: AgentHost;
let workflow: string;

beforeAll(async () => {
	host = await startAgentHost();
	const [{ type, data }] = SLACK;
	const connected = await connect(host, [{ nodeType: REVIEW, type, data }]);
	workflow = await host.importAgent(connected(readExample('ai-agent-approval.json')));
});

afterAll(async () => await host?.stop());

beforeEach(() => {
	host.sandbox.ledger.clear();
	slack.messages.splice(0);
});

/** Whether n8n has saved the execution, before which it ignores the buttons. */
async function isWaiting(): Promise<true | undefined> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow, status: ['waiting'] }));
	const { count } = (await host.rest.call('GET', `executions?limit=1&filter=${filter}`)) as { count: number };
	return count > 0 || undefined;
}

/** Lets the model look up an email, and presses a button of the message in Slack. */
async function askAndPress(button: 'Approve' | 'Decline', email = EMAIL) {
	const call = { tool: 'Find_person_by_email', input: { toolParameters: { email }, hitlParameters: {} } };
	const asked = host.ask(workflow, [{ calls: [call] }, { text: 'Done' }]);
	const message = await waitFor('The message in Slack', () => Promise.resolve(slack.messages.at(0)));
	await waitFor('The execution that waits', isWaiting);
	expect(host.sandbox.ledger.requests()).toEqual([]);
	const blocks = message.blocks ?? [];
	const pressed = blocks.flatMap(({ elements = [] }) => elements).find(({ text }) => text.text === button);
	const page = await request(pressed?.url ?? '', { headers: { 'user-agent': BROWSER } });
	await page.body.dump();
	return { ...(await asked), message, text: blocks.map(({ text }) => text?.text ?? '').join('\n') };
}

describe('ai-agent-approval.json', () => {
	it('shows the tool and its argument in Slack, and pays only after Approve', async () => {
		const { results, output, message, text } = await askAndPress('Approve');
		expect(message.channel).toBe('#approvals');
		expect(text).toContain('Find_person_by_email');
		expect(text).toContain(EMAIL);
		expect(results).toMatchObject([[{ status: 'found' }]]);
		expect(output).toBe('Done');
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(1);
	});

	it('sends nothing after Decline, and shows no mention or link that the model writes', async () => {
		const { text } = await askAndPress('Decline', '<!channel> <https://example.com|click>');
		expect(text).toContain('?!channel? ?https://example.com|click?');
		expect(text).not.toMatch(/[<>]/);
		expect(host.sandbox.ledger.requests()).toEqual([]);
	});
});
