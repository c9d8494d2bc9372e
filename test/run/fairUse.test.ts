import type { AccountWindow, FamilyStanding } from '../../nodes/IdentityResolution/api/account';
import type { Usage } from '../../nodes/IdentityResolution/api/metadata';
import { FairUse } from '../../nodes/IdentityResolution/run/fairUse';
import { personalEmail } from '../support/lookups';
import type { Purchase } from '../../nodes/IdentityResolution/run/purchase';

const SOON = Date.UTC(2030, 0, 1, 5);
const LATER = Date.UTC(2030, 0, 1, 9);
const LAST = Date.UTC(2030, 0, 8);

/** What is left in a window, and when it opens; null where that is not told. */
type Left = number | null | { left: number | null; opensAt: number };

interface Windows {
	records5h?: Left;
	records1w?: Left;
	requests5h?: Left;
}

const remainingIn = (left: Left) => (left !== null && typeof left === 'object' ? left.left : left);
const resetOf = (left: Left) => (left !== null && typeof left === 'object' ? left.opensAt : null);
const accountWindow = (left: Left = null): AccountWindow => ({ limit: null, used: null, remaining: remainingIn(left), resetsAt: resetOf(left) });

const standing = ({ records5h, records1w, requests5h }: Windows): FamilyStanding => ({
	records: { '5h': accountWindow(records5h), '1w': accountWindow(records1w) },
	requests: { '5h': accountWindow(requests5h) },
});

const usage = ({ records5h = null, records1w = null }: Windows): Usage => ({
	tokensCharged: null,
	tokensRemaining: null,
	records: {
		'5h': { remaining: remainingIn(records5h), resetsAt: resetOf(records5h) },
		'1w': { remaining: remainingIn(records1w), resetsAt: resetOf(records1w) },
	},
});

/** As the account told it. */
function told(windows: Windows, reserve = 0): FairUse {
	const fairUse = new FairUse(reserve);
	fairUse.learn(standing(windows));
	return fairUse;
}

function send(fairUse: FairUse, lookups = 1): Purchase {
	const purchase: Purchase = { tool: personalEmail, phone: 'without', lookups };
	fairUse.begin(purchase);
	return purchase;
}

const receive = (fairUse: FairUse, purchase: Purchase, hits: number, windows: Windows = {}, doubtful = 0) =>
	fairUse.end(purchase, { hits, phones: 0, doubtful, charged: null }, usage(windows));

/** One request from its sending to its reply. */
const buy = (fairUse: FairUse, lookups: number, hits: number, windows?: Windows) => receive(fairUse, send(fairUse, lookups), hits, windows);

describe('the room in windows', () => {
	it.each<[string, Windows, number]>([
		['is the records left in both', { records5h: 10, records1w: 10 }, 10],
		['is what the 5 h window has left where that is less', { records5h: 10, records1w: 100 }, 10],
		['is what the week has left where that is less', { records5h: 100, records1w: 10 }, 10],
		['is that of the week where the 5 h window is not told of', { records1w: 10 }, 10],
		['is that of the 5 h window where the week is not told of', { records5h: 10 }, 10],
		['has no bound where the account is unlimited', { records5h: Infinity, records1w: Infinity, requests5h: Infinity }, Infinity],
		['has no bound where none is told of', {}, Infinity],
		['is not bound by requests as long as one is left', { records5h: 10, requests5h: 1 }, 10],
		['is none where no request is left', { records5h: 10, requests5h: 0 }, 0],
		['is none where no record is left', { records5h: 0, requests5h: 10 }, 0],
	])('%s', (_says, windows, room) => {
		expect(told(windows).room()).toBe(room);
	});

	it('has no bound before anything is told, whatever is sent', () => {
		const fairUse = new FairUse(0);
		buy(fairUse, 100, 100);
		send(fairUse, 100);
		expect(fairUse.room()).toBe(Infinity);
	});
});

