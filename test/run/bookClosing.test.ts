import { Book } from '../../nodes/IdentityResolution/run/book';
import type { Waiting } from '../../nodes/IdentityResolution/run/entry';
import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import { nobody, whoDoes } from '../support/books';
import { businessProfile, lookupFor, people, personalEmail } from '../support/lookups';

const DEFERRED: Outcome = { is: 'deferred', stop: { reason: 'run_time', retryAt: null, refusal: null, tool: null } };
const SKIPPED: Outcome = { is: 'skipped', why: 'Another test', by: 'blank' };

describe('closing the book', () => {
	it('settles everything that is in line with the one outcome', () => {
		const told: Outcome[] = [];
		const book = new Book();
		for (const tool of [personalEmail, businessProfile]) {
			for (const name of people(3))
				book.ask(
					lookupFor(tool, name),
					whoDoes((outcome) => told.push(outcome)),
				);
		}
		book.close(DEFERRED);
		expect(told).toEqual(Array(6).fill(DEFERRED));
		expect(book.next()).toBeNull();
	});

	it('leaves alone what has been taken: its answer may still come', () => {
		const told = jest.fn<void, Parameters<Waiting['settled']>>();
		const book = new Book();
		book.ask(lookupFor(personalEmail, 'ada-example'), whoDoes(told));
		book.take(1);
		book.close(DEFERRED);
		expect(told).not.toHaveBeenCalled();
	});

	it('settles at once whatever is asked from then on, and counts it as a lookup', () => {
		const told = jest.fn<void, Parameters<Waiting['settled']>>();
		const book = new Book();
		book.close(DEFERRED);
		book.ask(lookupFor(personalEmail, 'ada-example'), whoDoes(told));
		book.ask(lookupFor(personalEmail, 'ada-example'), whoDoes(told));
		expect(told.mock.calls.map(([outcome, , place]) => [outcome, place])).toEqual([
			[DEFERRED, 'first'],
			[DEFERRED, 'later'],
		]);
		expect(book.size).toBe(1);
		expect(book.next()).toBeNull();
	});

	it('also ends the ways of rows that ask on while it closes', () => {
		const told: string[] = [];
		const book = new Book();
		const askOn = () =>
			book.ask(
				lookupFor(businessProfile, 'ada-example'),
				whoDoes(({ is }) => told.push(is)),
			);
		book.ask(lookupFor(personalEmail, 'ada-example'), whoDoes(askOn));
		book.close(DEFERRED);
		expect(told).toEqual(['deferred']);
	});
});

describe('closing one tool', () => {
	/** A book in which two tools are asked about three people each, and who was told what. */
	function bookOfTwo() {
		const told = new Map<string, Outcome>();
		const book = new Book();
		for (const tool of [personalEmail, businessProfile]) {
			for (const name of people(3))
				book.ask(
					lookupFor(tool, name),
					whoDoes((outcome, { lookup }) => told.set(lookup.key, outcome)),
				);
		}
		return { book, told };
	}

	it('settles what is in line for it, and nothing of any other tool', () => {
		const { book, told } = bookOfTwo();
		book.closeTool(personalEmail, DEFERRED);
		expect([...told]).toEqual(people(3).map((name) => [lookupFor(personalEmail, name).key, DEFERRED]));
		expect([book.inLine(personalEmail), book.inLine(businessProfile)]).toEqual([0, 3]);
	});

	it('settles also those that are asked for the phone', () => {
		const { book, told } = bookOfTwo();
		book.ask(lookupFor(businessProfile, 'person-2', 'with'), nobody);
		book.closeTool(businessProfile, DEFERRED);
		expect(told.size).toBe(3);
		expect(book.inLine(businessProfile)).toBe(0);
	});

	it('leaves alone what has been taken: its answer may still come', () => {
		const { book, told } = bookOfTwo();
		const taken = book.take(1)!.entries[0];
		book.closeTool(businessProfile, DEFERRED);
		expect(taken.outcome).toBeNull();
		book.settle(taken, SKIPPED);
		expect(told.get(taken.lookup.key)).toBe(SKIPPED);
	});

	it('settles at once whatever it is asked from then on, and counts it as a lookup', () => {
		const told = jest.fn<void, Parameters<Waiting['settled']>>();
		const book = new Book();
		book.closeTool(personalEmail, DEFERRED);
		book.ask(lookupFor(personalEmail, 'ada-example'), whoDoes(told));
		book.ask(lookupFor(businessProfile, 'ada-example'), nobody);
		expect(told.mock.calls.map(([outcome, , place]) => [outcome, place])).toEqual([[DEFERRED, 'first']]);
		expect([book.size, book.inLine(personalEmail), book.inLine(businessProfile)]).toEqual([2, 0, 1]);
	});

	it('also ends the ways of rows that ask it again while it closes', () => {
		const told: string[] = [];
		const book = new Book();
		const askOn = () =>
			book.ask(
				lookupFor(personalEmail, 'bob-example'),
				whoDoes(({ is }) => told.push(is)),
			);
		book.ask(lookupFor(personalEmail, 'ada-example'), whoDoes(askOn));
		book.closeTool(personalEmail, DEFERRED);
		expect(told).toEqual(['deferred']);
	});

	it('is done once: the first reason stands', () => {
		const { book } = bookOfTwo();
		expect(book.whyClosed(personalEmail)).toBeUndefined();
		book.closeTool(personalEmail, DEFERRED);
		book.closeTool(personalEmail, SKIPPED);
		expect([book.whyClosed(personalEmail), book.whyClosed(businessProfile)]).toEqual([DEFERRED, undefined]);
	});

	it('holds up no batch of another tool that waited for it to grow', () => {
		const { book } = bookOfTwo();
		book.closeTool(businessProfile, DEFERRED);
		expect(book.take(100)).toMatchObject({ tool: personalEmail, entries: { length: 3 } });
	});
});
