import { TrackedFairUse } from '../../support/run/tracked';
import { sendAndSettle, settle, send, familyWindows, fairUseWith, type Windows } from '../../support/run/fairUses';

describe('the capacity of the windows', () => {
	it.each<[string, Windows, number]>([
		['is the number of records left in both', { records5h: 10, records1w: 10 }, 10],
		['is that of the 5 h window if it has less left', { records5h: 10, records1w: 100 }, 10],
		['is that of the weekly window if it has less left', { records5h: 100, records1w: 10 }, 10],
		['is that of the weekly window if the 5 h window is not reported', { records1w: 10 }, 10],
		['is that of the 5 h window if the weekly window is not reported', { records5h: 10 }, 10],
		[
			'is infinite if the account is unlimited',
			{ records5h: Infinity, records1w: Infinity, requests5h: Infinity },
			Infinity,
		],
		['is infinite if no window is reported', {}, Infinity],
		['is not limited by requests if one is left', { records5h: 10, requests5h: 1 }, 10],
		['is 0 if no request is left', { records5h: 10, requests5h: 0 }, 0],
		['is 0 if no record is left', { records5h: 0, requests5h: 10 }, 0],
	])('%s', (_case, windows, capacity) => {
		expect(fairUseWith(windows).capacity()).toBe(capacity);
	});

	it('is infinite before the first report, regardless of requests', () => {
		const fairUse = new TrackedFairUse();
		sendAndSettle(fairUse, 100, 100);
		send(fairUse, 100);
		expect(fairUse.capacity()).toBe(Infinity);
	});
});

describe('the count of the windows', () => {
	it('subtracts one record per hit from both windows', () => {
		const fairUse = fairUseWith({ records5h: 10, records1w: 20 });
		sendAndSettle(fairUse, 6, 4);
		expect(fairUse.capacity()).toBe(6);
		fairUse.update(familyWindows({ records5h: 30, records1w: 20 }));
		sendAndSettle(fairUse, 6, 4);
		expect(fairUse.capacity()).toBe(16);
	});

	it('treats every lookup in flight as a hit, and frees misses after the reply', () => {
		const fairUse = fairUseWith({ records5h: 10 });
		const six = send(fairUse, 6);
		expect(fairUse.capacity()).toBe(4);
		const four = send(fairUse, 4);
		expect(fairUse.capacity()).toBe(0);
		settle(fairUse, six, 1);
		expect(fairUse.capacity()).toBe(5);
		settle(fairUse, four, 0);
		expect(fairUse.capacity()).toBe(9);
	});

	it.each<keyof Windows>(['records5h', 'records1w'])('treats unconfirmed lookups as hits (%s)', (window) => {
		const fairUse = fairUseWith({ [window]: 10 });
		settle(fairUse, send(fairUse, 6), 2, {}, 3);
		expect(fairUse.capacity()).toBe(5);
	});

	it('subtracts one request when it is sent, regardless of its size and result', () => {
		const fairUse = fairUseWith({ records5h: 1_000, requests5h: 3 });
		sendAndSettle(fairUse, 100, 0);
		send(fairUse, 100);
		expect(fairUse.capacity()).toBe(900);
		const last = send(fairUse);
		expect(fairUse.capacity()).toBe(0);
		settle(fairUse, last, 0);
		expect(fairUse.capacity()).toBe(0);
	});
});

describe('the report of a reply', () => {
	it.each<[string, Windows, number]>([
		['lowers the count if another client used records', { records5h: 2 }, 2],
		['raises the count if the window rolled over', { records5h: 50 }, 50],
		['of the weekly window applies to the weekly window only', { records1w: 2 }, 2],
		['of one window does not stop the count of the other', { records1w: 50 }, 8],
		['of an unlimited window removes the limit', { records5h: Infinity, records1w: Infinity }, Infinity],
	])('%s', (_case, windows, capacity) => {
		const fairUse = fairUseWith({ records5h: 10, records1w: 100 });
		sendAndSettle(fairUse, 4, 2, windows);
		expect(fairUse.capacity()).toBe(capacity);
	});

	it('starts the count if nothing was reported before', () => {
		const fairUse = new TrackedFairUse();
		sendAndSettle(fairUse, 4, 2, { records5h: 30 });
		sendAndSettle(fairUse, 4, 2);
		expect(fairUse.capacity()).toBe(28);
	});

	it('does not free lookups in flight', () => {
		const fairUse = fairUseWith({ records5h: 10 });
		send(fairUse, 4);
		sendAndSettle(fairUse, 4, 2, { records5h: 50 });
		expect(fairUse.capacity()).toBe(46);
	});
});

describe('replies that arrive out of order', () => {
	it.each([
		['in the order of the requests', 'first'],
		['in reverse order', 'second'],
	])('give the same count (%s)', (_case, earlier) => {
		const fairUse = fairUseWith({ records5h: 10 });
		const [one, other] = [send(fairUse, 4), send(fairUse, 4)];
		const replies = [
			() => settle(fairUse, one, 3, { records5h: 7 }),
			() => settle(fairUse, other, 2, { records5h: 5 }),
		];
		for (const reply of earlier === 'first' ? replies : replies.reverse()) reply();
		expect(fairUse.capacity()).toBe(5);
	});

	it('never raise the count if their request was sent before the last report', () => {
		const fairUse = fairUseWith({ records5h: 10 });
		const late = send(fairUse);
		sendAndSettle(fairUse, 1, 1, { records5h: 3 });
		settle(fairUse, late, 1, { records5h: 9 });
		expect(fairUse.capacity()).toBe(3);
	});

	it('may lower the count', () => {
		const fairUse = fairUseWith({ records5h: 10 });
		const late = send(fairUse);
		sendAndSettle(fairUse, 1, 1, { records5h: 3 });
		settle(fairUse, late, 1, { records5h: 2 });
		expect(fairUse.capacity()).toBe(2);
	});

	it('raise the count if their request was sent after the last report', () => {
		const fairUse = fairUseWith({ records5h: 10 });
		send(fairUse);
		sendAndSettle(fairUse, 1, 1, { records5h: 3 });
		sendAndSettle(fairUse, 1, 1, { records5h: 30 });
		expect(fairUse.capacity()).toBe(29);
	});

	it('are counted separately per window', () => {
		const fairUse = fairUseWith({ records5h: 10, records1w: 10 });
		const late = send(fairUse);
		sendAndSettle(fairUse, 1, 1, { records5h: 8, records1w: 3 });
		settle(fairUse, late, 1, { records5h: 5, records1w: 9 });
		expect(fairUse.capacity()).toBe(3);
		sendAndSettle(fairUse, 1, 1, { records1w: 9 });
		expect(fairUse.capacity()).toBe(4);
	});

	it('lower the count by records that other replies used without reporting them', () => {
		const fairUse = fairUseWith({ records5h: 10, records1w: 10 });
		const [late, silent, lost] = [send(fairUse), send(fairUse, 2), send(fairUse, 3)];
		settle(fairUse, silent, 2);
		settle(fairUse, lost, 0, {}, 3);
		settle(fairUse, late, 1, { records5h: 9, records1w: 9 });
		expect(fairUse.capacity()).toBe(4);
	});
});
