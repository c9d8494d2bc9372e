import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../dev/sandbox/server';
import type { SettingsPatch } from '../../dev/sandbox/settings';
import { ask, SINGLE } from '../support/asking';
import { okAnswer } from '../support/node/answers';
import { sandboxes } from '../support/node/sandboxes';
import { itemsOf, triggerOn } from '../support/node/triggerRun';
import { hostileServers } from '../support/wire/hostileServer';

const HOUR = 3_600_000;
/** A Monday, half past midnight. */
const MONDAY = Date.parse('2030-03-04T00:30:00Z');

const start = sandboxes();
const startForeign = hostileServers();
/** Starts a sandbox whose clock moves only with advance(). */
const startFrozen = async (settings: SettingsPatch) => await start(settings, () => MONDAY);

let peopleFound = 0;

/** Looks up new people, each for one token and one record. */
function spend(sandbox: Sandbox, records: number): void {
	const linkedin_urls = Array.from({ length: records }, () => `someone-${(peopleFound += 1)}`);
	const reply = ask(sandbox.service, SINGLE, { linkedin_urls }, sandbox.now());
	expect(reply.status).toBe(200);
}

describe('a week of hourly polls', () => {
	const windows = ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'];
	const LOW_BALANCE = { event: 'lowBalance', threshold: 100 };
	const WATCHES: INodeParameters[] = [
		LOW_BALANCE,
		{ event: 'windowLow', windows, percent: 10 },
		{ event: 'windowOpen', windows },
	];
	const SETTINGS: SettingsPatch = {
		account: { tokens: 500 },
		limits: { enrich: { records: { '5h': 100, '1w': 10_000 }, requests: { '5h': 1_000 } } },
	};
	const BROKEN: SettingsPatch = { faults: [{ kind: 'internal_error', tool: 'get_account' }] };

	/** Changes in the minutes before the poll of an hour. */
	const WEEK: Record<number, (sandbox: Sandbox) => void> = {
		3: (sandbox) => spend(sandbox, 95),
		4: (sandbox) => spend(sandbox, 5),
		30: (sandbox) => sandbox.configure(BROKEN),
		31: (sandbox) => spend(sandbox, 100),
		32: (sandbox) => sandbox.configure({ faults: [] }),
		50: (sandbox) => spend(sandbox, 100),
		60: (sandbox) => spend(sandbox, 100),
		70: (sandbox) => spend(sandbox, 1),
		75: (sandbox) => sandbox.configure({ account: { tokens: 600 } }),
		// n8n is down from here until hour 80.
		78: (sandbox) => sandbox.configure({ account: { tokens: 50 } }),
		110: (sandbox) => sandbox.configure({ account: { status: 'suspended' } }),
		112: (sandbox) => sandbox.configure({ account: { status: 'active' } }),
		120: (sandbox) => sandbox.configure({ keys: ['sandbox_another'] }),
		122: (sandbox) => sandbox.configure({ keys: ['sandbox_readykey001'] }),
	};
	const KILLED_AFTER = [33, 75, 130];
	const DOWN = (hour: number) => (hour > 75 && hour < 80) || (hour > 130 && hour < 155);

	/** The expected events, each with the hour of the first poll that can detect it. */
	const EXPECTED = [
		'3 windowLow enrich_records_5h 5',
		'8 windowOpen enrich_records_5h',
		'32 windowLow enrich_records_5h 0',
		'36 windowOpen enrich_records_5h',
		'50 windowLow enrich_records_5h 0',
		'55 windowOpen enrich_records_5h',
		'60 windowLow enrich_records_5h 0',
		'65 windowOpen enrich_records_5h',
		'70 lowBalance 99',
		'80 lowBalance 50',
	];

	const summaryOf = (item: IDataObject): string => {
		const facts: Record<string, unknown[]> = {
			lowBalance: [item.token_balance],
			windowLow: [item.window, item.remaining],
			windowOpen: [item.opened],
		};
		return [item.event, ...facts[String(item.event)]].join(' ');
	};

	it('returns exactly the events that happened, despite restarts, an outage and a rejected key', async () => {
		const sandbox = await startFrozen(SETTINGS);
		const triggers = await Promise.all(WATCHES.map((parameters) => triggerOn(sandbox, parameters)));
		const events: string[] = [];
		const failed: number[] = [];
		const empty: number[] = [];
		let up = false;
		for (let hour = 0; hour <= 168; hour++) {
			WEEK[hour]?.(sandbox);
			if (!DOWN(hour)) {
				const polls = await Promise.all(
					triggers.map(async (trigger) => await (up ? trigger.poll() : trigger.activate('init'))),
				);
				for (const poll of polls) {
					if (poll.is === 'failed') failed.push(hour);
					if (poll.is === 'emitted' && poll.items.length === 0) empty.push(hour);
					events.push(...itemsOf(poll).map((item) => `${hour} ${summaryOf(item)}`));
				}
				up = true;
			}
			if (KILLED_AFTER.includes(hour)) {
				for (const trigger of triggers) trigger.kill();
				up = false;
			}
			sandbox.advance(HOUR);
		}
		expect(events).toEqual(EXPECTED);
		expect(failed).toEqual([30, 31, 110, 111, 120, 121].flatMap((hour) => [hour, hour, hour]));
		// Polls without an event are saved only if the state changes, for example from open to closed.
		expect(empty).toEqual([4, 8, 32, 36, 50, 55, 60, 65, 75]);
	});

	it('fires an event once if two polls overlap', async () => {
		const sandbox = await startFrozen(SETTINGS);
		const trigger = await triggerOn(sandbox, LOW_BALANCE);
		await trigger.activate();
		sandbox.configure({ account: { tokens: 50 } });
		const polls = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(polls.flatMap(itemsOf)).toMatchObject([{ event: 'lowBalance', token_balance: 50 }]);
	});

	it('fails once if the account no longer has the watched data', async () => {
		let account: object = { id: 'account-example', token_balance: 500 };
		const service = await startForeign(() => okAnswer(account));
		const trigger = await triggerOn(service, LOW_BALANCE);
		await trigger.activate();
		account = { id: 'account-example' };
		const polls = [await trigger.poll(), await trigger.poll(), await trigger.poll()];
		expect(polls.map(({ is }) => is)).toEqual(['failed', 'nothing', 'nothing']);
	});

	it('includes the reset time of a closed window in its failure', async () => {
		const sandbox = await startFrozen(SETTINGS);
		const trigger = await triggerOn(sandbox, LOW_BALANCE);
		await trigger.activate();
		const code = 'fair_use_requests_exceeded';
		const headers = { 'retry-after': '1800' };
		sandbox.configure({ faults: [{ kind: 'status', status: 429, code, headers, tool: 'get_account' }] });
		const poll = await trigger.poll();
		const { failure } = (poll.is === 'failed' ? poll.error : {}) as { failure?: { resetsAtEpochMs?: number } };
		expect(failure).toMatchObject({ cause: 'quota-exhausted' });
		expect(failure?.resetsAtEpochMs).toBeGreaterThan(Date.now() + 1_790_000);
	});
});
