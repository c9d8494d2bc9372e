import type { Budget, Demand, Reservation } from './budget';
import { lookupCount, totalLookups } from '../api/identifiers/body';
import type { Tool } from '../api/tool';
import type { Environment, Limits } from './environment';
import { stopFor, type Outcome, type Stop } from './outcome';
import { canSend, newThrottle, paused, type Throttle } from './throttle';
import type { Log } from './log';
import { failedAttempts, type Entry, type Request } from './request';
import { WakeUp } from './wakeUp';

/** The lookups that a run still has to send, and its rows. */
export interface Work {
	/** Whether no lookup waits to be sent for the first time. */
	readonly isEmpty: boolean;
	/** Whether rows have to be told something before anything else is decided. */
	readonly isBehind: boolean;
	/** Tells the rows, in slices. */
	catchUp(): Promise<void>;
	/**
	 * Takes the lookups of the next request; null if none may be sent now, or why none ever may.
	 */
	next(now: number): Request | Stop | null;
	/**
	 * The next time after `now` at which more may be taken, epoch ms; Infinity if none is known.
	 */
	nextTime(now: number): number;
	/** Returns why no lookups of a tool are sent; undefined if they are. */
	outcomeOfClosed(tool: Tool): Outcome | undefined;
	settle(entries: readonly Entry[], outcome: Outcome): void;
}

/** Decides whether a request that was sent before may be sent again now (epoch ms). */
export type Gate = (request: Request, now: number) => boolean;

/** Room for a request, or for its first lookups. */
interface Room {
	readonly size: number;
	readonly reservation: Reservation;
}

interface Waiter {
	readonly request: Request;
	/** Of a request that keeps its place while it waits for a limit. */
	readonly place: Reservation | null;
	/** @param room null if the lookups were settled instead */
	resume(room: Room | null): void;
}

/**
 * The one place where time passes: everything that a run waits for is room for one request. There
 * is room if a place is free, no pause holds, and the budget and every gate permit the request.
 * Retries come before new requests. A stop ends every wait.
 */
export class Pacer {
	throttle: Throttle;
	/** Why no more requests are sent. */
	stop: Stop | null = null;
	/** Epoch ms after which no request is sent; Infinity for no bound. */
	readonly deadline: number;
	readonly gates: Gate[] = [];
	private waiters: Waiter[] = [];
	/** Requests that were started, and are not over with all of their retries. */
	private underWay = 0;
	/** Lookups that a stop has left. */
	private readonly left: Entry[] = [];
	private readonly wakeUp = new WakeUp();
	/**
	 * Errors of requests. Asking never rejects; if it does, the run throws the error instead of
	 * waiting forever.
	 */
	private readonly defects: unknown[] = [];

	/** @param maxLookups lookups per request to a tool now */
	constructor(
		limits: Pick<Limits, 'concurrency' | 'maxRunTime'>,
		private readonly env: Pick<Environment, 'clock' | 'signal'>,
		private readonly budget: Budget,
		private readonly maxLookups: (tool: Tool) => number,
		private readonly log: Log,
	) {
		this.throttle = newThrottle(limits.concurrency);
		this.deadline = env.clock.now() + limits.maxRunTime;
	}

	/**
	 * Sends all lookups of a run. A stopped run also waits for the requests in flight: a host that
	 * discards their answers aborts them.
	 * @param ask sends a request with all of its retries
	 * @param stopBefore why the next request must not be sent, besides time and cancellation
	 */
	async run(
		work: Work,
		ask: (request: Request) => Promise<void>,
		stopBefore: () => Stop | null,
	): Promise<void> {
		const { clock, signal } = this.env;
		const notify = () => this.wakeUp.notify();
		signal.addEventListener('abort', notify);
		for (;;) {
			const now = clock.now();
			this.checkStops(work, now, stopBefore);
			if (this.stop === null) this.endClosed(work);
			// This may take long, so that everything before has to be decided again.
			if (work.isBehind) {
				await work.catchUp();
				continue;
			}
			const until = this.startAll(work, ask, now);
			if (this.isDone(work)) break;
			await this.wakeUp.waitUntil(until, clock);
			if (this.defects.length > 0) throw this.defects[0];
		}
		signal.removeEventListener('abort', notify);
		if (this.stop !== null) work.settle(this.left, { is: 'deferred', stop: this.stop });
	}

