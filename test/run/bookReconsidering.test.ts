import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { Book } from '../../nodes/IdentityResolution/run/book';
import type { Waiting } from '../../nodes/IdentityResolution/run/entry';
import type { Lookup } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import { namesIn, takeAll } from '../support/asks';
import { businessProfile, lookupFor, people, personalEmail } from '../support/lookups';

const PLANNED: Outcome = { is: 'planned', why: 'A test' };

describe('reconsidering', () => {
	/** One who asks this, and when told to decide anew, that. */
	function turning(book: Book, asks: () => Lookup): Waiting & { told: Outcome[] } {
		const who = {
			stage: 'fresh' as const,
			told: [] as Outcome[],
			settled: (outcome: Outcome) => void who.told.push(outcome),
			reconsider: () => book.ask(asks(), who),
		};
		book.ask(asks(), who);
		return who;
	}

	it('takes back what was not sent, and asks what is asked instead, in the order of asking', () => {
		const book = new Book();
		let tool: Tool = businessProfile;
		const rows = people(3).map((name) => turning(book, () => lookupFor(tool, name)));
		const sent = book.take(1)!;
		tool = personalEmail;
		book.reconsider();
		expect(book.size).toBe(3);
		expect(book.inLine(businessProfile)).toBe(0);
		book.settle(sent.entries[0], PLANNED);
		expect(takeAll(book, 100).map(namesIn)).toEqual([['person-2', 'person-3']]);
		expect(rows.map(({ told }) => told)).toEqual([[PLANNED], [], []]);
	});

	it('leads on also where all of them turn to another tool, and nothing is under way', () => {
		const book = new Book();
		let tool: Tool = businessProfile;
		for (const name of people(3)) turning(book, () => lookupFor(tool, name));
		tool = personalEmail;
		book.reconsider();
		expect(takeAll(book, 100).map(namesIn)).toEqual([people(3)]);
	});

	it('leaves everything as it was for those who ask the same again', () => {
		const book = new Book();
		const rows = ['ada-example', 'bob-example', 'ada-example'].map((name) =>
			turning(book, () => lookupFor(businessProfile, name)),
		);
		book.reconsider();
		const asks = takeAll(book, 1);
		expect(asks.map(({ entries: [entry] }) => [entry.lookup.identifier.key, entry.record.rows])).toEqual([
			['linkedin:ada-example', 2],
			['linkedin:bob-example', 1],
		]);
		expect(book.size).toBe(2);
		for (const {
			entries: [entry],
		} of asks)
			book.settle(entry, PLANNED);
		expect(rows.map(({ told }) => told)).toEqual([[PLANNED], [PLANNED], [PLANNED]]);
	});
});
