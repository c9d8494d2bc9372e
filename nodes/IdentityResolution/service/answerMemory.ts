import { reduceAnswer } from '../api/person/reduced';
import type { Answer } from '../api/replies/reading';
import type { Tool } from '../api/tool';
import { LARGE_ANSWER, memoryOf } from '../api/values/memory';
import { memoize } from '../api/values/memoize';
import type { AnsweredLookup } from './request';

/** What a run needs of its answers: what fills columns, or the whole results. */
export type Needs = 'columns' | 'results';

/** Bytes of large answers. n8n copies what a node returns, and its heap has 2 GB by default. */
const MOST_MEMORY = 256 * 1024 * 1024;

/** Bounds the memory of the answers of a run. Ordinary answers are kept as they came. */
export class AnswerMemory {
	/** Bytes that exceed `LARGE_ANSWER` per lookup. */
	private used = 0;

	constructor(private readonly needs: Needs) {}

	get isFull(): boolean {
		return this.used > MOST_MEMORY;
	}

	/**
	 * Reduces the answers of a large reply to what the run needs. If whole results do not fit,
	 * reduces and marks them.
	 * @param size characters of the reply
	 * @param lookups that it answers; each result of a search is one
	 */
	keep(
		tool: Tool,
		answered: readonly AnsweredLookup[],
		size: number,
		lookups: number,
	): readonly AnsweredLookup[] {
		const ordinary = LARGE_ANSWER * Math.max(1, lookups);
		if (size <= ordinary) return answered;
		if (this.needs === 'results' && !this.isFull) {
			this.used += Math.max(0, memoryOfAll(answered) - ordinary);
			if (!this.isFull) return answered;
		}
		const mark = this.needs === 'results' && ({ isReduced: true } as const);
		const answerOf = ({ outcome }: AnsweredLookup): Answer => outcome.answer;
		// Once for each answer, also if lookups share it.
		const reduce = memoize((one: AnsweredLookup): Answer => {
			const isLarge = memoryOfAll([one]) > LARGE_ANSWER;
			return isLarge ? { ...reduceAnswer(tool, answerOf(one)), ...mark } : answerOf(one);
		}, answerOf);
		const reduced = answered.map((one) => ({
			...one,
			outcome: { ...one.outcome, answer: reduce(one) },
		}));
		this.used += Math.max(0, memoryOfAll(reduced) - ordinary);
		return reduced;
	}
}

/** Counts what several answers share once. */
const memoryOfAll = (answered: readonly AnsweredLookup[]): number =>
	[
		...new Set(
			answered.flatMap(({ outcome: { answer } }) => [
				answer.results,
				answer.metadata,
				answer.error,
			]),
		),
	].reduce<number>((bytes, part) => bytes + memoryOf(part), 0);
