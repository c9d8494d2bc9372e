import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import type { Reason } from '../../../nodes/IdentityResolution/api/replies/refusals';
import { isError, toNodeError, type ErrorPolicy } from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import { couldPayAgain, Ending, errorOfRun } from '../../../nodes/IdentityResolution/actions/write/runErrors';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/envelope';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
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

const BALANCE: readonly Reason[] = ['insufficient_tokens', 'insufficient_phone_tokens', 'plan_limit'];
const TIME: readonly Reason[] = ['rate_limited', 'fair_use_records', 'fair_use_requests'];
const OF_THE_RUN: readonly Reason[] = ['token_budget', 'run_time', 'memory', 'stopped'];
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

it.each<readonly [string, Outcome, mild: boolean, strict: boolean, blocked: boolean]>([
	['found', FOUND, false, false, false],
	['not_found', MISS, false, true, false],
	['failed', FAILED, true, true, true],
	['invalid', TYPO, true, true, true],
	['skipped because it is blank', BLANK, false, false, false],
	['skipped because it was answered before', SKIPPED, false, false, false],
	['planned', PLANNED, false, false, false],
	...BALANCE.map((reason) => [reason, deferred(reason), false, true, true] as const),
	...TIME.map((reason) => [reason, deferred(reason), false, true, false] as const),
	...BLOCKING.map((reason) => [reason, deferred(reason), false, false, true] as const),
	...OF_THE_RUN.map((reason) => [reason, deferred(reason), false, false, false] as const),
])(
	'isError of a row that is %s: by default, if misses and limits are errors, and if no row was answered',
	(_outcome, outcome, ...expected) => {
		const policies = [MILD, STRICT, { ...MILD, onBlocked: 'error' } as const];
		expect(policies.map((policy) => isError(outcome, policy))).toEqual(expected);
	},
);

const row = (outcome: Outcome, record = {}) => rowOf(personalEmail, 'ada-example', outcome, record);
/** A row with these steps. */
const after = (outcome: Outcome, ...rows: SettledRow[]): SettledRow => ({
	outcome,
	steps: rows.flatMap(({ steps }) => steps),
});

it.each<[string, SettledRow, boolean]>([
	['a hit', row(FOUND), true],
	['a miss', row(MISS), true],
	['a hit before a failure', after(FAILED, row(FOUND), row(FAILED)), true],
	['a hit of an earlier run', after(FAILED, row(FOUND, { attempts: 0 }), row(FAILED)), false],
	['a lost answer', row(FAILED, { lostCount: 1 }), true],
	['a failure', row(FAILED), false],
	['a row that was answered before', after(SKIPPED), false],
])('couldPayAgain, with Retry On Fail, for %s', (_what, one, expected) => {
	expect([true, false].map((retryOnFail) => couldPayAgain({ retryOnFail }, [one]))).toEqual([expected, false]);
});

const REFUSED: Refusal = { reason: 'invalid_input', httpStatus: 422, code: 'bad', message: null, retryAfter: null };
const unread = () => {
	const unreadable = { results: {}, metadata: null };
	return row({ is: 'failed', refusal: { ...REFUSED, reason: 'unreadable', unread: unreadable } } as Outcome);
};

const NODE: INode = { id: '1', name: 'Find', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

describe('Ending.failure', () => {
	const typo = after(TYPO);
	const SETTING: Outcome = { is: 'invalid', why: 'Max Wait is wrong', concerns: 'settings' };
	const COLUMN: Outcome = { is: 'invalid', why: 'no column', concerns: 'column' };
	const typos = (count: number, one = (index: number): Outcome => ({ is: 'invalid', why: `no profile ${index}` })) =>
		Array.from({ length: count }, (_, index) => after(one(index)));
	const KEY = 'The service did not accept the API key';
	const UNAVAILABLE = 'The service is temporarily unavailable (HTTP 500 internal_error)';

	function failure(rows: SettledRow[], onLimit: 'keep' | 'output' = 'keep') {
		const ending = new Ending();
		for (const one of rows) ending.add(one);
		const found = ending.failure({ onLimit });
		return found && [found.concerns, errorOfRun(NODE, found).message];
	}

	it.each<[string, SettledRow[], null | string[]]>([
		['no rows', [], null],
		['a hit beside a stop', [row(deferred('unauthorized')), row(FOUND)], null],
		['a miss beside a stop', [row(deferred('unauthorized')), row(MISS)], null],
		['a paid answer that could not be read', [row(deferred('unauthorized')), unread()], null],
		[
			'a stop beside rows that were answered before',
			[after(SKIPPED), row(deferred('unauthorized'))],
			['account', KEY],
		],
		[
			'a stop beside answers that were known',
			[row(FOUND, { attempts: 0 }), row(deferred('unauthorized'))],
			['account', KEY],
		],
		['a stop behind typos', [typo, row(deferred('unauthorized'))], ['account', KEY]],
		['a stop behind a failure', [row(FAILED), row(deferred('unauthorized'))], ['account', KEY]],
		['a failure of the service', [row(FAILED)], ['account', UNAVAILABLE]],
		['a lost answer', [row(FAILED, { lostCount: 1 })], ['account', UNAVAILABLE]],
		['a refused value', [row({ is: 'failed', refusal: REFUSED })], null],
		['a limit that opens, beside a failure', [row(FAILED), row(deferred('rate_limited'))], null],
		['a limit of the user', [row(deferred('run_time'))], null],
		['blank rows', [after(BLANK)], null],
		['planned rows', [after(PLANNED)], null],
		['one typo', [typo], null],
		['nine typos', typos(9), null],
		[
			'ten typos and a blank row',
			[...typos(10), after(BLANK)],
			['column', 'None of the 10 rows with a value can be looked up. no profile 0'],
		],
		['ten typos with one reason', typos(10, () => TYPO), ['column', 'no profile']],
		['ten typos beside a row that was answered before', [...typos(10), after(SKIPPED)], null],
		['a setting', typos(1, () => SETTING), ['settings', 'Max Wait is wrong']],
		['a column', typos(2, () => COLUMN), ['column', 'no column']],
	])('%s', (_what, rows, expected) => {
		expect(failure(rows)).toEqual(expected);
	});

	it('leaves deferred rows to their own output, but not failed ones', () => {
		expect(failure([row(deferred('insufficient_tokens'))], 'output')).toBeNull();
		expect(failure([row(FAILED)], 'output')).toEqual(['account', UNAVAILABLE]);
	});
});

it.each([
	[null, NodeOperationError, {}],
	[429, NodeApiError, { httpCode: '429' }],
])('toNodeError returns the error of a reply with the status %j, without tags', (httpStatus, type, shown) => {
	const error = { message: 'It <failed>', description: 'Use <b>', code: null, identifier: null, retryAt: null };
	const thrown = toNodeError(NODE, { ...error, httpStatus }, 3);
	expect(thrown).toBeInstanceOf(type);
	expect(thrown).toMatchObject({
		message: 'It ‹failed>',
		description: 'Use &lt;b>',
		context: { itemIndex: 3 },
		...shown,
	});
});
