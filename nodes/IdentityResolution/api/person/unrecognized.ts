import { addressesOf } from '../identifiers/addresses';
import { profileAddress } from '../identifiers/linkedin';
import { cellsOf, type Answer } from '../replies/reading';
import type { Phone, Tool } from '../tool';
import { field, isFilled, isObject, partsOf, toText } from '../values/json';
import { isNothing } from '../values/nothing';
import { EMAILS, type Cells, type Column } from './columns';
import { allEmailsIn, listIn } from './emails';
import { hasUnreadablePhone, looksLikePhone } from './phones';
import { isReduced, REDUCED } from './resultReader';
import type { ResultColumns } from './results';

/** A field in the results of a tool, by its path with dots. */
export interface Leaf {
	path: string;
	value: string | number | boolean;
}

/** Fields that describe others, or that repeat the request. */
const DESCRIBING =
	/(?:^|[._])(?:risk|risk_score|grade|type|status|_?score|confidence|count|total|index|input|query|requested|identifier|validated_at|last_validated_at|updated_at|created_at)$/i;

/** Levels and fields that are searched, more than any result of one person has. */
const DEEPEST_LEAF = 6;
const MOST_LEAVES = 500;
/** Fields that are looked at, also if they are empty. */
const MOST_VISITS = 20_000;

/**
 * The fields with data at any level, without those that describe others. Entries of a list share
 * its path.
 */
export function leavesIn(results: unknown): Leaf[] {
	const leaves: Leaf[] = [];
	let left = MOST_VISITS;
	const isEnd = (value: unknown, depth: number) =>
		left < 0 || leaves.length >= MOST_LEAVES || depth > DEEPEST_LEAF || isNothing(value);
	const visit = (value: unknown, path: string, depth: number): void => {
		left -= 1;
		if (isEnd(value, depth)) return;
		if (Array.isArray(value))
			for (const entry of value.slice(0, MOST_LEAVES)) visit(entry, path, depth + 1);
		else if (isObject(value)) {
			for (const [name, part] of Object.entries(value))
				visit(part, path === '' ? name : `${path}.${name}`, depth + 1);
		} else if (!DESCRIBING.test(path))
			leaves.push({ path: path === '' ? 'results' : path, value: value as Leaf['value'] });
	};
	visit(isReduced(results) ? field(results, REDUCED.unread) : results, '', 0);
	return leaves;
}

/**
 * Returns the fields of a hit that no column shows: all of them, if the hit fills none of the
 * columns that it is bought for; else those of each group of data that may be among them (contract:
 * Silent points, 7).
 */
export function unrecognizedFields(tool: Tool, answer: Answer, phone: Phone): string[] {
	if (tool.columns.fillable.length === 0) return [];
	const cells = cellsOf(tool, answer);
	const missing = missingIn(tool, cells, phone === 'with' && !hasUnreadablePhone(answer.results));
	// As in most hits: only another email may be missing.
	const isEmailAlone = missing.size === 1 && missing.has('email');
	if (isEmailAlone && !mayHaveEmail(answer.results, allEmailsIn(cells))) return [];
	if (missing.size === 0) return [];
	return namesOf(leavesIn(answer.results).filter(unreadIn(tool, cells, missing)));
}

/** A quick test whether results may have an email besides known ones. */
function mayHaveEmail(value: unknown, known: readonly string[], depth = 0): boolean {
	if (typeof value === 'string') return /[@%]|&#/.test(value) && !known.includes(value);
	if (depth > DEEPEST_LEAF) return false;
	return partsOf(value).some((part) => mayHaveEmail(part, known, depth + 1));
}

type Group = LooksLike | 'person' | 'all';

/**
 * Returns the groups of data that no column shows.
 * @param wantsPhone whether a phone was requested, and none came that cannot be dialled
 */
