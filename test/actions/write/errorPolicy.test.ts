import type { Reason } from '../../../nodes/IdentityResolution/api/refusals';
import {
	hasAnswer,
	isError,
	isFatal,
	mayHavePaid,
	type ErrorPolicy,
} from '../../../nodes/IdentityResolution/actions/write/errorPolicy';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';

const ANSWER = { found: true, results: {}, metadata: null, at: 0 };
const FOUND: Outcome = { is: 'found', answer: ANSWER, phone: 'as_requested' };
const MISS: Outcome = { is: 'not_found', answer: { ...ANSWER, found: false }, phone: 'as_requested' };
const FAILED: Outcome = {
	is: 'failed',
	refusal: { reason: 'lost', httpStatus: null, code: null, message: null, retryAfter: null },
};
const INVALID: Outcome = { is: 'invalid', why: 'no profile' };
const BLANK: Outcome = { is: 'skipped', why: 'empty', by: 'blank' };
const SKIPPED: Outcome = { is: 'skipped', why: 'skipped', by: 'skip_when' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const deferred = (reason: Reason): Outcome => ({
	is: 'deferred',
	stop: { reason, retryAt: null, refusal: null, tool: null },
});

const MILD: ErrorPolicy = { onNotFound: 'keep', onLimit: 'keep', onBlocked: 'defer' };
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
const USER_LIMITS: readonly Reason[] = ['token_budget', 'run_time', 'memory', 'stopped'];
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
