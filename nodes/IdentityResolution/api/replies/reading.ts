import type { Usage } from './metadata';
import type { Refusal } from './refusal';
import type { PaidAnswer } from '../resume';

/** The service's answer to one lookup, exactly as it came. */
export interface Answer {
	found: boolean;
	results: unknown;
	metadata: unknown;
	/** When the service sent it (epoch ms); null if that is not known. */
	at: number | null;
	/** The answer in a `resume` text that it was read from. */
	paid?: PaidAnswer;
	/** The error block of the reply, as the service sent it. */
	error?: unknown;
	/** The words of that error, or a status that the contract does not define, for the row's reason. */
	serviceNote?: string;
}

/**
 * What one HTTP reply says about the identifiers that were asked. Every identifier asked stands either in
 * `answers` or in `unanswered`, or the whole reply is a refusal.
 */
export type Reading =
	| {
			is: 'answers';
			/** By the identifier's key. */
			answers: ReadonlyMap<string, Answer>;
			/** Whether each has an answer of its own, or one was told for all. */
			matching: 'per_row' | 'whole_batch';
			/** Keys that the reply says nothing certain about: to be asked again singly, never guessed. */
			unanswered: readonly string[];
			/** Why rows are missing, where the reply says so (a partial batch). */
			partialError: Refusal | null;
			usage: Usage;
			/** Where the reply departs from the contract. */
			drift: readonly string[];
	  }
	| { is: 'refusal'; refusal: Refusal; usage: Usage };

/** Whether no part of a batch reply can be matched. Its lookups may have been charged. */
export const hasNoMatches = (reading: Reading): boolean => reading.is === 'answers' && reading.answers.size === 0;
