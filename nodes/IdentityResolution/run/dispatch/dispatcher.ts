import { WakeUp } from './wakeUp';
import type { LookupRegistry } from '../queue/registry';
import type { Budget } from '../budget/budget';
import type { Limits } from '../limits';
import { requireAccountCheck } from './accountCheck';
import { schedule, nextWakeUp } from './scheduler';
import type { Outcome, Stop } from '../outcome';
import { dropPhone, settleAll, settleClosedTools } from './rest';
import { Sender } from './sender';
import { stopRun, startState, type RunContext } from './state';
import type { Environment } from '../environment';
import type { RunStats } from '../stats';

const NO_CAUSE = { retryAt: null, refusal: null, tool: null };

/**
 * Sends the lookups of a registry with at most `concurrency` requests in flight, and settles every one of them. A
 * stopped run still waits for the requests in flight: a host that discards their answers aborts them.
 * @returns why it stopped early or closed a tool, or null if all lookups were sent
 */
export async function dispatch(
	registry: LookupRegistry,
	budget: Budget,
	limits: Limits,
	stats: RunStats,
	env: Environment,
): Promise<Stop | null> {
	const { clock, random, signal } = env;
	const state = startState(limits, clock.now());
	const run: RunContext = { state, registry, budget, limits, random };
	const sender = new Sender(run, stats, env);
	const wakeUp = new WakeUp();
	const ring = () => wakeUp.notify();
	/** Defects: sending never rejects. If it does, the run ends with that error instead of waiting forever. */
	const defects: unknown[] = [];
	const begin = (work: Promise<void>) => {
		void work.catch((error: unknown) => defects.push(error)).finally(ring);
	};
	signal.addEventListener('abort', ring);

	const startAll = (now: number) => {
		while (state.stop === null) {
			settleClosedTools(run);
			const move = schedule(run, sender, now);
			if (move.do === 'wait') return;
			if (move.do === 'checkAccount') begin(sender.checkAccount());
			else if (move.ask.phone === 'with' && state.phones !== 'requested')
				dropPhone(state, registry, move.ask, limits);
			else begin(sender.send(move.ask));
		}
	};

	const nothingIsLeft = () => state.retryQueue.length === 0 && registry.isEmpty;

	/** Whether everything that can be settled is. */
	const isOver = () => {
		if (sender.total > 0) return false;
		if (state.stop === null) return nothingIsLeft();
		const outcome: Outcome = { is: 'deferred', stop: state.stop };
		for (const request of state.retryQueue.splice(0)) settleAll(registry, request, outcome);
		registry.close(outcome);
		return true;
	};

	requireAccountCheck(run);
	for (;;) {
		const now = clock.now();
		if (signal.aborted) stopRun(state, { reason: 'stopped', ...NO_CAUSE });
		const isLate = now >= state.deadline;
		// What is under way is waited for in any case: a run that sends nothing more is not cut short.
		if (isLate && !nothingIsLeft()) stopRun(state, { reason: 'run_time', ...NO_CAUSE });
		startAll(now);
		if (isOver()) break;
		await wakeUp.waitUntil(
			Math.min(nextWakeUp(state, now), state.stop || isLate ? Infinity : state.deadline),
			clock,
		);
		if (defects.length > 0) throw defects[0];
	}
	signal.removeEventListener('abort', ring);
	return state.stop ?? state.closedTool;
}
