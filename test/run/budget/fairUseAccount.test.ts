import { TrackedFairUse } from '../../support/tracked';
import { buy, receive, send, standing, told, type Windows } from '../../support/fairUses';

const SOON = Date.UTC(2030, 0, 1, 5);
const LATER = Date.UTC(2030, 0, 1, 9);
const LAST = Date.UTC(2030, 0, 8);

describe('the account', () => {
	it('knows no more than it told, until something is sent', () => {
		const fairUse = told({ records5h: 10 });
		expect(fairUse.isStale()).toBe(false);
		send(fairUse);
		expect(fairUse.isStale()).toBe(true);
	});

	it('holds, whatever was counted', () => {
		const fairUse = told({ records5h: 10, records1w: 100 });
		buy(fairUse, 5, 5, { records5h: 2 });
		fairUse.update(standing({ records5h: 20, records1w: 100, requests5h: 10 }));
		expect([fairUse.capacity(), fairUse.isStale()]).toEqual([20, false]);
	});

	it('takes the bound from a window that it no longer tells of', () => {
		const fairUse = told({ records5h: 0, records1w: 0, requests5h: 0 });
		fairUse.update(standing({}));
		expect(fairUse.capacity()).toBe(Infinity);
	});

	it('leaves everything as counted where it says nothing, and is not asked again for that', () => {
		const fairUse = told({ records5h: 10 });
		buy(fairUse, 4, 4);
		fairUse.update(null);
		expect([fairUse.capacity(), fairUse.isStale()]).toEqual([6, false]);
	});
});

describe('numbers that are out of date', () => {
	it('leave no room until the account was asked', () => {
		const fairUse = told({ records5h: 10 });
		fairUse.invalidate();
		expect([fairUse.capacity(), fairUse.isStale()]).toEqual([0, true]);
		fairUse.update(standing({ records5h: 5 }));
		expect(fairUse.capacity()).toBe(5);
	});

	it('are not brought up to date by a reply that was under way, nor by a request', () => {
		const fairUse = told({ records5h: 10 });
		const late = send(fairUse);
		fairUse.invalidate();
		receive(fairUse, late, 1, { records5h: 9 });
		send(fairUse);
		expect([fairUse.capacity(), fairUse.isStale()]).toEqual([0, true]);
	});

	it('bound nothing where the account says nothing', () => {
		const fairUse = told({ records5h: 0, records1w: 0, requests5h: 0 });
		fairUse.invalidate();
		fairUse.update(null);
		expect(fairUse.capacity()).toBe(Infinity);
	});
});

