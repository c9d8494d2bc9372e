import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import type { LedgerEntry } from '../sandbox/ledger';
import type { Expected } from './expectation';
import { questionOf } from './operations';
import type { Seen, SeenItem, Status } from './seen';

/** What a cell shows to be broken, in a sentence each; none where all promises held. Rows count from 0. */
export function broken(seen: Seen, expected: Expected): string[] {
	const atService = [...asked(seen, expected), ...paid(seen), ...reached(seen), ...inTime(seen, expected)];
	if (!Number.isFinite(seen.took)) return atService;
	if (seen.thrown) return [...mayThrow(seen, expected), ...atService];
	const places = eachRowOnce(seen);
	// Where rows are not linked rightly, what they hold would be told of the wrong ones.
	return places.length > 0
		? [...places, ...atService]
		: [...answers(seen, expected), ...notInSilence(seen, expected), ...atService];
}

/** As many rows leave as came in, each linked to its own. */
function eachRowOnce({ items, rowsIn }: Seen): string[] {
	const links = items.flatMap(({ rows }) => rows);
	const times = (row: number) => links.filter((link) => link === row).length;
	const wrong = Array.from({ length: rowsIn }, (_, row) => row).filter((row) => times(row) !== 1);
	const strange = links.filter((link) => !(link >= 0 && link < rowsIn));
	return [
		...wrong.map((row) => `row ${row} came out ${times(row)} times`),
		...strange.map((link) => `an item is linked to row ${link}, which there is not`),
		...items.filter(({ rows }) => rows.length === 0).map(() => 'an item is linked to no row'),
	];
}

const OWN_ERRORS: ReadonlySet<string> = new Set(['NodeApiError', 'NodeOperationError']);

/** The node throws nothing but errors of its own, under Stop Workflow alone, and only where something failed and nothing was answered. */
function mayThrow({ thrown, requests }: Seen, { onError, throws }: Expected): string[] {
	if (thrown === null) return [];
	const { name, message, description } = thrown;
	const own = OWN_ERRORS.has(name) && message !== '' && description !== '';
	return [
		...(own ? [] : [`it threw an error that is not the node's own: ${name}: ${message}`]),
		...(throws ? [] : [`it threw, which it may not under ${onError}: ${message}`]),
		...(requests.some(hasArrived) ? [`it threw although it had been answered: ${message}`] : []),
	];
}

const ANSWERED: ReadonlySet<Status> = new Set<Status>(['found', 'not_found']);

/** Under Stop Workflow a run that answered nobody, and failed somebody, says so by an error. */
function notInSilence({ items }: Seen, { onError }: Expected): string[] {
	const silent =
		onError === 'stopWorkflow' &&
		!items.some(({ status }) => ANSWERED.has(status)) &&
		items.some(({ status }) => status === 'failed');
	return silent ? ['nobody was answered, and no error was thrown'] : [];
}

const hasArrived = ({ status, fate }: LedgerEntry) => status === 200 && fate === 'answered';

const questionsIn = ({ tool, keys }: LedgerEntry): string[] =>
	keys.length === 0 ? [questionOf(tool)] : keys.map((key) => questionOf(tool, key));

/** Each row has a status that goes with the fault; whoever is answered, as on a quiet day; and nobody whose answer arrived is not. */
function answers({ items, requests }: Seen, expected: Expected): string[] {
	const arrived = new Set(requests.filter(hasArrived).flatMap(questionsIn));
	return items.flatMap(({ rows, status, json }) =>
		rows.flatMap((row): string[] => {
			const quiet = expected.quiet[row];
			const allowed = ANSWERED.has(quiet.status)
				? expected.statuses
				: new Set([routed(quiet.status, expected.onError)]);
			if (!allowed.has(status)) return [`row ${row} is ${status}, not ${[...allowed].join(' or ')}`];
			if (ANSWERED.has(status))
				return differences(json, quiet.json).map(
					(column) => `row ${row} has another ${column} than on a quiet day`,
				);
			const isLeft = expected.sheet[row].answeredBy.some((question) => arrived.has(question));
			return [
				...(isLeft ? [`row ${row} is ${status}, though its answer arrived`] : []),
				...(ANSWERED.has(quiet.status) ? tells({ status, json }, row, expected) : []),
			];
		}),
	);
}

/** A row that failed says why. */
function tells({ status, json }: Pick<SeenItem, 'status' | 'json'>, row: number, { reason }: Expected): string[] {
	if (reason === null || (status !== 'failed' && status !== 'error')) return [];
	const error = json.error as { message?: unknown } | undefined;
	const told = String(error?.message ?? json.enriched_reason ?? json.reason);
	return told.includes(reason) ? [] : [`row ${row} says "${told}", not "${reason}"`];
}

/** Rows that are invalid go to the error output, where there is one. */
const routed = (status: Status, onError: Expected['onError']): Status =>
	status === 'invalid' && onError === 'continueErrorOutput' ? 'error' : status;

/** Metadata tell of the account as it was at that moment. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['enriched_metadata']);
/** What stays the same whichever tool a row was answered by. */
const WANTED = ['enriched_status', 'enriched_personal_email', 'enriched_personal_email_form'];

/** The columns in which two answered rows differ. Where other tools were asked, what was wanted must be the same and the rest may tell more or less. */
function differences(one: IDataObject, other: IDataObject): string[] {
	const columns =
		one.enriched_sources === other.enriched_sources
			? [...new Set([...Object.keys(one), ...Object.keys(other)])]
			: WANTED;
	return columns.filter((column) => !OF_THE_MOMENT.has(column) && !isDeepStrictEqual(one[column], other[column]));
}

/** Only the lookups of the sheet are asked, of the tools of the operation, and none of them too often. */
function asked({ requests }: Seen, { tools, attempts }: Expected): string[] {
	const carried = new Map<string, number>();
	for (const question of requests.flatMap(questionsIn)) carried.set(question, (carried.get(question) ?? 0) + 1);
	const foreign = [...new Set(requests.map(({ tool }) => tool))].filter((tool) => !tools.includes(tool));
	return [
		...foreign.map((tool) => `it asked ${tool}`),
		...[...carried]
			.filter(([, times]) => times > attempts)
			.map(([question, times]) => `${question} was asked ${times} times, more than ${attempts}`),
	];
}

const paid = (seen: Seen): string[] =>
	paidAgain(seen).map((question) => `${question} was charged again although its answer had arrived`);

/** The questions that were charged again although their answer had arrived. */
export function paidAgain({ requests, charges }: Pick<Seen, 'requests' | 'charges'>): string[] {
	const charged = new Set(charges.map(({ tool, key }) => questionOf(tool, key)));
	const known = new Set<string>();
	const again = new Set<string>();
	for (const request of requests.filter(({ tokens }) => tokens > 0)) {
		const questions = questionsIn(request).filter((question) => charged.has(question));
		for (const question of questions) if (known.has(question)) again.add(question);
		if (hasArrived(request)) for (const question of questions) known.add(question);
	}
	return [...again];
}

const reached = ({ strays }: Seen): string[] =>
	strays > 0 ? [`${strays} requests reached somebody who must not have the key`] : [];

const inTime = ({ took }: Seen, { time }: Expected): string[] =>
	took > time
		? [`it took ${Number.isFinite(took) ? `${Math.round(took)} ms` : 'for ever'}, more than ${time} ms`]
		: [];
