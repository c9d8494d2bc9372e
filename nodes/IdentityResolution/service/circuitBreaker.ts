import { ruleOf } from '../api/replies/refusals';
import type { Refusal } from '../api/replies/envelope';
import type { Tool } from '../api/tool';
import type { Reservation } from './budget';
import type { Request } from './request';
import { errorBackoff } from './failurePolicy';

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
	readonly notBefore: Readonly<Record<Request['kind'], number>>;
	/** Earliest start of any attempt, from the Retry-After of a reply. */
	readonly blockedUntil: number;
	/** Whether the tool is given up. */
	readonly isDown: boolean;
}

const NO_FAILURES: Failures = {
	attempts: 0,
	lookups: 0,
	notBefore: { first: 0, retry: 0 },
	blockedUntil: 0,
	isDown: false,
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
const PAUSE_FACTOR: Readonly<Record<Request['kind'], number>> = { first: 2 / 3, retry: 1 };

/** ms since the last answer after a failure in which a tool counts as failing by turns. */
const BROWN_OUT_MEMORY = 60_000;

/**
 * ms in which the tool that failed first shows whether the service is down: others need no second
 * probe.
 */
const TIME_OF_DOUBT = 30_000;

/** The circuit breakers of a run, one per tool. */
export class CircuitBreaker {
	/** By tool name; only tools that failed have an entry. */
	private readonly failures = new Map<string, Failures>();
	/** Whether any tool was answered in this run. */
	private isAnswering = false;
	/**
	 * What a tool that fails before any was answered says about the others: they are probed, or get
	 * one probe each.
	 */
	private service: 'normal' | 'in_doubt' | 'down' = 'normal';
	/** By tool name: when a request was last answered that had failed before. */
	private readonly recoveredAt = new Map<string, number>();

	/** @param random for jitter, from 0 up to 1 */
	constructor(private readonly random: () => number) {}

	/**
	 * `normal`: closed. `probing`: half-open, single lookups test whether the tool has recovered.
	 * `down`: open.
	 */
	modeOf({ name }: Tool): 'normal' | 'probing' | 'down' {
		const { attempts, isDown } = this.failures.get(name) ?? NO_FAILURES;
		if (isDown) return 'down';
		return attempts >= THRESHOLD || this.service !== 'normal' ? 'probing' : 'normal';
	}

	/**
	 * Whether an attempt may start now (epoch ms). While probing, one attempt of each kind may be
	 * in flight. The kinds are independent, because lookups that always fail would otherwise block
	 * new lookups or never be retried.
	 */
	mayStart(
		tool: Tool,
		kind: Request['kind'],
		inFlight: Iterable<Reservation>,
		now: number,
	): boolean {
		const failures = this.failures.get(tool.name) ?? NO_FAILURES;
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
		{ tool: { name }, failingSince }: Pick<Request, 'tool' | 'failingSince'>,
		now: number,
	): void {
		this.isAnswering = true;
		this.service = 'normal';
		if (failingSince !== null) this.recoveredAt.set(name, now);
		const failures = this.failures.get(name);
		if (failures !== undefined)
			this.failures.set(name, { ...NO_FAILURES, blockedUntil: failures.blockedUntil });
	}

	/**
	 * Adds a failed attempt, and whether its lookups are sent again. The pause before the next
	 * attempt of its kind doubles with each lookup that failed permanently. Such lookups count only
	 * while probing, because many lookups may be at their last retry when probing starts.
	 * @returns the mode if it has changed; else null
	 */
	onFailure(
		{ tool, kind, entries }: Pick<Request, 'tool' | 'kind' | 'entries'>,
		refusal: Pick<Refusal, 'reason' | 'retryAfter'>,
		lookups: 'retried' | 'given_up',
		now: number,
	): 'probing' | 'down' | null {
		const before = this.modeOf(tool);
		const failures = this.failures.get(tool.name) ?? NO_FAILURES;
		const { attempts, notBefore, blockedUntil } = failures;
		const isCounted = lookups === 'given_up' && before !== 'normal';
		const backoff = PAUSE_FACTOR[kind] * errorBackoff(failures.lookups, this.random);
		const isWitness = before === 'probing' && attempts < THRESHOLD;
		const pause = isWitness && kind === 'first' ? TIME_OF_DOUBT : backoff;
		const count = failures.lookups + (isCounted ? 1 : 0);
		const isDown = failures.isDown || count >= THRESHOLD || this.service === 'down';
		this.failures.set(tool.name, {
			attempts: attempts + (ruleOf(refusal.reason).mayBeCharged ? entries.length : 1),
			lookups: count,
			notBefore: { ...notBefore, [kind]: now + pause },
			blockedUntil: Math.max(
				blockedUntil,
				refusal.retryAfter === null ? 0 : now + refusal.retryAfter,
			),
			isDown,
		});
		const mode = this.modeOf(tool);
		if (!this.isAnswering && mode !== 'normal') this.service = isDown ? 'down' : 'in_doubt';
		return mode === before || mode === 'normal' ? null : mode;
	}
}
