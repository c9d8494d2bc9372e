import { VirtualClock } from '../../../dev/benchmark/rateLimits/virtualClock';
import { contentFor, RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ALL_CONTENT, type ContentMapper } from '../../../nodes/IdentityResolution/actions/write/content';
import { searchForPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { searchPeople } from '../../support/api/tools';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import type { Destinations } from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import { writeRows } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import { searchPage } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { lookupOf } from '../../../nodes/IdentityResolution/service/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { personalEmail } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, rowOf, SETTINGS } from '../../support/run/settledRows';

const FOUND = found({ email: 'ada@home.test' });
const KEEP: Destinations = { onNotFound: 'keep', onLimit: 'keep', onBlocked: 'defer', errors: 'in_results' };
const ERRORS: Partial<Destinations> = { errors: 'own_output' };

const row = (outcome: Outcome, lostCount = 0): SettledRow =>
	rowOf(personalEmail, 'ada-example', outcome, { lostCount });
const shapeOf = (operation = findBest, settings = SETTINGS) =>
	new RowShape(contentFor(operation, ALL_CONTENT), settings, 'workflow');

interface Written {
	to?: Partial<Destinations>;
	retryOnFail?: boolean;
	shape?: RowShape;
	items?: INodeExecutionData[];
}

async function write(rows: SettledRow[], { to, retryOnFail = false, shape = shapeOf(), items }: Written = {}) {
	const inputs = items ?? rows.map(() => ({ json: {} }));
	return await writeRows({ retryOnFail }, inputs, rows, shape, { ...KEEP, ...to }, new VirtualClock());
}

/** The rows of each output by number, with an `e` for an error item. */
const placesOf = async (rows: SettledRow[], written: Written): Promise<string[]> =>
	(await write([...rows], written)).map((items) =>
		items
			.map(({ json, pairedItem }) => `${(pairedItem as { item: number }).item}${'error' in json ? 'e' : ''}`)
			.join(' '),
	);

it.each<[string, Partial<Destinations>, string[]]>([
	['contain all rows on Results by default', {}, ['0 1 2 3']],
	['lack dropped misses', { onNotFound: 'drop' }, ['0 2 3']],
	['are Results, Deferred and Not Found', { onNotFound: 'output', onLimit: 'output' }, ['0 3', '2', '1']],
	['contain error items behind the others', ERRORS, ['0 1 2 3e']],
	['contain misses as errors', { ...ERRORS, onNotFound: 'error' }, ['0 2 1e 3e']],
	['contain no error items without an error output', { onNotFound: 'error' }, ['0 1 2 3']],
])('the outputs %s', async (_says, to, places) => {
	const rows = [FOUND, MISS, DEFERRED, FAILED].map((outcome) => row(outcome));
	expect(await placesOf(rows, { to })).toEqual(places);
});

it('writeRows empties the list of rows, so that a large sheet fits into memory', async () => {
	const rows = [row(FOUND), row(MISS)];
	await write(rows);
	expect(rows).toEqual([]);
});

describe('with Retry On Fail, a row that may have been charged', () => {
	const LOST = row(FAILED, 1);

	it.each<[string, SettledRow[], Partial<Destinations>, string[]]>([
		['stays on Results if there are only errors', [row(FAILED), LOST], {}, ['0 1e']],
		['stays on Results if misses are dropped', [row(MISS), LOST], { onNotFound: 'drop' }, ['1']],
		['stays on Results if misses leave elsewhere', [row(MISS), LOST], { onNotFound: 'output' }, ['1', '0']],
		['stays on Results if deferred rows leave elsewhere', [row(DEFERRED), LOST], { onLimit: 'output' }, ['1', '0']],
		['is an error beside a hit', [row(FOUND), LOST], {}, ['0 1e']],
		['is an error beside a miss', [row(MISS), LOST], {}, ['0 1e']],
		['is an error beside a deferred row', [row(DEFERRED), LOST], {}, ['0 1e']],
		['is not kept for rows that cost nothing', [row(FAILED), row(FAILED)], {}, ['0e 1e']],
	])('%s', async (_what, rows, to, places) => {
		expect(await placesOf(rows, { to: { ...ERRORS, ...to }, retryOnFail: true })).toEqual(places);
	});

	it('is an error without Retry On Fail', async () => {
		expect(await placesOf([row(FAILED), LOST], { to: ERRORS })).toEqual(['0e 1e']);
	});

	it('is an error behind the results of its search', async () => {
		const steps = [found({ results: [{ id: 1 }], total: 2 }), FAILED].map((outcome, offset) => ({
			...row(outcome).steps[0],
			lookup: lookupOf(searchPeople, searchPage({ query: 'x' }, { limit: 1, offset }), 'without'),
		}));
		const written = { to: ERRORS, retryOnFail: true, shape: shapeOf(searchForPeople) };
		expect(await placesOf([{ outcome: FAILED, steps }], written)).toEqual(['0 0e']);
	});
});

describe('an error item', () => {
	const TEXT = 'r2.earlier';
	const ERROR = { error: { answers: TEXT } };
	const binary = { file: { data: '', mimeType: 'text/plain' } };
	const itemFor = async (item: INodeExecutionData, shape = shapeOf()) =>
		(await write([row(FAILED)], { to: ERRORS, items: [item], shape }))[0][0];

	it('keeps the binary data of its row, unless input fields are omitted', async () => {
		expect(await itemFor({ json: {}, binary })).toMatchObject({ binary, pairedItem: { item: 0 } });
		expect(await itemFor({ json: {} })).not.toHaveProperty('binary');
		const omitted = shapeOf(findBest, { ...SETTINGS, inputFields: 'none' });
		expect(await itemFor({ json: {}, binary }, omitted)).not.toHaveProperty('binary');
	});

	it.each<[string, IDataObject, string | undefined]>([
		['the text of the error that it replaces', ERROR, TEXT],
		['no text of a column, which stays in the row', { enriched_answers: TEXT, crm_answers: TEXT }, undefined],
		['its text about the same person', { ...ERROR, enriched_person_key: 'linkedin:ada-example' }, TEXT],
		['no text about another person', { ...ERROR, enriched_person_key: 'linkedin:bea-example' }, undefined],
		['nothing but a text', { error: { answers: 5 } }, undefined],
	])('contains as answers %s', async (_what, json, answers) => {
		expect(((await itemFor({ json })).json.error as IDataObject).answers).toBe(answers);
	});

	it.each([
		['ada-example', { answers: TEXT, next_page: '25-a' }],
		['bea-example', { answers: undefined, next_page: undefined }],
	])(
		'contains what its operation continues from, if that is about the same person: %s',
		async (earlier, continued) => {
			const content: ContentMapper = {
				...contentFor(findBest, ALL_CONTENT),
				own: ['answers', 'next_page'],
				read: () => ({
					cells: {},
					raw: () => ({ results: null, metadata: null }),
					own: { answers: null, next_page: null },
					notes: [],
				}),
			};
			const shape = new RowShape(content, SETTINGS, 'workflow');
			const cells = { enriched_answers: TEXT, crm_answers: 'r2.other', enriched_next_page: '25-a' };
			const json = { ...cells, enriched_person_key: `linkedin:${earlier}` };
			const { answers, next_page } = (await itemFor({ json }, shape)).json.error as IDataObject;
			expect({ answers, next_page }).toEqual(continued);
		},
	);
});
