import { sendAndSettle, settle, send, familyWindows, fairUseWith, type Windows } from '../../support/run/fairUses';

const SOON = Date.UTC(2030, 0, 1, 5);
const LATER = Date.UTC(2030, 0, 1, 9);
const LAST = Date.UTC(2030, 0, 8);

describe('an account check', () => {
	it('adds nothing until a request is sent', () => {
		const fairUse = fairUseWith({ records5h: 10 });
		expect(fairUse.isStale()).toBe(false);
		send(fairUse);
		expect(fairUse.isStale()).toBe(true);
	});

	it('replaces the count', () => {
		const fairUse = fairUseWith({ records5h: 10, records1w: 100 });
		sendAndSettle(fairUse, 5, 5, { records5h: 2 });
		fairUse.update(familyWindows({ records5h: 20, records1w: 100, requests5h: 10 }));
		expect([fairUse.capacity(), fairUse.isStale()]).toEqual([20, false]);
	});

	it('removes the limit of a window that it no longer reports', () => {
		const fairUse = fairUseWith({ records5h: 0, records1w: 0, requests5h: 0 });
		fairUse.update(familyWindows({}));
		expect(fairUse.capacity()).toBe(Infinity);
	});

	it('keeps the count if it reports nothing, and is not repeated', () => {
		const fairUse = fairUseWith({ records5h: 10 });
		sendAndSettle(fairUse, 4, 4);
		fairUse.update(null);
		expect([fairUse.capacity(), fairUse.isStale()]).toEqual([6, false]);
	});
});

describe('stale windows', () => {
	it('have no capacity until an account check', () => {
		const fairUse = fairUseWith({ records5h: 10 });
		fairUse.invalidate();
		expect([fairUse.capacity(), fairUse.isStale()]).toEqual([0, true]);
		fairUse.update(familyWindows({ records5h: 5 }));
		expect(fairUse.capacity()).toBe(5);
	});

	it('stay stale after a late reply and a new request', () => {
		const fairUse = fairUseWith({ records5h: 10 });
		const late = send(fairUse);
		fairUse.invalidate();
		settle(fairUse, late, 1, { records5h: 9 });
		send(fairUse);
		expect([fairUse.capacity(), fairUse.isStale()]).toEqual([0, true]);
	});

	it('limit nothing if the account reports nothing', () => {
		const fairUse = fairUseWith({ records5h: 0, records1w: 0, requests5h: 0 });
		fairUse.invalidate();
		fairUse.update(null);
		expect(fairUse.capacity()).toBe(Infinity);
	});
});

describe('the blocking window', () => {
	const soon = (remaining: number) => ({ remaining, opensAt: SOON });
	const later = (remaining: number) => ({ remaining, opensAt: LATER });
	const last = (remaining: number) => ({ remaining, opensAt: LAST });

	it.each<[string, Windows, string, number]>([
		['is the 5 h record window', { records5h: soon(0), records1w: last(9) }, 'fair_use_records', SOON],
		['is the weekly record window', { records5h: soon(9), records1w: last(0) }, 'fair_use_records', LAST],
		['is the request window', { records5h: soon(9), requests5h: later(0) }, 'fair_use_requests', LATER],
		[
			'is the weekly record window if it opens last of several',
			{ records5h: soon(0), records1w: last(0), requests5h: later(0) },
			'fair_use_records',
			LAST,
		],
		[
			'is the 5 h record window if it opens last of several',
			{ records5h: last(0), records1w: soon(0), requests5h: later(0) },
			'fair_use_records',
			LAST,
		],
		[
			'is never a window with one record left',
			{ records5h: soon(0), records1w: last(1), requests5h: later(0) },
			'fair_use_requests',
			LATER,
		],
	])('for a single lookup %s', (_case, windows, reason, opensAt) => {
		expect(fairUseWith(windows).blockingWindow(1)).toEqual({ reason, opensAt });
	});

	it.each<[string, Windows]>([
		['among several', { records5h: last(0), requests5h: 0 }],
		['as the only one', { records5h: last(9), requests5h: 0 }],
	])('is the one without a reported opening time, %s', (_case, windows) => {
		expect(fairUseWith(windows).blockingWindow(1)).toEqual({ reason: 'fair_use_requests', opensAt: null });
	});

	it.each<[string, Windows, string, number]>([
		[
			'the 5 h window if they do not all fit',
			{ records5h: soon(49), records1w: last(50) },
			'fair_use_records',
			SOON,
		],
		[
			'the weekly window if they do not all fit',
			{ records5h: soon(50), records1w: last(49) },
			'fair_use_records',
			LAST,
		],
		[
			'the one that opens last if neither has capacity for all of them',
			{ records5h: soon(1), records1w: last(49) },
			'fair_use_records',
			LAST,
		],
		[
			'the request window if no request is left',
			{ records5h: soon(50), requests5h: later(0) },
			'fair_use_requests',
			LATER,
		],
		[
			'not the request window if one request is left',
			{ records5h: soon(49), requests5h: later(1) },
			'fair_use_records',
			SOON,
		],
	])("for 50 lookups that can't be split is %s", (_case, windows, reason, opensAt) => {
		expect(fairUseWith(windows).blockingWindow(50)).toEqual({ reason, opensAt });
	});

	it('opens at the time of the last reply that reports it', () => {
		const fairUse = fairUseWith({ records5h: soon(2) });
		sendAndSettle(fairUse, 1, 1, { records5h: later(1) });
		sendAndSettle(fairUse, 1, 1);
		expect(fairUse.blockingWindow(1)).toEqual({ reason: 'fair_use_records', opensAt: LATER });
	});

	it('has an unknown opening time once it is stale', () => {
		const fairUse = fairUseWith({ requests5h: soon(0), records5h: soon(5) });
		fairUse.invalidate();
		expect(fairUse.blockingWindow(1)).toEqual({ reason: 'fair_use_records', opensAt: null });
	});
});
