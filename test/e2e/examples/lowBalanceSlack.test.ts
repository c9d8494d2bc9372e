import { importExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { executionsOf, polledByHand, publish, unpublish } from '../trigger/triggerWorkflow';
import { useStandIns } from './standIns';

/** As in the example. */
const THRESHOLD = 1_000;

const host = useHosted({ sandbox: { settings: { account: { tokens: 5_000 } } } });
const slack = useStandIns({ 'Tell Slack': () => ({ ok: true }) });
let id: string;

const messages = () => slack.calls.map(({ parameters }) => parameters.text);

/** Publishes the workflow again, which makes the trigger poll. */
async function pollAt(tokens: number): Promise<void> {
	host.sandbox.configure({ account: { tokens } });
	await unpublish(host.rest, id);
	await publish(host.rest, id);
}

beforeAll(async () => {
	id = await importExample(host, 'low-balance-slack.json', (workflow) => slack.replaceIn(polledByHand(workflow)));
	await publish(host.rest, id);
});

it('sends one message each time that the balance becomes low, with the balance and the plan', async () => {
	await pollAt(THRESHOLD);
	expect(await executionsOf(host.rest, id, 0)).toEqual([]);
	await pollAt(THRESHOLD - 1);
	await executionsOf(host.rest, id, 1);
	await pollAt(THRESHOLD - 100);
	expect(messages()).toEqual([':warning: Sandbox Account has 999 tokens left, fewer than 1000. Its plan is growth.']);
});

it('sends another message after a top-up', async () => {
	await pollAt(5_000);
	await executionsOf(host.rest, id, 2);
	await pollAt(10);
	const executions = await executionsOf(host.rest, id, 3);
	expect(executions.map(({ status, runs }) => [status, Object.keys(runs)])).toEqual([
		['success', ['Low Balance', 'Account', 'Tell Slack']],
		['success', ['Low Balance']],
		['success', ['Low Balance', 'Account', 'Tell Slack']],
	]);
	expect(messages().slice(1)).toEqual([expect.stringContaining('has 10 tokens')]);
	expect(Object.keys(host.sandbox.ledger.summary().byTool)).toEqual(['get_account']);
});
