import type { Phone } from '../../nodes/IdentityResolution/api/request';
import { Book } from '../../nodes/IdentityResolution/run/book';
import type { Waiting } from '../../nodes/IdentityResolution/run/entry';
import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import { namesIn, takeAll } from '../support/asks';
import { bookOf, nobody, whoDoes } from '../support/books';
import { businessProfile, lookupFor, people, personalEmail, reverseEmail } from '../support/lookups';

const PLANNED: Outcome = { is: 'planned', why: 'A test' };
const SKIPPED: Outcome = { is: 'skipped', why: 'Another test', by: 'blank' };

describe('one distinct question', () => {
	it('is one lookup, however often and in whatever spelling it is asked', () => {
		const book = bookOf(personalEmail, [
			'ada-example',
			'https://uk.linkedin.com/in/Ada-Example/?x=1',
			'ADA-EXAMPLE',
		]);
		expect(book.size).toBe(1);
		expect(takeAll(book, 100).map(namesIn)).toEqual([['ada-example']]);
	});

	it('is another one for another tool', () => {
		const book = bookOf(personalEmail, ['ada-example']);
		book.ask(lookupFor(businessProfile, 'ada-example'), nobody);
		expect(book.size).toBe(2);
	});

	it('knows how many rows share it', () => {
		const book = bookOf(personalEmail, ['ada-example', 'bob-example', 'ada-example']);
		const rows = takeAll(book, 1).map(({ entries }) => entries[0].record.rows);
		expect(rows).toEqual([2, 1]);
	});
});

describe('who waits for a lookup', () => {
	it('is told its outcome, each of them, and only the first is told to be the first', () => {
		const told: unknown[] = [];
		const book = new Book();
		for (const who of ['row 1', 'row 2', 'row 3']) {
			book.ask(
				lookupFor(personalEmail, 'ada-example'),
				whoDoes((outcome, _entry, place) => told.push([who, outcome, place])),
			);
		}
		const entry = book.take(1)!.entries[0];
		expect(told).toEqual([]);
		book.settle(entry, PLANNED);
		expect(told).toEqual([
			['row 1', PLANNED, 'first'],
			['row 2', PLANNED, 'later'],
			['row 3', PLANNED, 'later'],
		]);
	});

	it('is told at once where it is settled already', () => {
		const book = bookOf(personalEmail, ['ada-example']);
		book.settle(book.take(1)!.entries[0], PLANNED);
		const told = jest.fn<void, Parameters<Waiting['settled']>>();
		book.ask(lookupFor(personalEmail, 'ada-example'), whoDoes(told));
		expect(told).toHaveBeenCalledWith(PLANNED, expect.anything(), 'later');
	});

	it('is told once, even where a later reply would settle it differently', () => {
		const told = jest.fn<void, Parameters<Waiting['settled']>>();
		const book = new Book();
		book.ask(lookupFor(personalEmail, 'ada-example'), whoDoes(told));
		const entry = book.take(1)!.entries[0];
		book.settle(entry, PLANNED);
		book.settle(entry, SKIPPED);
		expect(told).toHaveBeenCalledTimes(1);
		expect(entry.outcome).toBe(PLANNED);
	});

	it('may ask the next lookup while being told, even the one that is just being settled', () => {
		const told: string[] = [];
		const book = new Book();
		const ada = lookupFor(personalEmail, 'ada-example');
		const askOn = () => {
			told.push('ada');
			book.ask(
				ada,
				whoDoes(() => told.push('ada again')),
			);
			book.ask(
				lookupFor(businessProfile, 'ada-example'),
				whoDoes(() => told.push('profile')),
			);
		};
		book.ask(ada, whoDoes(askOn));
		book.settle(book.take(1)!.entries[0], PLANNED);
		expect(told).toEqual(['ada', 'ada again']);
		expect(book.next()?.lookup.tool).toBe(businessProfile);
	});
});

