import { LARGE_ANSWER, memoryOf } from '../../api/values/memory';
import { memoize } from '../../api/values/memoize';
import { hasUnreadablePhone, readPhone } from '../../api/person/phones';
import { reduceAnswer } from '../../api/person/unrecognized';
import {
	hasNoMatches,
	refusalOfUnreadable,
	type Answer,
	type Reading,
} from '../../api/replies/reading';
import type { Refusal } from '../../api/replies/envelope';
import type { Phone, Tool } from '../../api/tool';
import type { PhoneResult } from '../outcome';
import type { AnsweredLookup, Entry, PendingRequest } from '../queue/queue';
import { splitCharge } from '../stats';

export interface ClassifiedReply {
	answered: readonly AnsweredLookup[];
	/** Lookups whose answers cannot be read because of a fault of the node. */
	unreadable: ReadonlyArray<{ entry: Entry; refusal: Refusal }>;
	/** Lookups that the reply does not mention. They may have been charged. */
	unmatched: readonly Entry[];
	/** Lookups without an answer because of the refusal. */
	refused: readonly Entry[];
	/** Why the service did not answer all lookups; null if it reported no reason. */
	refusal: Refusal | null;
}

/**
 * Splits the lookups of a request into answered ones and open ones, which are all unmatched or all
 * refused.
 */
export function classifyReply(request: PendingRequest, reading: Reading): ClassifiedReply {
	const { entries } = request;
	if (reading.is === 'refusal')
		return {
			answered: [],
			unreadable: [],
			unmatched: [],
			refused: entries,
			refusal: reading.refusal,
		};
	const { answers, usage, partialError } = reading;
	const charges = splitCharge(usage.tokensCharged, [...answers.values()]);
	const answered: AnsweredLookup[] = [];
	const unreadable: Array<{ entry: Entry; refusal: Refusal }> = [];
	const open: Entry[] = [];
	for (const entry of entries) {
		const answer = answers.get(entry.lookup.identifier.key);
		if (answer === undefined) {
			open.push(entry);
			continue;
		}
		const fault = refusalOfUnreadable(entry.lookup.tool, answer);
		if (fault !== null) {
			unreadable.push({ entry, refusal: fault });
			continue;
		}
		const phone = phoneResult(request.phone, answer, partialError);
		answered.push({
			entry,
			outcome: { is: answer.found ? 'found' : 'not_found', answer, phone },
			charged: charges.get(answer) ?? null,
			recordsLeft: usage.recordsLeft,
		});
	}
	const isUnmatched = partialError === null || hasNoMatches(reading);
	return {
		answered,
		unreadable,
		unmatched: isUnmatched ? open : [],
		refused: isUnmatched ? [] : open,
		refusal: partialError,
	};
}

export function phoneResult(
	sent: Phone,
	{ results }: Answer,
	partialError: Refusal | null,
): PhoneResult {
	if (sent === 'without' || readPhone(results) !== null) return 'as_requested';
	if (partialError?.reason === 'insufficient_phone_tokens') return 'omitted';
	return hasUnreadablePhone(results) ? 'unreadable' : 'as_requested';
}

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
