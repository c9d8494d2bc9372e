import { type Execution, executionEnded, rowsOf } from '../../../dev/n8n/instance/executions';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { SINGLE, ask } from '../../dev/sandbox/asking';
import { startRestarted, type Restarted } from './restarted';
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
const KEY = 'sandbox_readykey001';

const WINDOWS = ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'];
const TRIGGERS = {
	Balance: { event: 'lowBalance', threshold: 100 },
	Phones: { event: 'lowPhoneTokens', threshold: 100 },
	Low: { event: 'windowLow', windows: WINDOWS, percent: 10 },
	Open: { event: 'windowOpen', windows: WINDOWS },
	Changed: { event: 'accountChanged', watch: ['status', 'plan', 'personal_email_available'] },
	Usage: { event: 'usageReport' },
};

let host: Restarted;

beforeAll(async () => {
	host = await startRestarted({
		settings: {
			account: { tokens: 500, phoneTokens: 1_000, showsPhoneTokens: true },
			limits: { enrich: { records: { '5h': 100, '1w': 10_000 }, requests: { '5h': 1_000 } } },
		},
		// Time stands still until it is moved.
		now: () => MONDAY,
	});
});

afterAll(async () => await host?.stop());

let nobody = 0;
function spend(records: number): void {
	const linkedin_urls = Array.from({ length: records }, () => `someone-${(nobody += 1)}`);
	expect(ask(host.sandbox.service, SINGLE, { linkedin_urls }, host.sandbox.now()).status).toBe(200);
}

/** Starts n8n again, and waits until it has brought back a workflow with so many triggers, each of which polls once. */
async function startAgain(id: string, triggers: number): Promise<void> {
	const { ledger } = host.sandbox;
	const before = ledger.requests().length;
	await host.startAgain();
	await waitFor(`${triggers} polls after the start of n8n`, async () =>
		ledger.requests().length >= before + triggers ? true : undefined,
	);
	await settled(host.rest, id);
}

/** By trigger: what each of its executions tells, in their order. Those of different triggers overtake each other. */
function byTrigger(executions: readonly Execution[]): Record<string, string[]> {
	const told: Record<string, string[]> = {};
	for (const execution of executions) {
		const [trigger] = Object.keys(execution.runs);
		(told[trigger] ??= []).push(factsOf(execution, trigger));
	}
	return told;
}

/** What the items of an execution tell; `-` for one without items, which ends at the trigger. */
function factsOf(execution: Execution, trigger: string): string {
	expect(execution.status).toBe('success');
	const items = rowsOf(execution, trigger);
	expect(Object.keys(execution.runs)).toEqual(items.length === 0 ? [trigger] : [trigger, behind(trigger)]);
	expect(rowsOf(execution, behind(trigger))).toEqual(items);
	const facts = items.map((item) => {
		const of: Record<string, unknown> = {
			Balance: item.token_balance,
			Phones: item.phone_token_balance,
			Low: item.remaining,
			Open: item.opened,
			Changed: item.changed,
			Usage: `${String(item.date)} ${String(item.calls)}`,
		};
		return String(of[trigger]);
	});
	return facts.join(', ') || '-';
}

