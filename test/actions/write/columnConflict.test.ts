import { columnConflict } from '../../../nodes/IdentityResolution/actions/write/conflicts';
import type { RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';

const columns = ['personal_email', 'personal_email_form', 'personal_email_validated_at', 'personal_email_risk_score'];
const shape = { input: 'kept', prefix: 'enriched_', columns } as unknown as RowShape;
const conflictOf = (...rows: object[]) =>
	columnConflict(
		rows.map((json) => ({ json: json as never })),
		shape,
	);

/** The status columns of a row that was stored as a whole. */
const FOUND = {
	enriched_status: 'found',
	enriched_found: true,
	enriched_reason: '',
	enriched_retry_at: '',
	enriched_answered_at: '2026-11-22T01:52:08.000Z',
};

const found = {
	...FOUND,
	enriched_personal_email: 'a@example.com',
	enriched_personal_email_form: 'plain',
	enriched_personal_email_risk_score: 'A',
};

it('accepts its own rows after a file dropped their empty cells', () => {
	expect(conflictOf({ enriched_status: 'not_found' }, found)).toBeNull();
	expect(conflictOf({ id: 1 })).toBeNull();
});

it('recognizes rows of another operation by foreign columns, and by missing columns of its own', () => {
	expect(conflictOf({ enriched_status: 'found', enriched_full_name: 'Ada Example' })).toBe('enriched_status');
	expect(conflictOf({ id: 1 }, { enriched_status: 'not_found', enriched_full_name: null })).toBe('enriched_status');
	expect(conflictOf(FOUND)).toBe('enriched_status');
});

it('accepts rows of which only some columns were stored', () => {
	expect(conflictOf({ enriched_status: 'found', enriched_answered_at: '', id: 1 })).toBeNull();
});

it('recognizes rows that Resolve did not write by their missing sources', () => {
	const profile = {
		...FOUND,
		enriched_full_name: 'Ada Example',
		enriched_title: 'Head',
		enriched_company_name: 'Example Org',
	};
	const resolve = { ...shape, columns: ['full_name', 'title', 'company_name', 'sources'] } as unknown as RowShape;
	const resolveConflictOf = (row: object) => columnConflict([{ json: row as never }], resolve);
	expect([resolveConflictOf(profile), resolveConflictOf({ ...profile, enriched_sources: '' })]).toEqual([
		'enriched_status',
		'enriched_status',
	]);
	expect([
		resolveConflictOf({ ...profile, enriched_sources: 'reverse_email_lookup' }),
		resolveConflictOf({ ...profile, enriched_status: 'not_found' }),
	]).toEqual([null, null]);
});

it('counts the columns of all found rows together, and checks rows of Resolve for sources only', () => {
	const sparse = [
		{ ...FOUND, enriched_personal_email: 'a@example.com' },
		{ ...FOUND, enriched_personal_email_form: 'plain' },
	];
	expect([conflictOf(...sparse), conflictOf(sparse[0])]).toEqual([null, 'enriched_status']);
	const resolve = { ...shape, columns: [...columns, 'title', 'company_name', 'sources'] } as unknown as RowShape;
	expect(
		columnConflict(
			[{ json: { ...sparse[0], enriched_sources: 'personal_email: linkedin_to_best_personal_email_usa' } }],
			resolve,
		),
	).toBeNull();
});

it('returns null if input fields are omitted, because nothing is overwritten', () => {
	const rows = [{ json: { enriched_status: 'found', enriched_full_name: 'Ada Example' } }];
	expect(columnConflict(rows, { ...shape, input: 'omitted' })).toBeNull();
});

it.each(['sources', 'resume', 'results', 'metadata'])(
	'recognizes rows of another operation by a column that Simplified does not write: %s',
	(column) => {
		expect(conflictOf({ ...found, [`enriched_${column}`]: '' })).toBe('enriched_status');
	},
);

it('checks the first hundred rows with a status', () => {
	const blank = { enriched_status: '' };
	const foreign = { enriched_status: 'not_found', enriched_full_name: 'Ada Example' };
	const own = { enriched_status: 'not_found' };
	const times = (count: number, row: object) => Array.from({ length: count }, () => row);
	expect(conflictOf(...times(200, blank), ...times(99, own), foreign)).toBe('enriched_status');
	expect(conflictOf(...times(200, blank), ...times(100, own), foreign)).toBeNull();
});

it('requires half of the columns in the rows that were found', () => {
	const half = { ...FOUND, enriched_personal_email: 'x', enriched_personal_email_form: 'y' };
	expect(conflictOf(half)).toBeNull();
});
