import type { Answer } from '../../../nodes/IdentityResolution/api/replies/reading';
import { searchLinkedinProfile } from '../../../nodes/IdentityResolution/actions/linkedinProfile/findByName.operation';
import { searchPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import { newRecord, type Step } from '../../../nodes/IdentityResolution/run/lookup';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import {
	distinctResults,
	offsetAfter,
	outcomeForResult,
	searchRoute,
	type Search,
} from '../../../nodes/IdentityResolution/run/searchRoute';

const FILTERS = { title: 'CEO' };
const searchFor = (set: Partial<Search> = {}): Search => ({
	tool: searchPeople,
	filters: FILTERS,
	limit: Infinity,
	offset: 0,
	maxTokens: Infinity,
	...set,
});

/** A page with entries from `first` on. */
const page = (count: number, total?: number, first = 0, error?: unknown): Outcome => {
	const results = { results: Array.from({ length: count }, (_, place) => ({ id: first + place })), total };
	const answer: Answer = { found: true, results, metadata: null, at: 0, ...(error !== undefined && { error }) };
	return { is: 'found', answer, phone: 'as_requested' };
};
const MISS: Outcome = {
	is: 'not_found',
	answer: { found: false, results: { results: [], total: 0 }, metadata: null, at: 0 },
	phone: 'as_requested',
};
const DEFERRED: Outcome = { is: 'deferred', stop: stopFor('fair_use_records') };

/** Runs the route with one outcome per page, and returns the pages that it requested and its outcome. */
function follow(search: Search, outcomes: readonly Outcome[], prices = new Prices()) {
	const steps: Step[] = [];
	const route = searchRoute(search);
	for (;;) {
		const next = route(steps, prices);
		if (!('lookup' in next)) {
			const pages = steps.map(({ lookup }) => lookup.identifier.value as { limit?: number; offset?: number });
			return { steps, outcome: next.outcome, pages: pages.map(({ limit, offset }) => [offset, limit]) };
		}
		const outcome = outcomes[steps.length];
		steps.push({ lookup: next.lookup, outcome, record: newRecord(null), showsCharge: true });
	}
}

it.each([
	['as many results as Max Tokens pays for', 10, 2, 5],
	['one result if Max Tokens pays for none, so that the budget refuses it', 1, 2, 1],
	['a full page if Max Tokens pays for it', 50, 2, 25],
])('a search requests %s', (_says, maxTokens, price, limit) => {
	const prices = new Prices(new Map([[searchPeople.name, price]]));
	expect(follow(searchFor({ maxTokens }), [page(0)], prices).pages).toEqual([[0, limit]]);
});

it('a search that an earlier run has completed without knowing it is not a miss', () => {
	const { outcome } = follow(searchFor({ offset: 25 }), [MISS]);
	expect(outcome).toEqual({ is: 'skipped', why: 'The search has no further results', by: 'complete' });
	expect(follow(searchFor(), [MISS]).outcome).toBe(MISS);
	const full = page(25, undefined, 25);
	expect(follow(searchFor({ offset: 25 }), [full, MISS]).outcome).toEqual(full);
	expect(follow(searchFor({ offset: 25 }), [DEFERRED]).outcome).toBe(DEFERRED);
});

describe('a search requests', () => {
	it.each<[string, Partial<Search>, Outcome[], number[][]]>([
		['one page that is not full', {}, [page(7)], [[0, 25]]],
		[
			'page after page, up to one that is not full',
			{},
			[page(25), page(25, undefined, 25), page(3, undefined, 50)],
			[
				[0, 25],
				[25, 25],
				[50, 25],
			],
		],
		[
			'no page after the reported total',
			{},
			[page(25, 50), page(25, 50, 25)],
			[
				[0, 25],
				[25, 25],
			],
		],
		[
			'only as many entries as its limit',
			{ limit: 30 },
			[page(25), page(5, undefined, 25)],
			[
				[0, 25],
				[25, 5],
			],
		],
		['one page for a limit below its size', { limit: 4 }, [page(4, 90)], [[0, 4]]],
		['the rest of an earlier run', { limit: 30, offset: 25 }, [page(5)], [[25, 5]]],
		[
			'the rest of a page that the balance cut',
			{},
			[page(10, undefined, 0, { code: 'insufficient_tokens' }), page(3, undefined, 10)],
			[
				[0, 25],
				[10, 25],
			],
		],
		[
			'no page after an empty one',
			{},
			[page(25), MISS],
			[
				[0, 25],
				[25, 25],
			],
		],
		[
			'no page after one that repeats the others, of a service that ignores the offset',
			{},
			[page(25), page(25)],
			[
				[0, 25],
				[25, 25],
			],
		],
		[
			'no page after one that was not answered',
			{},
			[page(25), DEFERRED],
			[
				[0, 25],
				[25, 25],
			],
		],
		[
			'everything at once if the tool has no pages',
			{ tool: searchLinkedinProfile },
			[page(3)],
			[[undefined, undefined] as never],
		],
	])('%s', (_says, search, outcomes, pages) => {
		expect(follow(searchFor(search), outcomes).pages).toEqual(pages);
	});
});

describe('the outcome of a search', () => {
	it.each<[string, Outcome[], Outcome]>([
		['is found with any page', [page(25), page(1)], page(25)],
		['is found if only its last page is empty', [page(25), MISS], page(25)],
		['is not found if its first page is empty', [MISS], MISS],
		['is deferred if a later page is', [page(25), DEFERRED], DEFERRED],
	])('%s', (_says, outcomes, outcome) => {
		expect(follow(searchFor(), outcomes).outcome).toEqual(outcome);
	});

	const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };

	it.each<[string, Partial<Search>, object]>([
		['is unknown without a limit', {}, { tokens: null, prices: 'listed' }],
		['is the cost of its limit', { limit: 40 }, { tokens: 120, prices: 'listed' }],
		['is the cost of what an earlier run left', { limit: 40, offset: 25 }, { tokens: 45, prices: 'listed' }],
	])('in a dry run %s', (_says, search, cost) => {
		const prices = new Prices(new Map([['search_people', 3]]));
		expect(follow(searchFor(search), [PLANNED], prices).outcome).toMatchObject({ is: 'planned', cost });
	});

	it('in a dry run costs one token for each entry without a price', () => {
		expect(follow(searchFor({ limit: 5 }), [PLANNED]).outcome).toMatchObject({
			cost: { tokens: 5, prices: 'assumed' },
		});
	});
});

