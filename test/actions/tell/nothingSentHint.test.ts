import { nothingSentHint } from '../../../nodes/IdentityResolution/actions/tell/inputHints';
import type { RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { SUPPRESSED } from '../../../nodes/IdentityResolution/run/suppression';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { Run } from '../../../nodes/IdentityResolution/run/run';

const BLANK: Outcome = { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' };
const SKIPPED: Outcome = { is: 'skipped', why: 'Skip When skipped this row', by: 'skip_when' };
const INVALID: Outcome = { is: 'invalid', why: 'no profile' };

const shape = { inputPrefix: 'enriched_' } as RowShape;
const runOf = (outcomes: Outcome[]) =>
	({ rows: outcomes.map((outcome) => ({ outcome, steps: [] })) }) as unknown as Run;
const hint = (outcomes: Outcome[], json: object = { id: 1, profile: 'x' }) =>
	nothingSentHint(
		runOf(outcomes),
		outcomes.map(() => ({ json: json as never })),
		shape,
	)?.message;

it('names the columns of the rows if the field is empty in every row', () => {
	expect(hint([BLANK, BLANK])).toBe(
		'LinkedIn URL is empty in every row. Check its expression: the rows have the columns id, profile.',
	);
	const wide = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`c${index + 1}`, '']));
	expect(hint([BLANK], wide)).toMatch(/the rows have the columns c1, .*, c12, …\.$/);
	const { c13: _last, ...twelve } = wide;
	expect(hint([BLANK], twelve)).toMatch(/ the rows have the columns c1, .*, c11, c12\.$/);
	expect(hint([BLANK], {})).toBe('LinkedIn URL is empty in every row. The rows have no columns.');
	expect(hint([BLANK], { 'name;linkedin': 'Ada;x' })).toBe(
		'LinkedIn URL is empty in every row. The rows have one column, "name;linkedin". Set the Delimiter in the node ' +
			'that reads the file.',
	);
	expect(hint([BLANK], { name: 'Ada;x' })).toMatch(/Check its expression/);
});

it('warns if Skip When skipped every row and none was answered before', () => {
	expect(hint([SKIPPED, SKIPPED])).toBe(
		'Skip When skipped every row, and none of them was answered before. Check its expression.',
	);
	expect(hint([SKIPPED, SKIPPED], { enriched_status: 'found' })).toBeUndefined();
	const [one, other] = [{ json: {} }, { json: { enriched_status: 'found' } }];
	expect(nothingSentHint(runOf([SKIPPED, SKIPPED]), [one, other], shape)).toBeNull();
});

it.each([
	['there are no rows', []],
	['everybody is on the suppression list', [SUPPRESSED, SUPPRESSED]],
	['the first row is not skipped', [INVALID, BLANK]],
	['rows were skipped for different reasons', [BLANK, SKIPPED]],
	['different fields are empty', [BLANK, { ...BLANK, why: 'State is empty' }]],
	['a later row is not skipped', [SKIPPED, INVALID]],
])('is null if %s', (_when, outcomes: Outcome[]) => {
	expect(hint(outcomes)).toBeUndefined();
});