describe('counting down', () => {
	it('takes a record for each hit, from both windows', () => {
		const fairUse = told({ records5h: 10, records1w: 20 });
		buy(fairUse, 6, 4);
		expect(fairUse.room()).toBe(6);
		fairUse.learn(standing({ records5h: 30, records1w: 20 }));
		buy(fairUse, 6, 4);
		expect(fairUse.room()).toBe(16);
	});

	it('takes every lookup under way for a hit, and misses come free again', () => {
		const fairUse = told({ records5h: 10 });
		const six = send(fairUse, 6);
		expect(fairUse.room()).toBe(4);
		const four = send(fairUse, 4);
		expect(fairUse.room()).toBe(0);
		receive(fairUse, six, 1);
		expect(fairUse.room()).toBe(5);
		receive(fairUse, four, 0);
		expect(fairUse.room()).toBe(9);
	});

	it.each<keyof Windows>(['records5h', 'records1w'])('takes what may have been charged without being answered for hits (%s)', (window) => {
		const fairUse = told({ [window]: 10 });
		receive(fairUse, send(fairUse, 6), 2, {}, 3);
		expect(fairUse.room()).toBe(5);
	});

	it('takes one request for each that is sent, when it is sent, whatever it carries and whatever becomes of it', () => {
		const fairUse = told({ records5h: 1_000, requests5h: 3 });
		buy(fairUse, 100, 0);
		send(fairUse, 100);
		expect(fairUse.room()).toBe(900);
		const last = send(fairUse);
		expect(fairUse.room()).toBe(0);
		receive(fairUse, last, 0);
		expect(fairUse.room()).toBe(0);
	});
});

describe('what a reply tells', () => {
	it.each<[string, Windows, number]>([
		['holds where it is less than counted: somebody else took records', { records5h: 2 }, 2],
		['holds where it is more than counted: the window rolled', { records5h: 50 }, 50],
		['of the week holds for the week alone', { records1w: 2 }, 2],
		['of one window leaves the other one counted down', { records1w: 50 }, 8],
		['may be that there is no bound', { records5h: Infinity, records1w: Infinity }, Infinity],
	])('%s', (_says, windows, room) => {
		const fairUse = told({ records5h: 10, records1w: 100 });
		buy(fairUse, 4, 2, windows);
		expect(fairUse.room()).toBe(room);
	});

	it('counts from then on where nothing was told before', () => {
		const fairUse = new FairUse(0);
		buy(fairUse, 4, 2, { records5h: 30 });
		buy(fairUse, 4, 2);
		expect(fairUse.room()).toBe(28);
	});

	it('leaves what is under way still counted', () => {
		const fairUse = told({ records5h: 10 });
		send(fairUse, 4);
		buy(fairUse, 4, 2, { records5h: 50 });
		expect(fairUse.room()).toBe(46);
	});
});

