import { Window } from '../../../nodes/IdentityResolution/run/budget/window';
import { TrackedWindow } from '../../support/run/tracked';

const SOON = Date.UTC(2030, 0, 1, 5);
const LATER = Date.UTC(2030, 0, 1, 9);

/** A window after an account check. */
function windowWith(remaining: number): Window {
	const window = new TrackedWindow();
	window.update({ remaining, resetsAt: SOON });
	return window;
}

type Name = 'A' | 'B' | 'C';
type Event = (window: Window, requests: Record<Name, object>) => void;

const sent =
	(...names: Name[]): Event =>
	(window, requests) => {
		for (const name of names) window.reserve(requests[name]);
	};

/** The reply to a request reports the remaining amount. */
const reports =
	(name: Name, remaining: number, used = 0): Event =>
	(window, requests) =>
		window.settle(requests[name], used, { remaining, resetsAt: null });

/** The reply to a request does not report the remaining amount. */
const omits =
	(name: Name, used: number): Event =>
	(window, requests) =>
		window.settle(requests[name], used, { remaining: null, resetsAt: null });

const remainingAfter = (start: number, ...events: Event[]): number => {
	const window = windowWith(start);
	const requests = { A: {}, B: {}, C: {} };
	for (const event of events) event(window, requests);
	return window.remaining;
};

describe('the remaining amount of a window', () => {
	it('is infinite before the first report, regardless of usage', () => {
		const window = new TrackedWindow();
		window.settle({}, 100, { remaining: null, resetsAt: null });
		expect([window.remaining, window.opensAt]).toEqual([Infinity, null]);
	});

	it.each([7, 0, Infinity])('is the amount that the account reports (%d)', (left) => {
		expect(windowWith(left)).toMatchObject({ remaining: left, opensAt: SOON });
	});

	it('is infinite, without an opening time, once the account no longer reports it', () => {
		const window = windowWith(0);
		window.update({ remaining: null, resetsAt: null });
		expect([window.remaining, window.opensAt]).toEqual([Infinity, null]);
	});

	it.each([
		['is lowered by the used records if the reply does not report it', omits('A', 4), 6],
		['is the amount that the reply reports, regardless of usage', reports('A', 9, 4), 9],
		['is the amount that the reply reports if another client used records', reports('A', 2, 4), 2],
		['is the amount that the reply reports if the window rolled over', reports('A', 50, 4), 50],
		['is infinite if the reply reports no limit', reports('A', Infinity, 4), Infinity],
	])('%s', (_case, reply, left) => {
		expect(remainingAfter(10, sent('A'), reply)).toBe(left);
	});

	it('is counted down from the first reply that reports it', () => {
		expect(remainingAfter(Infinity, sent('A'), reports('A', 30), sent('B'), omits('B', 2))).toBe(28);
	});

	it('does not change while requests are in flight', () => {
		expect(remainingAfter(10, sent('A', 'B', 'C'))).toBe(10);
	});
});

describe('the opening time of a window', () => {
	it.each([
		['is set by a reply, even if it reports nothing else', LATER, LATER],
		['is kept if a reply does not report it', null, SOON],
	])('%s', (_case, resetsAt, opensAt) => {
		const window = windowWith(10);
		window.settle({}, 0, { remaining: null, resetsAt });
		expect(window.opensAt).toBe(opensAt);
	});
});

describe('replies that arrive out of order', () => {
	it.each<[string, number, Event[], number]>([
		['result in the lowest report', 10, [sent('A', 'B'), reports('B', 3), reports('A', 9)], 3],
		[
			'result in the lowest report if they arrive in order',
			10,
			[sent('A', 'B'), reports('A', 9), reports('B', 3)],
			3,
		],
		[
			'result in the lowest report even if their requests used nothing',
			10,
			[sent('A', 'B', 'C'), reports('C', 7), reports('A', 3), reports('B', 5)],
			3,
		],
		[
			'raise the amount if their request was sent after the last report',
			10,
			[sent('A'), reports('A', 3), sent('B'), reports('B', 30)],
			30,
		],
		[
			'raise the amount if nothing was reported since their request was sent',
			3,
			[sent('A', 'B'), reports('A', 30)],
			30,
		],
		[
			'do not raise the amount above a report that arrived since their request was sent',
			10,
			[sent('A', 'B'), reports('B', 3), sent('C'), reports('C', 30), reports('A', 29)],
			3,
		],
		[
			'do not remove a limit that was reported since their request was sent',
			10,
			[sent('A', 'B'), reports('B', 3), reports('A', Infinity)],
			3,
		],
		[
			'lower the amount even if the request that was sent last reports more',
			2,
			[sent('A', 'B'), reports('A', 2), sent('C'), reports('B', 1, 1), reports('C', 2)],
			1,
		],
	])('%s', (_case, start, events, left) => {
		expect(remainingAfter(start, ...events)).toBe(left);
	});

	it.each<[string, number, Event[], number]>([
		[
			'from a later report of a request that was in flight at the same time',
			2,
			[sent('A', 'B'), omits('B', 1), reports('A', 1, 1)],
			0,
		],
		['from an earlier report', 10, [sent('A', 'B'), reports('A', 6), omits('B', 2)], 4],
		[
			'together with those of other such replies',
			10,
			[sent('A', 'B', 'C'), omits('B', 2), omits('C', 3), reports('A', 9)],
			4,
		],
		[
			'from a report that arrived while a third request was in flight',
			10,
			[sent('A', 'B', 'C'), reports('B', 5), omits('C', 2), reports('A', 9)],
			3,
		],
		[
			'from a report that arrived later while a third request was in flight',
			12,
			[sent('A', 'B', 'C'), omits('C', 2), reports('B', 9, 1), reports('A', 10)],
			7,
		],
		[
			'but not from a report of a request that was sent later',
			10,
			[sent('A'), omits('A', 2), sent('B'), reports('B', 9)],
			9,
		],
	])('subtract the records of a reply without a report %s', (_case, start, events, left) => {
		expect(remainingAfter(start, ...events)).toBe(left);
	});

	it.each([
		[9, 3],
		[2, 2],
	])('never raise the amount if the send time of their request is unknown (%i reported)', (remaining, left) => {
		expect(remainingAfter(3, reports('A', remaining))).toBe(left);
	});
});
