/** What is known of a reason why lookups were not answered (contract: Errors). */
interface Rule {
	/** HTTP status. Of several reasons with one status, the code decides; the first is that of all other codes. */
	status?: number;
	/** The code of the service, if it differs from the name. */
	code?: string;
	/** What the run tries before it gives up the lookup; nothing if absent. */
	tries?: 'halves' | 'otherName' | 'withoutPhone' | 'wait' | 'retry';
	/** What ends if that does not help: only the lookup, or all lookups of its tool, its tool's family or the run. */
	ends: 'lookup' | 'tool' | 'family' | 'run';
	/** What must change before the lookup can be answered. `run`: nothing but a new run. */
	fixedBy: 'value' | 'key' | 'account' | 'quota' | 'service' | 'run';
	/** The answer was lost, and the lookup may have been charged. */
	mayBeCharged?: true;
	message: string;
	remedy: string;
}

/** Every reason why a lookup is not answered, by the service or the node. Policy, texts and docs read this table. */
export const REFUSALS = {
	invalid_input: {
		status: 400,
		tries: 'halves',
		ends: 'lookup',
		fixedBy: 'value',
		message: 'The service refused this value',
		remedy: 'Check the value',
	},
	unauthorized: {
		status: 401,
		ends: 'run',
		fixedBy: 'key',
		message: 'The service did not accept the API key',
		remedy: 'Check the key in the credential: it may be mistyped or revoked',
	},
	insufficient_tokens: {
		status: 402,
		ends: 'run',
		fixedBy: 'quota',
		message: 'The token balance is used up',
		remedy: 'Top it up, then run this row again',
	},
	insufficient_phone_tokens: {
		status: 402,
		tries: 'withoutPhone',
		ends: 'run',
		fixedBy: 'quota',
		message: 'The phone tokens are used up',
		remedy: 'Top them up, or run without the mobile phone',
	},
	forbidden: {
		status: 403,
		ends: 'run',
		fixedBy: 'key',
		message: 'The service refused access',
		remedy: 'Check that the account is active and that its key may call this tool',
	},
	plan_restricted: {
		status: 403,
		ends: 'tool',
		fixedBy: 'account',
		message: 'The plan of the account does not include this tool',
		remedy: 'Choose another operation, or a plan that includes it',
	},
	account_inactive: {
		status: 403,
		ends: 'run',
		fixedBy: 'account',
		message: 'The account is not active',
		remedy: 'Activate it with the service',
	},
	unknown_tool: {
		status: 404,
		tries: 'otherName',
		ends: 'tool',
		fixedBy: 'account',
		message: 'The service has no tool of this name',
		remedy: 'Check the tool name and the Base URL of the credential',
	},
	rate_limited: {
		status: 429,
		tries: 'wait',
		ends: 'run',
		fixedBy: 'quota',
		message: 'The rate limit of the service is reached',
		remedy: 'Run this row again later, or raise Max Wait',
	},
	fair_use_records: {
		status: 429,
		code: 'fair_use_limit_exceeded',
		tries: 'wait',
		ends: 'run',
		fixedBy: 'quota',
		message: 'The Fair Use window of records is used up',
		remedy: 'Run this row again when the window opens',
	},
	fair_use_requests: {
		status: 429,
		code: 'fair_use_requests_exceeded',
		tries: 'wait',
		ends: 'run',
		fixedBy: 'quota',
		message: 'The Fair Use window of requests is used up',
		remedy: 'Run this row again when the window opens',
	},
	plan_limit: {
		ends: 'family',
		fixedBy: 'quota',
		message: 'The plan allows no more of these lookups',
		remedy: 'Choose a larger plan; waiting does not help',
	},
	internal_error: {
		status: 500,
		tries: 'retry',
		ends: 'lookup',
		fixedBy: 'service',
		message: 'The service is temporarily unavailable',
		remedy: 'Run this row again later; this request was not charged',
	},
	unsent: {
		tries: 'retry',
		ends: 'lookup',
		fixedBy: 'service',
		message: 'There is no connection to the service',
		remedy: 'Check the Base URL in the credential and the network',
	},
	lost: {
		tries: 'retry',
		ends: 'lookup',
		fixedBy: 'service',
		mayBeCharged: true,
		message: 'The answer of the service did not arrive or could not be read',
		remedy: 'Run this row again; it may have been charged already',
	},
	wrong_address: {
		ends: 'run',
		fixedBy: 'account',
		message: 'The Base URL does not lead to the service',
		remedy: 'Correct the Base URL in the credential',
	},
	service_down: {
		ends: 'tool',
		fixedBy: 'service',
		message: 'The service is unavailable',
		remedy: 'Run this row again later',
	},
	token_budget: {
		ends: 'run',
		fixedBy: 'run',
		message: 'Max Tokens is reached',
		remedy: 'Run this row again, or raise Max Tokens',
	},
	run_time: {
		ends: 'run',
		fixedBy: 'run',
		message: 'Max Run Time is reached',
		remedy: 'Run this row again, or raise Max Run Time',
	},
	memory: {
		ends: 'run',
		fixedBy: 'run',
		message: 'The answers of this run are too large for the memory of n8n',
		remedy: 'Run this row again with fewer rows, or set Output to Simplified',
	},
	stopped: {
		ends: 'run',
		fixedBy: 'run',
		message: 'The run was canceled',
		remedy: 'Run this row again',
	},
} as const satisfies Record<string, Rule>;

/** The names of those that end more than a lookup are public: the `reason` of a deferred row starts with one. */
export type Reason = keyof typeof REFUSALS;

/** Reasons of the service in the order of the table, so that the first of a status is its default. */
export const REASONS = Object.keys(REFUSALS) as Reason[];

export const ruleOf = (reason: Reason): Rule => REFUSALS[reason];

/** Whether other tools continue. */
export const endsOneTool = (reason: Reason): boolean => ['tool', 'family'].includes(ruleOf(reason).ends);

/** Whether an account cannot use a tool at all. For *Resolve*, which has others, the tool is not offered. */
export const isNotOffered = (reason: Reason): boolean =>
	ruleOf(reason).ends === 'tool' && ruleOf(reason).fixedBy === 'account';
