import type { IExecuteFunctions } from 'n8n-workflow';
import { LARGE_ANSWER, memoryOf } from '../../api/memory';
import type { StoredAnswer } from '../../api/resume';
import { storedAnswers, type AnswerStore } from '../../run/answerStore';
import type { SettledRow } from '../../run/rows';

const MOST = 500;

/**
 * The answers that an AI agent received in this execution, so that repeated lookups are charged once. Each call is a
 * run of its own; the node's context lasts as long as the execution.
 */
export class ExecutionAnswers {
	private readonly kept: StoredAnswer[];

	constructor(host: IExecuteFunctions, answers: AnswerStore) {
		const context = host.getContext('node') as { answers?: StoredAnswer[] };
		this.kept = context.answers ??= [];
		for (const answer of this.kept) answers.add(answer);
	}

	/**
	 * Keeps the answers of a row, except large ones, because n8n saves the context with the execution, and those of
	 * other tools, such as a balance, which may change at any time. Limits and failures are not kept, because a retry
	 * may succeed.
	 */
	add({ steps }: SettledRow): void {
		// Rows that share a lookup share its answer.
		const received = steps.filter(
			({ lookup, record, showsCharge }) =>
				showsCharge && record.attempts > 0 && lookup.identifier.kind !== 'body',
		);
		for (const answer of storedAnswers(received))
			if (this.kept.length < MOST && memoryOf(answer.results) <= LARGE_ANSWER) this.kept.push(answer);
	}
}
