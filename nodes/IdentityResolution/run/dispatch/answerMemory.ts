import { memoryOf, LARGE_ANSWER } from '../../api/memory';
import { reduceAnswer } from '../../api/person/reduce';
import type { Answer } from '../../api/replies/reading';
import type { Tool } from '../../api/tool';
import type { AnsweredLookup } from '../queue/queue';

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
	 * Reduces the answers of a large reply to what the run needs. If whole results do not fit, reduces and marks them.
	 * @param size characters of the reply
	 * @param lookups that it answers; each result of a search is one
	 */
	keep(tool: Tool, answered: readonly AnsweredLookup[], size: number, lookups: number): readonly AnsweredLookup[] {
		const ordinary = LARGE_ANSWER * Math.max(1, lookups);
		if (size <= ordinary) return answered;
		const isWhole = this.needs === 'results' && !this.isFull;
		if (isWhole) {
			this.used += Math.max(0, memoryOfAll(answered) - ordinary);
			if (!this.isFull) return answered;
		}
		const reduced = withLarge(answered, (answer) => ({
			...reduceAnswer(tool, answer),
			...(this.needs === 'results' && { isReduced: true }),
		}));
		this.used += Math.max(0, memoryOfAll(reduced) - ordinary);
		return reduced;
	}
}

/** Counts what several answers share once. */
const memoryOfAll = (answered: readonly AnsweredLookup[]): number =>
	[
		...new Set(answered.flatMap(({ outcome: { answer } }) => [answer.results, answer.metadata, answer.error])),
	].reduce<number>((bytes, part) => bytes + memoryOf(part), 0);

/** Changes the large answers, each once, also if lookups share it. */
function withLarge(answered: readonly AnsweredLookup[], change: (answer: Answer) => Answer): AnsweredLookup[] {
	const changed = new Map<Answer, Answer>();
	return answered.map((one) => {
		const { answer } = one.outcome;
		const other = changed.get(answer) ?? (memoryOfAll([one]) > LARGE_ANSWER ? change(answer) : answer);
		changed.set(answer, other);
		return { ...one, outcome: { ...one.outcome, answer: other } };
	});
}
