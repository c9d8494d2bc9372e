import { readNextPage } from '../../../nodes/IdentityResolution/actions/read/nextPage';
import { searchContent } from '../../../nodes/IdentityResolution/actions/write/searchContent';
import { searchPage } from '../../../nodes/IdentityResolution/api/identifiers/searchPage';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import { searchPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { lookupOf, newRecord, type Step } from '../../../nodes/IdentityResolution/run/lookup';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { found, MISS } from '../../support/run/settledRows';

const content = searchContent(searchPeople);
const FILTERS = { title: 'CEO', country: 'Canada' };
const DEFERRED: Outcome = { is: 'deferred', stop: stopFor('fair_use_records') };

const COMPLETE: Outcome = { is: 'skipped', why: 'The search has no further results', by: 'complete' };

const step = (outcome: Outcome, offset: number, filters: JsonObject = FILTERS): Step => ({
	lookup: lookupOf(searchPeople, searchPage(filters, { limit: 25, offset }), 'without'),
	outcome,
	record: newRecord(null),
	showsCharge: true,
});
const pageOf = (...entries: object[]) => found({ results: entries, total: 60 });
const split = (row: SettledRow) => content.itemRows?.(row) ?? [];
const nextPage = (row: SettledRow, before: unknown = undefined) =>
	content.read(row, { ...NO_CONTEXT, previous: () => before }).own.next_page;

describe('a search with its items', () => {
	const first = pageOf({ linkedin_slug: 'ada', full_name: 'Ada' }, { linkedin_slug: 'bob', full_name: 'Bob' });
	const second = pageOf({ linkedin_slug: 'bob', _score: 2 }, { linkedin_slug: 'cem' });

	it('is one item per distinct entry', () => {
		const row = { outcome: first, steps: [step(first, 0), step(second, 25)] };
		const names = split(row).map(({ outcome }) => outcome.is === 'found' && outcome.answer.results);
		expect(names).toMatchObject([{ full_name: 'Ada' }, { full_name: 'Bob' }, { linkedin_slug: 'cem' }]);
	});

	it('charges the first item of each page', () => {
		const other = pageOf({ linkedin_slug: 'dee' });
		const row = { outcome: first, steps: [step(first, 0), step(other, 25)] };
		expect(split(row).map(({ steps }) => steps[0].showsCharge)).toEqual([true, false, true]);
	});

	it('has one more item with the outcome of a page that was not answered', () => {
		const row = { outcome: DEFERRED, steps: [step(first, 0), step(DEFERRED, 25)] };
		expect(split(row).map(({ outcome }) => outcome.is)).toEqual(['found', 'found', 'deferred']);
		expect(split(row).at(-1)).toBe(row);
	});

	it.each<[string, SettledRow]>([
		['a miss', { outcome: MISS, steps: [step(MISS, 0)] }],
		['a blank row', { outcome: { is: 'skipped', why: 'empty', by: 'blank' }, steps: [] }],
		['a row that a limit deferred before its first page', { outcome: DEFERRED, steps: [step(DEFERRED, 0)] }],
		['a planned row', { outcome: { is: 'planned', why: 'Dry Run' }, steps: [step({ is: 'planned', why: '' }, 0)] }],
	])('is one item for %s', (_what, row) => {
		expect(split(row)).toEqual([row]);
	});

	it.each([
		[{ linkedin_url: 'x' }, { linkedin_url: 'x', title: 'other' }, 1],
		[{ full_name: 'Ada', _score: 1 }, { full_name: 'Ada', _score: 2 }, 1],
		[{ full_name: 'Ada' }, { full_name: 'Ada', title: 'CEO' }, 2],
		[{ name: 'Ada', domain: 'example.org' }, { name: 'Bob', domain: 'example.org' }, 2],
	])('takes %j and %j of two pages for %i', (one, other, count) => {
		const row = { outcome: pageOf(one), steps: [step(pageOf(one), 0), step(pageOf(other), 25)] };
		expect(split(row)).toHaveLength(count);
	});

	it('keeps equal results of one page, because each is charged', () => {
		const page = pageOf({ full_name: 'Ada' }, { full_name: 'Ada' });
		expect(split({ outcome: page, steps: [step(page, 0)] })).toHaveLength(2);
	});
});

describe('the next_page column', () => {
	const cut = { outcome: DEFERRED, steps: [step(pageOf({ id: '1' }), 0), step(DEFERRED, 25)] };

	it('is the place to continue at, and is read back for the same filters only', () => {
		const text = nextPage(cut);
		expect(text).toMatch(/^25-[0-9a-f]{8}$/);
		expect(readNextPage(text, FILTERS)).toBe(25);
		expect(readNextPage(` ${String(text)} `, { country: 'canada', title: 'ceo' })).toBe(25);
		expect(readNextPage(text, { title: 'CEO' })).toBe(0);
	});

	it.each<[string, SettledRow, string | null]>([
		['the new place of a row that failed in between', cut, expect.stringMatching(/^25-/) as string],
		['the earlier place of a row that was not looked up', { outcome: DEFERRED, steps: [] }, '50-00000000'],
		['no place of a row that starts again', { outcome: DEFERRED, steps: [step(DEFERRED, 0)] }, ''],
	])('is, on the error output, %s', (_says, row, text) => {
		expect(content.continuation?.(row, [], () => '50-00000000')).toEqual({ next_page: text });
	});

	it.each([[null], [''], ['25'], ['25-xyz'], ['-1-00000000'], [{}], ['9999999999-00000000']])(
		'reads %j as 0',
		(cell) => {
			expect(readNextPage(cell, FILTERS)).toBe(0);
		},
	);

	it.each<[string, SettledRow, unknown, unknown]>([
		['is null for a complete row', { outcome: MISS, steps: [step(MISS, 0)] }, undefined, null],
		[
			'stays if nothing was left, so that a later run does not start again',
			{ outcome: COMPLETE, steps: [step(MISS, 25)] },
			'25-00000000',
			null,
		],
		['is emptied once the row is complete', { outcome: MISS, steps: [step(MISS, 25)] }, '25-00000000', ''],
		[
			'is null for a planned row, which keeps it',
			{ outcome: { is: 'planned', why: '' }, steps: [step(DEFERRED, 25)] },
			'x',
			null,
		],
	])('%s', (_says, row, before, text) => {
		expect(nextPage(row, before)).toBe(text);
	});
});
