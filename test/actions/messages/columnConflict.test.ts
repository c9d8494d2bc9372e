import { columnConflict } from '../../../nodes/IdentityResolution/actions/messages/columnConflict';
import type { RowShape } from '../../../nodes/IdentityResolution/actions/rows/rowShape';

const columns = ['personal_email', 'personal_email_form', 'personal_email_validated_at', 'personal_email_risk_score'];
const shape = { input: 'kept', prefix: 'enriched_', columns } as unknown as RowShape;
const told = (...rows: object[]) =>
	columnConflict(
		rows.map((json) => ({ json: json as never })),
		shape,
	);

const found = {
	enriched_status: 'found',
	enriched_personal_email: 'a@example.com',
	enriched_personal_email_form: 'plain',
	enriched_personal_email_risk_score: 'A',
};

it('takes rows for its own that were read back from a file, which has lost the cells that were empty', () => {
	expect(told({ enriched_status: 'not_found' }, found)).toBeNull();
	expect(told({ id: 1 })).toBeNull();
});

it('knows the rows of another operation by their columns, and by the lack of its own', () => {
	expect(told({ enriched_status: 'found', enriched_full_name: 'Ada Example' })).toBe('enriched_status');
	expect(told({ id: 1 }, { enriched_status: 'not_found', enriched_full_name: null })).toBe('enriched_status');
	expect(told({ enriched_status: 'found' })).toBe('enriched_status');
});

it('knows rows that Resolve did not write by the lack of their sources', () => {
	const profile = {
		enriched_status: 'found',
		enriched_full_name: 'Ada Example',
		enriched_title: 'Head',
		enriched_company_name: 'Example Org',
	};
	const resolve = { ...shape, columns: ['full_name', 'title', 'company_name', 'sources'] } as unknown as RowShape;
	const toldBy = (row: object) => columnConflict([{ json: row as never }], resolve);
	expect([toldBy(profile), toldBy({ ...profile, enriched_sources: '' })]).toEqual([
		'enriched_status',
		'enriched_status',
	]);
	expect([
		toldBy({ ...profile, enriched_sources: 'reverse_email_lookup' }),
		toldBy({ ...profile, enriched_status: 'not_found' }),
	]).toEqual([null, null]);
});

it('looks for its columns in all found rows together, and in those of Resolve for the sources alone', () => {
	const sparse = [
		{ enriched_status: 'found', enriched_personal_email: 'a@example.com' },
		{ enriched_status: 'found', enriched_personal_email_form: 'plain' },
	];
	expect([told(...sparse), told(sparse[0])]).toEqual([null, 'enriched_status']);
	const resolve = { ...shape, columns: [...columns, 'title', 'company_name', 'sources'] } as unknown as RowShape;
	expect(
		columnConflict(
			[{ json: { ...sparse[0], enriched_sources: 'personal_email: linkedin_to_best_personal_email_usa' } }],
			resolve,
		),
	).toBeNull();
});

it('says nothing where rows leave without what they came in with: nothing is written over', () => {
	const rows = [{ json: { enriched_status: 'found', enriched_full_name: 'Ada Example' } }];
	expect(columnConflict(rows, { ...shape, input: 'omitted' })).toBeNull();
});

it.each(['sources', 'resume', 'results', 'metadata'])(
	'knows them by a column that no simplified one is: %s',
	(column) => {
		expect(told({ ...found, [`enriched_${column}`]: '' })).toBe('enriched_status');
	},
);
