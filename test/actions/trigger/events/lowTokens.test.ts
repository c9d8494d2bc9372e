import {
	lowBalance,
	lowPhoneTokens,
} from '../../../../nodes/IdentityResolution/actions/trigger/events/lowTokens.event';
import { accountOf } from '../../../support/actions/polls';
import { countsOver, itemsOver, watchOf, whyInvalid } from '../../../support/actions/watches';

const balances = (...tokens: unknown[]) => tokens.map((token_balance) => accountOf({}, { token_balance }));

describe.each([
	['lowBalance', lowBalance, (left: unknown) => accountOf({}, { token_balance: left })],
	['lowPhoneTokens', lowPhoneTokens, (left: unknown) => accountOf({}, { phone_tokens: left })],
])('%s', (_name, event, account) => {
	const watch = watchOf(event, { threshold: 100 });

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
	])('fires once for each crossing: %s', (_when, left, counts) => {
		expect(countsOver(watch, left.map(account))).toEqual(counts);
	});

	it.each([0, -1, '', 'many', null, {}, undefined])('rejects a threshold of %j', (threshold) => {
		expect(whyInvalid(event, { threshold })).toBe('Threshold must be a number above 0');
	});

	it('reports an account without the number', () => {
		const decision = watch.decide(undefined, [account(undefined)]);
		expect(decision).toMatchObject({
			is: 'missing_data',
			message: expect.stringMatching(/^The account does not show (its token balance|phone tokens)$/) as string,
		});
		expect(watch.sample([account('?')])).toMatchObject({ is: 'missing_data' });
	});

	it('ignores an unreadable state', () => {
		expect(watch.decide({ low: 'yes' }, [account(50)])).toMatchObject({ items: [{ event: event.event }] });
	});
});

it('returns the balance as a flat item, with unlimited instead of -1', () => {
	const watch = watchOf(lowBalance, { threshold: 100 });
	expect(itemsOver(watch, balances(42))).toEqual([
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
	expect(watch.sample([accountOf({}, { token_balance: -1, unlimited: true })])).toMatchObject({
		item: { token_balance: 'unlimited', unlimited: true },
	});
});

it('finds phone tokens under any fitting name, and ignores used ones', () => {
	const watch = watchOf(lowPhoneTokens, { threshold: 100 });
	const left = (fields: object) => watch.sample([accountOf({}, { ...fields })]);
	for (const name of ['phone_tokens', 'phone_token_balance', 'mobilePhoneBalance', 'tokens_phone']) {
		expect(left({ [name]: 7 })).toMatchObject({ item: { phone_token_balance: 7 } });
	}
	expect(left({ phone_tokens_used: 3, phone_token_limit: 10, phone_tokens: 7 })).toMatchObject({
		item: { phone_token_balance: 7 },
	});
	for (const name of ['phone_token_allowance', 'phone_tokens_total', 'phone_token_quota', 'phone_tokens_included'])
		expect(left({ [name]: 5_000, phone_token_balance: 7 })).toMatchObject({ item: { phone_token_balance: 7 } });
	for (const fields of [
		{ phone_tokens_used: 3 },
		{ phone_tokens: true },
		{ phone_tokens: null },
		{ nested: { phone_tokens: 7 } },
		{ phone_count: 7 },
	]) {
		expect(left(fields)).toMatchObject({ is: 'missing_data' });
	}
});
