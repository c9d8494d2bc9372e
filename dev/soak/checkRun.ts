import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import { SOURCES } from '../../nodes/IdentityResolution/api/sources';
import { checkAnswer, complaints, lookupName, Oracle, type ExpectedAnswer, type OracleReport } from '../oracle/oracle';
import type { LedgerEntry } from '../sandbox/ledger';
import { isHeld } from '../sandbox/people';
import { SERVICE } from './conditions';
import { readOutputRow, type OutputRow } from './outputRows';
import { keyOf, keysOf, type Kind } from './people';
import type { RunOptions } from './runOptions';
import type { RowContent, Sheet } from './sheet';
import type { Variant } from './variants';

/** A run that is over. */
export interface FinishedRun {
	variant: Variant;
	options: RunOptions;
	sheet: Sheet;
	/** The items that the node returned; null if the run ended with an error. */
	output: readonly JsonObject[] | null;
	/** Requests of this run, in the order in which the service received them. */
	requests: readonly LedgerEntry[];
}

export interface RunReport extends OracleReport {
	/** Rows by status. Adds `error`, `thrown` and `dropped` (On Not Found) to those of the node. */
	statuses: Readonly<Record<string, number>>;
	/** A sentence for each broken promise. */
	complaints: readonly string[];
}

/** Checks the promises over one run. */
export function checkRun(run: FinishedRun): RunReport {
	const { sheet, output, requests } = run;
	const oracle = new Oracle(sheet.rows.length);
	for (const request of requests) oracle.takeRequest(request);
	const statuses: Record<string, number> = {};
	const takeRow = (status: string, row: Parameters<typeof oracle.takeRow>[0]) => {
		statuses[status] = (statuses[status] ?? 0) + 1;
		oracle.takeRow(row);
	};
	if (output === null && mayThrow(run)) sheet.rows.forEach((_, row) => takeRow('thrown', { row, problem: null }));
	for (const item of output ?? []) {
		const returned = readOutputRow(item, run.variant, run.options);
		const row = returned.linked === null ? null : returned.linked - 1;
		const isLinked = row !== null && row in sheet.rows;
		takeRow(returned.isError ? 'error' : String(returned.status), {
			row,
			problem: isLinked ? problemOf(returned, sheet.contents[row], run) : null,
			missing: isLinked ? requiredLookups(returned, row, run) : [],
		});
	}
	const answeredKeys = new Set(requests.filter(isAnswered).flatMap(({ keys }) => keys));
	for (const row of oracle.report().lost)
		if (output !== null && mayDrop(sheet.contents[row], answeredKeys, run))
			takeRow('dropped', { row, problem: null });
	const report = oracle.report();
	return { ...report, statuses, complaints: complaints(report) };
}

/** The service answered for each person, or for those before a partial error. */
const isAnswered = ({ status, fate, code, records, keys }: LedgerEntry) =>
	status === 200 && fate === 'answered' && keys.length > 0 && (code === null || records > 0);

/** A run may throw only under Stop Workflow, and only if no row was answered: n8n discards the rows of such a run. */
function mayThrow({ variant: { onError, onNotFound, operation }, requests }: FinishedRun): boolean {
	const isMissAnAnswer = onNotFound !== 'error' && operation.kind !== null;
	return (
		onError === 'stopWorkflow' && !requests.filter(isAnswered).some(({ records }) => records > 0 || isMissAnAnswer)
	);
}

/** On Not Found drops a row only if the service answered for it and does not hold the person. */
const mayDrop = (content: RowContent, answeredKeys: ReadonlySet<string>, run: FinishedRun): boolean =>
	run.variant.onNotFound === 'drop' &&
	content.is === 'person' &&
	expectedAnswer(content, run).is === 'miss' &&
	keysOf(content.contact).some((key) => answeredKeys.has(key));

