import { Cleanups } from '../../../dev/n8n/instance/cleanups';
import { type Execution, executionEnded, rowsOf } from '../../../dev/n8n/instance/executions';
import type { Rest } from '../../../dev/n8n/instance/rest';
import { createTestbed, openN8n } from '../../../dev/n8n/instance/testbed';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import type { CredentialRef } from '../../../dev/n8n/instance/workflow';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/server';
import { ask, SINGLE } from '../../support/asking';
import { createCredential } from '../support/hosted';
import {
	behind,
	EVERY_10_SECONDS,
	executionsOf,
	NEVER,
	publication,
	publish,
	triggerWorkflow,
	unpublish,
} from './triggerWorkflow';

const HOUR = 3_600_000;
/** A Monday, half past midnight. */
const MONDAY = Date.parse('2030-03-04T00:30:00Z');

const WINDOWS = ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'];
const TRIGGERS = {
	Balance: { event: 'lowBalance', threshold: 100 },
	Low: { event: 'windowLow', windows: WINDOWS, percent: 10 },
	Open: { event: 'windowOpen', windows: WINDOWS },
};

const cleanups = new Cleanups();
let start: () => Promise<void>;
let kill: () => Promise<void>;
let rest: Rest;
let sandbox: Sandbox;
let credential: CredentialRef;

beforeAll(async () => {
	const testbed = await createTestbed('trigger', cleanups);
	start = async () => {
		const opened = await openN8n(testbed, cleanups);
		({ kill } = opened.n8n);
		({ rest } = opened);
	};
	await start();
	sandbox = await startSandbox({
		settings: {
			account: { tokens: 500 },
			limits: { enrich: { records: { '5h': 100, '1w': 10_000 }, requests: { '5h': 1_000 } } },
		},
		// The clock moves only when a test advances it.
		now: () => MONDAY,
	});
	cleanups.add(async () => await sandbox.close());
	credential = await createCredential(rest, sandbox);
});

afterAll(async () => await cleanups.run());

/** Spends records of the window. @param first the number of the first person */
function spend(records: number, first: number): void {
	const linkedin_urls = Array.from({ length: records }, (_, index) => `person-example-${first + index}`);
	expect(ask(sandbox.service, SINGLE, { linkedin_urls }, sandbox.now()).status).toBe(200);
}

/** What each execution reports, by trigger. Executions of different triggers have no fixed order. */
function reportsByTrigger(executions: readonly Execution[]): Record<string, string[]> {
	const reports: Record<string, string[]> = {};
	for (const execution of executions) {
		const [trigger] = Object.keys(execution.runs);
		(reports[trigger] ??= []).push(reportOf(execution, trigger));
	}
	return reports;
}

/**
 * The main values of an execution's items; `-` for an execution without items, which only saves the trigger's state.
 */
function reportOf(execution: Execution, trigger: string): string {
	expect(execution.status).toBe('success');
	const items = rowsOf(execution, trigger);
	expect(Object.keys(execution.runs)).toEqual(items.length === 0 ? [trigger] : [trigger, behind(trigger)]);
	expect(rowsOf(execution, behind(trigger))).toEqual(items);
	const values = items.map((item) => {
		const byTrigger: Record<string, unknown> = {
			Balance: item.token_balance,
			Low: item.remaining,
			Open: item.opened,
		};
		return String(byTrigger[trigger]);
	});
	return values.join(', ') || '-';
}

it('the trigger runs the workflow once for each event of a day, even if n8n is killed in between', async () => {
	const { id } = await rest.createWorkflow(triggerWorkflow(TRIGGERS, NEVER, credential));
	const poll = async () => {
		await unpublish(rest, id);
		expect(await publish(rest, id)).toMatchObject({ status: 'published' });
	};
	await publish(rest, id);

	sandbox.advance(4 * HOUR);
	spend(95, 0);
	await poll();
	sandbox.advance(4 * HOUR);
	spend(5, 95);
	await poll();
	// An execution in progress would lose the state that it saves.
	await executionsOf(rest, id, 2);
	await kill();
	sandbox.advance(4 * HOUR);
	const polls = sandbox.ledger.requests().length + Object.keys(TRIGGERS).length;
	await start();
	await waitFor('The polls after the restart', () => sandbox.ledger.requests().length >= polls);
	await publication(rest, id);
	sandbox.configure({ account: { tokens: 99 } });
	await poll();
	sandbox.advance(12 * HOUR);
	await poll();
	await unpublish(rest, id);

	const expected = {
		Balance: ['99'],
		Low: ['5', '-'],
		Open: ['-', 'enrich_records_5h'],
	};
	const executions = await executionsOf(rest, id, Object.values(expected).flat().length);
	expect(reportsByTrigger(executions)).toEqual(expected);
	expect(JSON.stringify(executions)).not.toContain(sandbox.key);
});

it('the trigger polls by schedule, saves its state without an event, and catches up after failed polls', async () => {
	const { Balance, Open } = TRIGGERS;
	sandbox.configure({ account: { tokens: 50 } });
	const { id } = await rest.createWorkflow(triggerWorkflow({ Balance, Open }, EVERY_10_SECONDS, credential));
	await publish(rest, id);
	expect(reportsByTrigger(await executionsOf(rest, id, 1))).toEqual({ Balance: ['50'] });

	sandbox.configure({ account: { tokens: 600 } });
	spend(100, 100);
	await executionsOf(rest, id, 3);
	const staticData = async () =>
		((await rest.call('GET', `workflows/${id}`)) as { staticData: Record<string, unknown> }).staticData;
	expect(await staticData()).toMatchObject({
		'node:Balance': { state: '{"low":false}' },
		'node:Open': { state: '["enrich_records_5h"]' },
	});

	sandbox.configure({ faults: [{ kind: 'internal_error', tool: 'get_account' }] });
	await executionsOf(rest, id, 4);
	sandbox.configure({ account: { tokens: 50 }, faults: [] });
	sandbox.advance(5 * HOUR);
	const succeeded = async () => (await executionsOf(rest, id, 4)).filter(({ status }) => status === 'success');
	await waitFor('The reports', async () => (await succeeded()).length >= 5);
	await unpublish(rest, id);
	expect(reportsByTrigger(await succeeded())).toEqual({
		Balance: ['50', '-', '50'],
		Open: ['-', 'enrich_records_5h'],
	});
	const failed = (await executionsOf(rest, id, 6)).find(({ status }) => status === 'error');
	expect(failed?.error).toMatchObject({
		message: expect.stringContaining('The service is temporarily unavailable (HTTP 500 internal_error') as string,
		description: 'Nothing is lost: the next poll retries',
	});
	expect(JSON.stringify(await rest.call('GET', `workflows/${id}`))).not.toContain(sandbox.key);
});

it('a fetched test event is a real sample, and changes no state', async () => {
	const { id } = await rest.createWorkflow(triggerWorkflow(TRIGGERS, NEVER, credential));
	for (const [trigger, { event }] of Object.entries(TRIGGERS)) {
		const execution = await executionEnded(rest, await rest.run(id, trigger));
		expect(rowsOf(execution, behind(trigger))[0]).toMatchObject({ event });
	}
	expect(await rest.call('GET', `workflows/${id}`)).toMatchObject({ staticData: null });
});