describe('the window that is closed', () => {
	const soon = (left: number) => ({ left, opensAt: SOON });
	const later = (left: number) => ({ left, opensAt: LATER });
	const last = (left: number) => ({ left, opensAt: LAST });

	it.each<[string, Windows, string, number]>([
		['is that of the records of 5 h', { records5h: soon(0), records1w: last(9) }, 'fair_use_records', SOON],
		['is that of the records of a week', { records5h: soon(9), records1w: last(0) }, 'fair_use_records', LAST],
		['is that of the requests', { records5h: soon(9), requests5h: later(0) }, 'fair_use_requests', LATER],
		[
			'is the one that opens last of several',
			{ records5h: soon(0), records1w: last(0), requests5h: later(0) },
			'fair_use_records',
			LAST,
		],
		[
			'is the one that opens last of several, whichever that is',
			{ records5h: last(0), records1w: soon(0), requests5h: later(0) },
			'fair_use_records',
			LAST,
		],
		[
			'is none of which a single one is left',
			{ records5h: soon(0), records1w: last(1), requests5h: later(0) },
			'fair_use_requests',
			LATER,
		],
	])('for a single lookup %s', (_says, windows, reason, opensAt) => {
		expect(told(windows).blockingWindow(1)).toEqual({ reason, opensAt });
	});

	it.each<[string, Windows]>([
		['of several', { records5h: last(0), requests5h: 0 }],
		['of the only one', { records5h: last(9), requests5h: 0 }],
	])('is the one of which no opening is told, %s', (_says, windows) => {
		expect(told(windows).blockingWindow(1)).toEqual({ reason: 'fair_use_requests', opensAt: null });
	});

	it.each<[string, Windows, number, string, number]>([
		[
			'the 5 h window that has room, but not for all of them',
			{ records5h: soon(49), records1w: last(50) },
			0,
			'fair_use_records',
			SOON,
		],
		[
			'the week that has room, but not for all of them',
			{ records5h: soon(50), records1w: last(49) },
			0,
			'fair_use_records',
			LAST,
		],
		[
			'the one that opens last where neither has room for all of them',
			{ records5h: soon(1), records1w: last(49) },
			0,
			'fair_use_records',
			LAST,
		],
		[
			'the reserve where only that keeps them out',
			{ records5h: soon(54), records1w: last(50) },
			5,
			'reserve',
			SOON,
		],
		[
			'that of the requests where not even one is left',
			{ records5h: soon(50), requests5h: later(0) },
			0,
			'fair_use_requests',
			LATER,
		],
		[
			'never that of the requests where one is left: it is one request',
			{ records5h: soon(49), requests5h: later(1) },
			0,
			'fair_use_records',
			SOON,
		],
	])("for fifty lookups that can't be parted is %s", (_says, windows, reserve, reason, opensAt) => {
		expect(told(windows, reserve).blockingWindow(50)).toEqual({ reason, opensAt });
	});

	it.each<[string, Windows, string, number]>([
		['the reserve where only that is left', { records5h: soon(5), records1w: last(9) }, 'reserve', SOON],
		['the reserve where less than that is left', { records5h: soon(2), records1w: last(9) }, 'reserve', SOON],
		[
			'the week where that opens after the reserve',
			{ records5h: soon(5), records1w: last(0) },
			'fair_use_records',
			LAST,
		],
		[
			'that of the requests where that opens after the reserve',
			{ records5h: soon(5), requests5h: later(0) },
			'fair_use_requests',
			LATER,
		],
	])('with a reserve is %s', (_says, windows, reason, opensAt) => {
		expect(told(windows, 5).blockingWindow(1)).toEqual({ reason, opensAt });
	});

	it('opens when the last reply that told of it says so', () => {
		const fairUse = told({ records5h: soon(2) });
		buy(fairUse, 1, 1, { records5h: later(1) });
		buy(fairUse, 1, 1);
		expect(fairUse.blockingWindow(1)).toEqual({ reason: 'fair_use_records', opensAt: LATER });
	});

	it('opens at a time that is not known once that is out of date', () => {
		const fairUse = told({ requests5h: soon(0), records5h: soon(5) }, 5);
		fairUse.invalidate();
		expect(fairUse.blockingWindow(1)).toEqual({ reason: 'reserve', opensAt: null });
	});
});

describe('a reserve', () => {
	it('is left in the 5 h window, and in no other', () => {
		expect(told({ records5h: 10, records1w: 10 }, 4).capacity()).toBe(6);
		expect(told({ records5h: 100, records1w: 10 }, 4).capacity()).toBe(10);
		expect(told({ records5h: 100, requests5h: 1 }, 4).capacity()).toBe(96);
	});

	it('leaves no room where the 5 h window holds no more, or less', () => {
		for (const records5h of [4, 3, 0]) expect(told({ records5h }, 4).capacity()).toBeLessThan(1);
	});

	it('leaves no room in a window that is not told of: it might hold nothing else', () => {
		const fairUse = new TrackedFairUse(4);
		expect(fairUse.capacity()).toBeLessThan(1);
		fairUse.update(standing({ records1w: 100, requests5h: 100 }));
		expect(fairUse.capacity()).toBeLessThan(1);
		fairUse.update(standing({ records5h: 100 }));
		expect(fairUse.capacity()).toBe(96);
		fairUse.invalidate();
		fairUse.update(null);
		expect(fairUse.capacity()).toBeLessThan(1);
	});
});
