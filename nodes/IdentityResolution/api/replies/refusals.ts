/** What is known of a reason why lookups were not answered (contract: Errors). */
export interface Rule {
	/**
	 * HTTP status. Of several reasons with one status, the code decides; the first is that of all
	 * other codes.
	 */
	status?: number;
	/** The code of the service, if it differs from the name. */
	code?: string;
	/** What the run tries before it gives up the lookup; nothing if absent. */
	tries?: 'halves' | 'otherName' | 'withoutPhone' | 'wait' | 'retry';
	/**
	 * What ends if that does not help: only the lookup, or all lookups of its tool, its tool's
	 * family or the run.
	 */
	ends: 'lookup' | 'tool' | 'family' | 'run';
	/**
	 * What must change before the lookup can be answered. `time`: the limit opens by itself. `run`:
	 * only a new run.
	 */
	fixedBy: 'value' | 'key' | 'account' | 'balance' | 'time' | 'service' | 'run';
	/** The answer was lost, and the lookup may have been charged. */
	mayBeCharged?: true;
	message: string;
	remedy: string;
}

const rule = (policy: Omit<Rule, 'message' | 'remedy'>, message: string, remedy: string): Rule => ({
	...policy,
	message,
	remedy,
});

/**
 * Every reason why a lookup is not answered, by the service or the node. Policy, texts and docs
 * read this table.
 */
const REFUSALS = {
	invalid_input: rule(
		{ status: 400, tries: 'halves', ends: 'lookup', fixedBy: 'value' },
		'The service refused this value',
		'Check the value',
	),
	unauthorized: rule(
		{ status: 401, ends: 'run', fixedBy: 'key' },
		'The service did not accept the API key',
		'Check the credential: its key may be mistyped or revoked, or its token expired',
	),
	insufficient_tokens: rule(
		{ status: 402, ends: 'run', fixedBy: 'balance' },
		'The token balance is used up',
		'Top it up, then run this row again',
	),
	insufficient_phone_tokens: rule(
		{ status: 402, tries: 'withoutPhone', ends: 'run', fixedBy: 'balance' },
		'The phone tokens are used up',
		'Top them up, then run this row again',
	),
	forbidden: rule(
		{ status: 403, ends: 'run', fixedBy: 'key' },
		'The service refused access',
		'Check that the account is active and that its key may call this tool',
	),
	blocked: rule(
		{ tries: 'halves', ends: 'lookup', fixedBy: 'service' },
		'The service, or a firewall in front of it, refused the request without a reason',
		'Check the value, and whether n8n may reach the service',
	),
	plan_restricted: rule(
		{ status: 403, ends: 'tool', fixedBy: 'account' },
		'The plan of the account does not include this tool',
		'Choose another operation, or a plan that includes it',
	),
	account_inactive: rule(
		{ status: 403, ends: 'run', fixedBy: 'account' },
		'The account is not active',
		'Activate it with the service',
	),
	unknown_tool: rule(
		{ status: 404, tries: 'otherName', ends: 'tool', fixedBy: 'account' },
		'The service has no tool of this name',
		'Check the Base URL of the credential, or use another tool',
	),
	rate_limited: rule(
		{ status: 429, tries: 'wait', ends: 'run', fixedBy: 'time' },
		'The rate limit of the service is reached',
		'Run this row again later',
	),
	fair_use_records: rule(
		{
			status: 429,
			code: 'fair_use_limit_exceeded',
			tries: 'wait',
			ends: 'run',
			fixedBy: 'time',
		},
		'The Fair Use window of records is used up',
		'Run this row again when the window opens',
	),
	fair_use_requests: rule(
		{
			status: 429,
			code: 'fair_use_requests_exceeded',
			tries: 'wait',
			ends: 'run',
			fixedBy: 'time',
		},
		'The Fair Use window of requests is used up',
		'Run this row again when the window opens',
	),
	plan_limit: rule(
		{ ends: 'family', fixedBy: 'balance' },
		'The plan allows no more of these lookups',
		'Choose a larger plan; waiting does not help',
	),
	internal_error: rule(
		{ status: 500, tries: 'retry', ends: 'lookup', fixedBy: 'service' },
		'The service is temporarily unavailable',
		'Run this row again later; this request was not charged',
	),
	unsent: rule(
		{ tries: 'retry', ends: 'lookup', fixedBy: 'service' },
		'There is no connection to the service',
		'Check the Base URL in the credential and the network',
	),
	lost: rule(
		{ tries: 'retry', ends: 'lookup', fixedBy: 'service', mayBeCharged: true },
		'The answer of the service did not arrive or could not be read',
		'Run this row again; it may have been charged already',
	),
	unreadable: rule(
		{ ends: 'lookup', fixedBy: 'service', mayBeCharged: true },
		'The node failed to read the answer of the service',
		'Output: Raw, or Simplify off, shows it. Report this to the author of the node',
	),
	wrong_address: rule(
		{ ends: 'run', fixedBy: 'account' },
		'The Base URL does not lead to the service',
		'Correct the Base URL in the credential',
	),
	service_down: rule(
		{ ends: 'tool', fixedBy: 'service' },
		'The service is unavailable',
		'Run this row again later',
	),
	token_budget: rule(
		{ ends: 'run', fixedBy: 'run' },
		'Max Tokens is reached',
		'Run this row again, or raise Max Tokens',
	),
	run_time: rule(
		{ ends: 'run', fixedBy: 'run' },
		'Max Run Time is reached',
		'Run this row again, or raise Max Run Time',
	),
	memory: rule(
		{ ends: 'run', fixedBy: 'run' },
		'The answers of this run are too large for the memory of n8n',
		'Run this row again with fewer rows',
	),
	stopped: rule({ ends: 'run', fixedBy: 'run' }, 'The run was canceled', 'Run this row again'),
} satisfies Record<string, Rule>;

/**
 * The names of those that end more than a lookup are public: the `reason` of a deferred row starts
 * with one.
 */
export type Reason = keyof typeof REFUSALS;

/**
 * Reasons of the service in the order of the table, so that the first of a status is its default.
 */
export const REASONS = Object.keys(REFUSALS) as Reason[];

export const ruleOf = (reason: Reason): Rule => REFUSALS[reason];

/** Whether other tools continue. */
export const endsOneTool = (reason: Reason): boolean =>
	['tool', 'family'].includes(ruleOf(reason).ends);

/**
 * Whether an account cannot use a tool at all. For *Resolve*, which has others, the tool is not
 * offered.
 */
export const isNotOffered = (reason: Reason): boolean =>
	ruleOf(reason).ends === 'tool' && ruleOf(reason).fixedBy === 'account';

/**
 * Whether nothing is answered until somebody acts: on the key, the account, the address, the
 * balance or the service.
 */
export const needsAction = (reason: Reason): boolean =>
	['key', 'account', 'balance', 'service'].includes(ruleOf(reason).fixedBy);

/** Whether a limit of the account, and no option of the run, stands in the way. */
export const isAccountLimit = (reason: Reason): boolean =>
	['balance', 'time'].includes(ruleOf(reason).fixedBy);
