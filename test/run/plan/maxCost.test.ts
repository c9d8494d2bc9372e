import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import { lookupOf, newRecord, type Lookup } from '../../../nodes/IdentityResolution/run/lookup';
import type { MaxCost } from '../../../nodes/IdentityResolution/run/outcome';
import { maxCostOf } from '../../../nodes/IdentityResolution/run/dryRun';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { lookupFor, personalEmail } from '../../support/run/lookups';
import { MISS } from '../../support/run/settledRows';

const plannedRow = (lookup: Lookup, more: { cost?: MaxCost; person?: readonly string[] } = {}): SettledRow => {
	const outcome = { is: 'planned', why: '', ...more } as const;
	return { outcome, steps: [{ lookup, outcome, record: newRecord(null), showsCharge: true }] };
};
const ADA = lookupFor(personalEmail, 'ada-example');
const BOB = lookupFor(personalEmail, 'bob-example');
const cost = (tokens: number | null, prices: MaxCost['prices'] = 'listed'): MaxCost => ({ tokens, prices });

function listedAt(price: number): Prices {
	const prices = new Prices(new Map([[personalEmail.name, price]]));
	return prices;
}

describe('the highest cost of planned rows', () => {
	it.each<[string, SettledRow[], Prices, MaxCost]>([
		['is nothing without rows', [], new Prices(), cost(0)],
		['is nothing for a row that was looked up', [{ ...plannedRow(ADA), outcome: MISS }], listedAt(3), cost(0)],
		[
			'counts equal lookups once, at the listed price',
			[ADA, ADA, BOB].map((one) => plannedRow(one)),
			listedAt(3),
			cost(6),
		],
		['assumes one token without a price', [plannedRow(ADA)], new Prices(), cost(1, 'assumed')],
		[
			'counts each element of a batch in a body',
			[plannedRow(lookupOf(customTool('x'), readBody({ ids: [1, 2, 3, 4] }), 'without'))],
			new Prices(),
			cost(4, 'assumed'),
		],
		[
			'counts a person once, with the highest cost',
			[
				plannedRow(ADA, { cost: cost(2), person: ['ada'] }),
				plannedRow(BOB, { cost: cost(5), person: ['ada'] }),
				plannedRow(ADA, { cost: cost(1), person: ['ada'] }),
				plannedRow(ADA, { cost: cost(2), person: ['bob'] }),
			],
			new Prices(),
			cost(7),
		],
		[
			'is unknown with one unknown cost',
			[
				plannedRow(ADA, { cost: cost(null) }),
				plannedRow(ADA, { cost: cost(9) }),
				plannedRow(BOB, { cost: cost(5) }),
			],
			new Prices(),
			cost(null),
		],
	])('%s', (_says, rows, prices, expected) => {
		expect(maxCostOf(rows, prices)).toEqual(expected);
	});
});
