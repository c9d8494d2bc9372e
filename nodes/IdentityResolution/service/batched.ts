import { isAnswered } from './outcome';
import type { Batches } from './batches';
import type { Log } from './log';
import {
	failedAttempts,
	halvesOf,
	retryOf,
	singlesOf,
	type AnsweredLookup,
	type Ask,
	type Entry,
	type Remedy,
	type Unanswered,
} from './request';

/**
 * Halves a refused batch until the bad lookups stand alone (contract: Silent points, 20). One half
 * after the other, because the reply to the first may show why.
 */
export const inHalves =
	(batches: Batches, log: Log): Remedy =>
	({ request, refusal }, ask) => {
		const { tool, entries } = request;
		if (entries.length < 2) return null;
		log('split', tool.name, refusal.reason, 0, failedAttempts(request) + 1);
		const [first, second] = halvesOf(retryOf(request));
		const send = async () => {
			await batches.halve(tool, () => ask(first));
			await ask(second);
			if (entries.length === 2 && entries.every(hasAnswer)) batches.acceptNone(tool);
		};
		return send();
	};

const hasAnswer = ({ outcome }: Entry): boolean => outcome !== null && isAnswered(outcome);

/**
 * Checks one miss for a whole batch with some of its lookups, sent alone, once per tool and run
 * (contract: Silent points, 3).
 * @param settle settles misses that are certain
 */
export const afterCheck =
	(batches: Batches, settle: (misses: readonly AnsweredLookup[]) => void, log: Log) =>
	async ({ request, misses = [] }: Unanswered, ask: Ask): Promise<void> => {
		const { tool } = request;
		const askAlone = (entries: readonly Entry[]) =>
			Promise.all(singlesOf(retryOf({ ...request, entries })).map(ask));
		log('split', tool.name, 'missed_batch');
		let open = misses;
		while (open.length > 0) {
			const verdict = batches.verdictOf(tool);
			const entries = open.map(({ entry }) => entry);
			if (verdict === 'confirmed') return settle(open);
			if (verdict === 'refuted') return void (await askAlone(entries));
			if (await batches.otherCheck(tool)) continue;
			const probes = chooseProbes(entries);
			await batches.check(tool, async () => {
				await askAlone(probes);
				return verdictOf(probes);
			});
			open = open.filter(({ entry }) => !probes.includes(entry));
		}
	};

/** Lookups of a batch that are sent alone if the reply to it names no row. */
const PROBES = 5;

/** Chooses lookups from all parts of a batch, because sheets are sorted. */
export function chooseProbes<T>(lookups: readonly T[]): T[] {
	const count = Math.min(PROBES, lookups.length);
	const place = (index: number) => Math.floor((index * lookups.length) / count);
	return Array.from({ length: count }, (_, index) => lookups[place(index)]);
}

/** What the probes show about a batch-wide miss. A refused probe decides nothing. */
function verdictOf(probes: readonly Entry[]): 'confirmed' | 'refuted' | 'undecided' {
	const outcomes = probes.map(({ outcome }) => outcome?.is);
	if (outcomes.includes('found')) return 'refuted';
	return outcomes.includes('not_found') ? 'confirmed' : 'undecided';
}
