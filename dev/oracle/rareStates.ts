import type { LogEntry } from '../../nodes/IdentityResolution/run/environment';
import type { LedgerEntry } from '../sandbox/ledger';

/** A request and its answer, as the service recorded it. */
export type TracedRequest = Pick<LedgerEntry, 'tool' | 'status' | 'code' | 'keys' | 'phone' | 'charged' | 'fate'>;

/** What happened in one run, or in runs after each other. */
export interface Trace {
	/** In the order in which the service received them. */
	requests: readonly TracedRequest[];
	/** Decisions of the node, as far as the campaign sees them. */
	log: ReadonlyArray<Pick<LogEntry, 'event'>>;
}

type Check = (trace: Trace) => boolean;
type Is = (request: TracedRequest) => boolean;

const isAnswered: Is = ({ status, fate }) => status === 200 && fate === 'answered';
const isCharged: Is = (request) => isAnswered(request) && request.charged.length > 0;
const hasFailed: Is = ({ status, fate }) => status === 0 || status >= 500 || fate === 'lost';
const isWindow: Is = ({ code }) => code?.startsWith('fair_use_') ?? false;
const isRefused =
	(...codes: string[]): Is =>
	({ code, status }) =>
		status >= 400 && code !== null && codes.includes(code);

/** Whether requests of these kinds follow each other, with any others between them. */
const inOrder =
	(...kinds: Is[]): Check =>
	({ requests }) => {
		let passed = 0;
		return requests.some((request) => {
			if (kinds[passed](request)) passed += 1;
			return passed === kinds.length;
		});
	};

/** Whether it happened with one of the tools. */
const withOneTool =
	(check: Check): Check =>
	({ requests, log }) => {
		const byTool = new Map<string, TracedRequest[]>();
		for (const request of requests) {
			const others = byTool.get(request.tool);
			if (others) others.push(request);
			else byTool.set(request.tool, [request]);
		}
		return [...byTool.values()].some((some) => check({ requests: some, log }));
	};

/** Whether a request contains a lookup that an earlier one contained. */
const again =
	(
		earlier: (request: TracedRequest, key: string) => boolean,
		later: (request: TracedRequest, key: string) => boolean,
	): Check =>
	({ requests }) => {
		const keys = new Set<string>();
		return requests.some((request) => {
			const isMet = request.keys.some((key) => keys.has(key) && later(request, key));
			for (const key of request.keys) if (earlier(request, key)) keys.add(key);
			return isMet;
		});
	};

const isLost = ({ status, fate }: TracedRequest) => status > 0 && fate === 'lost';

/** Failures of a tool in a row, so many that the node sends one request at a time. */
const OUTAGE = 5;

const recovers: Check = ({ requests }) => {
	let failures = 0;
	return requests.some((request) => {
		if (isAnswered(request) && failures >= OUTAGE) return true;
		failures = hasFailed(request) ? failures + 1 : 0;
		return false;
	});
};

const closesTwoWindows: Check = ({ requests }) => {
	const closed = new Set<string | null>();
	return requests.some((request) => {
		if (isAnswered(request)) closed.clear();
		if (isWindow(request)) closed.add(request.code);
		return closed.size > 1;
	});
};

const isHalved: Check = ({ requests }) => {
	/** The size of the failed request with a lookup. */
	const failed = new Map<string, number>();
	return requests.some((request) => {
		const { keys } = request;
		if (keys.length > 0 && keys.every((key) => (failed.get(key) ?? 0) > keys.length)) return true;
		if (hasFailed(request)) for (const key of keys) failed.set(key, keys.length);
		return false;
	});
};

const continuesWithAnotherTool: Check = ({ requests }) => {
	const closed = new Set<string>();
	return requests.some((request) => {
		if (isRefused('plan_restricted', 'unknown_tool')(request)) closed.add(request.tool);
		return isAnswered(request) && request.keys.length > 0 && closed.size > 0 && !closed.has(request.tool);
	});
};

/** States that few runs reach, and that a campaign must have reached. */
const CHECKS = {
	'a batch was cut in the middle': ({ requests }) =>
		requests.some((request) => request.code !== null && isCharged(request)),
	'a window closed and reopened': withOneTool(inOrder(isAnswered, isWindow, isAnswered)),
	'two windows were closed at once': withOneTool(closesTwoWindows),
	'the rate limit was met': withOneTool(inOrder(isRefused('rate_limited'), isAnswered)),
	'the balance was used up': inOrder(isCharged, isRefused('insufficient_tokens')),
	'the phone allowance was used up, and lookups went on without phone': withOneTool(
		inOrder(
			isRefused('insufficient_phone_tokens'),
			(request) => request.phone === 'without' && isAnswered(request),
		),
	),
	'a lost answer came with the next attempt': withOneTool(again(isLost, isAnswered)),
	'a lost answer was charged again': withOneTool(
		again(
			(request, key) => isLost(request) && request.charged.includes(key),
			({ charged }, key) => charged.includes(key),
		),
	),
	'a failed batch was halved': withOneTool(isHalved),
	'a tool recovered from an outage': withOneTool(recovers),
	'a tool was closed while another one went on': continuesWithAnotherTool,
	'the key was refused after answers': inOrder(isAnswered, isRefused('unauthorized')),
	'a run was stopped': ({ log }) => log.some(({ event }) => event === 'stop'),
} satisfies Record<string, Check>;

export type RareState =
	| keyof typeof CHECKS
	// The campaign itself sees these.
	| 'the records of 5 hours and of a week were used up at once'
	| 'a known answer expired between two runs'
	| 'a deferred row was answered by a later run';

/** The states that a trace can show. */
export const TRACED_STATES = Object.keys(CHECKS) as Array<keyof typeof CHECKS>;

/** The states that a trace reached. */
export const reachedIn = (trace: Trace): RareState[] => TRACED_STATES.filter((state) => CHECKS[state](trace));

/** Counts how often a campaign reached the states that it must reach. */
export class StateCounts {
	private readonly counts: Map<RareState, number>;

	constructor(required: readonly RareState[]) {
		this.counts = new Map(required.map((state) => [state, 0]));
	}

	/** Other states are not counted. */
	add(states: readonly RareState[]): void {
		for (const state of states) {
			const count = this.counts.get(state);
			if (count !== undefined) this.counts.set(state, count + 1);
		}
	}

	/** A line for each required state. */
	lines(): string[] {
		return [...this.counts].map(([state, count]) => `${state}: ${count.toLocaleString('en-US')}`);
	}

	/** A sentence for each required state that was never reached. */
	missed(): string[] {
		return [...this.counts].filter(([, count]) => count === 0).map(([state]) => `Never reached: ${state}`);
	}
}
