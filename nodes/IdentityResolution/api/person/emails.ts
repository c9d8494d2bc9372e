import { createHash } from 'node:crypto';
import { EMAILS, type Cell, type Cells } from './columns';
import { isEmail, md5OfEmail } from '../identifiers/email';
import { isHash } from '../identifiers/readCell';
import { field, isNothing, isObject, type JsonObject } from '../json';
import { wordsOf } from './phone';

/** Whether a cell is an address that accepts mail: not hashed, not masked (contract: Silent points, 18). */
export const isPlainEmail = (cell: Cell | undefined): cell is string => typeof cell === 'string' && isEmail(cell);

/** The address behind a hashed email, in lower case as it was hashed; undefined if it is not known. */
export type AddressBook = (obscured: string) => string | undefined;

export const NO_ADDRESSES: AddressBook = () => undefined;

/** Finds known addresses by their MD5 or SHA-256. @param addresses are only hashed when a hash is looked up */
export function addressBook(addresses: () => Iterable<string>): AddressBook {
	let byHash: Map<string, string> | undefined;
	return (obscured) => {
		if (!isHash(obscured)) return undefined;
		byHash ??= new Map(
			Array.from(addresses(), (address) => address.trim().toLowerCase()).flatMap((address) =>
				hashesOf(address).map((hash): [string, string] => [hash, address]),
			),
		);
		return byHash.get(obscured.toLowerCase());
	};
}

const hashesOf = (address: string): string[] => [
	md5OfEmail(address),
	createHash('sha256').update(address).digest('hex'),
];

/** An email in the results of a tool, and what describes it. */
export interface FoundEmail {
	email: string;
	kind: 'work' | 'personal' | 'unknown';
	validatedAt: unknown;
	riskScore: unknown;
}

const EMAIL_WORDS = new Set(['email', 'emails', 'mail', 'mails']);
const KINDS = {
	work: new Set(['work', 'business', 'professional', 'corporate']),
	personal: new Set(['personal', 'private']),
};
/** Words that may qualify them. With any other word (`email_status`, `contact_email`) a field is something else. */
const EMAIL_QUALIFIERS = new Set([
	...[...KINDS.work, ...KINDS.personal],
	...['e', 'address', 'addresses', 'best', 'primary', 'main', 'verified', 'confirmed', 'valid', 'all', 'found'],
]);
/** Fields of an email object that contain the address. */
const ADDRESS_FIELDS = ['email', 'address', 'email_address', 'value'];
const GRADES = ['risk_score', 'grade', 'risk'];
const DATES = ['last_validated_at', 'validated_at'];

/** Names of objects that only wrap the data of the person. Others, such as `colleagues`, are about somebody else. */
export const isWrapper = (name: string): boolean =>
	/^(?:data|results?|record|person|profile|contacts?|contact_?info|user|member|individual|details?|info)$/i.test(
		name,
	);

/** Entries of a list. No person has more. */
const MOST_EMAILS = 100;

/** Levels of wrappers. */
const DEEPEST_WRAPPER = 4;

/** Returns the emails under any usual name, in their order: the contract only names two of the tools that return them. */
export function emailsIn(results: unknown, depth = 0): FoundEmail[] {
	if (typeof results === 'string') return emailsAt(results, '', {});
	if (!isObject(results) || depth > DEEPEST_WRAPPER) return [];
	return Object.entries(results).flatMap(([name, value]) => {
		if (isEmailName(name)) return emailsAt(value, name, results);
		return isWrapper(name) ? emailsIn(value, depth + 1) : [];
	});
}

function isEmailName(name: string): boolean {
	// This test is ten times as fast and rejects most names.
	if (!/mail/i.test(name)) return false;
	const words = wordsOf(name);
	return (
		words.some((word) => EMAIL_WORDS.has(word)) &&
		words.every((word) => EMAIL_WORDS.has(word) || EMAIL_QUALIFIERS.has(word))
	);
}

/** The emails in the value of an email field: a text, a list or an object. @param beside the object with the field */
function emailsAt(value: unknown, name: string, beside: JsonObject): FoundEmail[] {
	if (Array.isArray(value))
		return value
			.slice(0, MOST_EMAILS)
			.flatMap((one: unknown, index) =>
				Array.isArray(one) ? [] : emailsAt(one, name, isObject(one) ? one : entryOf(beside, index)),
			);
	if (isObject(value)) {
		const address = ADDRESS_FIELDS.map((one) => field(value, one)).find((one) => typeof one === 'string');
		return address === undefined ? [] : emailsAt(address, `${name}_${String(field(value, 'type') ?? '')}`, value);
	}
	if (typeof value !== 'string' || isNothing(value) || !(value.includes('@') || isHash(value))) return [];
	const words = wordsOf(name);
	const kind = (['work', 'personal'] as const).find((one) => words.some((word) => KINDS[one].has(word))) ?? 'unknown';
	const described = (names: readonly string[]) =>
		[...names.map((one) => `${name}_${one}`), ...names]
			.map((one) => field(beside, one))
			.find((one) => !isNothing(one));
	return [{ email: value, kind, validatedAt: described(DATES), riskScore: described(GRADES) }];
}

/** The entries of parallel lists at a position. */
const entryOf = (beside: JsonObject, index: number): JsonObject =>
	Object.fromEntries(
		Object.entries(beside).map(([name, list]) => [
			name,
			Array.isArray(list) ? (list[index] as unknown) : undefined,
		]),
	);

/** All addresses in the columns of one answer. */
export const addressesIn = (cells: Cells): string[] =>
	[cells.work_email, cells.personal_email, ...listIn(cells.personal_emails)].filter(isPlainEmail);

/** All addresses in the fields of an input row. */
export const addressesInRow = (row: JsonObject): string[] =>
	Object.values(row).flatMap((cell) => {
		const text = typeof cell === 'string' ? cell.trim() : '';
		return isEmail(text) ? [text] : [];
	});

/** The emails in a column with a list. */
export const listIn = (cell: Cell | undefined): string[] =>
	typeof cell === 'string' ? cell.split(', ').filter((email) => email !== '') : [];

/** Whether a column contains a hashed email. */
export const hasHashes = (cells: Cells): boolean =>
	EMAILS.some(({ obscured }) => isHash(String(cells[obscured]))) ||
	listIn(cells.personal_emails_obscured).some(isHash);

const BEST_GRADES = ['A', 'B', 'C'] as const;
/** An address with this grade does not accept mail. */
const WORST_GRADE = 'D';

/** The worst grade that is sufficient; `any` also admits other grades and none, but not D. */
export type MinGrade = (typeof BEST_GRADES)[number] | 'any';

/** Position of a risk grade in the order of preference, from 0: A, B, C, another grade or none, D. */
export function gradeRank(grade: Cell | undefined): number {
	const letter = typeof grade === 'string' ? grade.trim().toUpperCase() : '';
	const place = BEST_GRADES.findIndex((best) => best === letter);
	if (place >= 0) return place;
	return letter === WORST_GRADE ? BEST_GRADES.length + 1 : BEST_GRADES.length;
}

/** Whether an address with a risk grade is good enough. */
export const meetsGrade = (grade: Cell | undefined, minGrade: MinGrade): boolean =>
	gradeRank(grade) <= (minGrade === 'any' ? BEST_GRADES.length : gradeRank(minGrade));
