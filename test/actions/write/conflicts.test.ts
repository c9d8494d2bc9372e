import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import {
	columnConflict,
	prefixConflict,
	retryConflict,
	skipWhenProblem,
} from '../../../nodes/IdentityResolution/actions/write/conflicts';
import type { RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { Destinations } from '../../../nodes/IdentityResolution/actions/write/writeRows';

const itemsOf = (rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));

describe('columnConflict', () => {
	const OWN = ['personal_email', 'personal_email_form', 'personal_email_validated_at', 'personal_email_risk_score'];
	const isConflict = (rows: IDataObject[], columns = OWN, input: RowShape['input'] = 'kept') => {
		const conflict = columnConflict(itemsOf(rows), { input, prefix: 'enriched_', columns } as unknown as RowShape);
		expect([null, 'enriched_status']).toContain(conflict);
		return conflict !== null;
	};

	/** The status columns of a row that was stored as a whole. */
	const FOUND = {
		enriched_status: 'found',
		enriched_found: true,
		enriched_reason: '',
		enriched_retry_at: '',
		enriched_answered_at: '2026-11-22T01:52:08.000Z',
	};
	const MISS = { enriched_status: 'not_found' };
	const FOREIGN = { ...MISS, enriched_full_name: null };
	const HALF = { ...FOUND, enriched_personal_email: 'x', enriched_personal_email_form: 'y' };
	const hundred = (row: IDataObject) => Array.from({ length: 100 }, () => row);
	const QUARTERS = [
		{ ...FOUND, enriched_personal_email: 'x' },
		{ ...FOUND, enriched_personal_email_form: 'y' },
	];

	it.each<[string, IDataObject[], boolean]>([
		['rows of the user', [{ id: 1 }], false],
		['its own rows after a file dropped their empty cells', [MISS, HALF], false],
		['its own columns in several found rows together', QUARTERS, false],
		['rows of which only some columns were stored', [{ enriched_status: 'found', id: 1 }], false],
		['a column of another operation', [{ id: 1 }, FOREIGN], true],
		['found rows with a quarter of its own columns', [QUARTERS[0]], true],
		['a foreign row after 99 others with a status', [...hundred(MISS).slice(1), FOREIGN], true],
		['a foreign row after 100 others with a status', [...hundred(MISS), FOREIGN], false],
		['a foreign row after 100 blank ones', [...hundred({ enriched_status: '' }), FOREIGN], true],
		...['sources', 'resume', 'results', 'metadata'].map((column): [string, IDataObject[], boolean] => [
			`${column}, which Simplified does not write`,
			[{ ...HALF, [`enriched_${column}`]: '' }],
			true,
		]),
	])('judges %s', (_what, rows, expected) => {
		expect(isConflict(rows)).toBe(expected);
	});

	it.each<[string, IDataObject, boolean]>([
		['without sources', {}, true],
		['with empty sources', { enriched_sources: '' }, true],
		['with sources', { enriched_sources: 'reverse_email_lookup' }, false],
		['without a hit', MISS, false],
	])('requires the sources of Resolve alone: a row %s', (_what, cells, expected) => {
		expect(isConflict([{ ...FOUND, enriched_title: 'Head', ...cells }], ['full_name', 'title', 'sources'])).toBe(
			expected,
		);
	});

	it('returns null if input fields are omitted, because nothing is overwritten', () => {
		expect(isConflict([FOREIGN], OWN, 'omitted')).toBe(false);
	});
});

describe('prefixConflict', () => {
	type Shape = Parameters<typeof prefixConflict>[1];
	const columns = ['title', 'work_email', 'company_name', 'country'];
	const conflictOf = (rows: IDataObject[], changed: Partial<Shape> = {}) =>
		prefixConflict(itemsOf(rows), { prefix: '', input: 'kept', columns, details: null, ...changed });

	it('names the columns of the user that would be overwritten, four at most', () => {
		expect(conflictOf([{ id: 1 }, { status: 'customer', title: 'CEO' }])).toBe(
			'Column Prefix is empty, and the rows already have status, title, ' +
				'which would be overwritten. Set a Column Prefix',
		);
		const four = { status: 'new', title: 'CEO', work_email: 'x', company_name: 'y' };
		expect(conflictOf([four])).toContain('have status, title, work_email, company_name, which');
		expect(conflictOf([{ ...four, country: 'z' }])).toContain('work_email, company_name, …, which');
	});

	it.each<[string, Partial<Shape>, IDataObject]>([
		['lookup details', { details: () => ({}) }, { lookup: 'x' }],
		['raw results', { columns: ['results', 'metadata'] }, { service_error: 'x' }],
	])('names the column of %s, and only then', (_what, changed, row) => {
		expect(conflictOf([row], changed)).toContain(`have ${Object.keys(row).join()}, which`);
		expect(conflictOf([row])).toBeUndefined();
	});

	it.each(['found', 'reason', 'retry_at', 'answered_at', 'resume'])(
		'recognizes rows of this node by their status and the column %s, in any row',
		(column) => {
			expect(conflictOf([{ status: 'found', [column]: null }, { title: 'CEO' }])).toBeUndefined();
			expect(conflictOf([{ status: 'customer', [column]: null, title: 'CEO' }])).toContain('status, title');
			expect(conflictOf([{ status: 'found', title: 'CEO' }])).toContain('status, title');
		},
	);

	it.each<[string, IDataObject[], Partial<Shape>]>([
		['there is a prefix', [{ title: 'CEO' }], { prefix: 'enriched_' }],
		['input fields are omitted', [{ title: 'CEO' }], { input: 'omitted' }],
		['the columns are empty', [{ title: '', status: null }], {}],
		['the rows have other columns', [{ email: 'ada@example.com' }], {}],
	])('is undefined if %s', (_when, rows, changed) => {
		expect(conflictOf(rows, changed)).toBeUndefined();
	});
});