it('starts the workflow for exactly the events of a week, over restarts and a service that is down', async () => {
	const { rest, sandbox } = host;
	const { id } = await rest.createWorkflow(triggerWorkflow(TRIGGERS, NEVER, host.credential));
	const pollOnce = async () => {
		await unpublish(rest, id);
		return await publish(rest, id);
	};
	/** What happens before the poll of an hour; there is one every four hours. */
	const week: Record<number, () => void> = {
		4: () => spend(95),
		8: () => spend(5),
		20: () => sandbox.configure({ account: { phoneTokens: 50 } }),
		32: () => sandbox.configure({ account: { plan: 'scale' } }),
		48: () => sandbox.configure({ faults: [{ kind: 'internal_error', tool: 'get_usage' }] }),
		52: () => sandbox.configure({ faults: [] }),
		56: () => sandbox.configure({ account: { tokens: 99 } }),
		60: () => sandbox.configure({ account: { tokens: 600 } }),
		64: () => sandbox.configure({ account: { tokens: 50 } }),
		80: () => sandbox.configure({ account: { personalEmailAvailable: false } }),
		132: () => sandbox.configure({ account: { tokens: 500, personalEmailAvailable: true } }),
		136: () => spend(100),
	};
	/** After which hours n8n is killed, with the executions that have ended by then: what one under way would save is lost with it. */
	const KILLED_AFTER: Record<number, number> = { 60: 10, 88: 13 };
	const BACK_AT = [68, 124];

	await publish(rest, id);
	const statuses = new Map<number, string>();
	let up = true;
	for (let hour = 4; hour <= 168; hour += 4) {
		sandbox.advance(4 * HOUR);
		week[hour]?.();
		if (up) {
			const { status } = await pollOnce();
			if (status !== 'published') statuses.set(hour, status);
		} else if (BACK_AT.includes(hour)) {
			await startAgain(id, Object.keys(TRIGGERS).length);
			up = true;
		}
		if (hour in KILLED_AFTER) {
			await executionsOf(rest, id, KILLED_AFTER[hour]);
			await host.kill();
			up = false;
		}
	}
	await unpublish(rest, id);

	// An execution without items was only there to save: a balance that was topped up, a window that closed or recovered.
	const happened = {
		Balance: ['99', '-', '50', '-'],
		Phones: ['50'],
		Low: ['5', '-', '0', '-'],
		Open: ['-', 'enrich_records_5h', '-', 'enrich_records_5h'],
		Changed: ['plan', 'personal_email_available', 'personal_email_available'],
		Usage: [
			'2030-03-04 2',
			'2030-03-05 0',
			'2030-03-06 0',
			'2030-03-07 0, 2030-03-08 0',
			'2030-03-09 1',
			'2030-03-10 0',
		],
	};
	const executions = await executionsOf(rest, id, Object.values(happened).flat().length);
	expect(byTrigger(executions)).toEqual(happened);
	// Without usage reports that trigger could not be brought alive; the others could, and none of its days was lost.
	expect([...statuses]).toEqual([[48, 'partial']]);
	expect(JSON.stringify(executions)).not.toContain(KEY);
});

it('polls by schedule, saves what changed in silence, and takes up after a crash what a failed poll could not tell', async () => {
	const { rest, sandbox } = host;
	const { Balance, Changed, Usage } = TRIGGERS;
	sandbox.configure({ account: { tokens: 50 } });
	const { id } = await rest.createWorkflow(
		triggerWorkflow({ Balance, Changed, Usage }, EVERY_MINUTE, host.credential),
	);
	await publish(rest, id);
	expect(byTrigger(await executionsOf(rest, id, 1))).toEqual({ Balance: ['50'] });

	const today = new Date(sandbox.now()).toISOString().slice(0, 10);
	sandbox.advance(24 * HOUR);
	sandbox.configure({
		account: { tokens: 600, plan: 'other' },
		faults: [{ kind: 'internal_error', tool: 'get_usage' }],
	});
	const byMinute = (await executionsOf(rest, id, 4, 90_000)).slice(1);
	expect(byTrigger(byMinute.filter(({ status }) => status === 'success'))).toEqual({
		Balance: ['-'],
		Changed: ['plan'],
	});
	const [failed] = byMinute.filter(({ status }) => status === 'error');
	expect(failed.error).toMatchObject({
		message: expect.stringContaining('The service is unavailable for a moment (HTTP 500 internal_error') as string,
		description: 'Nothing is lost: the next poll asks again',
	});
	expect(await staticDataOf(rest, id, 'Balance')).toMatchObject({ polled: { what: { low: false } } });

	await host.kill();
	sandbox.configure({ account: { tokens: 50 }, faults: [] });
	await startAgain(id, 3);
	const after = (await executionsOf(rest, id, 6)).slice(4);
	expect(byTrigger(after)).toEqual({ Balance: ['50'], Usage: [`${today} 0`] });
	expect(JSON.stringify(await rest.call('GET', `workflows/${id}`))).not.toContain(KEY);
	await unpublish(rest, id);
});

it('shows a real sample when a test event is fetched, and remembers nothing of it', async () => {
	const { rest } = host;
	const { id } = await rest.createWorkflow(triggerWorkflow(TRIGGERS, NEVER, host.credential));
	for (const trigger of Object.keys(TRIGGERS)) {
		const execution = await executionEnded(rest, await rest.run(id, trigger));
		const [{ event }] = rowsOf(execution, behind(trigger));
		expect(event).toBe(TRIGGERS[trigger as keyof typeof TRIGGERS].event);
		expect(await staticDataOf(rest, id, trigger)).toBeUndefined();
	}
});

it('does not come alive with a dead key, and says why', async () => {
	const { rest, sandbox } = host;
	sandbox.configure({ keys: ['sandbox_another'] });
	const { id } = await rest.createWorkflow(triggerWorkflow({ Balance: TRIGGERS.Balance }, NEVER, host.credential));
	expect(await publish(rest, id)).toMatchObject({
		status: 'failed',
		triggers: [
			{ errorMessage: expect.stringMatching(/The service did not accept the API key \(HTTP 401/) as string },
		],
	});
	expect(await executionsOf(rest, id, 0)).toEqual([]);
});
