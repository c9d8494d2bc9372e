import type { JsonObject } from '../api/values/json';
import type { Reply } from '../api/replies/httpReply';
import type { Sign } from '../api/answersText';
import type { Tool } from '../api/tool';
import type { Stop } from './outcome';
import type { RunStats } from './stats';

/** The services that a run needs from its host. */
export interface Environment {
	/** Sends one request; never rejects. A request with more `lookups` may take longer. */
	send(tool: Tool, body: JsonObject, lookups: number): Promise<Reply>;
	clock: Clock;
	/** From 0 (inclusive) to 1 (exclusive). */
	random(): number;
	/** Aborted when the run is canceled. */
	signal: AbortSignal;
	progress(stats: Readonly<RunStats>): void;
	/** Called when the run retries, slows down or stops requests. */
	log(entry: LogEntry): void;
}

/** The environment for requests to the service, or why there is none. */
export type Connection =
	| {
			is: 'ready';
			env: Environment;
			clock: Clock;
			/** A hash of the service and the key: what an execution remembers is bound to both. */
			account: string;
			/** Null without a Signing Secret that is long enough. */
			signer(): Promise<Sign | null>;
	  }
	| { is: 'refused'; stop: Stop; clock: Clock };

/** A decision of the dispatcher. Contains no personal data. */
export interface LogEntry {
	event:
		'retry' | 'split' | 'closePhones' | 'rename' | 'pause' | 'slowDown' | 'closeTool' | 'stop';
	/** Null if the decision concerns all tools. */
	tool: string | null;
	/** Attempts so far; null if the decision concerns more than one request. */
	attempt: number | null;
	/** A `Reason`, or what else was decided. */
	reason: string;
	/** ms until requests continue; null without a wait. */
	wait: number | null;
}

export interface Clock {
	/** Epoch ms; never decreases. */
	now(): number;
	/** Resolves after `ms`, or when the signal is aborted; never rejects. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** ms of work, after which the host gets a turn. */
const SLICE = 15;

/**
 * Visits all rows in slices, between which the host works: a sheet may have hundreds of thousands.
 */
export async function inSlices<T>(
	all: Iterable<T>,
	clock: Clock,
	visit?: (one: T) => void,
): Promise<void> {
	let end = clock.now() + SLICE;
	for (const one of all) {
		visit?.(one);
		if (clock.now() < end) continue;
		await clock.sleep(1);
		end = clock.now() + SLICE;
	}
}

/** The limits of a run. Times are ms; Infinity means no limit. */
export interface Limits {
	concurrency: number;
	maxRunTime: number;
	maxTokens: number;
	/** Maximum total wait for rate limits and Fair Use windows since the last answer. */
	maxWait: number;
	/** What earlier runs in this execution have learned. */
	batches?: BatchReplies;
	account?: AccountFacts;
}

/** What replies to batches have shown. JSON, because n8n keeps it with an execution. */
export interface BatchReplies {
	/** Tools whose rows were matched, by name. */
	readonly matched: readonly string[];
	/** Whether a reply named no row, so that each lookup is sent alone. */
	readonly areUnmatchable: boolean;
}

/**
 * What `get_account` and `get_billing` have returned. JSON, because n8n keeps it with an execution.
 */
export interface AccountFacts {
	/** When they were requested, epoch ms. */
	readonly at: number;
	/** The balance, less what runs have spent since; null if it is unlimited or unknown. */
	readonly tokensLeft: number | null;
	/** Tokens per hit by tool. */
	readonly prices: ReadonlyArray<readonly [tool: string, tokens: number]>;
}

/** ms for which the facts count. */
const FRESH = 60_000;

export const areFresh = (facts: AccountFacts | undefined, now: number): facts is AccountFacts =>
	facts !== undefined && Math.abs(now - facts.at) < FRESH;
