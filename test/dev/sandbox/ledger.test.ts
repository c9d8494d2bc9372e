import { Ledger } from '../../../dev/sandbox/ledger';
import { HEM, NOON, PROFILE, serviceUnder, SINGLE, urlOf } from './asking';

test('every request is recorded, with what was asked, what it cost and what came of it', () => {
	const { ask, service } = serviceUnder();
	ask(SINGLE, { linkedin_urls: ['test-found', 'test-not-found'] }, NOON);
	ask(SINGLE, { linkedin_url: 'test-invalid' }, NOON + 1);
	ask('no_such_tool', {}, NOON + 2);
	ask('get_account', {}, NOON + 3);
	ask(PROFILE, { linkedin_url: urlOf('test-no-phone'), include_mobile_phone: true }, NOON + 4);
	expect(service.ledger.requests()).toEqual([
		{
			number: 1,
			time: NOON,
			tool: SINGLE,
			status: 200,
			code: null,
			keys: ['linkedin:test-found', 'linkedin:test-not-found'],
			charged: ['linkedin:test-found'],
			phone: 'without',
			tokens: 1,
			records: 1,
			fate: 'answered',
		},
		{
			number: 2,
			time: NOON + 1,
			tool: SINGLE,
			status: 422,
			code: 'invalid_input',
			keys: ['linkedin:test-invalid'],
			charged: [],
			phone: 'without',
			tokens: 0,
			records: 0,
			fate: 'answered',
		},
		{
			number: 3,
			time: NOON + 2,
			tool: 'no_such_tool',
			status: 404,
			code: 'unknown_tool',
			keys: [],
			charged: [],
			phone: 'without',
			tokens: 0,
			records: 0,
			fate: 'answered',
		},
		{
			number: 4,
			time: NOON + 3,
			tool: 'get_account',
			status: 200,
			code: null,
			keys: [],
			charged: [],
			phone: 'without',
			tokens: 0,
			records: 0,
			fate: 'answered',
		},
		{
			number: 5,
			time: NOON + 4,
			tool: PROFILE,
			status: 200,
			code: null,
			keys: ['linkedin:test-no-phone'],
			charged: ['linkedin:test-no-phone'],
			phone: 'with',
			tokens: 1,
			records: 1,
			fate: 'answered',
		},
	]);
});

test('what was asked is recorded for refused and lost requests too', () => {
	const { ask, service } = serviceUnder({ faults: [{ kind: 'reset', nth: [1] }], account: { status: 'inactive' } });
	ask(SINGLE, { linkedin_url: 'ada-fernsby-7' });
	ask(SINGLE, { linkedin_url: 'ada-fernsby-7' });
	expect(service.ledger.requests()).toMatchObject([
		{ status: 0, keys: ['linkedin:ada-fernsby-7'], fate: 'lost' },
		{ status: 403, code: 'account_inactive', keys: ['linkedin:ada-fernsby-7'], fate: 'answered' },
	]);
});

test('the summary counts by tool and status, and finds what was charged twice', () => {
	const { ask, service } = serviceUnder();
	const body = { linkedin_url: urlOf('ada-fernsby-7'), include_mobile_phone: true };
	for (let time = 0; time < 3; time++) ask(PROFILE, body);
	ask(SINGLE, { linkedin_url: 'ada-fernsby-7' });
	ask(HEM, { email: 'test-not-found@example.com' });
	ask(HEM, { email: 'nobody' });
	expect(service.ledger.summary()).toEqual({
		requests: 6,
		byTool: { [PROFILE]: { 200: 3 }, [SINGLE]: { 200: 1 }, [HEM]: { 200: 1, 422: 1 } },
		lost: 0,
		tokensCharged: 10,
		phoneTokensCharged: 3,
		recordsUsed: 4,
		identifiersCharged: 2,
		chargedMoreThanOnce: [{ tool: PROFILE, key: 'linkedin:ada-fernsby-7', times: 3, tokens: 9 }],
		maxInFlight: 0,
	});
});

test('an identifier spelled in another way is the same identifier', () => {
	const { ask, service } = serviceUnder();
	for (const spelling of ['ada-fernsby-7', 'https://uk.linkedin.com/in/Ada-Fernsby-7/?x=1'])
		ask(SINGLE, { linkedin_url: spelling });
	expect(service.ledger.charges()).toEqual([{ tool: SINGLE, key: 'linkedin:ada-fernsby-7', times: 2, tokens: 2 }]);
});

test('a lost answer is lost once', () => {
	const ledger = new Ledger();
	const entry = ledger.record({
		time: 0,
		tool: 't',
		status: 200,
		code: null,
		keys: [],
		charged: [],
		phone: 'without',
		tokens: 1,
		records: 1,
		fate: 'answered',
	});
	ledger.lose(entry);
	ledger.lose(entry);
	expect([ledger.summary().lost, ledger.requests()[0].fate]).toEqual([1, 'lost']);
});

test('the most in flight is kept, also over a clearing', () => {
	const ledger = new Ledger();
	for (const step of ['arrive', 'arrive', 'leave', 'arrive', 'arrive', 'leave'] as const) ledger[step]();
	expect(ledger.summary().maxInFlight).toBe(3);
	ledger.clear();
	expect(ledger.summary().maxInFlight).toBe(2);
});

test('a cleared ledger forgets all but the account', () => {
	const { ask, service } = serviceUnder({ account: { tokens: 10 } });
	ask(SINGLE, { linkedin_url: 'ada-fernsby-7' });
	ask(SINGLE, { linkedin_url: 'ada-fernsby-7' });
	service.ledger.clear();
	expect(service.ledger.summary()).toMatchObject({
		requests: 0,
		byTool: {},
		lost: 0,
		tokensCharged: 0,
		recordsUsed: 0,
		chargedMoreThanOnce: [],
	});
	expect([service.ledger.requests(), service.ledger.charges(), service.settings().account.tokens]).toEqual([
		[],
		[],
		8,
	]);
	expect(ask(SINGLE, { linkedin_url: 'ada-fernsby-7' }).entry.number).toBe(3);
});