	/**
	 * Waits for room. Resolves with null if the lookups are settled instead: their tool or the run
	 * has ended.
	 */
	async room(request: Request): Promise<Room | null> {
		const { kind, entries, keepsPlace } = request;
		// Its room was found before it was taken from the queue.
		if (kind === 'first') return this.enter(request, entries.length);
		if (entries.length === 0) return null;
		const place = keepsPlace ? this.enter(request, entries.length).reservation : null;
		this.notify();
		return await new Promise((resume) => this.waiters.push({ request, place, resume }));
	}

	/** Lets all requests wait for a window until a time (epoch ms). */
	pauseUntil(time: number): void {
		this.throttle = paused(this.throttle, time);
	}

	stopRun(stop: Stop): void {
		const kept = keptStop(this.stop, stop);
		if (kept === this.stop) return;
		this.stop = kept;
		this.log('stop', kept.tool, kept.reason);
	}

	/** Leaves lookups to a later run, because this one has stopped. */
	leave(entries: readonly Entry[]): void {
		this.left.push(...entries);
	}

	notify(): void {
		this.wakeUp.notify();
	}

	private enter(request: Request, size: number): Room {
		const { tool, phone, kind } = request;
		const entries = request.entries.slice(0, size);
		const lookups = totalLookups(entries.map(({ lookup }) => lookup.identifier));
		const { followUp } = request.entries[0].lookup;
		const reservation: Reservation = { tool, phone, lookups, followUp, kind };
		this.budget.reserve(reservation);
		return { size, reservation };
	}

	private checkStops(work: Work, now: number, stopBefore: () => Stop | null): void {
		if (this.env.signal.aborted) this.stopRun(stopFor('stopped'));
		// A run that only waits for replies may exceed its deadline.
		if (this.isAllSent(work)) return;
		if (now >= this.deadline) this.stopRun(stopFor('run_time'));
		const stop = stopBefore();
		if (stop !== null) this.stopRun(stop);
	}

	private isAllSent({ isEmpty }: Work): boolean {
		return isEmpty && this.waiters.length === 0;
	}

	private isDone(work: Work): boolean {
		if (this.underWay > 0 || work.isBehind) return false;
		return this.stop !== null || work.isEmpty;
	}

	/** Ends the waits for a tool that was closed. */
	private endClosed(work: Work): void {
		for (const waiter of this.takeWaiters(({ request }) => isClosed(work, request))) {
			const outcome = work.outcomeOfClosed(waiter.request.tool);
			if (outcome !== undefined) work.settle(waiter.request.entries, outcome);
			this.end(waiter);
		}
	}

	private end({ place, resume }: Waiter): void {
		if (place !== null) this.budget.cancel(place);
		resume(null);
	}

	private takeWaiters(which: (waiter: Waiter) => boolean): Waiter[] {
		const taken = this.waiters.filter(which);
		if (taken.length > 0) this.waiters = this.waiters.filter((one) => !taken.includes(one));
		return taken;
	}

	/** Starts everything that may be sent now, and returns the time of the next call (epoch ms). */
	private startAll(work: Work, ask: (request: Request) => Promise<void>, now: number): number {
		this.resumePlaced(now);
		while (this.stop === null && this.hasPlace(now)) {
			if (this.resumeRetry(now)) continue;
			if (this.isRetryDue(now)) break;
			const next = work.next(now);
			if (next === null) break;
			if ('reason' in next) this.stopRun(next);
			else this.start(ask(next));
		}
		if (this.stop === null) this.checkDeadline(work, now);
		if (this.stop === null) return Math.min(this.nextTime(work, now), this.timeLeft(work, now));
		for (const waiter of this.takeWaiters(() => true)) {
			this.leave(waiter.request.entries);
			this.end(waiter);
		}
		return Infinity;
	}

