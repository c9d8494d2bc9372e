import { searchLinkedinProfile, searchPeople } from '../support/api/tools';
import type { Answer } from '../../nodes/IdentityResolution/api/replies/reading';
import { Prices } from '../../nodes/IdentityResolution/service/budget';
import { newRecord } from '../../nodes/IdentityResolution/service/lookup';
import { type Step } from '../../nodes/IdentityResolution/run/route';
import { stopFor, type Outcome } from '../../nodes/IdentityResolution/service/outcome';
import {
	distinctResults,
	offsetAfter,
	outcomeForResult,
	searchRoute,
	type Search,
} from '../../nodes/IdentityResolution/run/searchRoute';
import { hit } from '../support/api/replies';
import { simulate } from '../support/virtual/virtualRun';

const searchFor = (set: Partial<Search> = {}): Search => ({
	tool: searchPeople,
	filters: { title: 'CEO' },
	limit: Infinity,
	offset: 0,
	maxTokens: Infinity,
	...set,
});

/** A page with entries from `first` on. */
const page = (count: number, first = 0, total?: number, error?: unknown): Outcome => {
	const results = { results: Array.from({ length: count }, (_, place) => ({ id: first + place })), total };
	const answer: Answer = {
		found: true,
		results,
		metadata: null,
		at: 0,
		...(error !== undefined && { error }),
	};
	return { is: 'found', answer, phone: 'as_requested' };
};
const MISS: Outcome = {
	is: 'not_found',
	answer: { found: false, results: { results: [], total: 0 }, metadata: null, at: 0 },
	phone: 'as_requested',
};
const DEFERRED: Outcome = { is: 'deferred', stop: stopFor('fair_use_records') };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const COMPLETE: Outcome = { is: 'skipped', why: 'The search has no further results', by: 'complete' };

const pricedAt = (tokens: number) => new Prices(new Map([[searchPeople.name, tokens]]));

/** Runs the route with one outcome per page. Returns its outcome, and the offset and limit of each requested page. */
function follow(search: Partial<Search>, outcomes: readonly Outcome[], prices = new Prices()) {
	const steps: Step[] = [];
	const route = searchRoute(searchFor(search));
	for (;;) {
		const next = route(steps, prices);
		if (!('lookup' in next)) {
			const pages = steps.map(({ lookup }) => lookup.identifier.value as { limit?: number; offset?: number });
			return { steps, outcome: next.outcome, pages: pages.map(({ limit, offset }) => `${offset}+${limit}`) };
		}
		const outcome = outcomes[steps.length];
		steps.push({ lookup: next.lookup, outcome, record: newRecord(null), showsCharge: true });
	}
}

describe('a search requests', () => {
	const CUT = page(10, 0, undefined, { code: 'insufficient_tokens' });

	it.each<[string, Partial<Search>, Outcome[], string[]]>([
		['one page that is not full', {}, [page(7)], ['0+25']],
		['pages up to one that is not full', {}, [page(25), page(25, 25), page(3, 50)], ['0+25', '25+25', '50+25']],
		['no page after the reported total', {}, [page(25, 0, 50), page(25, 25, 50)], ['0+25', '25+25']],
		['only as many entries as its limit', { limit: 30 }, [page(25), page(5, 25)], ['0+25', '25+5']],
		['one page for a limit below its size', { limit: 4 }, [page(4, 0, 90)], ['0+4']],
		['the rest of an earlier run', { limit: 30, offset: 25 }, [page(5)], ['25+5']],
		['the rest of a page that the balance cut', {}, [CUT, page(3, 10)], ['0+25', '10+25']],
		['no page after an empty one', {}, [page(25), MISS], ['0+25', '25+25']],
		['no page after one that repeats the others', {}, [page(25), page(25)], ['0+25', '25+25']],
		['no page after one that was not answered', {}, [page(25), DEFERRED], ['0+25', '25+25']],
		['everything if the tool has no pages', { tool: searchLinkedinProfile }, [page(3)], ['undefined+undefined']],
	])('%s', (_says, search, outcomes, pages) => {
		expect(follow(search, outcomes).pages).toEqual(pages);
	});

	it.each([
		['as many results as Max Tokens pays for', 10, '0+5'],
		['one result if Max Tokens pays for none, so that the budget refuses it', 1, '0+1'],
		['a full page if Max Tokens pays for it', 50, '0+25'],
	])('%s', (_says, maxTokens, requested) => {
		expect(follow({ maxTokens }, [page(0)], pricedAt(2)).pages).toEqual([requested]);
	});

	it('a last page of as many results as the tokens left pay for', () => {
		expect(follow({ maxTokens: 60 }, [page(25), page(0)], pricedAt(2)).pages).toEqual(['0+25', '25+5']);
	});

	it('a page that the listed price allows in a run under Max Tokens', async () => {
		const done = await simulate([searchRoute(searchFor({ limit: 50, maxTokens: 40 }))], {
			limits: { maxTokens: 40 },
			prices: { [searchPeople.name]: 2 },
			script: ({ tool }) => hit(tool.family === 'free' ? {} : { results: [{ id: 1 }], total: 1 }),
		});
		const pages = done.service.requests.filter(({ tool }) => tool.name === searchPeople.name);
		expect(pages.map(({ body }) => body)).toEqual([{ title: 'CEO', limit: 20, offset: 0 }]);
		expect(done.statuses).toEqual(['found']);
	});
});

