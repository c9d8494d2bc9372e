import { lowBalance } from '../../../nodes/IdentityResolution/actions/trigger/lowBalance';
import { accountOf } from '../../support/actions/polls';
import { countsOver, watchOf, whyInvalid } from '../../support/actions/watches';

const watch = watchOf(lowBalance, { threshold: 100 });
const account = (token_balance: unknown, unlimited?: boolean) => accountOf({}, { token_balance, unlimited });

it.each([
	[
		'falling, topped up by less than a tenth above, then enough',
		[500, 50, 0, 109, 99, 110, 99],
		[0, 1, 0, 0, 0, 0, 1],
	],
	['in debt', [5, -3], [1, 0]],
	['unlimited as -1', [-1, 50, -1, 50], [0, 1, 0, 1]],
	['unlimited in words', ['unlimited'], [0]],
	['as text', ['99'], [1]],
])('lowBalance fires once for each crossing: %s', (_when, left, counts) => {
	expect(
		countsOver(
			watch,
			left.map((balance) => account(balance)),
		),
	).toEqual(counts);
});

it.each([0, -1, '', 'many', null, {}, undefined])('lowBalance rejects a threshold of %j', (threshold) => {
	expect(whyInvalid(lowBalance, { threshold })).toBe('Threshold must be a number above 0');
});

it.each([undefined, null, '?'])('lowBalance reports an account whose balance is %j', (balance) => {
	expect(watch.decide(account(balance), null)).toEqual({
		message: 'The account does not show its token balance',
		description: 'Choose another Event: without the balance this one can never come',
	});
});

it('lowBalance returns the balance, also with an unreadable state', () => {
	expect(watch.decide(account(42), { low: 'yes' })).toMatchObject({
		items: [{ token_balance: 42, unlimited: false, threshold: 100 }],
	});
	expect(watch.decide(account(-1, true), null)).toMatchObject({
		items: [],
		sample: { token_balance: Infinity, unlimited: true, threshold: 100 },
	});
});
