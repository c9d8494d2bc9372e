import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import type { Reason } from '../../../nodes/IdentityResolution/api/refusals';
import {
	couldPayAgain,
	hasAnswer,
	isError,
	isFatal,
	throwIfUnanswered,
	toNodeError,
	type ErrorPolicy,
} from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { personalEmail } from '../../support/run/lookups';
import { FAILED, found, MISS, rowOf } from '../../support/run/settledRows';

const FOUND = found({});
const TYPO: Outcome = { is: 'invalid', why: 'no profile' };
const BLANK: Outcome = { is: 'skipped', why: 'empty', by: 'blank' };
const SKIPPED: Outcome = { is: 'skipped', why: 'skipped', by: 'answered_before' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const deferred = (reason: Reason): Outcome => ({
	is: 'deferred',
	stop: { reason, retryAt: null, refusal: null, tool: null },
});

const MILD: ErrorPolicy = { onNotFound: 'keep', onLimit: 'keep', onBlocked: 'defer' };
const STRICT: ErrorPolicy = { onNotFound: 'error', onLimit: 'error', onBlocked: 'defer' };

const LIMITS: readonly Reason[] = [
	'rate_limited',
	'fair_use_records',
	'fair_use_requests',
	'plan_limit',
	'insufficient_tokens',
	'insufficient_phone_tokens',
];
const USER_LIMITS: readonly Reason[] = ['token_budget', 'run_time', 'memory', 'stopped'];
/** The user, or the service, must act before any row can be answered. */
const BLOCKING: readonly Reason[] = [
	'unauthorized',
	'forbidden',
	'account_inactive',
	'plan_restricted',
	'unknown_tool',
	'wrong_address',
	'service_down',
];

/** Errors follow On Error; fatal rows make a run without any answer fail. */
function severityOf(outcome: Outcome, policy: ErrorPolicy): string {
	if (isError(outcome, policy)) return isFatal(outcome, policy) ? 'error' : 'an error that is not fatal';
	return isFatal(outcome, policy) ? 'fatal' : 'fine';
}

it.each<readonly [string, Outcome, mild: string, strict: string, blocked: string]>([
	['found', FOUND, 'fine', 'fine', 'fine'],
	['not_found', MISS, 'fine', 'error', 'fine'],
	['failed', FAILED, 'error', 'error', 'error'],
	['invalid', TYPO, 'error', 'error', 'error'],
	['skipped because it is blank', BLANK, 'fine', 'fine', 'fine'],
	['skipped because it was answered before', SKIPPED, 'fine', 'fine', 'fine'],
	['planned', PLANNED, 'fine', 'fine', 'fine'],
	...LIMITS.map((reason) => [reason, deferred(reason), 'fine', 'error', 'fine'] as const),
	...BLOCKING.map((reason) => [reason, deferred(reason), 'fatal', 'fatal', 'error'] as const),
	...USER_LIMITS.map((reason) => [reason, deferred(reason), 'fine', 'fine', 'fine'] as const),
])(
	'a row that is %s, by default, if misses and limits are errors, and if blocked rows are',
	(_outcome, outcome, mild, strict, blocked) => {
		const policies = [MILD, STRICT, { ...MILD, onBlocked: 'error' } as const];
		expect(policies.map((policy) => severityOf(outcome, policy))).toEqual([mild, strict, blocked]);
	},
);

const row = (outcome: Outcome, record = {}) => rowOf(personalEmail, 'ada-example', outcome, record);
/** A row with these steps. */
const after = (outcome: Outcome, ...rows: SettledRow[]): SettledRow => ({
	outcome,
	steps: rows.flatMap(({ steps }) => steps),
});

it.each<[string, SettledRow, ErrorPolicy, [boolean, boolean]]>([
	['an answer', row(FOUND), MILD, [true, true]],
	['a miss', row(MISS), MILD, [true, true]],
	['a miss that is an error', row(MISS), STRICT, [false, false]],
	['a hit before a miss that is an error', after(MISS, row(FOUND), row(MISS)), STRICT, [true, true]],
	['a hit before a failure', after(FAILED, row(FOUND), row(FAILED)), MILD, [true, true]],
	['a hit of an earlier run', after(FAILED, row(FOUND, { attempts: 0 }), row(FAILED)), MILD, [false, false]],
	['a lost answer', row(FAILED, { lostCount: 1 }), MILD, [false, true]],
	['a failure', row(FAILED), MILD, [false, false]],
	['a blank row', after(BLANK), MILD, [false, false]],
	['a row that was answered before', after(SKIPPED), MILD, [true, true]],
	['a planned row', after(PLANNED), MILD, [true, true]],
])('hasAnswer, and with Retry On Fail couldPayAgain, classify %s', (_what, one, policy, expected) => {
	expect([hasAnswer(one, policy), couldPayAgain({ retryOnFail: true }, [one], policy)]).toEqual(expected);
});

const NODE: INode = { id: '1', name: 'Find', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

describe('throwIfUnanswered', () => {
	const typo = after(TYPO);
	const lost = row(FAILED, { lostCount: 1 });
	const KEY = 'The service did not accept the API key';
	const UNAVAILABLE = expect.stringContaining('temporarily unavailable') as string;

	/** The row and message of the error; null if nothing is thrown. */
	function thrownBy(rows: SettledRow[], policy: Partial<ErrorPolicy>) {
		try {
			throwIfUnanswered(NODE, rows, { ...MILD, ...policy });
			return null;
		} catch (error) {
			const { message, context } = error as NodeApiError;
			return [context.itemIndex, message];
		}
	}

	it.each<[string, SettledRow[], unknown, Partial<ErrorPolicy>?]>([
		['nothing without rows', [], null],
		['nothing if a row is found', [typo, row(FOUND)], null],
		['nothing if a row is not found', [typo, row(MISS)], null],
		['nothing if all rows are blank', [after(BLANK)], null],
		['nothing if a row was answered before', [typo, after(SKIPPED)], null],
		['nothing if a limit deferred rows, even beside a typo', [typo, row(deferred('run_time'))], null],
		['the first error of a row', [after(BLANK), typo, row(FAILED)], [1, 'no profile']],
		['the only typo', [typo], [0, 'no profile']],
		['no row if all are invalid for the same reason', [typo, typo], [undefined, 'no profile']],
		['the first of several typos', [typo, after({ is: 'invalid', why: 'no email' })], [0, 'no profile']],
		['a stop before a typo', [typo, row(deferred('unauthorized'))], [1, KEY]],
		['a limit', [typo, row(deferred('rate_limited'))], [1, expect.anything()], { onLimit: 'error' }],
		['a miss that is an error', [row(MISS)], [0, expect.anything()], { onNotFound: 'error' }],
		['a lost answer', [lost], [0, UNAVAILABLE]],
	])('names %s', (_what, rows, expected, settings = {}) => {
		expect(thrownBy(rows, settings)).toEqual(expected);
	});
});

it.each([
	[null, NodeOperationError, {}],
	[429, NodeApiError, { httpCode: '429' }],
])('toNodeError returns the error of a reply with the status %j', (httpStatus, type, shown) => {
	const error = { message: 'It failed', description: 'Try again', code: null, identifier: null, retryAt: null };
	const thrown = toNodeError(NODE, { ...error, httpStatus }, 3);
	expect(thrown).toBeInstanceOf(type);
	expect(thrown).toMatchObject({
		message: 'It failed',
		description: 'Try again',
		context: { itemIndex: 3 },
		...shown,
	});
});