	private start(asking: Promise<void>): void {
		this.underWay += 1;
		void asking
			.catch((error: unknown) => this.defects.push(error))
			.finally(() => {
				this.underWay -= 1;
				this.notify();
			});
	}

	/** After its wait, a request needs a new place: refusals may have removed some. */
	private hasPlace(now: number): boolean {
		const due = this.waiters.filter((waiter) => isDue(waiter, now)).length;
		return canSend(this.throttle, this.budget.inFlight.size - due, now);
	}

	private resumePlaced(now: number): void {
		while (this.hasPlace(now)) {
			const next = this.waiters.find((waiter) => isDue(waiter, now));
			if (next?.place == null) return;
			this.takeWaiters((one) => one === next);
			next.resume({ size: next.request.entries.length, reservation: next.place });
		}
	}

	/** The retry to send now, that with the most failed attempts. */
	private nextRetry(now: number): Waiter | null {
		let next: Waiter | null = null;
		for (const waiter of this.waiters) {
			const { request, place } = waiter;
			if (place !== null || request.notBefore > now) continue;
			if (!this.gates.every((gate) => gate(request, now))) continue;
			if (next === null || failedAttempts(request) > failedAttempts(next.request))
				next = waiter;
		}
		return next;
	}

	private isRetryDue(now: number): boolean {
		return this.nextRetry(now) !== null;
	}

	/** Gives room to a retry. Returns whether it did, or has stopped the run. */
	private resumeRetry(now: number): boolean {
		const waiter = this.nextRetry(now);
		if (waiter === null) return false;
		const { request } = waiter;
		const permit = this.budget.permit(this.demandOf(request));
		if (permit.is === 'wait') return false;
		if (permit.is === 'exhausted') {
			this.stopRun(stopFor('token_budget'));
			return true;
		}
		this.takeWaiters((one) => one === waiter);
		waiter.resume(this.enter(request, Math.min(permit.size, request.entries.length)));
		return true;
	}

	private demandOf({ tool, phone, entries }: Request): Demand {
		const { identifier, followUp } = entries[0].lookup;
		const max = this.maxLookups(tool) === 1 ? 1 : entries.length;
		if (max > 1) return { tool, phone, followUp, max, min: 1 };
		// A batch body and a page of a search can't be split.
		const lookups = lookupCount(identifier);
		return { tool, phone, followUp, max: lookups, min: lookups };
	}

	/** When a run with lookups to send has to stop (epoch ms). */
	private timeLeft(work: Work, now: number): number {
		return this.isAllSent(work) || now >= this.deadline ? Infinity : this.deadline;
	}

	/** Ends a run that can only wait for its deadline. */
	private checkDeadline(work: Work, now: number): void {
		if (this.budget.inFlight.size > this.placedCount() || this.isAllSent(work)) return;
		const until = this.nextTime(work, now);
		if (until < this.deadline || until === Infinity) return;
		this.stopRun(stopFor('run_time', { retryAt: until }));
	}

	private placedCount(): number {
		return this.waiters.filter(({ place }) => place !== null).length;
	}

	private nextTime(work: Work, now: number): number {
		const times = this.waiters.map(({ request }) => request.notBefore);
		times.push(this.throttle.pausedUntil, work.nextTime(now));
		return Math.min(...times.filter((time) => time > now), Infinity);
	}
}

/** Whether the wait of a request that keeps its place is over. */
const isDue = ({ place, request }: Waiter, now: number): boolean =>
	place !== null && request.notBefore <= now;

const isClosed = (work: Work, { tool }: Request): boolean =>
	work.outcomeOfClosed(tool) !== undefined;

/**
 * Keeps the first stop, because the second is usually its consequence, unless it has a later retry
 * time.
 */
export const keptStop = (first: Stop | null, second: Stop): Stop =>
	first === null || (first.retryAt ?? Infinity) < (second.retryAt ?? 0) ? second : first;
