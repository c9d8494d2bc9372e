import { contentFor, shapeFor, type RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { searchForPeople, searchPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { writeRows, type Destinations } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import { searchPage } from '../../../nodes/IdentityResolution/api/identifiers/searchPage';
import { lookupOf } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { personalEmail } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, rowOf, SETTINGS } from '../../support/run/settledRows';

const FOUND = found({ email: 'ada@home.test' });
const KEEP: Destinations = {
	onNotFound: 'keep',
	onLimit: 'keep',
	onBlocked: 'defer',
	errors: 'in_results',
};
const ERRORS: Partial<Destinations> = { errors: 'own_output' };

const row = (outcome: Outcome, lostCount = 0): SettledRow =>
	rowOf(personalEmail, 'ada-example', outcome, { lostCount });

/** Writes rows with these input items, which are numbered by default. */
function write(
	rows: SettledRow[],
	to: Partial<Destinations>,
	retryOnFail: boolean,
	{ items = rows.map((_, id): INodeExecutionData => ({ json: { id } })), settings = SETTINGS } = {},
): INodeExecutionData[][] {
	const host = { getNode: () => ({ retryOnFail }) } as unknown as IExecuteFunctions;
	const shape = shapeFor(contentFor(findBest, ALL_CONTENT), settings, 'workflow');
	return writeRows(host, items, [...rows], shape, { ...KEEP, ...to });
}

/** The rows of each output by number, with an `e` for an error item. */
const placesOf = (rows: SettledRow[], to: Partial<Destinations>, retryOnFail = false): string[] =>
	write(rows, to, retryOnFail).map((items) =>
		items
			.map(({ json, pairedItem }) => `${(pairedItem as { item: number }).item}${'error' in json ? 'e' : ''}`)
			.join(' '),
	);

describe('the outputs', () => {
	const ALL = [FOUND, MISS, DEFERRED, FAILED].map((outcome) => row(outcome));

	it.each<[string, Partial<Destinations>, string[]]>([
		['contain all rows on Results by default', {}, ['0 1 2 3']],
		['contain misses on Not Found', { onNotFound: 'output' }, ['0 2 3', '1']],
		['lack dropped misses', { onNotFound: 'drop' }, ['0 2 3']],
		['contain deferred rows on Deferred', { onLimit: 'output' }, ['0 1 3', '2']],
		['are Results, Deferred and Not Found', { onNotFound: 'output', onLimit: 'output' }, ['0 3', '2', '1']],
		['contain error items behind the others', ERRORS, ['0 1 2 3e']],
		['contain misses as errors', { ...ERRORS, onNotFound: 'error' }, ['0 2 1e 3e']],
		['contain no error items without an error output', { onNotFound: 'error' }, ['0 1 2 3']],
		['contain limited rows as errors', { ...ERRORS, onBlocked: 'error' }, ['0 1 2 3e']],
	])('%s', (_says, to, places) => {
		expect(placesOf(ALL, to)).toEqual(places);
	});

	it('empty the list of rows', () => {
		const rows = [...ALL];
		const host = { getNode: () => ({}) } as unknown as IExecuteFunctions;
		const shape = shapeFor(contentFor(findBest, ALL_CONTENT), SETTINGS, 'workflow');
		writeRows(
			host,
			rows.map(() => ({ json: {} })),
			rows,
			shape,
			KEEP,
		);
		expect(rows).toEqual([]);
	});
});

describe('with Retry On Fail, a failed row stays on Results', () => {
	const LOST = row(FAILED, 1);

	it.each<[string, SettledRow[], Partial<Destinations>, string[]]>([
		['if there are only errors and one may have been charged', [row(FAILED), LOST], ERRORS, ['0 1e']],
		['if misses are dropped', [row(MISS), LOST], { ...ERRORS, onNotFound: 'drop' }, ['1']],
		['if misses have their own output', [row(MISS), LOST], { ...ERRORS, onNotFound: 'output' }, ['1', '0']],
		['if deferred rows have their own output', [row(DEFERRED), LOST], { ...ERRORS, onLimit: 'output' }, ['1', '0']],
	])('%s', (_when, rows, to, places) => {
		expect(placesOf(rows, to, true)).toEqual(places);
	});

	it.each<[string, SettledRow[], Partial<Destinations>, string[]]>([
		['if no lookup may have been charged', [row(FAILED), row(FAILED)], ERRORS, ['0e 1e']],
		['if a hit is on Results', [row(FOUND), LOST], ERRORS, ['0 1e']],
		['if a miss is on Results', [row(MISS), LOST], ERRORS, ['0 1e']],
		['if a deferred row is on Results', [row(DEFERRED), LOST], ERRORS, ['0 1e']],
	])('except %s', (_when, rows, to, places) => {
		expect(placesOf(rows, to, true)).toEqual(places);
	});

	it('except if it is a search with results before the page that failed', () => {
		const shape = shapeFor(contentFor(searchForPeople, ALL_CONTENT), SETTINGS, 'workflow');
		const page = found({ results: [{ id: 1 }], total: 2 });
		const steps = [page, FAILED].map((outcome, place) => ({
			...row(outcome).steps[0],
			lookup: lookupOf(searchPeople, searchPage({ query: 'x' }, { limit: 1, offset: place }), 'without'),
		}));
		const rows: SettledRow[] = [{ outcome: FAILED, steps }];
		const host = { getNode: () => ({ retryOnFail: true }) } as unknown as IExecuteFunctions;
		const [items] = writeRows(host, [{ json: {} }], rows, shape, { ...KEEP, ...ERRORS });
		expect(items.map(({ json }) => 'error' in json)).toEqual([false, true]);
	});

	it('unless Retry On Fail is off', () => {
		expect(placesOf([row(FAILED), LOST], ERRORS)).toEqual(['0e 1e']);
	});
});

describe('an error item', () => {
	const RESUME = 'r2.earlier';
	const binary = { file: { data: '', mimeType: 'text/plain' } };
	const itemFor = (item: INodeExecutionData, settings = SETTINGS) =>
		write([row(FAILED)], ERRORS, false, { items: [item], settings })[0][0];

	it('keeps the binary data of its row', () => {
		expect(itemFor({ json: {}, binary })).toMatchObject({ binary, pairedItem: { item: 0 } });
	});

	it.each<[string, INodeExecutionData, boolean]>([
		['if the row has none', { json: {} }, true],
		['without input fields', { json: {}, binary }, false],
	])('has no binary data %s', (_when, item, includeInputFields) => {
		expect(itemFor(item, { ...SETTINGS, includeInputFields })).not.toHaveProperty('binary');
	});

	it('contains the resume text of the error that it replaces', () => {
		expect(itemFor({ json: { error: { resume: RESUME } } }).json.error).toMatchObject({ resume: RESUME });
	});

	it.each(['enriched_resume', 'crm_resume'])('lacks the text of the column %s, which stays in the row', (column) => {
		expect(itemFor({ json: { [column]: RESUME } }).json.error).not.toHaveProperty('resume');
	});

	it.each([
		['ada-example', { resume: RESUME }],
		['bea-example', {}],
	])('contains the resume text of an earlier run only if it was about the same person: %s', (earlier, resume) => {
		const json = { error: { resume: RESUME }, enriched_person_key: `linkedin:${earlier}` };
		const { resume: kept } = itemFor({ json }).json.error as { resume?: string };
		expect(kept === undefined ? {} : { resume: kept }).toEqual(resume);
	});

	it.each([
		['ada-example', { resume: `${RESUME} r2.other`, next_page: '25-a' }],
		['bea-example', {}],
	])('contains what its operation continues from, if that is about the same person: %s', (earlier, continued) => {
		const shape: RowShape = {
			...shapeFor(contentFor(findBest, ALL_CONTENT), SETTINGS, 'workflow'),
			continuation: (_row, texts, previous) => ({ resume: texts.join(' '), next_page: previous('next_page') }),
		};
		const cells = { enriched_resume: RESUME, crm_resume: 'r2.other', enriched_next_page: '25-a' };
		const json = { ...cells, enriched_person_key: `linkedin:${earlier}` };
		const host = { getNode: () => ({}) } as unknown as IExecuteFunctions;
		const [[item]] = writeRows(host, [{ json }], [row(FAILED)], shape, { ...KEEP, ...ERRORS });
		const { resume, next_page } = item.json.error as Record<string, unknown>;
		expect({ resume, next_page }).toEqual({ resume: undefined, next_page: undefined, ...continued });
	});

	it.each([undefined, null, '', 5, 'mine'])('contains no resume if the one of the error is %p', (cell) => {
		expect(itemFor({ json: { error: { resume: cell } } }).json.error).not.toHaveProperty('resume');
	});
});
