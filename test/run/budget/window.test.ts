import { Window } from '../../../nodes/IdentityResolution/run/budget/window';
import { TrackedWindow } from '../../support/tracked';

const SOON = Date.UTC(2030, 0, 1, 5);
const LATER = Date.UTC(2030, 0, 1, 9);

/** As the account told it. */
function told(remaining: number | null, reserve = 0): Window {
	const window = new TrackedWindow(reserve);
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

/** The reply to a request tells what is left, whatever that request took. */
const tells =
	(name: Name, remaining: number, used = 0): Event =>
	(window, requests) =>
		window.settle(requests[name], used, { remaining, resetsAt: null });

/** The reply to a request that took so much does not tell what is left. */
const isSilent =
	(name: Name, used: number): Event =>
	(window, requests) =>
		window.settle(requests[name], used, { remaining: null, resetsAt: null });

const leftAfter = (start: number, ...events: Event[]): number => {
	const window = told(start);
	const requests = { A: {}, B: {}, C: {} };
	for (const event of events) event(window, requests);
	return window.remaining;
};

describe('what is left of a window', () => {
	it('has no bound before anything is told, whatever is taken', () => {
		const window = new TrackedWindow(0);
		window.settle({}, 100, { remaining: null, resetsAt: null });
		expect([window.remaining, window.free, window.opensAt]).toEqual([Infinity, Infinity, null]);
	});

	it.each([7, 0, Infinity])('is what the account told (%d)', (left) => {
		expect(told(left)).toMatchObject({ remaining: left, free: left, opensAt: SOON });
	});

	it('has no bound once the account no longer tells of it, nor is it known when it opens', () => {
		const window = told(0);
		window.update({ remaining: null, resetsAt: null });
		expect([window.remaining, window.opensAt]).toEqual([Infinity, null]);
	});

	it.each([
		['less what the request took, where the reply tells nothing of it', isSilent('A', 4), 6],
		['as the reply tells it, however much its request took', tells('A', 9, 4), 9],
		['as the reply tells it, where somebody else took from it', tells('A', 2, 4), 2],
		['as the reply tells it, where the window rolled', tells('A', 50, 4), 50],
		['without bound where the reply says so', tells('A', Infinity, 4), Infinity],
	])('is counted down: %s', (_says, reply, left) => {
		expect(leftAfter(10, sent('A'), reply)).toBe(left);
	});

	it('is counted from the first reply on that tells of it', () => {
		expect(leftAfter(Infinity, sent('A'), tells('A', 30), sent('B'), isSilent('B', 2))).toBe(28);
	});

	it('is the same while requests are under way: what they take is not known yet', () => {
		expect(leftAfter(10, sent('A', 'B', 'C'))).toBe(10);
	});
});

describe('a reserve', () => {
	it.each([
		[10, 6],
		[4, 0],
		[1, -3],
		[Infinity, Infinity],
	])('is not free: of %d left, %d are', (left, free) => {
		expect(told(left, 4)).toMatchObject({ remaining: left, free });
	});

	it.each<[string, Window]>([
		['before anything is told', new TrackedWindow(4)],
		['where the account does not tell of it', told(null, 4)],
	])('leaves nothing free %s: the window might hold nothing else', (_says, window) => {
		expect(window).toMatchObject({ remaining: 0, free: -4 });
	});
});

describe('when a window opens', () => {
	it.each([
		['as a reply tells it, also where that tells nothing else', LATER, LATER],
		['as told before, where a reply does not tell', null, SOON],
	])('is known %s', (_says, resetsAt, opensAt) => {
		const window = told(10);
		window.settle({}, 0, { remaining: null, resetsAt });
		expect(window.opensAt).toBe(opensAt);
	});
});

describe('replies that overtake each other', () => {
	it.each<[string, number, Event[], number]>([
		['come to the least of what they tell', 10, [sent('A', 'B'), tells('B', 3), tells('A', 9)], 3],
		['come to the least of what they tell, in their order', 10, [sent('A', 'B'), tells('A', 9), tells('B', 3)], 3],
		[
			'come to the least of what they tell, though none of them took anything that is known',
			10,
			[sent('A', 'B', 'C'), tells('C', 7), tells('A', 3), tells('B', 5)],
			3,
		],
		[
			'are believed where they tell of more, and were sent after the last one came',
			10,
			[sent('A'), tells('A', 3), sent('B'), tells('B', 30)],
			30,
		],
		[
			'are believed where they tell of more, and nothing was told since they were sent',
			3,
			[sent('A', 'B'), tells('A', 30)],
			30,
		],
		[
			'are not believed where they tell of more than was told meanwhile',
			10,
			[sent('A', 'B'), tells('B', 3), sent('C'), tells('C', 30), tells('A', 29)],
			3,
		],
		[
			'may be that there is no bound, but not where one was told meanwhile',
			10,
			[sent('A', 'B'), tells('B', 3), tells('A', Infinity)],
			3,
		],
		[
			'hold where they tell of less than the one that comes last, which was sent last',
			2,
			[sent('A', 'B'), tells('A', 2), sent('C'), tells('B', 1, 1), tells('C', 2)],
			1,
		],
	])('(all of them telling) %s', (_says, start, events, left) => {
		expect(leftAfter(start, ...events)).toBe(left);
	});

	it.each<[string, number, Event[], number]>([
		[
			'is taken off what is told later by one that was under way with it',
			2,
			[sent('A', 'B'), isSilent('B', 1), tells('A', 1, 1)],
			0,
		],
		['is taken off what was told before', 10, [sent('A', 'B'), tells('A', 6), isSilent('B', 2)], 4],
		[
			'is taken off together with that of others',
			10,
			[sent('A', 'B', 'C'), isSilent('B', 2), isSilent('C', 3), tells('A', 9)],
			4,
		],
		[
			'is taken off what was told while a third one was under way',
			10,
			[sent('A', 'B', 'C'), tells('B', 5), isSilent('C', 2), tells('A', 9)],
			3,
		],
		[
			'is taken off what was told while a third one was under way, also where it came first',
			12,
			[sent('A', 'B', 'C'), isSilent('C', 2), tells('B', 9, 1), tells('A', 10)],
			7,
		],
		[
			'is not taken off what is told by one that was sent after it came',
			10,
			[sent('A'), isSilent('A', 2), sent('B'), tells('B', 9)],
			9,
		],
	])('what a silent one took %s', (_says, start, events, left) => {
		expect(leftAfter(start, ...events)).toBe(left);
	});

	it.each([
		[9, 3],
		[2, 2],
	])('never raise the number where it is not known when their request was sent (%i told)', (remaining, left) => {
		expect(leftAfter(3, tells('A', remaining))).toBe(left);
	});
});
