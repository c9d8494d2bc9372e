import { nothingSentHint } from '../../../nodes/IdentityResolution/actions/messages/nothingSentHint';
import type { RowShape } from '../../../nodes/IdentityResolution/actions/rows/rowShape';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { Run } from '../../../nodes/IdentityResolution/run/run';

const BLANK: Outcome = { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' };
const LEFT_OUT: Outcome = { is: 'skipped', why: 'Skip When left this row out', by: 'skip_when' };
const INVALID: Outcome = { is: 'invalid', why: 'no profile' };

const shape = { inputPrefix: 'enriched_' } as RowShape;
const hint = (outcomes: Outcome[], json: object = { id: 1, profile: 'x' }) =>
	nothingSentHint(
		{ rows: outcomes.map((outcome) => ({ outcome, steps: [] })) } as unknown as Run,
		outcomes.map(() => ({ json: json as never })),
		shape,
	)?.message;

it('names the columns of the rows where the field is empty in every one of them', () => {
	expect(hint([BLANK, BLANK])).toBe(
		'LinkedIn URL is empty in every row. Check its expression: the rows have the columns id, profile.',
	);
	const wide = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`c${index + 1}`, '']));
	expect(hint([BLANK], wide)).toMatch(/the rows have the columns c1, .*, c12, …\.$/);
	expect(hint([BLANK], {})).toBe('LinkedIn URL is empty in every row. The rows have no columns.');
});

it('warns where Skip When left out every row, and none had been answered before', () => {
	expect(hint([LEFT_OUT, LEFT_OUT])).toBe(
		'Skip When skipped every row, and none of them was answered before. Check its expression.',
	);
	expect(hint([LEFT_OUT, LEFT_OUT], { enriched_status: 'found' })).toBeUndefined();
});

it.each([
	['there are no rows', []],
	['another row was asked or refused', [BLANK, INVALID]],
	['rows were left out for several reasons', [BLANK, LEFT_OUT]],
])('says nothing where %s', (_when, outcomes: Outcome[]) => {
	expect(hint(outcomes)).toBeUndefined();
});
