import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { LedgerEntry } from '../sandbox/ledger';
import { isAbout, readCameOut, tellsNothing, type CameOut } from './cameOut';
import { answered, paidAgain, paidFor } from './charges';
import { keyOf, KINDS } from './contacts';
import type { RunOptions } from './runOptions';
import type { Sheet } from './sheet';
import { isThrownAway } from './thrownAway';
import { isFindable, type Asked, type Service } from './truth';
import type { Variant } from './variants';

/** What a run is judged by. */
export interface Evidence {
	variant: Variant;
	options: RunOptions;
	sheet: Sheet;
	/** What came out, in the order in which it did; null where the run ended with an error. */
	cameOut: readonly JsonObject[] | null;
	/** Of this run alone, in the order in which the service got them. */
	requests: readonly LedgerEntry[];
	service: Service;
}

/** What a run was worth. Counts are of rows where nothing else is said. */
export interface Judgement {
	/** By status; besides those of the node `error`, `dropped` (as On Not Found says) and `thrown`. */
	statuses: Readonly<Record<string, number>>;
	/** Never came out. */
	lost: number;
	/** Came out once more, or are linked to no row that went in. */
	repeated: number;
	/** Came out with a status or an answer that can't be theirs, without one that was paid for, or where they don't belong. */
	wrong: number;
	/** People who were paid for again though an answer had arrived, counted each time. */
	paidAgain: number;
	requests: number;
	tokens: number;
	/** A sentence for whatever is broken. */
	complaints: readonly string[];
}

export function judge(evidence: Evidence): Judgement {
	const { sheet, cameOut, requests, service } = evidence;
	const again = paidAgain(requests, service);
	const rows = cameOut === null ? judgeThrown(evidence) : judgeRows(evidence, cameOut);
	return {
		statuses: rows.statuses,
		lost: rows.lost.length,
		repeated: rows.repeated,
		wrong: rows.wrong.length,
		paidAgain: again.length,
		requests: requests.length,
		tokens: requests.reduce((sum, { tokens }) => sum + tokens, 0),
		complaints: [
			...(rows.lost.length > 0
				? [`${rows.lost.length} of ${sheet.rows.length} rows were lost: ${rows.lost.slice(0, 5).join('; ')}`]
				: []),
			...(rows.repeated > 0 ? [`${rows.repeated} rows came out twice, or are nobody's`] : []),
			...rows.wrong,
			...again.map((name) => `paid again after the answer had arrived: ${name}`),
		],
	};
}

interface Rows {
	statuses: Record<string, number>;
	/** Which, and why they should have come out. */
	lost: string[];
	repeated: number;
	/** A sentence each. */
	wrong: string[];
}

/** A run may end with an error only under Stop Workflow, and only where no row was answered: n8n throws its rows away. */
function judgeThrown({ variant: { onError, onNotFound, operation }, sheet, requests }: Evidence): Rows {
	const told = answered(requests).filter(
		({ records }) => records > 0 || (onNotFound !== 'error' && operation.kind !== null),
	);
	if (onError === 'stopWorkflow' && told.length === 0)
		return { statuses: { thrown: sheet.rows.length }, lost: [], repeated: 0, wrong: [] };
	const why =
		onError === 'stopWorkflow'
			? `the run threw though request ${told[0].number} had been answered`
			: `the run threw under ${onError}`;
	return { statuses: {}, lost: sheet.rows.map(() => why), repeated: 0, wrong: [] };
}

function judgeRows(evidence: Evidence, items: readonly JsonObject[]): Rows {
	const { variant, options, sheet, requests, service } = evidence;
	const paid = paidFor(requests, service);
	const rows: Rows = { statuses: {}, lost: [], repeated: 0, wrong: [] };
	const came = new Map<number, CameOut>();
	for (const item of items) {
		const row = readCameOut(item, variant.operation, options);
		const isNew =
			row.linked !== null && row.linked >= 1 && row.linked <= sheet.rows.length && !came.has(row.linked);
		if (isNew) came.set(row.linked as number, row);
		else rows.repeated += 1;
	}
	const told = new Set(answered(requests).flatMap(({ keys }) => keys));
	const wasAnswered = ({ contact }: Asked) => KINDS.some((kind) => told.has(keyOf(contact, kind)));
	sheet.truths.forEach((truth, place) => {
		const row = came.get(place + 1);
		if (row !== undefined) {
			const status = row.isError ? 'error' : (row.status ?? 'none');
			rows.statuses[status] = (rows.statuses[status] ?? 0) + 1;
			const isPaidInVain = isThrownAway(
				row,
				place,
				sheet,
				{ operation: variant.operation, limits: options.limits },
				paid,
			);
			const wrong =
				whatIsWrong(row, place, evidence) ?? (isPaidInVain ? 'an answer that was paid for is not there' : null);
			if (wrong !== null) rows.wrong.push(`row ${place + 1} (${status}): ${wrong}`);
		} else if (
			variant.onNotFound === 'drop' &&
			truth.is === 'asked' &&
			isMiss(truth, evidence) &&
			wasAnswered(truth)
		) {
			rows.statuses.dropped = (rows.statuses.dropped ?? 0) + 1;
		} else rows.lost.push(`row ${place + 1}`);
	});
	return rows;
}

const isMiss = (truth: Asked, { variant, options, service }: Evidence) =>
	!isFindable(truth, variant.operation, options, service);

/** What can't be so about a row that came out; null where all of it can. */
function whatIsWrong(row: CameOut, place: number, evidence: Evidence): string | null {
	const { variant, sheet } = evidence;
	const truth = sheet.truths[place];
	if (row.id !== null && row.id !== row.linked) return `it is row ${row.id}, linked to row ${row.linked}`;
	if (row.isError)
		return row.output === 'error' && truth.is !== 'blank'
			? null
			: `an error on ${row.output}, where the cell is ${truth.is}`;
	if (row.output !== outputFor(row.status, variant)) return `it left on ${row.output}`;
	if (truth.is !== 'asked') {
		const expected = truth.is === 'blank' ? 'skipped' : 'invalid';
		return row.status === expected && tellsNothing(row.told) ? null : `the cell is ${truth.is}`;
	}
	if (!isAbout(row.told, truth.contact))
		return `it tells of somebody else: ${[...row.told.emails, ...row.told.profiles].join(', ')}`;
	switch (row.status) {
		case 'found':
			return isMiss(truth, evidence)
				? 'the service holds nothing of that person'
				: tellsNothing(row.told)
					? 'it tells nothing'
					: null;
		case 'not_found':
			return isMiss(truth, evidence) ? null : 'the service holds that person';
		case 'failed':
		case 'deferred':
			return null;
		default:
			return 'an identifier ends in no such status';
	}
}

/** The output that a row with a status leaves on, where it is no error. */
function outputFor(status: string | null, { onNotFound, deferredRows }: Variant): CameOut['output'] {
	if (status === 'deferred' && deferredRows === 'output') return 'deferred';
	return status === 'not_found' && onNotFound === 'output' ? 'notFound' : 'results';
}
