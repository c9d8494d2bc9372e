import { checkAnswer, Oracle } from '../oracle/oracle';
import type { Charge, LedgerEntry } from '../sandbox/ledger';
import type { Expected } from './sheet';

export interface ResultRow {
	/** Counts from 1. */
	id: number;
	/** The node's own, or the service's `ok` and `not_found`. */
	status: unknown;
	answer: unknown;
}

export interface Evidence {
	expected: readonly Expected[];
	output: readonly ResultRow[];
	requests: readonly LedgerEntry[];
	charges: readonly Charge[];
	/** Tokens at the start; Infinity if there were enough. */
	balance: number;
}

export type Judgment = ReturnType<typeof judge>;

/** Returns the oracle's verdict as counts, and what only the benchmark counts. */
export function judge({ expected, output, requests, charges, balance }: Evidence) {
	const oracle = new Oracle(expected.length);
	for (const request of requests) oracle.takeRequest(request);
	const right = new Set<Expected>();
	for (const { id, status, answer } of output) {
		const own = expected[id - 1] as Expected | undefined;
		const row = { status: status === 'ok' ? 'found' : status, answer };
		const problem =
			own && checkAnswer(own.answer === null ? { is: 'miss' } : { is: 'hit', answer: own.answer }, row);
		oracle.takeRow({ row: id - 1, problem: problem ?? null });
		if (own && problem === null && row.status === (own.answer === null ? 'not_found' : 'found')) right.add(own);
	}
	const { lost, repeated, wrong, paidAgain } = oracle.report();
	const delivered = new Set([...right].map(({ key }) => key));
	const useful = charges.filter(({ key }) => delivered.has(key)).map((charge) => charge.tokens / charge.times);
	const tokens = sum(charges.map((charge) => charge.tokens));
	return {
		back: expected.length - lost.length,
		repeated,
		wrong: wrong.length,
		/** Rows with their own answer, or reported as not found if nothing is held. */
		right: right.size,
		attainable: attainable(expected, requests, balance),
		paidAgain: paidAgain.length,
		tokens,
		/** Tokens for people without a right row, and for people who were paid for again. */
		wasted: tokens - sum(useful),
		requests: requests.length,
		refused: requests.filter(({ status }) => status === 429).length,
		failed: requests.filter(({ status }) => status === 500).length,
	};
}

/**
 * Returns the number of rows that could be right if each person is looked up once, in the order of this run, until the
 * balance is spent. Rows that were never looked up come last.
 */
function attainable(expected: readonly Expected[], requests: readonly LedgerEntry[], balance: number): number {
	const rows = new Map<string, Expected[]>();
	for (const row of expected) rows.set(row.key, [...(rows.get(row.key) ?? []), row]);
	const answered = requests.filter(({ status }) => status === 200).flatMap(({ keys }) => keys);
	let left = balance;
	let covered = 0;
	for (const key of new Set([...answered, ...rows.keys()])) {
		const same = rows.get(key);
		if (same === undefined) continue;
		if (left < 1) break;
		covered += same.length;
		if (same[0].answer !== null) left -= 1;
	}
	return covered;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