describe('retryConflict', () => {
	const ALL_ON_RESULTS: Destinations = {
		onNotFound: 'keep',
		onLimit: 'keep',
		onBlocked: 'defer',
		errors: 'in_results',
	};
	const MINE = { error: 'mine' };
	const OURS = { message: 'm', description: 'd', httpStatus: 422, code: 'c', identifier: 'i', retryAt: null };

	interface Run {
		to?: Partial<Destinations>;
		input?: RowShape['input'];
		retryOnFail?: boolean;
		columns?: string[];
		isSkipped?: boolean;
	}
	const conflictOf = (rows: IDataObject[], run: Run = {}) => {
		const { to, input = 'kept', retryOnFail = true, columns = [], isSkipped = false } = run;
		const shape = { input, columns } as unknown as RowShape;
		const destinations = { ...ALL_ON_RESULTS, ...to };
		return retryConflict(
			{ retryOnFail },
			itemsOf(rows),
			shape,
			destinations,
			async () => await Promise.resolve(isSkipped),
		);
	};

	it.each(['', 0, 'mine', {}, [], true])(
		'rejects a first row whose field "error" is %j, and says what to do',
		async (error) => {
			expect(await conflictOf([{ error }, {}])).toBe(
				'Retry On Fail is on and row 1 has a field named "error": n8n would run and charge all rows again. ' +
					'Switch Retry On Fail off, or rename the field',
			);
		},
	);

	it.each<[string, Partial<Destinations>]>([
		['misses are dropped', { onNotFound: 'drop' }],
		['misses have their own output', { onNotFound: 'output' }],
		['deferred rows have their own output', { onLimit: 'output' }],
		['errors have their own output', { errors: 'own_output' }],
	])('rejects a later row that may be the first on an output, because %s', async (_why, to) => {
		expect(await conflictOf([{}, MINE], { to })).toContain('row 2 has a field');
	});

	it.each<[string, IDataObject, Run, boolean]>([
		['is removed', {}, {}, false],
		['stays, because Skip When skips its row', {}, { isSkipped: true }, true],
		['stays, because its resume has no column', { resume: 'r2.paid' }, {}, true],
		['is removed, because its resume has a column', { resume: 'r2.paid' }, { columns: ['resume'] }, false],
	])('rejects the error of an earlier run if it stays: it %s', async (_why, more, run, isRejected) => {
		expect((await conflictOf([{ error: { ...OURS, ...more } }], run)) !== undefined).toBe(isRejected);
	});

	it.each<[string, IDataObject[], Run]>([
		...[undefined, null, false].map((error): [string, IDataObject[], Run] => [`error ${error}`, [{ error }], {}]),
		['an error in a row that is not the first', [{}, MINE], { to: { onNotFound: 'error' } }],
		['an error if input fields are omitted', [MINE], { input: 'omitted' }],
		['an error if Retry On Fail is off', [MINE], { retryOnFail: false }],
	])('accepts %s', async (_what, rows, run) => {
		expect(await conflictOf(rows, run)).toBeUndefined();
	});
});

describe('skipWhenProblem', () => {
	const problemOf = (skipWhen: unknown, rows: IDataObject[], prefix = 'enriched_') =>
		skipWhenProblem({ parameters: { options: { skipWhen } } } as unknown as INode, itemsOf(rows), prefix);
	const FOUND = { enriched_status: 'found', enriched_found: true };

	it('refuses a column with the prefix that does not exist, if rows were found before', () => {
		expect(problemOf('={{ $json.enriched_foundd }}', [{ id: 1 }, FOUND])).toBe(
			'Skip When names the column "enriched_foundd", which no row has, although rows were found before. Correct it',
		);
	});

	it.each<[string, unknown, IDataObject, string?]>([
		['rows without a hit', '={{ $json.enriched_foundd }}', { enriched_status: 'deferred' }],
		['a column of the user, which a table may omit', '={{ $json.done }}', FOUND],
		['a column of another operation, which a table may omit', '={{ $json.enriched_resume }}', FOUND],
		['a status column, which a table may omit', '={{ $json.enriched_retry_at }}', FOUND],
		['any other expression', '={{ $json.enriched_foundd === "b" }}', FOUND],
		['no expression', undefined, FOUND],
		['any column without a prefix', '={{ $json.foundd }}', { status: 'found' }, ''],
	])('accepts %s', (_what, skipWhen, row, prefix = 'enriched_') => {
		expect(problemOf(skipWhen, [row], prefix)).toBeUndefined();
	});
});
