import { lookupDetails } from '../../../nodes/IdentityResolution/actions/rows/lookupDetails';
import { routeFor, businessProfile, personalEmail, rowsOf } from '../../support/lookups';
import { badInput, brokenDown, hit, lost, miss, outOfTokens } from '../../support/replies';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reply';
import { simulate } from '../../support/virtualRun';

const charges = async (script: Reply[], rows = rowsOf(businessProfile, 1)) =>
	(await simulate(rows, { script, limits: { retries: 0 } })).rows.map((row) => lookupDetails(row).tokensCharged);

const ADA = { first_name: 'Ada' };

describe('the tokens of a row', () => {
	it.each<[string, Reply[], number | null]>([
		['what the service says of a hit', [hit(ADA, { tokens_charged: 3 })], 3],
		['not known where it says nothing of a hit', [hit(ADA)], null],
		['none of a miss', [miss()], 0],
		['none where the value was refused', [badInput()], 0],
		['none where the service broke down', [brokenDown()], 0],
		['none where the row was put off', [outOfTokens()], 0],
		['not known where an answer was lost', [lost(), lost()], null],
		['not known where an answer was lost, and the row then put off', [lost(), outOfTokens()], null],
	])('are %s', async (_what, script, tokens) => {
		expect(await charges(script)).toEqual([tokens]);
	});

	it('are counted once where rows share an answer, and not known for any of them where it is not', async () => {
		const twice = [routeFor(businessProfile, 'ada-example'), routeFor(businessProfile, 'ada-example')];
		expect(await charges([hit(ADA, { tokens_charged: 3 })], twice)).toEqual([3, 0]);
		expect(await charges([hit(ADA)], twice)).toEqual([null, null]);
	});

	it('are none where nothing was asked', async () => {
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
