import { routerFor } from '../../../nodes/IdentityResolution/actions/read/router';
import { ROUTE_SETTINGS } from '../../support/actions/routeSettings';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { identifierFieldsOf } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import { businessProfile } from '../../support/run/lookups';
import { NO_INPUT } from '../../support/actions/rowInput';
import { found, rowOf } from '../../support/run/settledRows';

/** What the route of a row with these cells returns after these steps. */
function nextOf(cells: Record<string, unknown>, steps: readonly Step[] = []) {
	const inputs = new InputReader(identifierFieldsOf(resolve), 'plain');
	const router = routerFor(resolve, { ...ROUTE_SETTINGS, wants: ['workEmail'], inputs });
	return router((name) => ({ is: 'value', value: cells[name] }), NO_INPUT)(steps, new Prices());
}

const WORK = found({ full_name: 'Ada Example', business_email: 'ada@example.org' });
const ANSWERED = rowOf(businessProfile, 'ada-example', WORK).steps;
const PROFILE = 'https://www.linkedin.com/in/ada-example';

describe('the route of a row', () => {
	it('starts with a lookup', () => {
		expect(nextOf({ linkedinUrl: PROFILE })).toHaveProperty('lookup.identifier.key', 'linkedin:ada-example');
	});

	it('skips a row without identifiers as blank', () => {
		expect(nextOf({ linkedinUrl: ' ' })).toEqual({
			outcome: {
				is: 'skipped',
				why: 'LinkedIn URL and Email or MD5 Hash are empty',
				by: 'blank',
			},
		});
	});

	it('is invalid if no cell is readable', () => {
		expect(nextOf({ email: 'ada' })).toMatchObject({ outcome: { is: 'invalid' } });
	});

	it('ends without a remark if all cells are readable', () => {
		expect(nextOf({ linkedinUrl: PROFILE }, ANSWERED)).toEqual({
			outcome: expect.not.objectContaining({ remark: expect.anything() as unknown }) as unknown,
		});
	});

	it('ends with a remark about an unreadable cell, and the keys of the others', () => {
		expect(nextOf({ linkedinUrl: PROFILE, email: 'ada' }, ANSWERED)).toMatchObject({
			outcome: {
				is: 'found',
				person: ['linkedin:ada-example'],
				remark: 'Ignored: Email or MD5 Hash is plain text',
			},
		});
	});
});
