import { type Execution, executionEnded, rowsOf } from '../../../dev/n8n/instance/executions';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { ask, SINGLE } from '../../dev/sandbox/asking';
import { startRestartable, type RestartableN8n } from './restartableN8n';
import {
	behind,
	EVERY_MINUTE,
	executionsOf,
	NEVER,
	publish,
	settled,
	staticDataOf,
	triggerWorkflow,
	unpublish,
} from './triggerWorkflow';

const HOUR = 3_600_000;
/** A Monday, half past midnight. */
const MONDAY = Date.parse('2030-03-04T00:30:00Z');

const WINDOWS = ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'];
const TRIGGERS = {
	Balance: { event: 'lowBalance', threshold: 100 },
	Phones: { event: 'lowPhoneTokens', threshold: 100 },
	Low: { event: 'windowLow', windows: WINDOWS, percent: 10 },
	Open: { event: 'windowOpen', windows: WINDOWS },
	Changed: { event: 'accountChanged', watch: ['status', 'plan', 'personal_email_available'] },
	Usage: { event: 'usageReport' },
};

let host: RestartableN8n;

beforeAll(async () => {
	host = await startRestartable({
		settings: {
			account: { tokens: 500, phoneTokens: 1_000, showsPhoneTokens: true },
			limits: { enrich: { records: { '5h': 100, '1w': 10_000 }, requests: { '5h': 1_000 } } },
		},
		// The clock moves only when a test advances it.
		now: () => MONDAY,
	});
});

afterAll(async () => await host?.stop());

/** Spends records of the window. @param first the number of the first person */
function spend(records: number, first: number): void {
	const linkedin_urls = Array.from({ length: records }, (_, index) => `person-example-${first + index}`);
	expect(ask(host.sandbox.service, SINGLE, { linkedin_urls }, host.sandbox.now()).status).toBe(200);
}

/** Starts n8n again, and waits until each of a workflow's triggers has polled once. */
async function restart(id: string, triggers: number): Promise<void> {
	const { ledger } = host.sandbox;
	const before = ledger.requests().length;
	await host.restart();
	await waitFor('The polls after the restart', () => ledger.requests().length >= before + triggers);
	await settled(host.rest, id);
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

/** The main values of an execution's items; `-` for an execution without items, which only saves the trigger's state. */
function reportOf(execution: Execution, trigger: string): string {
	expect(execution.status).toBe('success');
	const items = rowsOf(execution, trigger);
	expect(Object.keys(execution.runs)).toEqual(items.length === 0 ? [trigger] : [trigger, behind(trigger)]);
	expect(rowsOf(execution, behind(trigger))).toEqual(items);
	const values = items.map((item) => {
		const byTrigger: Record<string, unknown> = {
			Balance: item.token_balance,
			Phones: item.phone_token_balance,
			Low: item.remaining,
			Open: item.opened,
			Changed: item.changed,
			Usage: `${String(item.date)} ${String(item.calls)}`,
		};
		return String(byTrigger[trigger]);
	});
	return values.join(', ') || '-';
}

it('the trigger runs the workflow once for each event of a day, even if n8n is killed in between', async () => {
	const { rest, sandbox } = host;
	const { id } = await rest.createWorkflow(triggerWorkflow(TRIGGERS, NEVER, host.credential));
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
	await host.kill();
	sandbox.advance(4 * HOUR);
	await restart(id, Object.keys(TRIGGERS).length);
	sandbox.configure({ account: { tokens: 99, phoneTokens: 50, plan: 'scale' } });
	await poll();
	sandbox.advance(12 * HOUR);
	await poll();
	await unpublish(rest, id);

	const expected = {
		Balance: ['99'],
		Phones: ['50'],
		Low: ['5', '-'],
		Open: ['-', 'enrich_records_5h'],
		Changed: ['plan'],
		Usage: ['2030-03-04 2'],
	};
	const executions = await executionsOf(rest, id, Object.values(expected).flat().length);
	expect(reportsByTrigger(executions)).toEqual(expected);
	expect(JSON.stringify(executions)).not.toContain(sandbox.key);
});

it('the trigger polls by schedule, saves its state without an event, and catches up after a failed poll', async () => {
	const { rest, sandbox } = host;
	const { Balance, Changed, Usage } = TRIGGERS;
	sandbox.configure({ account: { tokens: 50 } });
	const { id } = await rest.createWorkflow(
		triggerWorkflow({ Balance, Changed, Usage }, EVERY_MINUTE, host.credential),
	);
	await publish(rest, id);
	expect(reportsByTrigger(await executionsOf(rest, id, 1))).toEqual({ Balance: ['50'] });

	const today = new Date(sandbox.now()).toISOString().slice(0, 10);
	sandbox.advance(24 * HOUR);
	sandbox.configure({
		account: { tokens: 600, plan: 'other' },
		faults: [{ kind: 'internal_error', tool: 'get_usage' }],
	});
	const scheduled = (await executionsOf(rest, id, 4, 90_000)).slice(1);
	expect(reportsByTrigger(scheduled.filter(({ status }) => status === 'success'))).toEqual({
		Balance: ['-'],
		Changed: ['plan'],
	});
	const [failed] = scheduled.filter(({ status }) => status === 'error');
	expect(failed.error).toMatchObject({
		message: expect.stringContaining('The service is unavailable for a moment (HTTP 500 internal_error') as string,
		description: 'Nothing is lost: the next poll asks again',
	});
	expect(await staticDataOf(rest, id, 'Balance')).toMatchObject({ polled: { what: { low: false } } });

	await host.kill();
	sandbox.configure({ account: { tokens: 50 }, faults: [] });
	await restart(id, 3);
	const caughtUp = (await executionsOf(rest, id, 6)).slice(4);
	expect(reportsByTrigger(caughtUp)).toEqual({ Balance: ['50'], Usage: [`${today} 0`] });
	expect(JSON.stringify(await rest.call('GET', `workflows/${id}`))).not.toContain(sandbox.key);
	await unpublish(rest, id);
});

it('a fetched test event is a real sample, and changes no state', async () => {
	const { rest } = host;
	const { id } = await rest.createWorkflow(triggerWorkflow(TRIGGERS, NEVER, host.credential));
	for (const [trigger, { event }] of Object.entries(TRIGGERS)) {
		const execution = await executionEnded(rest, await rest.run(id, trigger));
		expect(rowsOf(execution, behind(trigger))[0]).toMatchObject({ event });
		expect(await staticDataOf(rest, id, trigger)).toBeUndefined();
	}
});

it('a trigger with a dead key is not activated, and n8n shows why', async () => {
	const { rest, sandbox } = host;
	sandbox.configure({ keys: ['sandbox_another'] });
	const { id } = await rest.createWorkflow(triggerWorkflow({ Balance: TRIGGERS.Balance }, NEVER, host.credential));
	const errorMessage = expect.stringMatching(/The service did not accept the API key \(HTTP 401/) as string;
	expect(await publish(rest, id)).toMatchObject({ status: 'failed', triggers: [{ errorMessage }] });
	expect(await executionsOf(rest, id, 0)).toEqual([]);
});
