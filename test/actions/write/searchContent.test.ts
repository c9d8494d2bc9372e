import { readNextPage } from '../../../nodes/IdentityResolution/actions/read/nextPage';
import { searchForPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { searchContent } from '../../../nodes/IdentityResolution/actions/write/searchContent';
import { RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { writeError } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import { searchPage } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { field } from '../../../nodes/IdentityResolution/api/values/json';
import { searchPeople } from '../../support/api/tools';
import { lookupOf, newRecord } from '../../../nodes/IdentityResolution/service/lookup';
import { type Step } from '../../../nodes/IdentityResolution/run/route';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { NO_SUPPRESSION, SUPPRESSED_BY_ANSWER } from '../../../nodes/IdentityResolution/run/suppression';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { DEFERRED, found, MISS, SETTINGS } from '../../support/run/settledRows';

const content = searchContent(searchForPeople, ALL_CONTENT);
const FILTERS = { title: 'CEO', country: 'Canada' };
const BLANK: Outcome = { is: 'skipped', why: 'empty', by: 'blank' };
const COMPLETE: Outcome = { is: 'skipped', why: 'The search has no further results', by: 'complete' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };

const step = (outcome: Outcome, offset: number): Step => ({
	lookup: lookupOf(searchPeople, searchPage(FILTERS, { limit: 25, offset }), 'without'),
	outcome,
	record: newRecord(null),
	showsCharge: true,
});
const pageOf = (...entries: object[]) => found({ results: entries, total: 60 });
/** A row with these pages. */
const rowOf = (...pages: Outcome[]): SettledRow => ({
	outcome: pages[pages.length - 1],
	steps: pages.map((page, index) => step(page, index * 25)),
});
const split = (row: SettledRow) => [...(content.itemRows?.(row) ?? [])].filter((one) => one !== null);

describe('a search with its items', () => {
	const first = pageOf({ linkedin_slug: 'ada', full_name: 'Ada' }, { linkedin_slug: 'bob', full_name: 'Bob' });

	it('is one item per distinct entry, and charges the first one of each page', () => {
		const items = split(rowOf(first, pageOf({ linkedin_slug: 'bob', _score: 2 }, { linkedin_slug: 'cem' })));
		const names = items.map(({ outcome }) => outcome.is === 'found' && outcome.answer.results);
		expect(names).toMatchObject([{ full_name: 'Ada' }, { full_name: 'Bob' }, { linkedin_slug: 'cem' }]);
		const cut = { ...rowOf(first), outcome: { ...first, remark: 'The service returned 2 of 60 results' } };
		expect(split(cut).map(({ outcome }) => outcome.remark)).toEqual([undefined, cut.outcome.remark]);
		expect(split(rowOf(first, pageOf({ id: 3 }))).map(({ steps }) => steps[0].showsCharge)).toEqual([
			true,
			false,
			true,
		]);
	});

	it('has no item of a listed person, and all of the others', () => {
		const suppressing = (listed: RegExp) => {
			const isIn = (results: unknown) => listed.test(JSON.stringify(results));
			const suppression = { ...NO_SUPPRESSION, isIn };
			const { itemRows } = searchContent(searchForPeople, { ...ALL_CONTENT, suppression });
			return [...(itemRows?.(rowOf(first)) ?? [])];
		};
		const [ada, bob] = split(rowOf(first));
		expect(suppressing(/Cem/)).toEqual([ada, bob]);
		expect(suppressing(/Ada/)).toEqual([null, bob]);
		// A column has the address of the slug.
		expect(suppressing(/in\/bob/)).toEqual([ada, null]);
		expect(suppressing(/Ada|Bob/)).toEqual([null, null, { ...rowOf(first), outcome: SUPPRESSED_BY_ANSWER }]);
	});

	it('has one more item with the outcome of a page that was not answered', () => {
		const row = rowOf(first, DEFERRED);
		expect(split(row).map(({ outcome }) => outcome.is)).toEqual(['found', 'found', 'deferred']);
		expect(split(row).at(-1)).toBe(row);
	});

	it.each<[string, SettledRow]>([
		['a miss', rowOf(MISS)],
		['a blank row', { outcome: BLANK, steps: [] }],
		['a row that a limit deferred before its first page', rowOf(DEFERRED)],
		['a planned row', rowOf(PLANNED)],
	])('is one item for %s', (_what, row) => {
		expect(split(row)).toEqual([row]);
	});

	it.each([
		[{ linkedin_url: 'x' }, { linkedin_url: 'x', title: 'other' }, 1],
		[{ full_name: 'Ada', _score: 1 }, { full_name: 'Ada', _score: 2 }, 1],
		[{ full_name: 'Ada' }, { full_name: 'Ada', title: 'CEO' }, 2],
		[{ name: 'Ada', domain: 'example.org' }, { name: 'Bob', domain: 'example.org' }, 2],
	])('takes %j and %j of two pages for %i', (one, other, count) => {
		expect(split(rowOf(pageOf(one), pageOf(other)))).toHaveLength(count);
	});

	it('keeps equal results of one page, because each is charged', () => {
		expect(split(rowOf(pageOf({ full_name: 'Ada' }, { full_name: 'Ada' })))).toHaveLength(2);
	});
});

describe('the next_page column', () => {
	const cut = rowOf(pageOf({ id: '1' }), DEFERRED);
	const nextPage = (row: SettledRow, before?: unknown) =>
		content.read(row, { ...NO_CONTEXT, previous: () => before }).own.next_page;

	it('is the place to continue at, and is read back for the same filters only', () => {
		const text = nextPage(cut);
		expect(text).toMatch(/^25-[0-9a-f]{8}$/);
		expect(readNextPage(text, FILTERS)).toBe(25);
		expect(readNextPage(` ${String(text)} `, { country: 'canada', title: 'ceo' })).toBe(25);
		expect(readNextPage(text, { title: 'CEO' })).toBe(0);
	});

	it.each([null, '', '25', '25-xyz', '-1-00000000', {}, '9999999999-00000000'])('reads %j as 0', (cell) => {
		expect(readNextPage(cell, FILTERS)).toBe(0);
	});

	it.each<[string, SettledRow, string | undefined]>([
		['the new place of a row that failed in between', cut, expect.stringMatching(/^25-/) as string],
		['the earlier place of a row that was not looked up', { outcome: DEFERRED, steps: [] }, '50-00000000'],
		['no place of a row that starts again', rowOf(DEFERRED), undefined],
	])('is, on the error output, %s', (_says, row, text) => {
		const shape = new RowShape(content, SETTINGS, 'workflow');
		const { json } = writeError({ json: { enriched_next_page: '50-00000000' } }, 0, row, shape);
		expect(field(json.error, 'next_page')).toEqual(text);
	});

	it.each<[string, SettledRow, unknown, unknown]>([
		['absent from a complete row', rowOf(MISS), undefined, undefined],
		['absent if nothing was left', { ...rowOf(MISS), outcome: COMPLETE }, '25-00000000', undefined],
		['emptied once the row is complete', rowOf(MISS), '25-00000000', ''],
		['absent from a planned row', { ...rowOf(DEFERRED), outcome: PLANNED }, 'x', undefined],
	])('is %s', (_says, row, before, text) => {
		expect(nextPage(row, before)).toBe(text);
	});
});
