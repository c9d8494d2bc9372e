import type { IDataObject } from 'n8n-workflow';
import { prefixConflict } from '../../../nodes/IdentityResolution/actions/write/conflicts';

const shape = {
	prefix: '',
	input: 'kept',
	columns: ['title', 'work_email', 'company_name', 'country'],
	details: null,
} as const;
const conflictOf = (rows: IDataObject[], changed: Partial<Parameters<typeof prefixConflict>[1]> = {}) =>
	prefixConflict(
		rows.map((json) => ({ json })),
		{ ...shape, ...changed },
	);

describe('prefixConflict', () => {
	it('names the columns of the user that would be overwritten', () => {
		expect(conflictOf([{ id: 1 }, { status: 'customer', title: 'CEO' }])).toBe(
			'Column Prefix is empty, and the rows already have status, title, ' +
				'which would be overwritten. Set a Column Prefix',
		);
	});

	it.each<[string, object, IDataObject]>([
		['lookup details', { details: () => ({}) }, { lookup: 'x' }],
		['raw results', { columns: ['results', 'metadata'] }, { service_error: 'x' }],
	])('names the column of %s, and only then', (_what, changed, row) => {
		expect(conflictOf([row], changed)).toContain(`have ${Object.keys(row).join()}, which`);
		expect(conflictOf([row])).toBeUndefined();
	});

	it('names four columns at most', () => {
		const row = { status: 'new', title: 'CEO', work_email: 'x', company_name: 'y', country: 'z' };
		expect(conflictOf([row])).toContain('have status, title, work_email, company_name, …, which');
	});

	it('names four columns in full', () => {
		const row = { status: 'new', title: 'CEO', work_email: 'x', company_name: 'y' };
		expect(conflictOf([row])).toContain('have status, title, work_email, company_name, which');
	});

	it.each(['found', 'reason', 'retry_at', 'answered_at', 'resume'])(
		'recognizes rows of this node by their status and the column %s',
		(column) => {
			expect(conflictOf([{ status: 'found', [column]: null, title: 'CEO' }])).toBeUndefined();
			expect(conflictOf([{ status: 'customer', [column]: null, title: 'CEO' }])).toContain('status, title');
		},
	);

	it('does not recognize rows by their status alone', () => {
		expect(conflictOf([{ status: 'found', title: 'CEO' }])).toContain('status, title');
	});

	it.each<[string, IDataObject[], Partial<Parameters<typeof prefixConflict>[1]>]>([
		['there is a prefix', [{ title: 'CEO' }], { prefix: 'enriched_' }],
		['input fields are omitted', [{ title: 'CEO' }], { input: 'omitted' }],
		['the columns are empty', [{ title: '', status: null }], {}],
		['the rows have other columns', [{ email: 'ada@example.com' }], {}],
		['an earlier run wrote them', [{ status: 'found', found: true, title: 'CEO' }, { title: 'CTO' }], {}],
		['an earlier run wrote them and a sheet stored them', [{ status: 'not_found', found: 'FALSE', title: '' }], {}],
		['there are no rows', [], {}],
	])('is undefined if %s', (_when, rows, changed) => {
		expect(conflictOf(rows, changed)).toBeUndefined();
	});
});
