import type { Usage } from './metadata';
import type { Refusal } from './refusal';

/** The service's answer to one lookup, unchanged. */
export interface Answer {
	found: boolean;
	results: unknown;
	metadata: unknown;
	/** When the service sent it (epoch ms); null if unknown. */
	at: number | null;
	/** One miss for a whole batch, whose reply names no row. A later run does not know it. */
	isUnnamed?: true;
	/** The error block of the reply, unchanged. */
	error?: unknown;
	/** That error as text, or a status outside the contract, for the row's reason. */
	serviceNote?: string;
	/** Only a part of its results was kept, because the answers of the run were too large. */
	isReduced?: true;
}

/** A parsed reply: each requested identifier is in `answers` or in `unanswered`, or the whole reply is a refusal. */
export type Reading =
	| {
			is: 'answers';
			/** By the key of the identifier. */
			answers: ReadonlyMap<string, Answer>;
			/** Whether each identifier has its own answer, or all share one. */
			matching: 'per_row' | 'whole_batch';
			/** Keys without a certain answer. They are retried one by one, never guessed. */
			unanswered: readonly string[];
			/** Why rows of a partial batch are missing, if the reply reports it. */
			partialError: Refusal | null;
			usage: Usage;
			/** Departures from the contract. */
			drift: readonly string[];
	  }
	| { is: 'refusal'; refusal: Refusal; usage: Usage };

/** Whether no part of a batch reply can be matched. Its lookups may have been charged. */
export const hasNoMatches = (reading: Reading): boolean => reading.is === 'answers' && reading.answers.size === 0;