describe('replies that overtake each other', () => {
	it.each([
		['in the order of the requests', 'first'],
		['the other way round', 'second'],
	])('come to the same, %s', (_says, earlier) => {
		const fairUse = told({ records5h: 10 });
		const [one, other] = [send(fairUse, 4), send(fairUse, 4)];
		const replies = [() => receive(fairUse, one, 3, { records5h: 7 }), () => receive(fairUse, other, 2, { records5h: 5 })];
		for (const reply of earlier === 'first' ? replies : replies.reverse()) reply();
		expect(fairUse.room()).toBe(5);
	});

	it('never raise the number where their request was sent before it was told', () => {
		const fairUse = told({ records5h: 10 });
		const late = send(fairUse);
		buy(fairUse, 1, 1, { records5h: 3 });
		receive(fairUse, late, 1, { records5h: 9 });
		expect(fairUse.room()).toBe(3);
	});

	it('still lower it', () => {
		const fairUse = told({ records5h: 10 });
		const late = send(fairUse);
		buy(fairUse, 1, 1, { records5h: 3 });
		receive(fairUse, late, 1, { records5h: 2 });
		expect(fairUse.room()).toBe(2);
	});

	it('raise it where their request was sent after it was told', () => {
		const fairUse = told({ records5h: 10 });
		send(fairUse);
		buy(fairUse, 1, 1, { records5h: 3 });
		buy(fairUse, 1, 1, { records5h: 30 });
		expect(fairUse.room()).toBe(29);
	});

	it('are reckoned for each window by itself', () => {
		const fairUse = told({ records5h: 10, records1w: 10 });
		const late = send(fairUse);
		buy(fairUse, 1, 1, { records5h: 8, records1w: 3 });
		receive(fairUse, late, 1, { records5h: 5, records1w: 9 });
		expect(fairUse.room()).toBe(3);
		buy(fairUse, 1, 1, { records1w: 9 });
		expect(fairUse.room()).toBe(4);
	});

	it('lower the number by what was taken silently while they were under way', () => {
		const fairUse = told({ records5h: 10, records1w: 10 });
		const [late, silent, lost] = [send(fairUse), send(fairUse, 2), send(fairUse, 3)];
		receive(fairUse, silent, 2);
		receive(fairUse, lost, 0, {}, 3);
		receive(fairUse, late, 1, { records5h: 9, records1w: 9 });
		expect(fairUse.room()).toBe(4);
	});
});

describe('the account', () => {
	it('knows no more than it told, until something is sent', () => {
		const fairUse = told({ records5h: 10 });
		expect(fairUse.needsLook()).toBe(false);
		send(fairUse);
		expect(fairUse.needsLook()).toBe(true);
	});

	it('holds, whatever was counted', () => {
		const fairUse = told({ records5h: 10, records1w: 100 });
		buy(fairUse, 5, 5, { records5h: 2 });
		fairUse.learn(standing({ records5h: 20, records1w: 100, requests5h: 10 }));
		expect([fairUse.room(), fairUse.needsLook()]).toEqual([20, false]);
	});

	it('takes the bound from a window that it no longer tells of', () => {
		const fairUse = told({ records5h: 0, records1w: 0, requests5h: 0 });
		fairUse.learn(standing({}));
		expect(fairUse.room()).toBe(Infinity);
	});

	it('leaves everything as counted where it says nothing, and is not asked again for that', () => {
		const fairUse = told({ records5h: 10 });
		buy(fairUse, 4, 4);
		fairUse.learn(null);
		expect([fairUse.room(), fairUse.needsLook()]).toEqual([6, false]);
	});
});

