import { MAX_RETRIES } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { lookupDetails, stepsDetails } from '../../../nodes/IdentityResolution/actions/write/lookupDetails';
import { businessProfile, personalEmail, routeFor, rowsOf } from '../../support/run/lookups';
import { badInput, brokenDown, hit, lost, miss, outOfTokens } from '../../support/api/replies';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reading';
import { DEFERRED, found, MISS, rowOf } from '../../support/run/settledRows';
import { simulate } from '../../support/virtual/virtualRun';

const charges = async (script: Reply[], rows = rowsOf(businessProfile, 1)) =>
	(await simulate(rows, { script })).rows.map((row) => lookupDetails(row).tokensCharged);

const ADA = { first_name: 'Ada' };

describe('tokensCharged', () => {
	it.each<[string, Reply[], number | null]>([
		['the reported tokens of a hit', [hit(ADA, { tokens_charged: 3 })], 3],
		['unknown for a hit without reported tokens', [hit(ADA)], null],
		['0 for a miss', [miss()], 0],
		['0 for a refused value', [badInput()], 0],
		['0 for a failed request', Array<Reply>(1 + MAX_RETRIES).fill(brokenDown()), 0],
		['0 for a deferred row', [outOfTokens()], 0],
		['unknown after a lost answer', [lost(), lost()], null],
		['unknown for a deferred row after a lost answer', [lost(), outOfTokens()], null],
	])('are %s', async (_what, script, tokens) => {
		expect(await charges(script)).toEqual([tokens]);
	});

	it('are counted once for rows that share an answer, and unknown for all of them if not reported', async () => {
		const twice = [routeFor(businessProfile, 'ada-example'), routeFor(businessProfile, 'ada-example')];
		expect(await charges([hit(ADA, { tokens_charged: 3 })], twice)).toEqual([3, 0]);
		expect(await charges([hit(ADA)], twice)).toEqual([null, null]);
	});

	it('are 0 without a lookup', async () => {
		expect(
			await charges(
				[],
				[routeFor(personalEmail, 'ada-example')].map(
					() => () => ({ outcome: { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' } }) as const,
				),
			),
		).toEqual([0]);
	});
});

describe.each([
	['lookupDetails', lookupDetails],
	['stepsDetails', stepsDetails],
])('the reason of %s', (_name, detailsOf) => {
	it('is the code of a deferral', () => {
		expect(detailsOf(rowOf(businessProfile, 'ada-example', DEFERRED)).reason).toBe('run_time');
		expect(detailsOf({ outcome: DEFERRED, steps: [] }).reason).toBe('run_time');
	});

	it('is null for an answer', () => {
		expect(detailsOf(rowOf(businessProfile, 'ada-example', MISS)).reason).toBeNull();
	});
});

describe('the lookup details of a row', () => {
	it('count the other rows with the same answer', () => {
		const row = rowOf(businessProfile, 'ada-example', MISS, { rows: 3 });
		expect(lookupDetails(row)).toMatchObject({
			identifier: expect.stringContaining('ada-example') as string,
			sharedWith: 2,
		});
	});

	it.each<[Array<number | null>, number | null]>([
		[[], 0],
		[[2, 3], 5],
		[[2, null], null],
		[[null, 3], null],
	])('sum the charges %j of its steps to %j', (charges, tokensCharged) => {
		const steps = charges.flatMap((charged) => rowOf(businessProfile, 'ada-example', found({}), { charged }).steps);
		expect(stepsDetails({ outcome: MISS, steps })).toMatchObject({ tokensCharged });
	});
});
