import { lookupDetails, stepsDetails } from '../../../nodes/IdentityResolution/actions/write/lookupDetails';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { businessProfile } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, rowOf } from '../../support/run/settledRows';

const row = (outcome: Outcome, record: Parameters<typeof rowOf>[3] = {}) =>
	rowOf(businessProfile, 'ada-example', outcome, { charged: null, ...record });
const unsent: SettledRow = { outcome: { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' }, steps: [] };
const shared = (charged: number | null): SettledRow => {
	const { outcome, steps } = row(found({}), { charged });
	return { outcome, steps: steps.map((step) => ({ ...step, showsCharge: false })) };
};

it.each<[string, SettledRow, number | null]>([
	['the reported tokens of a hit', row(found({}), { charged: 3 }), 3],
	['unknown for a hit without reported tokens', row(found({})), null],
	['0 for a miss', row(MISS), 0],
	['0 for a failed request', row(FAILED), 0],
	['0 for a deferred row', row(DEFERRED), 0],
	['unknown after a lost answer', row(FAILED, { lostCount: 1 }), null],
	['0 for an answer that another row pays for', shared(3), 0],
	['unknown for a shared answer without reported tokens', shared(null), null],
	['0 without a lookup', unsent, 0],
])('tokensCharged are %s', (_what, one, tokens) => {
	expect(lookupDetails(one).tokensCharged).toBe(tokens);
});

it.each([
	['lookupDetails', lookupDetails],
	['stepsDetails', stepsDetails],
])('the reason of %s is the code of a deferral', (_name, detailsOf) => {
	const rows = [row(DEFERRED), { outcome: DEFERRED, steps: [] }, row(MISS)];
	expect(rows.map((one) => detailsOf(one).reason)).toEqual(['run_time', 'run_time', null]);
});

it('lookupDetails count the other rows with the same answer', () => {
	expect(lookupDetails(row(MISS, { rows: 3 }))).toMatchObject({
		identifier: expect.stringContaining('ada-example') as string,
		sharedWith: 2,
	});
});

it.each<[Array<number | null>, number | null]>([
	[[], 0],
	[[2, 3], 5],
	[[2, null], null],
	[[null, 3], null],
])('stepsDetails sum the charges %j to %j', (charges, tokensCharged) => {
	const steps = charges.flatMap((charged) => row(found({}), { charged }).steps);
	expect(stepsDetails({ outcome: MISS, steps })).toMatchObject({ tokensCharged });
});
