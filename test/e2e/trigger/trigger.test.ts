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

/** The main values of an execution's items, of which there is at least one. */
function reportOf(execution: Execution, trigger: string): string {
	expect(execution.status).toBe('success');
	const items = rowsOf(execution, trigger);
	expect(Object.keys(execution.runs)).toEqual([trigger, behind(trigger)]);
	expect(rowsOf(execution, behind(trigger))).toEqual(items);
	const values = items.map((item) => {
		const byTrigger: Record<string, unknown> = {
			Balance: item.token_balance,
			Low: item.remaining,
			Open: item.enrich_records_5h_remaining,
		};
		return String(byTrigger[trigger]);
	});
	return values.join(', ');
}

/** Waits until triggers have polled a number of times. */
async function pollsOf(count: number): Promise<void> {
	const polls = sandbox.ledger.requests().length + count;
	await waitFor('The polls', () => sandbox.ledger.requests().length >= polls, 60_000);
}

it('the trigger runs the workflow once for each event of a day, also if n8n is killed, and never for nothing', async () => {
	const { id } = await rest.createWorkflow(triggerWorkflow(TRIGGERS, NEVER, credential));
	const poll = async () => {
		await unpublish(rest, id);
		expect(await publish(rest, id)).toMatchObject({ status: 'published' });
	};
	const restart = async () => {
		await kill();
		const polled = pollsOf(Object.keys(TRIGGERS).length);
		await start();
		await polled;
		await publication(rest, id);
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
	sandbox.advance(4 * HOUR);
	await restart();
	sandbox.configure({ account: { tokens: 99 } });
	await poll();
	sandbox.advance(4 * HOUR);
	await poll();
	await executionsOf(rest, id, 4);
	// Only a low balance is repeated, because n8n may have lost that it had recovered.
	await restart();
	await unpublish(rest, id);

	const expected = {
		Balance: ['99', '99'],
		Low: ['5'],
		Open: ['100', '95'],
	};
	const executions = await executionsOf(rest, id, Object.values(expected).flat().length);
	expect(reportsByTrigger(executions)).toEqual(expected);
	expect(JSON.stringify(executions)).not.toContain(sandbox.key);
});

it('the trigger polls by schedule, fails once while the service is down, and survives a start of n8n then', async () => {
	const { Balance, Open } = TRIGGERS;
	sandbox.configure({ account: { tokens: 50 } });
	sandbox.advance(24 * HOUR);
	const { id } = await rest.createWorkflow(triggerWorkflow({ Balance, Open }, EVERY_10_SECONDS, credential));
	await publish(rest, id);
	await executionsOf(rest, id, 2);

	sandbox.configure({ account: { tokens: 600 } });
	spend(100, 100);
	await pollsOf(4);
	sandbox.configure({ faults: [{ kind: 'internal_error', tool: 'get_account' }] });
	await executionsOf(rest, id, 4, 60_000);
	// Each poll sends four requests.
	await pollsOf(16);
	sandbox.configure({ account: { tokens: 50 }, faults: [] });
	sandbox.advance(5 * HOUR);
	await executionsOf(rest, id, 6, 60_000);

	sandbox.configure({ faults: [{ kind: 'internal_error', tool: 'get_account' }] });
	await kill();
	await start();
	// The failures of the same cause are still remembered.
	await pollsOf(16);
	expect(await publication(rest, id)).toMatchObject({ status: 'published' });
	sandbox.configure({ faults: [] });
	await executionsOf(rest, id, 7, 60_000);
	await pollsOf(4);
	await unpublish(rest, id);
	const executions = await executionsOf(rest, id, 7);
	const failed = executions.filter(({ status }) => status === 'error');
	expect(failed.map(({ error }) => error)).toEqual(
		Array(2).fill(
			expect.objectContaining({
				message: expect.stringContaining(
					'The service is temporarily unavailable (HTTP 500 internal_error',
				) as string,
				description: 'Nothing is lost: the next poll retries',
			}),
		),
	);
	expect(reportsByTrigger(executions.filter((execution) => !failed.includes(execution)))).toEqual({
		Balance: ['50', '50', '50'],
		Open: ['100', '100'],
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