/** Returns why an output row is wrong, or null. */
function problemOf(row: OutputRow, content: RowContent, run: FinishedRun): string | null {
	if (row.id !== null && row.id !== row.linked) return `has the id ${row.id}, but is linked to id ${row.linked}`;
	if (row.isError)
		return row.output === 'error' && content.is !== 'blank'
			? null
			: `is an error on the output ${row.output}, but its cell is ${content.is}`;
	if (row.output !== outputFor(row.status, run.variant)) return `is ${row.status}, but on the output ${row.output}`;
	const expected = expectedAnswer(content, run);
	const own: readonly string[] = content.is === 'person' ? identifiersOf(content) : [];
	const foreign = row.identifiers.find((identifier) => !own.includes(identifier));
	const ownAnswer = expected.is === 'hit' && row.identifiers.length > 0 ? expected.answer : null;
	return checkAnswer(expected, { status: row.status, answer: foreign ?? ownAnswer });
}

/** The output on which a row that is no error belongs. */
function outputFor(status: string | null, { onNotFound, deferredRows }: Variant): OutputRow['output'] {
	if (status === 'deferred' && deferredRows === 'output') return 'deferred';
	return status === 'not_found' && onNotFound === 'output' ? 'notFound' : 'results';
}

type PersonContent = Extract<RowContent, { is: 'person' }>;

const identifiersOf = ({ contact: { slug, email, hash } }: PersonContent) => [
	email,
	hash,
	`https://www.linkedin.com/in/${slug}`,
];

/** The lookups whose answers a row must contain if they were paid for. It must contain none that it already contains. */
function requiredLookups(row: OutputRow, place: number, { variant, options, sheet }: FinishedRun): string[] {
	const content = sheet.contents[place];
	if (content.is !== 'person') return [];
	const { contact } = content;
	const isOwnRow = (other: RowContent) => other.is === 'person' && other.contact === contact;
	if (variant.operation.kind !== null) {
		// The user chose to get the row with its phone or not at all. The answer belongs to a row of the same person without a phone.
		const mayWaitForPhone = options.limits.onPhoneTokens === 'defer' && sheet.rows[place].phone === 'yes';
		const waitsForPhone = mayWaitForPhone && row.status === 'deferred';
		if (row.status === 'found' || waitsForPhone) return [];
	} else {
		const hasAnswer = row.isError ? row.hasResume : row.identifiers.length > 0;
		// A duplicate with fewer identifiers may not need the lookup of another row.
		if (hasAnswer || sheet.contents.filter(isOwnRow).length > 1) return [];
	}
	return SOURCES.map(({ tool, needs }) => lookupName(tool.name, keyOf(contact, needs)));
}

/** The answer to a row if no fault or limit prevents it. */
function expectedAnswer(content: RowContent, { variant, options }: FinishedRun): ExpectedAnswer {
	if (content.is !== 'person') return content;
	const { contact, kinds } = content;
	const isKnownBy = (kind: Kind) => isHeld(keyOf(contact, kind), SERVICE.seed, SERVICE.hitRate);
	const { kind } = variant.operation;
	const isHit = kind !== null ? isKnownBy(kind) : canResolve(kinds, isKnownBy, options);
	return isHit ? { is: 'hit', answer: contact.email } : { is: 'miss' };
}

/** Whether one of several tools finds something that is wanted. */
function canResolve(
	kinds: readonly Kind[],
	isKnownBy: (kind: Kind) => boolean,
	{ want, options }: RunOptions,
): boolean {
	const known = new Set<Kind>(options.hashEmail ? kinds.filter((kind) => kind !== 'email') : kinds);
	// Tools reveal no identifier except a LinkedIn profile, and tools that take a profile reveal none.
	const first = SOURCES.filter(({ needs }) => known.has(needs) && isKnownBy(needs));
	if (first.some(({ feeds }) => feeds.includes('linkedin'))) known.add('linkedin');
	return SOURCES.some(
		({ needs, gives }) => known.has(needs) && isKnownBy(needs) && gives.some((name) => want.includes(name)),
	);
}
