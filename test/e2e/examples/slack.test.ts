import { connect, importExample, runExample, runFrom } from '../support/example';
import { useHosted } from '../support/hosted';
import { executionsOf, polledByHand, publish, unpublish } from '../trigger/triggerWorkflow';
import { SLACK, Slack } from './standIns/slack';
import { useStandIns } from './standIns/standIns';

describe('form-to-slack.json', () => {
	const host = useHosted();
	const slack = new Slack();
	useStandIns(slack);

	it('posts each sign-up with the profile or a reason, and no mention or link that a stranger typed', async () => {
		const id = await importExample(host, 'form-to-slack.json', await connect(host, SLACK));
		const signUps = [
			['Ada Example', 'test-found@example.com'],
			['Ada Example', 'test-not-found@example.com'],
			['<!channel> & <https://example.com|click>', 'ada <!here'],
		].map(([Name, email]) => ({ Name, 'Email Address': email }));
		expect(await runFrom(host, id, 'Sign-up form', signUps)).toMatchObject({ status: 'success' });
		expect(new Set(slack.messages.map(({ channel }) => channel))).toEqual(new Set(['#sign-ups']));
		expect(slack.messages.map(({ text }) => text)).toEqual([
			expect.stringMatching(
				/^New sign-up: Ada Example \(test-found@example\.com\)\. .+, .+, https:\/\/www\.linkedin/,
			),
			'New sign-up: Ada Example (test-not-found@example.com). No profile: the address is unknown',
			expect.stringMatching(
				/^New sign-up: &lt;!channel&gt; &amp; &lt;https:\/\/example.com\|click&gt; \(ada &lt;!here\)\. No profile: "ada &lt;!here" is not an email address/,
			),
		]);
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(1);
	});
});

describe('low-balance-slack.json', () => {
	const host = useHosted({ sandbox: { settings: { account: { tokens: 5_000 } } } });
	const slack = new Slack();
	useStandIns(slack);
	let id: string;

	/** Publishes the workflow again, which makes the trigger poll. */
	async function pollAt(tokens: number): Promise<void> {
		host.sandbox.configure({ account: { tokens } });
		await unpublish(host.rest, id);
		await publish(host.rest, id);
	}

	beforeAll(async () => {
		const connected = await connect(host, SLACK);
		id = await importExample(host, 'low-balance-slack.json', (workflow) => connected(polledByHand(workflow)));
		await publish(host.rest, id);
	});

	it('sends one warning each time that the balance becomes low, also after a top-up', async () => {
		await pollAt(1_000);
		expect(await executionsOf(host.rest, id, 0)).toEqual([]);
		await pollAt(999);
		await executionsOf(host.rest, id, 1);
		await pollAt(900);
		await pollAt(5_000);
		await pollAt(10);
		const executions = await executionsOf(host.rest, id, 2);
		expect(executions.map(({ status, runs }) => [status, Object.keys(runs)])).toEqual([
			['success', ['Low balance', 'Get account', 'Send message']],
			['success', ['Low balance', 'Get account', 'Send message']],
		]);
		expect(slack.messages.map(({ text }) => text)).toEqual([
			':warning: The balance is low. Sandbox Account (active, plan growth) has 999 tokens left.',
			':warning: The balance is low. Sandbox Account (active, plan growth) has 10 tokens left.',
		]);
		expect(Object.keys(host.sandbox.ledger.summary().byTool)).toEqual(['get_account']);
	});

	it('sends a report without a warning on schedule', async () => {
		slack.messages.splice(0);
		await runExample(host, id, 'Every Monday');
		expect(slack.messages.map(({ text }) => text)).toEqual([
			'Sandbox Account (active, plan growth) has 10 tokens left.',
		]);
	});
});