describe('the line', () => {
	it('is served in the order of asking', () => {
		const book = bookOf(personalEmail, people(5));
		expect(takeAll(book, 2).map(namesIn)).toEqual([
			['person-1', 'person-2'],
			['person-3', 'person-4'],
			['person-5'],
		]);
	});

	it('shows who is next without taking anyone out', () => {
		const book = bookOf(personalEmail, people(2));
		expect(book.next()).toBe(book.next());
		expect(namesIn(book.take(2))).toEqual(people(2));
	});

	it('tells how many are in it for each tool', () => {
		const book = bookOf(personalEmail, people(5));
		book.ask(lookupFor(businessProfile, 'ada-example'), nobody);
		const lengths = [personalEmail, businessProfile, reverseEmail].map((tool) => book.inLine(tool));
		expect(lengths).toEqual([5, 1, 0]);
	});

	it('is as long with those who are asked for the phone as without', () => {
		const book = bookOf(businessProfile, people(2));
		book.ask(lookupFor(businessProfile, 'ada-example', 'with'), nobody);
		expect(book.inLine(businessProfile)).toBe(3);
	});

	it('sends in as many requests as batchSize makes of it', () => {
		const book = new Book({ batchSize: 10 });
		for (const name of people(25)) book.ask(lookupFor(personalEmail, name), nobody);
		expect(book.requestsInLine).toBe(3);
	});

	it('holds back a batch that may still grow, without being empty', () => {
		const book = bookOf(personalEmail, people(2));
		book.ask(lookupFor(businessProfile, 'ada-example'), nobody);
		const profile = book.take(1)!.entries[0];
		expect([book.next(), book.take(1), book.isEmpty]).toEqual([null, null, false]);
		book.settle(profile, PLANNED);
		expect(namesIn(book.take(100))).toEqual(people(2));
		expect(book.isEmpty).toBe(true);
	});

	it('holds back nobody for a batch once all go singly', () => {
		const book = bookOf(personalEmail, people(2));
		book.ask(lookupFor(businessProfile, 'ada-example'), nobody);
		book.take(1);
		expect([book.next(), book.requestsInLine]).toEqual([null, 1]);
		book.goSingly();
		expect(book.requestsInLine).toBe(2);
		expect(takeAll(book, 1).map(namesIn)).toEqual([['person-1'], ['person-2']]);
	});

	it('is empty where nothing is asked, and after everything was taken', () => {
		const book = new Book();
		expect([book.next(), book.take(1)]).toEqual([null, null]);
		book.ask(lookupFor(personalEmail, 'ada-example'), nobody);
		book.take(100);
		expect([book.next(), book.take(1)]).toEqual([null, null]);
	});

	it('takes in what is asked later, also of a tool that was through already', () => {
		const book = bookOf(personalEmail, people(1));
		takeAll(book, 1);
		book.ask(lookupFor(personalEmail, 'ada-example'), nobody);
		expect(namesIn(book.take(1))).toEqual(['ada-example']);
	});

	it('hands out fresh requests: never sent, never failed, to be sent at once', () => {
		expect(bookOf(personalEmail, people(1)).take(1)).toMatchObject({
			tool: personalEmail,
			phone: 'without',
			errors: 0,
			lost: 0,
			notBefore: 0,
		});
	});
});

describe('a person asked with and without the phone', () => {
	it.each<[string, Phone[], Phone]>([
		['with the phone first', ['with', 'without'], 'with'],
		['without the phone first', ['without', 'with'], 'with'],
		['without the phone only', ['without', 'without'], 'without'],
	])('%s, is one lookup, and the phone is asked where anyone wants it', (_says, phones, phone) => {
		const book = new Book();
		for (const one of phones) book.ask(lookupFor(businessProfile, 'ada-example', one), nobody);
		expect(book.size).toBe(1);
		expect(book.take(100)).toMatchObject({ phone, entries: [{ lookup: { phone } }] });
	});

	it('keeps what was asked where the request has been sent already: the phone is not asked for a second time', () => {
		const book = bookOf(businessProfile, ['ada-example']);
		const entry = book.take(1)!.entries[0];
		entry.record.attempts = 1;
		book.ask(lookupFor(businessProfile, 'ada-example', 'with'), nobody);
		expect(entry.lookup.phone).toBe('without');
		expect(book.next()).toBeNull();
	});

	it('keeps what was asked where it is settled already', () => {
		const book = bookOf(businessProfile, ['ada-example']);
		const entry = book.take(1)!.entries[0];
		book.settle(entry, PLANNED);
		book.ask(lookupFor(businessProfile, 'ada-example', 'with'), nobody);
		expect(entry.lookup.phone).toBe('without');
	});

	it('never travels with one who is asked otherwise', () => {
		const book = bookOf(businessProfile, ['person-1', 'person-2']);
		book.ask(lookupFor(businessProfile, 'person-3', 'with'), nobody);
		book.ask(lookupFor(businessProfile, 'person-4', 'without'), nobody);
		expect(takeAll(book, 100).map((ask) => [ask.phone, namesIn(ask)])).toEqual([
			['without', ['person-1', 'person-2']],
			['with', ['person-3']],
			['without', ['person-4']],
		]);
	});
});