describe('numbers that are out of date', () => {
	it('leave no room until the account was asked', () => {
		const fairUse = told({ records5h: 10 });
		fairUse.forget();
		expect([fairUse.room(), fairUse.needsLook()]).toEqual([0, true]);
		fairUse.learn(standing({ records5h: 5 }));
		expect(fairUse.room()).toBe(5);
	});

	it('are not brought up to date by a reply that was under way, nor by a request', () => {
		const fairUse = told({ records5h: 10 });
		const late = send(fairUse);
		fairUse.forget();
		receive(fairUse, late, 1, { records5h: 9 });
		send(fairUse);
		expect([fairUse.room(), fairUse.needsLook()]).toEqual([0, true]);
	});

	it('bound nothing where the account says nothing', () => {
		const fairUse = told({ records5h: 0, records1w: 0, requests5h: 0 });
		fairUse.forget();
		fairUse.learn(null);
		expect(fairUse.room()).toBe(Infinity);
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
		['is the one that opens last of several', { records5h: soon(0), records1w: last(0), requests5h: later(0) }, 'fair_use_records', LAST],
		['is the one that opens last of several, whichever that is', { records5h: last(0), records1w: soon(0), requests5h: later(0) }, 'fair_use_records', LAST],
		['is none of which a single one is left', { records5h: soon(0), records1w: last(1), requests5h: later(0) }, 'fair_use_requests', LATER],
	])('for a single lookup %s', (_says, windows, reason, opensAt) => {
		expect(told(windows).closed(1)).toEqual({ reason, opensAt });
	});

	it.each<[string, Windows]>([
		['of several', { records5h: last(0), requests5h: 0 }],
		['of the only one', { records5h: last(9), requests5h: 0 }],
	])('is the one of which no opening is told, %s', (_says, windows) => {
		expect(told(windows).closed(1)).toEqual({ reason: 'fair_use_requests', opensAt: null });
	});

	it.each<[string, Windows, number, string, number]>([
		['the 5 h window that has room, but not for all of them', { records5h: soon(49), records1w: last(50) }, 0, 'fair_use_records', SOON],
		['the week that has room, but not for all of them', { records5h: soon(50), records1w: last(49) }, 0, 'fair_use_records', LAST],
		['the one that opens last where neither has room for all of them', { records5h: soon(1), records1w: last(49) }, 0, 'fair_use_records', LAST],
		['the reserve where only that keeps them out', { records5h: soon(54), records1w: last(50) }, 5, 'reserve', SOON],
		['that of the requests where not even one is left', { records5h: soon(50), requests5h: later(0) }, 0, 'fair_use_requests', LATER],
		['never that of the requests where one is left: it is one request', { records5h: soon(49), requests5h: later(1) }, 0, 'fair_use_records', SOON],
	])('for fifty lookups that can\'t be parted is %s', (_says, windows, reserve, reason, opensAt) => {
		expect(told(windows, reserve).closed(50)).toEqual({ reason, opensAt });
	});

	it.each<[string, Windows, string, number]>([
		['the reserve where only that is left', { records5h: soon(5), records1w: last(9) }, 'reserve', SOON],
		['the reserve where less than that is left', { records5h: soon(2), records1w: last(9) }, 'reserve', SOON],
		['the week where that opens after the reserve', { records5h: soon(5), records1w: last(0) }, 'fair_use_records', LAST],
		['that of the requests where that opens after the reserve', { records5h: soon(5), requests5h: later(0) }, 'fair_use_requests', LATER],
	])('with a reserve is %s', (_says, windows, reason, opensAt) => {
		expect(told(windows, 5).closed(1)).toEqual({ reason, opensAt });
	});

	it('opens when the last reply that told of it says so', () => {
		const fairUse = told({ records5h: soon(2) });
		buy(fairUse, 1, 1, { records5h: later(1) });
		buy(fairUse, 1, 1);
		expect(fairUse.closed(1)).toEqual({ reason: 'fair_use_records', opensAt: LATER });
	});

	it('opens at a time that is not known once that is out of date', () => {
		const fairUse = told({ requests5h: soon(0), records5h: soon(5) }, 5);
		fairUse.forget();
		expect(fairUse.closed(1)).toEqual({ reason: 'reserve', opensAt: null });
	});
});

describe('a reserve', () => {
	it('is left in the 5 h window, and in no other', () => {
		expect(told({ records5h: 10, records1w: 10 }, 4).room()).toBe(6);
		expect(told({ records5h: 100, records1w: 10 }, 4).room()).toBe(10);
		expect(told({ records5h: 100, requests5h: 1 }, 4).room()).toBe(96);
	});

	it('leaves no room where the 5 h window holds no more, or less', () => {
		for (const records5h of [4, 3, 0]) expect(told({ records5h }, 4).room()).toBeLessThan(1);
	});

	it('leaves no room in a window that is not told of: it might hold nothing else', () => {
		const fairUse = new FairUse(4);
		expect(fairUse.room()).toBeLessThan(1);
		fairUse.learn(standing({ records1w: 100, requests5h: 100 }));
		expect(fairUse.room()).toBeLessThan(1);
		fairUse.learn(standing({ records5h: 100 }));
		expect(fairUse.room()).toBe(96);
		fairUse.forget();
		fairUse.learn(null);
		expect(fairUse.room()).toBeLessThan(1);
	});
});
