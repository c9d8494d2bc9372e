import type { IExecuteFunctions } from 'n8n-workflow';
import { LARGE_ANSWER, memoryOf } from '../../api/memory';
import type { Step } from '../../run/lookup';
import { answerKey } from '../../api/resume';
import { answeredPhone, cacheFrom, isAnswered, type Answered, type AnswerCache } from '../../run/answerCache';
import type { SettledRow } from '../../run/rows';

const MOST = 500;

/**
 * The answers that an AI agent received in this execution, so that repeated lookups are charged once. Each call is a
 * run of its own; the node's context lasts as long as the execution.
 */
export class ExecutionCache {
	private readonly answers: Record<string, Answered>;
	readonly cache: AnswerCache;

	constructor(host: IExecuteFunctions) {
		const context = host.getContext('node') as { answers?: Record<string, Answered> };
		this.answers = context.answers ??= {};
		this.cache = cacheFrom((key) => this.answers[key]);
	}

	/**
	 * Adds the answers of a row, except large ones, because n8n saves the context with the execution. Limits and failures
	 * are not kept, because a retry may succeed. An answer without the phone only serves lookups without it.
	 */
	add({ steps }: SettledRow): void {
		for (const { lookup, outcome, record } of steps) {
			if (record.attempts === 0) continue;
			if (!isAnswered(outcome) || outcome.answer.isUnnamed || !isLasting(lookup)) continue;
			if (memoryOf(outcome.answer) > LARGE_ANSWER) continue;
			const key = answerKey(lookup.tool.name, lookup.identifier.key, answeredPhone(outcome, lookup));
			if (Object.keys(this.answers).length < MOST) this.answers[key] = { ...outcome, phone: 'as_requested' };
		}
	}
}

/** Answers of other tools, such as a balance, may change at any time. */
const isLasting = ({ identifier }: Step['lookup']) => identifier.kind !== 'body';