describe('the place to continue at', () => {
	it.each<[string, Outcome[], number]>([
		['is the page that was not answered', [page(25), page(25, undefined, 25), DEFERRED], 50],
		['is the start if no page was answered', [DEFERRED], 0],
		['is none if the last page was answered', [page(25), page(2)], 0],
	])('%s', (_says, outcomes, offset) => {
		expect(offsetAfter(follow(searchFor(), outcomes).steps)).toBe(offset);
	});

	it('is none without any page', () => {
		expect(offsetAfter([])).toBe(0);
	});
});

describe('the results of a search', () => {
	const idOf = (entry: unknown) => String((entry as { id: number }).id);

	it('are those of all pages in order, each once, and the first of each page is marked', () => {
		const { steps } = follow(searchFor(), [page(25), page(25, undefined, 20), page(1, undefined, 99)]);
		const results = distinctResults(steps, Infinity);
		expect(results.map(({ result }) => idOf(result))).toEqual([...Array(45).keys(), 99].map(String));
		expect(results.flatMap(({ showsCharge }, place) => (showsCharge ? [place] : []))).toEqual([0, 25, 45]);
	});

	it('have an outcome of their own each', () => {
		const [first] = distinctResults(follow(searchFor(), [page(2)]).steps, Infinity);
		expect(outcomeForResult(first)).toMatchObject({ is: 'found', answer: { results: { id: 0 } } });
	});
});
