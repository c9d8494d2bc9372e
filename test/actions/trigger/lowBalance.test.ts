import { lowBalance } from '../../../nodes/IdentityResolution/actions/trigger/lowBalance.event';
import { accountOf } from '../../support/actions/polls';
import { countsOver, itemsOver, watchOf, whyInvalid } from '../../support/actions/watches';

const watch = watchOf(lowBalance, { threshold: 100 });
const account = (token_balance: unknown) => accountOf({}, { token_balance });

it.each([
	['low from the start', [50], [1]],
	['at the threshold', [100], [0]],
	['just below it', [99.5], [1]],
	['falling', [500, 100, 99, 50, 0], [0, 0, 1, 0, 0]],
	['topped up to the threshold', [99, 100, 99], [1, 0, 1]],
	['topped up too little', [50, 99, 50], [1, 0, 0]],
	['in debt', [5, -3], [1, 0]],
	['unlimited as -1', [-1, 50, -1, 50], [0, 1, 0, 1]],
	['unlimited in words', ['unlimited'], [0]],
	['as text', ['99'], [1]],
])('lowBalance fires once for each crossing: %s', (_when, left, counts) => {
	expect(countsOver(watch, left.map(account))).toEqual(counts);
});

it.each([0, -1, '', 'many', null, {}, undefined])('lowBalance rejects a threshold of %j', (threshold) => {
	expect(whyInvalid(lowBalance, { threshold })).toBe('Threshold must be a number above 0');
});

it('lowBalance reports an account without a balance', () => {
	for (const balance of [undefined, null, '?']) {
		expect(watch.decide(account(balance), null)).toEqual({
			is: 'missing_data',
			message: 'The account does not show its token balance',
			remedy: 'Choose another Event: without the balance this one can never come',
		});
	}
});

it('lowBalance ignores an unreadable state', () => {
	expect(watch.decide(account(50), { low: 'yes' })).toMatchObject({ items: [{ event: 'lowBalance' }] });
});

it('lowBalance returns the balance as a flat item, with unlimited instead of -1', () => {
	expect(itemsOver(watch, [account(42)])).toEqual([
		[
			{
				event: 'lowBalance',
				id: 'account-example',
				name: 'Example',
				token_balance: 42,
				unlimited: false,
				threshold: 100,
			},
		],
	]);
	expect(watch.decide(accountOf({}, { token_balance: -1, unlimited: true }), null)).toMatchObject({
		items: [],
		sample: { token_balance: 'unlimited', unlimited: true },
	});
});
