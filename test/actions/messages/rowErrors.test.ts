import {
	hasAnswer,
	isError,
	isFatal,
	mayHavePaid,
	type ErrorPolicy,
} from '../../../nodes/IdentityResolution/actions/messages/rowErrors';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome, Reason } from '../../../nodes/IdentityResolution/run/outcome';

const ANSWER = { found: true, results: {}, metadata: null, at: 0 };
const FOUND: Outcome = { is: 'found', answer: ANSWER, phone: 'as_requested' };
const MISS: Outcome = { is: 'not_found', answer: { ...ANSWER, found: false }, phone: 'as_requested' };
const FAILED: Outcome = {
	is: 'failed',
	refusal: { kind: 'lost', httpStatus: null, code: null, message: null, retryAfter: null },
};
const INVALID: Outcome = { is: 'invalid', why: 'no profile' };
const BLANK: Outcome = { is: 'skipped', why: 'empty', by: 'blank' };
const LEFT_OUT: Outcome = { is: 'skipped', why: 'left out', by: 'skip_when' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const deferred = (reason: Reason): Outcome => ({
	is: 'deferred',
	stop: { reason, retryAt: null, refusal: null, tool: null },
});

const MILD: ErrorPolicy = { onNotFound: 'keep', onLimit: 'wait', onCondition: 'defer' };
const STRICT: ErrorPolicy = { onNotFound: 'error', onLimit: 'error', onCondition: 'defer' };

const BY_POLICY: ReadonlyArray<[outcome: string, Outcome, mild: string, strict: string]> = [
	['found', FOUND, 'fine', 'fine'],
	['not_found', MISS, 'fine', 'error'],
	['failed', FAILED, 'error', 'error'],
	['invalid', INVALID, 'error', 'error'],
	['skipped, as it is blank', BLANK, 'fine', 'fine'],
	['skipped by Skip When', LEFT_OUT, 'fine', 'fine'],
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
const BOUNDS: readonly Reason[] = ['token_budget', 'reserve', 'run_time', 'stopped'];
const PUT_OFF = [
	...LIMITS.map((reason) => [reason, deferred(reason), 'fine', 'error'] as const),
	...CONDITIONS.map((reason) => [reason, deferred(reason), 'grave', 'grave'] as const),
	...BOUNDS.map((reason) => [reason, deferred(reason), 'fine', 'fine'] as const),
];

/** An error goes where On Error says; what is grave must not pass in silence where nothing was answered. */
function judged(outcome: Outcome, policy: ErrorPolicy): string {
	if (isError(outcome, policy)) return isFatal(outcome, policy) ? 'error' : 'an error that is not grave';
	return isFatal(outcome, policy) ? 'grave' : 'fine';
}

it.each([...BY_POLICY, ...PUT_OFF])(
	'a row that is %s, by default and where misses and limits are errors',
	(_outcome, outcome, mild, strict) => {
		expect([judged(outcome, MILD), judged(outcome, STRICT)]).toEqual([mild, strict]);
	},
);

describe('what must not be thrown away, nor paid again', () => {
	const step = (outcome: Outcome, attempts: number, lostCount = 0) =>
		({ outcome, record: { attempts, lostCount } }) as unknown as Step;
	const judgedBoth = (outcome: Outcome, steps: Step[], policy = MILD) => [
		hasAnswer({ outcome, steps }, policy),
		mayHavePaid({ outcome, steps }, policy),
	];

	it.each<[string, Outcome, Step[], ErrorPolicy, [boolean, boolean]]>([
		['an answer', FOUND, [step(FOUND, 1)], MILD, [true, true]],
		['a miss', MISS, [step(MISS, 1)], MILD, [true, true]],
		['a miss that is an error', MISS, [step(MISS, 1)], STRICT, [false, false]],
		['a hit on the way to a miss that is an error', MISS, [step(FOUND, 1), step(MISS, 1)], STRICT, [true, true]],
		['a hit on the way to a failure', FAILED, [step(FOUND, 1), step(FAILED, 1)], MILD, [true, true]],
		[
			'a hit of an earlier run, which the row still has',
			FAILED,
			[step(FOUND, 0), step(FAILED, 1)],
			MILD,
			[false, false],
		],
		['an answer that was lost', FAILED, [step(FAILED, 1, 1)], MILD, [false, true]],
		['a failure', FAILED, [step(FAILED, 1)], MILD, [false, false]],
		['nothing: the row is blank', BLANK, [], MILD, [false, false]],
		['what Skip When left in the row', LEFT_OUT, [], MILD, [true, true]],
	])('%s', (_what, outcome, steps, policy, expected) => {
		expect(judgedBoth(outcome, steps, policy)).toEqual(expected);
	});
});
