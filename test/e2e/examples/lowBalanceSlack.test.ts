import { importInto, readExample } from '../support/example';
import { startHosted, type Hosted } from '../support/hosted';
import { executionsOf, polledByHand, publish, unpublish } from '../trigger/triggerWorkflow';
import { startStandIns, withStandIns, type StandIns } from './standIns';

/** Of the example's trigger. */
const THRESHOLD = 1_000;

let host: Hosted;
let slack: StandIns;
let id: string;

const messages = () => slack.calls.map(({ node, parameters }) => [node, parameters.text]);

/** Lets the trigger poll at such a balance, which each publication does. */
async function pollAt(tokens: number): Promise<void> {
	host.sandbox.configure({ account: { tokens } });
	await unpublish(host.rest, id);
	await publish(host.rest, id);
}

beforeAll(async () => {
	host = await startHosted({ sandbox: { settings: { account: { tokens: 5_000 } } } });
	slack = await startStandIns({ 'Tell Slack': () => ({ ok: true }) });
	id = await importInto(host, withStandIns(polledByHand(readExample('low-balance-slack.json')), slack));
	await publish(host.rest, id);
});

afterAll(async () => {
	await slack?.close();
	await host?.stop();
});

it('says nothing while there is enough', async () => {
	await pollAt(THRESHOLD);
	expect(await executionsOf(host.rest, id, 0)).toEqual([]);
});

it('says once that the balance is low, how low, and on which plan', async () => {
	await pollAt(THRESHOLD - 1);
	await executionsOf(host.rest, id, 1);
	await pollAt(THRESHOLD - 100);
	expect(messages()).toEqual([
		['Tell Slack', ':warning: Sandbox Account has 999 tokens left, fewer than 1000. Its plan is growth.'],
	]);
});

it('says it once more when the balance was topped up and is low again', async () => {
	await pollAt(5_000);
	await executionsOf(host.rest, id, 2);
	await pollAt(10);
	const executions = await executionsOf(host.rest, id, 3);
	expect(executions.map(({ status, runs }) => [status, Object.keys(runs)])).toEqual([
		['success', ['Low Balance', 'Account', 'Tell Slack']],
		['success', ['Low Balance']],
		['success', ['Low Balance', 'Account', 'Tell Slack']],
	]);
	expect(messages().map(([, text]) => text)).toEqual([
		expect.stringContaining('has 999 tokens'),
		expect.stringContaining('has 10 tokens'),
	]);
});

it('asks nothing that is charged', () => {
	expect(Object.keys(host.sandbox.ledger.summary().byTool)).toEqual(['get_account']);
});
