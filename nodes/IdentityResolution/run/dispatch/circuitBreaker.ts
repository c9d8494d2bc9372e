import { ruleOf } from '../../api/replies/refusals';
import type { Refusal } from '../../api/replies/envelope';
import type { Tool } from '../../api/tool';
import type { Reservation } from '../budget';
import type { PendingRequest } from '../queue/queue';
import { errorBackoff, MAX_RETRIES, type RetryDecision } from './retryPolicy';

/** Failures of one tool since its last answer. Times are epoch ms. */
interface Failures {
	/**
	 * Consecutive failed attempts. A lost request counts once per lookup, because each may have
	 * been charged.
	 */
	readonly attempts: number;
	/** Consecutive lookups that failed permanently while probing. */
	readonly lookups: number;
	/** Earliest start of the next attempt of each kind while probing. */
	readonly notBefore: Readonly<Record<PendingRequest['kind'], number>>;
	/** Earliest start of any attempt, from the Retry-After of a reply. */
	readonly blockedUntil: number;
}

const NO_FAILURES: Failures = {
	attempts: 0,
	lookups: 0,
	notBefore: { first: 0, retry: 0 },
	blockedUntil: 0,
};

/**
 * Consecutive failures (of attempts or lookups) that indicate a failing tool and not a bad input.
 */
const THRESHOLD = 5;

/**
 * Factors of the pause between attempts. New lookups are sent more often than retries, because
 * several inputs that always fail may be adjacent in a sorted sheet, and the breaker must not open
 * before it tests a good one.
 */
const PAUSE_FACTOR: Readonly<Record<PendingRequest['kind'], number>> = { first: 2 / 3, retry: 1 };

/** ms since the last answer after a failure in which a tool counts as failing by turns. */
const BROWN_OUT_MEMORY = 60_000;

/** The circuit breakers of a run, one per tool. */
export class CircuitBreaker {
	/** By tool name; only tools that failed have an entry. */
	private readonly failures = new Map<string, Failures>();
	/** By tool name: when a request was last answered that had failed before. */
	private readonly recoveredAt = new Map<string, number>();

	/** @param random for jitter, from 0 up to 1 */
	constructor(private readonly random: () => number) {}

	/**
	 * `normal`: closed. `probing`: half-open, single lookups test whether the tool has recovered.
	 * `down`: open.
	 */
	modeOf({ name }: Tool): 'normal' | 'probing' | 'down' {
		const { attempts, lookups } = this.failures.get(name) ?? NO_FAILURES;
		if (lookups >= THRESHOLD) return 'down';
		return attempts >= THRESHOLD ? 'probing' : 'normal';
	}

	/**
	 * Whether an attempt may start now (epoch ms). While probing, one attempt of each kind may be
	 * in flight. The kinds are independent, because lookups that always fail would otherwise block
	 * new lookups or never be retried.
	 */
	mayStart(
		tool: Tool,
		kind: PendingRequest['kind'],
		inFlight: Iterable<Reservation>,
		now: number,
	): boolean {
		const failures = this.failures.get(tool.name);
		if (failures === undefined) return true;
		if (now < failures.blockedUntil) return false;
		const mode = this.modeOf(tool);
		if (mode !== 'probing') return mode === 'normal';
		for (const other of inFlight)
			if (other.tool.name === tool.name && other.kind === kind) return false;
		return now >= failures.notBefore[kind];
	}

	/**
	 * Returns the next time after `now` at which an attempt of any tool may start, epoch ms;
	 * Infinity if none.
	 */
	nextStart(now: number): number {
		let next = Infinity;
		for (const { notBefore, blockedUntil } of this.failures.values()) {
			for (const time of [blockedUntil, notBefore.first, notBefore.retry])
				if (time > now) next = Math.min(next, time);
		}
		return next;
	}

	/**
	 * Whether a tool fails and answers by turns, so that another retry may help. Lookups that
	 * always fail show nothing.
	 */
	isBrownOut({ name }: Tool, now: number): boolean {
		return now - (this.recoveredAt.get(name) ?? -Infinity) <= BROWN_OUT_MEMORY;
	}

	/** Resets a tool that answered or rejected one input. A Retry-After remains in force. */
	onAnswer(
		{ tool: { name }, failingSince }: Pick<PendingRequest, 'tool' | 'failingSince'>,
		now: number,
	): void {
		if (failingSince !== null) this.recoveredAt.set(name, now);
		const failures = this.failures.get(name);
		if (failures !== undefined)
			this.failures.set(name, { ...NO_FAILURES, blockedUntil: failures.blockedUntil });
	}

	/**
	 * Adds a failed attempt and the decision about its lookups. The pause before the next attempt
	 * of its kind doubles with each lookup that failed permanently. Such lookups count only while
	 * probing, because many lookups may be at their last retry when probing starts.
	 * @returns the mode if it has changed; else null
	 */
	onFailure(
		{
			tool,
			kind,
			entries,
			errorCount,
		}: Pick<PendingRequest, 'tool' | 'kind' | 'entries' | 'errorCount'>,
		refusal: Pick<Refusal, 'reason' | 'retryAfter'>,
		decision: RetryDecision,
		now: number,
	): 'probing' | 'down' | null {
		const before = this.modeOf(tool);
		const { attempts, lookups, notBefore, blockedUntil } =
			this.failures.get(tool.name) ?? NO_FAILURES;
		// A failed whole batch does not indicate a failing service; a failed part of a split batch
		// does.
		const isLast =
			decision.do === 'fail' || (decision.do === 'split' && errorCount > MAX_RETRIES);
		const pause = PAUSE_FACTOR[kind] * errorBackoff(lookups, this.random);
		this.failures.set(tool.name, {
			attempts: attempts + (ruleOf(refusal.reason).mayBeCharged ? entries.length : 1),
			lookups: lookups + (isLast && this.modeOf(tool) !== 'normal' ? 1 : 0),
			notBefore: { ...notBefore, [kind]: now + pause },
			blockedUntil: Math.max(
				blockedUntil,
				refusal.retryAfter === null ? 0 : now + refusal.retryAfter,
			),
		});
		const mode = this.modeOf(tool);
		return mode === before || mode === 'normal' ? null : mode;
	}
}