export function missingIn(
	{ columns }: Pick<Tool, 'columns'>,
	cells: Cells,
	wantsPhone: boolean,
): ReadonlySet<Group> {
	const { fillable } = columns;
	if (!hasBought(columns, cells)) return new Set<Group>(['all']);
	const lacks = (...some: readonly Column[]) => {
		const own = some.filter((column) => fillable.includes(column));
		return own.length > 0 && !own.some((column) => isFilled(cells[column]));
	};
	const missing = new Set<Group>();
	// An email beside another one is data, too.
	if (EMAILS.some(({ address }) => fillable.includes(address))) missing.add('email');
	if (wantsPhone && lacks('mobile_phone')) missing.add('phone');
	if (lacks('linkedin_url')) missing.add('profile');
	if (lacks('company_name')) missing.add('company');
	if (lacks(...PERSON)) missing.add('person');
	return missing;
}

const PERSON: readonly Column[] = [
	'full_name',
	'first_name',
	'last_name',
	'title',
	'seniority',
	'functional_area',
	'country',
];

/** Returns whether a field has data of a missing group that no column shows. */
export function unreadIn(
	{ requestFields }: Pick<Tool, 'requestFields'>,
	cells: Cells,
	missing: ReadonlySet<Group>,
): (leaf: Leaf) => boolean {
	const shown = shownIn(cells);
	const echoes = Object.entries(requestFields);
	const isEcho = (leaf: Leaf) =>
		echoes.some(([kind, name]) => name === leaf.path && mayEcho(kind, leaf));
	return (leaf) => {
		const isMissing = missing.has('all') ? !isEcho(leaf) : missing.has(groupOf(leaf));
		return isMissing && !shown.has(shownAs(leaf.value));
	};
}

/** The group of data that a field belongs to. */
export const groupOf = (leaf: Leaf): LooksLike | 'person' =>
	GROUPS.find((group) => LOOKS_LIKE[group](leaf)) ?? 'person';

/** Whether a field may repeat what was sent: it does not look like anything else. */
const mayEcho = (kind: string, leaf: Leaf): boolean =>
	kind === 'linkedin' ? !LOOKS_LIKE.email(leaf) : !LOOKS_LIKE.profile(leaf);

/** What columns show, as `shownAs` writes the values of fields. */
export const shownIn = (cells: Cells): Set<string> =>
	new Set(
		[
			...Object.values(cells),
			...[cells.personal_emails, cells.personal_emails_obscured].flatMap(listIn),
			profileAddress(toText(cells.linkedin_url)),
		].flatMap((cell) => (isFilled(cell) ? [shownAs(cell as Leaf['value'])] : [])),
	);

/** A value as it stands in a column: an address without what is around it. */
export function shownAs(value: Leaf['value']): string {
	const text = String(value);
	return (addressesOf(text).at(0) ?? text).trim().toLowerCase();
}

const hasBought = ({ boughtFor, fillable }: ResultColumns, cells: Cells): boolean =>
	(boughtFor ?? fillable).some((column) => isFilled(cells[column]));

const namesOf = (leaves: readonly Leaf[]): string[] => [...new Set(leaves.map(({ path }) => path))];

/** What a field may contain that a column lacks. */
export type LooksLike = 'email' | 'profile' | 'phone' | 'company';

const OF_COMPANY = /compan|employer|organi[sz]ation/i;

const LOOKS_LIKE: Readonly<Record<LooksLike, (leaf: Leaf) => boolean>> = {
	email: ({ path, value }) => addressesOf(String(value)).length > 0 && !OF_COMPANY.test(path),
	profile: ({ path, value }) =>
		/linkedin\.com\/in\//i.test(String(value)) &&
		profileAddress(String(value)) !== null &&
		!OF_COMPANY.test(path),
	phone: ({ path, value }) => looksLikePhone(path, value),
	company: ({ path, value }) =>
		OF_COMPANY.test(path) && !/id$/i.test(path) && /\p{L}/u.test(String(value)),
};

const GROUPS = Object.keys(LOOKS_LIKE) as LooksLike[];

/**
 * The fields of a hit that look like what is wanted.
 * @param known values that columns show, or that were sent
 */
export function fieldsLike(looks: LooksLike, results: unknown, known: readonly string[]): string[] {
	const shown = new Set(known.map(shownAs));
	return namesOf(
		leavesIn(results).filter(
			(leaf) => LOOKS_LIKE[looks](leaf) && !shown.has(shownAs(leaf.value)),
		),
	);
}
