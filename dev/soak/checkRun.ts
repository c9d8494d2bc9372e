import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import { SOURCES } from '../../nodes/IdentityResolution/api/person/sources';
import { checkAnswer, lookupName, Oracle, type OracleReport } from '../oracle/oracle';
import type { LedgerEntry } from '../sandbox/ledger';
import { personFor } from '../sandbox/people';
import { keyOf, SERVICE, type Contact, type SheetRow } from './sheet';
import type { Variant } from './workflow';

/** A run that is over. */
export interface FinishedRun {
	variant: Variant;
	sheet: readonly SheetRow[];
	/** The items that the node returned; null if the run ended with an error. */
	output: readonly JsonObject[] | null;
	/** Requests of this run, in the order in which the service received them. */
	requests: readonly LedgerEntry[];
}

/** Checks the promises over one run. */
export function checkRun(run: FinishedRun): OracleReport {
	const { sheet, output, requests } = run;
	const oracle = new Oracle(sheet.length);
	for (const request of requests) oracle.takeRequest(request);
	if (output === null && mayThrow(run)) sheet.forEach((_, row) => oracle.takeRow({ row, problem: null }));
	for (const item of output ?? []) {
		const row = Number(item.id) - 1;
		const problem = row in sheet ? problemOf(item, sheet[row]) : null;
		oracle.takeRow({ row, problem, missing: row in sheet ? requiredLookups(item, sheet[row], run) : [] });
	}
	return oracle.report();
}

const readsOne = ({ fields }: Variant) => Object.values(fields).flat().length === 1;

/** A run may throw only under Stop Workflow, and only if no row was answered: n8n discards the rows of such a run. */
function mayThrow({ variant, requests }: FinishedRun): boolean {
	// The service answered for each person, or for those before a partial error.
	const answered = requests.filter(
		({ status, fate, code, records, keys }) =>
			status === 200 && fate === 'answered' && keys.length > 0 && (code === null || records > 0),
	);
	// A miss answers a row only if no other tool is left.
	return variant.onError === 'stopWorkflow' && !answered.some(({ records }) => records > 0 || readsOne(variant));
}

/** The values that identify a person. Masked emails identify no person. */
const identifiersIn = (item: JsonObject): string[] =>
	[item.enriched_personal_email, item.enriched_work_email, item.enriched_linkedin_url].filter(
		(value): value is string => typeof value === 'string' && value !== '' && !value.includes('*'),
	);

/** Of two personal emails, the second one counts if the service returns the first one obscured. */
const ownIdentifiers = ({ linkedin, email, hem }: Contact): string[] => [
	hem,
	`https://www.linkedin.com/in/${linkedin}`,
	...personFor(`email:${email}`, SERVICE.seed).personalEmails.map((one) => one.email),
];

/** A work email has the local part of the personal one, at a domain of the company. */
const localPart = (email: string) => email.split('@')[0];

/** Returns why an output row is wrong, or null. */
function problemOf(item: JsonObject, { contact, expected }: SheetRow): string | null {
	const own = contact === null ? [] : ownIdentifiers(contact);
	const found = identifiersIn(item);
	const isOwn = (identifier: string) =>
		own.includes(identifier) ||
		(contact !== null &&
			identifier === item.enriched_work_email &&
			localPart(identifier) === localPart(contact.email));
	const foreign = found.find((identifier) => !isOwn(identifier));
	const answer = foreign ?? (found.length > 0 ? contact?.email : null);
	return checkAnswer(expected, { status: item.enriched_status, answer });
}

/** The lookups whose answers a row must contain if they were paid for; none if it already contains an answer. */
function requiredLookups(item: JsonObject, { contact }: SheetRow, { variant, sheet }: FinishedRun): string[] {
	if (contact === null) return [];
	// With several identifiers, a duplicate may not need the lookup of another row.
	const hasAnswer = readsOne(variant)
		? item.enriched_status === 'found'
		: identifiersIn(item).length > 0 || sheet.filter((row) => row.contact === contact).length > 1;
	return hasAnswer ? [] : SOURCES.map(({ tool, needs }) => lookupName(tool.name, keyOf(contact, needs)));
}