it('a search that is started again after the preflight reads its known pages again', () => {
	const route = searchRoute(searchFor());
	const first: Step[] = [];
	for (const outcome of [page(25), page(25, 25)]) {
		const next = route(first, new Prices());
		if ('lookup' in next) first.push({ ...next, outcome, record: newRecord(0), showsCharge: true });
	}
	expect(first).toHaveLength(2);
	for (const count of [1, 2, 2]) expect(route(first.slice(0, count), new Prices())).toHaveProperty('lookup');
});

describe('the outcome of a search', () => {
	it.each<[string, Partial<Search>, Outcome[], Outcome]>([
		['is found with any page', {}, [page(25), page(1)], page(25)],
		['is found if only its last page is empty', {}, [page(25), MISS], page(25)],
		['is not found if its first page is empty', {}, [MISS], MISS],
		['is deferred if a later page is', {}, [page(25), DEFERRED], DEFERRED],
		['is complete if an earlier run has returned all results', { offset: 25 }, [MISS], COMPLETE],
		['is found if a later page of a continued search is empty', { offset: 25 }, [page(25, 25), MISS], page(25, 25)],
		['is deferred if the first page of a continued search is', { offset: 25 }, [DEFERRED], DEFERRED],
	])('%s', (_says, search, outcomes, outcome) => {
		expect(follow(search, outcomes).outcome).toEqual(outcome);
	});

	it.each<[Partial<Search>, number]>([
		[{}, Infinity],
		[{ limit: 40, offset: 25 }, 15],
	])('of %j in a dry run may have %d results', (search, hits) => {
		expect(follow(search, [PLANNED]).outcome).toMatchObject({ is: 'planned', possible: [{ hits }] });
	});
});

it.each<[string, Outcome[], number]>([
	['the page that was not answered', [page(25), page(25, 25), DEFERRED], 50],
	['the start if no page was answered', [DEFERRED], 0],
	['none if the last page was answered', [page(25), page(2)], 0],
])('offsetAfter returns %s', (_says, outcomes, offset) => {
	expect(offsetAfter(follow({}, outcomes).steps)).toBe(offset);
	expect(offsetAfter([])).toBe(0);
});

it('distinctResults returns the results of all pages in order, each once, and marks the first of each page', () => {
	const { steps } = follow({}, [page(25), page(25, 20), page(1, 99)]);
	const results = [...distinctResults(steps, Infinity)];
	expect([...distinctResults(steps, 44)]).toEqual(results.slice(0, 44));
	expect(results.map(({ result }) => (result as { id: number }).id)).toEqual([...Array(45).keys(), 99]);
	expect(results.flatMap(({ showsCharge }, place) => (showsCharge ? [place] : []))).toEqual([0, 25, 45]);
	expect(outcomeForResult(results[0])).toMatchObject({ is: 'found', answer: { results: { id: 0 } } });
});
