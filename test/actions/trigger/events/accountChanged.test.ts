import { accountChanged } from '../../../../nodes/IdentityResolution/actions/trigger/events/accountChanged.event';
import { accountOf } from '../../../support/actions/polls';
import { countsOver, itemsOver, watchOf, whyInvalid } from '../../../support/actions/watches';

const ALL = ['status', 'plan', 'personal_email_available'];
const watch = watchOf(accountChanged, { watch: ALL });
const account = (besides: object) => accountOf({}, { ...besides });

it.each([
	['nothing', [{}, {}], [0, 0]],
	['the plan', [{}, { plan: 'scale' }, { plan: 'scale' }], [0, 1, 0]],
	['the plan and back', [{}, { plan: 'scale' }, {}], [0, 1, 1]],
	['everything at once', [{}, { plan: 'free', status: 'closed', personal_email_available: false }], [0, 1]],
	['a column that is not watched', [{}, { token_balance: 3, name: 'Other' }], [0, 0]],
	['nothing, a field is missing for a while', [{}, { plan: undefined }, {}], [0, 0, 0]],
	['a change while a field was missing', [{}, { plan: undefined }, { plan: 'scale' }], [0, 0, 1]],
	['nothing, a field is reported for the first time', [{ plan: null }, {}], [0, 0]],
])('returns an item for each poll that finds a change: %s', (_what, accounts, counts) => {
	expect(countsOver(watch, accounts.map(account))).toEqual(counts);
});

it('reports each change with the values before and after', () => {
	const [, [item]] = itemsOver(watch, [{}, { plan: 'scale', personal_email_available: false }].map(account));
	expect(item).toEqual({
		event: 'accountChanged',
		id: 'account-example',
		name: 'Example',
		changed: 'personal_email_available, plan',
		personal_email_available: false,
		personal_email_available_before: true,
		plan: 'scale',
		plan_before: 'growth',
		status: 'active',
		status_before: 'active',
	});
});

it('compares and returns only watched columns', () => {
	const plan = watchOf(accountChanged, { watch: ['plan'] });
	const [, [item]] = itemsOver(plan, [{}, { plan: 'scale', status: 'closed' }].map(account));
	expect(Object.keys(item)).toEqual(['event', 'id', 'name', 'changed', 'plan', 'plan_before']);
	expect(countsOver(plan, [{}, { status: 'closed' }].map(account))).toEqual([0, 0]);
});

it('treats the refusal of an inactive account as its status if that is watched', () => {
	expect(watch.whenInactive()).toEqual({ status: 'inactive' });
	expect(watchOf(accountChanged, { watch: ['plan'] }).whenInactive()).toBeUndefined();
	expect(countsOver(watch, [account({}), watch.whenInactive(), watch.whenInactive(), account({})])).toEqual([
		0, 1, 0, 1,
	]);
});

it('reports an account without watched data', () => {
	expect(watch.decide(undefined, [{}])).toMatchObject({
		is: 'missing_data',
		message: `The account does not show what is watched (personal_email_available, plan, status)`,
	});
	expect(watch.sample([{}])).toMatchObject({ is: 'missing_data' });
});

it('returns a sample without changes', () => {
	expect(watch.sample([account({})])).toMatchObject({ item: { changed: '', plan: 'growth', plan_before: 'growth' } });
});

it('rejects an empty choice', () => {
	expect(whyInvalid(accountChanged, { watch: [] })).toBe('Watch must name at least one thing');
});
