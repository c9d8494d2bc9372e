import { TrackedFairUse } from '../../support/tracked';
import { buy, receive, send, standing, told, type Windows } from '../../support/fairUses';

describe('the room in windows', () => {
	it.each<[string, Windows, number]>([
		['is the records left in both', { records5h: 10, records1w: 10 }, 10],
		['is what the 5 h window has left where that is less', { records5h: 10, records1w: 100 }, 10],
		['is what the week has left where that is less', { records5h: 100, records1w: 10 }, 10],
		['is that of the week where the 5 h window is not told of', { records1w: 10 }, 10],
		['is that of the 5 h window where the week is not told of', { records5h: 10 }, 10],
		[
			'has no bound where the account is unlimited',
			{ records5h: Infinity, records1w: Infinity, requests5h: Infinity },
			Infinity,
		],
		['has no bound where none is told of', {}, Infinity],
		['is not bound by requests as long as one is left', { records5h: 10, requests5h: 1 }, 10],
		['is none where no request is left', { records5h: 10, requests5h: 0 }, 0],
		['is none where no record is left', { records5h: 0, requests5h: 10 }, 0],
	])('%s', (_says, windows, room) => {
		expect(told(windows).capacity()).toBe(room);
	});

	it('has no bound before anything is told, whatever is sent', () => {
		const fairUse = new TrackedFairUse(0);
		buy(fairUse, 100, 100);
		send(fairUse, 100);
		expect(fairUse.capacity()).toBe(Infinity);
	});
});

describe('counting down', () => {
	it('takes a record for each hit, from both windows', () => {
		const fairUse = told({ records5h: 10, records1w: 20 });
		buy(fairUse, 6, 4);
		expect(fairUse.capacity()).toBe(6);
		fairUse.update(standing({ records5h: 30, records1w: 20 }));
		buy(fairUse, 6, 4);
		expect(fairUse.capacity()).toBe(16);
	});

	it('takes every lookup under way for a hit, and misses come free again', () => {
		const fairUse = told({ records5h: 10 });
		const six = send(fairUse, 6);
		expect(fairUse.capacity()).toBe(4);
		const four = send(fairUse, 4);
		expect(fairUse.capacity()).toBe(0);
		receive(fairUse, six, 1);
		expect(fairUse.capacity()).toBe(5);
		receive(fairUse, four, 0);
		expect(fairUse.capacity()).toBe(9);
	});

	it.each<keyof Windows>(['records5h', 'records1w'])(
		'takes what may have been charged without being answered for hits (%s)',
		(window) => {
			const fairUse = told({ [window]: 10 });
			receive(fairUse, send(fairUse, 6), 2, {}, 3);
			expect(fairUse.capacity()).toBe(5);
		},
	);

	it('takes one request for each that is sent, when it is sent, whatever it carries and whatever becomes of it', () => {
		const fairUse = told({ records5h: 1_000, requests5h: 3 });
		buy(fairUse, 100, 0);
		send(fairUse, 100);
		expect(fairUse.capacity()).toBe(900);
		const last = send(fairUse);
		expect(fairUse.capacity()).toBe(0);
		receive(fairUse, last, 0);
		expect(fairUse.capacity()).toBe(0);
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
		expect(fairUse.capacity()).toBe(room);
	});

	it('counts from then on where nothing was told before', () => {
		const fairUse = new TrackedFairUse(0);
		buy(fairUse, 4, 2, { records5h: 30 });
		buy(fairUse, 4, 2);
		expect(fairUse.capacity()).toBe(28);
	});

	it('leaves what is under way still counted', () => {
		const fairUse = told({ records5h: 10 });
		send(fairUse, 4);
		buy(fairUse, 4, 2, { records5h: 50 });
		expect(fairUse.capacity()).toBe(46);
	});
});

describe('replies that overtake each other', () => {
	it.each([
		['in the order of the requests', 'first'],
		['the other way round', 'second'],
	])('come to the same, %s', (_says, earlier) => {
		const fairUse = told({ records5h: 10 });
		const [one, other] = [send(fairUse, 4), send(fairUse, 4)];
		const replies = [
			() => receive(fairUse, one, 3, { records5h: 7 }),
			() => receive(fairUse, other, 2, { records5h: 5 }),
		];
		for (const reply of earlier === 'first' ? replies : replies.reverse()) reply();
		expect(fairUse.capacity()).toBe(5);
	});

	it('never raise the number where their request was sent before it was told', () => {
		const fairUse = told({ records5h: 10 });
		const late = send(fairUse);
		buy(fairUse, 1, 1, { records5h: 3 });
		receive(fairUse, late, 1, { records5h: 9 });
		expect(fairUse.capacity()).toBe(3);
	});

	it('still lower it', () => {
		const fairUse = told({ records5h: 10 });
		const late = send(fairUse);
		buy(fairUse, 1, 1, { records5h: 3 });
		receive(fairUse, late, 1, { records5h: 2 });
		expect(fairUse.capacity()).toBe(2);
	});

	it('raise it where their request was sent after it was told', () => {
		const fairUse = told({ records5h: 10 });
		send(fairUse);
		buy(fairUse, 1, 1, { records5h: 3 });
		buy(fairUse, 1, 1, { records5h: 30 });
		expect(fairUse.capacity()).toBe(29);
	});

	it('are reckoned for each window by itself', () => {
		const fairUse = told({ records5h: 10, records1w: 10 });
		const late = send(fairUse);
		buy(fairUse, 1, 1, { records5h: 8, records1w: 3 });
		receive(fairUse, late, 1, { records5h: 5, records1w: 9 });
		expect(fairUse.capacity()).toBe(3);
		buy(fairUse, 1, 1, { records1w: 9 });
		expect(fairUse.capacity()).toBe(4);
	});

	it('lower the number by what was taken silently while they were under way', () => {
		const fairUse = told({ records5h: 10, records1w: 10 });
		const [late, silent, lost] = [send(fairUse), send(fairUse, 2), send(fairUse, 3)];
		receive(fairUse, silent, 2);
		receive(fairUse, lost, 0, {}, 3);
		receive(fairUse, late, 1, { records5h: 9, records1w: 9 });
		expect(fairUse.capacity()).toBe(4);
	});
});
