import type { IExecuteFunctions } from 'n8n-workflow';
import { DEFAULT_ROUTE_SETTINGS } from '../../../nodes/IdentityResolution/actions/operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { ExecutionCache } from '../../../nodes/IdentityResolution/actions/rows/executionCache';
import { shapeFor } from '../../../nodes/IdentityResolution/actions/rows/rowShape';
import { writeAgentItems } from '../../../nodes/IdentityResolution/actions/rows/writeAgentItems';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { lookupFor, personalEmail } from '../../support/lookups';
import { found, MISS, rowOf, SETTINGS } from '../../support/settledRows';

const FOUND = found({ email: 'ada@home.test' });

function write(...outcomes: Outcome[]) {
	const cache = new ExecutionCache({ getContext: () => ({}) } as unknown as IExecuteFunctions);
	const shape = shapeFor(findBest.contentMapper(DEFAULT_ROUTE_SETTINGS), SETTINGS, 'agent');
	const rows = outcomes.map((outcome) => rowOf(personalEmail, 'ada-example', outcome));
	return { items: writeAgentItems(rows, shape, cache), cache };
}

describe('writeAgentItems', () => {
	it('returns our columns without nulls, prefix and columns for later runs', () => {
		expect(write(FOUND).items[0].json).toEqual({ status: 'found', found: true, personal_email: 'ada@home.test' });
	});

	it('explains a miss', () => {
		expect(write(MISS).items[0].json).toEqual({
			status: 'not_found',
			found: false,
			reason: 'The service has nothing on this',
		});
	});

	it('links each item to its input', () => {
		expect(write(FOUND, MISS).items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('caches the answers', () => {
		expect(write(FOUND).cache.cache(lookupFor(personalEmail, 'ada-example'))).toEqual(FOUND);
	});
});
