import {
	errorJson,
	errorOf,
	hasAnswer,
	isError,
	isFatal,
	isOldError,
	mayHavePaid,
	type ErrorPolicy,
	type RowError,
} from '../../../nodes/IdentityResolution/actions/messages/rowErrors';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/prices';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import { getAccount } from '../../../nodes/IdentityResolution/api/tools/account/getAccount';
import type { Outcome, Reason, Stop } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { customRoute, lookupFor, personalEmail } from '../../support/lookups';

const ANSWER = { found: true, results: {}, metadata: null, at: 0 };
const FOUND: Outcome = { is: 'found', answer: ANSWER, phone: 'as_requested' };
const MISS: Outcome = { is: 'not_found', answer: { ...ANSWER, found: false }, phone: 'as_requested' };
const FAILED: Outcome = {
	is: 'failed',
	refusal: { kind: 'lost', httpStatus: null, code: null, message: null, retryAfter: null },
};
const INVALID: Outcome = { is: 'invalid', why: 'no profile' };
const BLANK: Outcome = { is: 'skipped', why: 'empty', by: 'blank' };
const SKIPPED: Outcome = { is: 'skipped', why: 'skipped', by: 'skip_when' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const deferred = (reason: Reason): Outcome => ({
	is: 'deferred',
	stop: { reason, retryAt: null, refusal: null, tool: null },
});

const MILD: ErrorPolicy = { onNotFound: 'keep', onLimit: 'wait', onBlocked: 'defer' };
const STRICT: ErrorPolicy = { onNotFound: 'error', onLimit: 'error', onBlocked: 'defer' };

const BY_POLICY: ReadonlyArray<[outcome: string, Outcome, mild: string, strict: string]> = [
	['found', FOUND, 'fine', 'fine'],
	['not_found', MISS, 'fine', 'error'],
	['failed', FAILED, 'error', 'error'],
	['invalid', INVALID, 'error', 'error'],
	['skipped because it is blank', BLANK, 'fine', 'fine'],
	['skipped by Skip When', SKIPPED, 'fine', 'fine'],
	['planned', PLANNED, 'fine', 'fine'],
];
const LIMITS: readonly Reason[] = [
	'rate_limited',
	'fair_use_records',
	'fair_use_requests',
	'plan_limit',
	'insufficient_tokens',
	'insufficient_phone_tokens',
];
const CONDITIONS: readonly Reason[] = [
	'unauthorized',
	'forbidden',
	'account_inactive',
	'plan_restricted',
	'unknown_tool',
	'wrong_address',
	'service_down',
];
const USER_LIMITS: readonly Reason[] = ['token_budget', 'reserve', 'run_time', 'stopped'];
const DEFERRED = [
	...LIMITS.map((reason) => [reason, deferred(reason), 'fine', 'error'] as const),
	...CONDITIONS.map((reason) => [reason, deferred(reason), 'fatal', 'fatal'] as const),
	...USER_LIMITS.map((reason) => [reason, deferred(reason), 'fine', 'fine'] as const),
];

it.each<[Reason, boolean]>([
	...CONDITIONS.map((reason): [Reason, boolean] => [reason, true]),
	...[...LIMITS, ...USER_LIMITS].map((reason): [Reason, boolean] => [reason, false]),
])('a row deferred by %s is an error if the user must fix it and blocked rows are errors: %p', (reason, expected) => {
	expect(isError(deferred(reason), { ...MILD, onBlocked: 'error' })).toBe(expected);
});

/** Errors follow On Error; fatal rows make a run without any answer fail. */
function severityOf(outcome: Outcome, policy: ErrorPolicy): string {
	if (isError(outcome, policy)) return isFatal(outcome, policy) ? 'error' : 'an error that is not fatal';
	return isFatal(outcome, policy) ? 'fatal' : 'fine';
}

it.each([...BY_POLICY, ...DEFERRED])(
	'a row that is %s, by default and if misses and limits are errors',
	(_outcome, outcome, mild, strict) => {
		expect([severityOf(outcome, MILD), severityOf(outcome, STRICT)]).toEqual([mild, strict]);
	},
);

describe('hasAnswer and mayHavePaid', () => {
	const step = (outcome: Outcome, attempts: number, lostCount = 0) =>
		({ outcome, record: { attempts, lostCount } }) as unknown as Step;
	const answersOf = (outcome: Outcome, steps: Step[], policy = MILD) => [
		hasAnswer({ outcome, steps }, policy),
		mayHavePaid({ outcome, steps }, policy),
	];

	it.each<[string, Outcome, Step[], ErrorPolicy, [boolean, boolean]]>([
		['an answer', FOUND, [step(FOUND, 1)], MILD, [true, true]],
		['a miss', MISS, [step(MISS, 1)], MILD, [true, true]],
		['a miss that is an error', MISS, [step(MISS, 1)], STRICT, [false, false]],
		['a hit before a miss that is an error', MISS, [step(FOUND, 1), step(MISS, 1)], STRICT, [true, true]],
		['a hit before a failure', FAILED, [step(FOUND, 1), step(FAILED, 1)], MILD, [true, true]],
		[
			'a hit of an earlier run that the row still contains',
			FAILED,
			[step(FOUND, 0), step(FAILED, 1)],
			MILD,
			[false, false],
		],
		['a lost answer', FAILED, [step(FAILED, 1, 1)], MILD, [false, true]],
		['a failure', FAILED, [step(FAILED, 1)], MILD, [false, false]],
		['a blank row', BLANK, [], MILD, [false, false]],
		['a row that Skip When skipped', SKIPPED, [], MILD, [true, true]],
		['a planned row', PLANNED, [], MILD, [true, true]],
	])('classify %s', (_what, outcome, steps, policy, expected) => {
		expect(answersOf(outcome, steps, policy)).toEqual(expected);
	});
});

describe('errorOf', () => {
	const row = (outcome: Outcome): SettledRow => ({
		outcome,
		steps: [{ outcome, lookup: lookupFor(personalEmail, 'ada-example'), record: { lostCount: 0 } } as Step],
	});
	const refusal = { kind: 'invalid_input', httpStatus: 422, code: 'bad', message: 'No', retryAfter: null } as const;
	const stop: Stop = { reason: 'fair_use_records', retryAt: null, refusal: null, tool: null };
	const none = { httpStatus: null, code: null, retryAt: null };

	it.each<[string, Outcome, Partial<RowError>]>([
		[
			'an invalid row',
			INVALID,
			{ ...none, message: 'no profile', description: 'Correct the value, then run this row again' },
		],
		[
			'an invalid row with a remedy',
			{ is: 'invalid', why: 'no profile', remedy: 'Use Email' },
			{ ...none, message: 'no profile', description: 'Use Email' },
		],
		[
			'a refused row',
			{ is: 'failed', refusal },
			{
				message: 'The service refused this value (HTTP 422 bad: No)',
				description: 'Check the value',
				httpStatus: 422,
				code: 'bad',
				retryAt: null,
			},
		],
		[
			'a deferred row that no request met',
			{ is: 'deferred', stop },
			{
				message: 'The Fair Use window of records is used up',
				description: 'Run this row again when the window opens',
				httpStatus: null,
				code: 'fair_use_records',
				retryAt: null,
			},
		],
		[
			'a deferred row with a refusal and a retry time',
			{ is: 'deferred', stop: { ...stop, retryAt: 0, refusal: { ...refusal, httpStatus: 429 } } },
			{
				message: 'The Fair Use window of records is used up (HTTP 429 bad: No)',
				httpStatus: 429,
				code: 'bad',
				retryAt: '1970-01-01T00:00:00.000Z',
			},
		],
		[
			'a miss',
			MISS,
			{
				...none,
				message: 'The service found nothing for this row',
				description: 'Check the value, or set On Not Found to keep such rows',
			},
		],
	])('describes %s', (_what, outcome, error) => {
		expect(errorOf(row(outcome))).toMatchObject({ identifier: personalEmailOf('ada-example'), ...error });
	});

	it('has no identifier for a row without lookups, or with a body', () => {
		expect(errorOf({ outcome: INVALID, steps: [] }).identifier).toBeNull();
		const [custom] = [customRoute('any_tool', { name: 'Ada Example' })([], new Prices())];
		if (custom === null || !('lookup' in custom)) throw new Error('The route has no lookup');
		const steps = [{ outcome: MISS, lookup: custom.lookup, record: { lostCount: 0 } } as Step];
		expect(errorOf({ outcome: MISS, steps }).identifier).toBeNull();
	});

	it('contains the identifier of the last lookup', () => {
		const [first] = row(MISS).steps;
		const second = { ...first, lookup: lookupFor(personalEmail, 'bob-example') };
		expect(errorOf({ outcome: MISS, steps: [first, second] }).identifier).toBe(personalEmailOf('bob-example'));
	});

	it('describes an account without an answer', () => {
		const lookup = { tool: getAccount, identifier: { value: null } } as unknown as Step['lookup'];
		const steps = [{ outcome: MISS, lookup, record: { lostCount: 0 } } as Step];
		expect(errorOf({ outcome: MISS, steps })).toEqual({
			...none,
			identifier: null,
			message: 'The service returned nothing about the account',
			description: 'Run this again later. If this continues, contact the provider of the service',
		});
	});

	const personalEmailOf = (name: string) => lookupFor(personalEmail, name).identifier.value;
});

describe('isOldError', () => {
	const error: RowError = {
		message: 'It failed',
		description: 'Try again',
		httpStatus: null,
		code: null,
		identifier: null,
		retryAt: null,
	};

	it.each<[string, unknown, string[], boolean]>([
		['an error of this node', error, [], true],
		['one with paid answers and a column for them', { ...error, resume: 'x' }, ['title', 'resume'], true],
		['one with paid answers and no column for them', { ...error, resume: 'x' }, ['title'], false],
		['a text', 'It failed', [], false],
		['nothing', null, [], false],
		...Object.keys(error).map((name): [string, unknown, string[], boolean] => [
			`an object without ${name}`,
			Object.fromEntries(Object.entries(error).filter(([key]) => key !== name)),
			[],
			false,
		]),
	])('classifies %s', (_what, value, columns, expected) => {
		expect(isOldError(value, columns)).toBe(expected);
	});

	it('recognizes what errorJson returns', () => {
		expect(isOldError(errorJson(error)['error'], [])).toBe(true);
		expect(Object.keys(errorJson(error))).toEqual(['error']);
	});
});
