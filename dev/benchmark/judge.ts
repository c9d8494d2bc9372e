import type { Charge, LedgerEntry } from '../sandbox/ledger';
import type { SheetRow, Truth } from './sheet';

/** A row as it came out of a contender's workflow. */
export interface CameOut {
	id: number;
	/** What the row says of itself: `ok`, `found` ... */
	status: unknown;
	answer: unknown;
}

/** What a run was worth. Counts are of rows where nothing else is said. */
export interface Judgement {
	/** Came out at all. */
	back: number;
	/** Came out once more than they went in, or never went in. */
	repeated: number;
	/** Came out with the right answer, or as not found where nothing is held. */
	right: number;
	/** Came out with an answer that is not theirs. */
	wrong: number;
	/** Could have been right: everybody in the order in which the service was asked, each once, for as long as the balance lasts. */
	attainable: number;
	/** Identifiers that were paid for again, counted each time. */
	paidAgain: number;
	tokens: number;
	/** Tokens for which no row came out right, and those that were paid again. */
	wasted: number;
	requests: number;
	/** Of them, those that a full limit refused, and those that the service failed at. */
	refused: number;
	failed: number;
}

/** What a run is judged by. */
export interface Evidence {
	sheet: readonly SheetRow[];
	/** By the place of the row. */
	truths: readonly Truth[];
	/** Null where the workflow never came to its end. */
	cameOut: readonly CameOut[] | null;
	requests: readonly LedgerEntry[];
	charges: readonly Charge[];
	/** Tokens that there were at the start; Infinity where there were enough. */
	balance: number;
}

const NOT_FOUND = 'not_found';

export function judge({ sheet, truths, cameOut, requests, charges, balance }: Evidence): Judgement {
	const byId = new Map((cameOut ?? []).map((row) => [row.id, row]));
	const counts = { back: 0, right: 0, wrong: 0 };
	const cameOutTimes = cameOut?.length ?? 0;
	const told = new Set<string>();
	sheet.forEach(({ id }, place) => {
		const row = byId.get(id);
		const truth = truths[place];
		if (row === undefined) return;
		counts.back += 1;
		if (isRight(row, truth)) {
			counts.right += 1;
			told.add(truth.key);
		} else if (isFilled(row.answer)) counts.wrong += 1;
	});
	const tokens = sum(charges.map((charge) => charge.tokens));
	const useful = sum(charges.map((charge) => (told.has(charge.key) ? charge.tokens / charge.times : 0)));
	return {
		...counts,
		repeated: cameOutTimes - counts.back,
		attainable: attainable(truths, requests, balance),
		paidAgain: sum(charges.map(({ times }) => times - 1)),
		tokens,
		wasted: tokens - useful,
		requests: requests.length,
		refused: requests.filter(({ status }) => status === 429).length,
		failed: requests.filter(({ status }) => status === 500).length,
	};
}

const isFilled = (answer: unknown) => answer !== null && answer !== undefined && answer !== '';

const isRight = ({ status, answer }: CameOut, truth: Truth) =>
	truth.answer === null ? status === NOT_FOUND && !isFilled(answer) : answer === truth.answer;

/** Which rows the balance reaches depends on who is asked first, so that each contender has the order in which it was answered; whom it never asked comes last. */
function attainable(truths: readonly Truth[], requests: readonly LedgerEntry[], balance: number): number {
	const rows = new Map<string, { count: number; isHit: boolean }>();
	for (const { key, answer } of truths) {
		const known = rows.get(key);
		if (known) known.count += 1;
		else rows.set(key, { count: 1, isHit: answer !== null });
	}
	const answered = requests.filter(({ status }) => status === 200).flatMap(({ keys }) => keys);
	let left = balance;
	let reached = 0;
	for (const key of new Set([...answered, ...rows.keys()])) {
		const row = rows.get(key);
		if (row === undefined) continue;
		if (left < 1) break;
		reached += row.count;
		if (row.isHit) left -= 1;
	}
	return reached;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
