import type { IExecuteFunctions } from 'n8n-workflow';
import type { Step } from '../../run/lookup';
import { answerName } from '../../api/resume';
import { answeredPhone, cacheFrom, type Answered, type AnswerCache } from '../../run/answerCache';
import type { SettledRow } from '../../run/rows';

const MOST = 500;

/**
 * What a model was answered about people in this execution. Each of its calls is a run of its own, and models ask the
 * same again; kept in the node's context, which n8n keeps with the execution and no longer, the same question is paid
 * once.
 */
export class ExecutionCache {
	private readonly answers: Record<string, Answered>;
	readonly cache: AnswerCache;

	constructor(host: IExecuteFunctions) {
		const context = host.getContext('node') as { answers?: Record<string, Answered> };
		this.answers = context.answers ??= {};
		this.cache = cacheFrom((name) => this.answers[name]);
	}

	/**
	 * Keeps what a row was answered, step by step. A limit and a failure may be different next time, and so may a phone
	 * that was left out: what came without it answers only who asks without it.
	 */
	add({ steps }: SettledRow): void {
		for (const { lookup, outcome, record } of steps) {
			if (record.attempts === 0) continue;
			if ((outcome.is !== 'found' && outcome.is !== 'not_found') || !isLasting(lookup)) continue;
			const name = answerName(lookup.tool.name, lookup.identifier.key, answeredPhone(outcome, lookup));
			if (Object.keys(this.answers).length < MOST) this.answers[name] = { ...outcome, phone: 'as_requested' };
		}
	}
}

/** What any other tool answers, such as a balance, may be another answer a moment later. */
const isLasting = ({ identifier }: Step['lookup']) => identifier.kind !== 'body';
