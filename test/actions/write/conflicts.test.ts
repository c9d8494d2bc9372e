import { VirtualClock } from '../../../dev/benchmark/rateLimits/virtualClock';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { contentFor, RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { prefixConflict } from '../../../nodes/IdentityResolution/actions/write/runErrors';
import { SETTINGS } from '../../support/run/settledRows';

const itemsOf = (rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));

describe('prefixConflict', () => {
	const content = contentFor(findByLinkedin, ALL_CONTENT);
	const conflictIn = async (rows: IDataObject[], changed: Partial<Settings> = {}) => {
		const shape = new RowShape(content, { ...SETTINGS, columnPrefix: '', ...changed }, 'workflow');
		return await prefixConflict(itemsOf(rows), shape, new VirtualClock());
	};
	const conflictOf = async (...given: Parameters<typeof conflictIn>) => (await conflictIn(...given))?.why;
	const rowsOf = async (rows: IDataObject[]) => (await conflictIn(rows))?.rows;

	it('names the columns of the user that would be overwritten, four at most', async () => {
		expect(await conflictOf([{ id: 1 }, { status: 'customer', title: 'CEO' }])).toBe(
			'Column Prefix is empty, and the rows already have status, title, ' +
				'which would be overwritten. Set a Column Prefix',
		);
		const four = { status: 'new', title: 'CEO', work_email: 'x', company_name: 'y' };
		expect(await conflictOf([four])).toContain('have status, title, company_name, work_email, which');
		expect(await conflictOf([{ ...four, full_name: 'z' }])).toContain(
			'status, full_name, title, company_name, …, which',
		);
	});

	it.each<[string, Partial<Settings>, IDataObject]>([
		['lookup details', { includeLookupDetails: true }, { lookup: 'x' }],
		['raw results', { output: 'raw' }, { service_error: 'x' }],
	])('names the column of %s, and only then', async (_what, changed, row) => {
		expect(await conflictOf([row], changed)).toContain(`have ${Object.keys(row).join()}, which`);
		expect(await conflictOf([row])).toBeUndefined();
	});

	it.each(['reason', 'retry_at', 'answered_at', 'answers'])(
		'recognizes rows of this node by their status and the column %s, if most rows have them',
		async (column) => {
			const OURS = { status: 'found', [column]: null };
			expect(await conflictOf([OURS, { title: 'CEO' }, OURS])).toBeUndefined();
			expect(await conflictOf([OURS, { title: 'CEO' }])).toContain('title');
			expect(await conflictOf([{ status: 'customer', [column]: null, title: 'CEO' }])).toContain('status, title');
			expect(await conflictOf([{ status: 'found', title: 'CEO' }])).toContain('status, title');
		},
	);

	it('concerns all rows, or only a few that strangers may have filled', async () => {
		const plain = Array.from({ length: 9 }, () => ({ id: 1 }));
		expect(await rowsOf([...plain, { title: 'CEO' }])).toEqual(new Set([9]));
		expect(await rowsOf([...plain.slice(0, 4), { title: 'CEO' }])).toEqual(new Set([0, 1, 2, 3, 4]));
	});

	it.each<[string, IDataObject[], Partial<Settings>]>([
		['there is a prefix', [{ title: 'CEO' }], { columnPrefix: 'enriched_' }],
		['input fields are omitted', [{ title: 'CEO' }], { inputFields: 'none' }],
		['the columns are empty', [{ title: '', status: null }], {}],
		['the rows have other columns', [{ email: 'ada@example.com' }], {}],
	])('is undefined if %s', async (_when, rows, changed) => {
		expect(await conflictOf(rows, changed)).toBeUndefined();
	});
});
