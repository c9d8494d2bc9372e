import { at, type JsonObject } from '../json';
import { LARGE_ANSWER, memoryOf } from '../memory';
import {
	EMAILS,
	type Cells,
	type Column,
	type ResultColumns,
	type EmailColumns,
	type EmailLists,
	type Path,
} from './columns';
import { readPhone, unreadablePhone } from './phone';
import { asText, entryOf, isUnfilled, list } from './simplify';

/** The part of a tool's results that fills columns. */
export function readParts(sources: ResultColumns, given: unknown): JsonObject {
	const { fields, personalEmails, emailByType } = sources;
	const results = entryOf(sources, given);
	const lists = Object.values<Path>({ ...personalEmails, ...emailByType });
	const parts: JsonObject = {};
	for (const path of [...Object.values(fields).flat(), ...lists])
		setAt(parts, path, path === fields.mobile_phone ? readPhone(results) : at(results, path));
	const [cells, kept] = [sources.read(given), sources.read(parts)];
	// Values under other names than the tool's own get its name.
	for (const email of EMAILS)
		if (cells[email.address] !== kept[email.address] || cells[email.obscured] !== kept[email.obscured])
			setEmail(parts, sources, email, cells);
	if (cells.linkedin_url !== kept.linkedin_url) setAt(parts, [fields.linkedin_url].flat()[0], cells.linkedin_url);
	return parts;
}

/** Sets an email and what describes it under the names of the tool. */
function setEmail(
	parts: JsonObject,
	{ fields, personalEmails, emailByType }: ResultColumns,
	columns: EmailColumns,
	cells: Cells,
): void {
	const { address, obscured, validatedAt, riskScore } = columns;
	// A tool that returns personal emails only as lists has no name for one. Usual names are read if both are usual.
	const hasNames = personalEmails === undefined || fields.personal_email !== undefined;
	const own = hasNames
		? {
				email: fields[address],
				validatedAt: fields[validatedAt],
				riskScore: fields[riskScore],
				...emailByType,
			}
		: { email: address, validatedAt, riskScore };
	setAt(parts, [own.email].flat()[0], cells[address] ?? cells[obscured]);
	// What the results have under these names may describe another email.
	for (const [path, cell] of [
		[[own.validatedAt].flat()[0], cells[validatedAt]],
		[[own.riskScore].flat()[0], cells[riskScore]],
	] as const)
		setAt(parts, path, cell ?? (path === undefined || at(parts, path) === undefined ? null : NO_VALUE));
	setAt(parts, emailByType?.type, address === 'personal_email' ? 'personal' : 'business');
}

/**
 * Returns the parts of very large results. A large list or object in the field of a column becomes the text of the
 * column. A phone that cannot be dialled is kept, so that the row can report it.
 */
export function readSmallParts(sources: ResultColumns, given: unknown): JsonObject {
	const { fields, personalEmails, emailByType } = sources;
	const parts = readParts(sources, given);
	const cells = sources.read(parts);
	if (personalEmails) shortenLists(parts, personalEmails);
	const paths = [...Object.values(fields).flat(), ...Object.values<Path>({ ...emailByType })];
	const large = new Set(paths.filter((path) => isLarge(at(parts, path))));
	for (const path of large) setAt(parts, path, NO_VALUE);
	for (const [column, path] of Object.entries(fields))
		setAt(
			parts,
			[path].flat().find((one) => large.has(one)),
			cells[column as Column],
		);
	for (const email of EMAILS) {
		const own = [fields[email.address] ?? Object.values<Path>({ ...emailByType })].flat();
		if (own.some((path) => large.has(path)) && !isUnfilled(cells, email)) setEmail(parts, sources, email, cells);
	}
	if (fields.mobile_phone !== undefined && at(parts, 'mobile_phone') === undefined)
		setAt(parts, 'mobile_phone', unreadablePhone(entryOf(sources, given)));
	return parts;
}

/** Replaces a large value that fills no column. */
const NO_VALUE = '';

const isLarge = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && memoryOf(value) > LARGE_ANSWER;

/** Removes the entries of large parallel lists that contain no email. */
function shortenLists(parts: JsonObject, lists: EmailLists): void {
	const paths = Object.values<Path>({ ...lists });
	if (!paths.some((path) => isLarge(at(parts, path)))) return;
	const places = list(parts, lists.emails).flatMap((entry, place) => (asText(entry) === null ? [] : [place]));
	for (const path of paths) {
		const entries = list(parts, path);
		setAt(
			parts,
			path,
			places.map((place) => asText(entries[place])),
		);
	}
}

/** Sets a value at a dotted path, unless there is no value. */
function setAt(parts: JsonObject, path: Path | undefined, value: unknown): void {
	if (path === undefined || value === undefined || value === null) return;
	const names = path.split('.');
	const last = names.pop() ?? path;
	const parent = names.reduce<JsonObject>((object, name) => (object[name] ??= {}) as JsonObject, parts);
	parent[last] = value;
}
