import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import type { Limits } from '../../../nodes/IdentityResolution/run/limits';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import { getAccount } from '../../../nodes/IdentityResolution/api/tools/account/getAccount';
import { personalEmail } from '../../support/run/lookups';
import type { Remaining } from '../../support/api/replies';
import { budgetWith, next, NOW, registryOfBody, retryOf, throttleWith } from '../../support/run/scheduling';
import { reservationOf } from '../../support/run/tracked';

const WAIT = { do: 'wait', until: Infinity };
const CHECK = { do: 'checkAccount' };

describe('an account check', () => {
	const staleBudget = () => {
		const budget = budgetWith({ records: 500 });
		budget.invalidateWindows(personalEmail);
		return budget;
	};

	it('is sent before retries if the windows are stale', () => {
		expect(next({ budget: staleBudget(), state: { retryQueue: [retryOf(2)] } })).toEqual(CHECK);
	});

	it.each<[string, Remaining]>([
		['requests', { requests: 1 }],
		['records', { records: 1 }],
	])('is sent if the window seems exhausted and no request is in flight: %s', (_of, left) => {
		const budget = budgetWith(left);
		const sent = reservationOf({ tool: personalEmail, phone: 'without', lookups: 1 });
		budget.reserve(sent);
		expect(next({ budget })).toEqual(WAIT);
		budget.settle(sent, { hits: 1, phones: 0, unconfirmed: 0, charged: null }, readUsage(null));
		expect(next({ budget })).toEqual(CHECK);
	});

	it('is not repeated without a request in between, because the last report is still valid', () => {
		expect(next({ budget: budgetWith({ requests: 0 }) })).toMatchObject({ stop: { reason: 'fair_use_requests' } });
	});

	it('waits during a pause', () => {
		const state = throttleWith({ pausedUntil: NOW + 1 });
		expect(next({ budget: staleBudget(), state })).toEqual({ do: 'wait', until: NOW + 1 });
	});

	it('delays all lookups while it is in flight', () => {
		const budget = staleBudget();
		budget.reserve(reservationOf({ tool: getAccount, phone: 'without', lookups: 1 }));
		expect(next({ budget })).toEqual(WAIT);
	});
});

describe('a window that is known to be closed', () => {
	const opensIn = (ms: number | null): Remaining => ({ resetsAt: ms === null ? null : NOW + ms });

	it.each<[string, Remaining]>([
		['records', { records: 0 }],
		['records of the week', { weeklyRecords: 0 }],
		['requests', { requests: 0 }],
	])('pauses the run without a refused request: %s', (_says, left) => {
		expect(next({ budget: budgetWith({ ...left, ...opensIn(20_000) }) })).toEqual({
			do: 'pause',
			pause: { do: 'pause', until: NOW + 21_000, kind: 'window' },
			tool: personalEmail,
			reason: expect.stringMatching(/^fair_use_/) as string,
		});
	});

	it.each<[string, Remaining, Partial<Limits>, string, number | null]>([
		['longer than Max Wait', { records: 0, ...opensIn(3_600_000) }, {}, 'fair_use_records', NOW + 3_601_000],
		['to requests', { requests: 0, ...opensIn(3_600_000) }, {}, 'fair_use_requests', NOW + 3_601_000],
		['for an unknown time', { records: 0, ...opensIn(null) }, {}, 'fair_use_records', null],
		['without any wait', { records: 0, ...opensIn(1_000) }, { maxWait: 0 }, 'fair_use_records', NOW + 2_000],
	])('stops the run if it is closed %s', (_says, left, limits, reason, retryAt) => {
		expect(next({ budget: budgetWith(left), limits })).toEqual({
			do: 'stop',
			stop: { reason, retryAt, refusal: null, tool: null },
		});
	});

	it('stops the run if a batch body has more lookups than records are left', () => {
		const nextAfterReport = (remaining: number) => {
			const registry = registryOfBody(50);
			const budget = budgetWith({});
			const sent = reservationOf({ tool: customTool('custom_tool'), phone: 'without', lookups: 1 });
			budget.reserve(sent);
			const cost = { hits: 1, phones: 0, unconfirmed: 0, charged: null };
			budget.settle(sent, cost, readUsage({ fair_use: { records_remaining_5h: remaining } }));
			return next({ registry, budget });
		};
		expect(nextAfterReport(49)).toMatchObject({ do: 'stop', stop: { reason: 'fair_use_records' } });
		expect(nextAfterReport(50)).toMatchObject({ do: 'send', size: 1 });
	});
});
