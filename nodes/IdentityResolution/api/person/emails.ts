import { hash } from 'node:crypto';
import { addressesOf, isEmail, isHash } from '../identifiers/addresses';
import { md5OfEmail } from '../identifiers/hem';
import { isFilled, type JsonObject } from '../values/json';
import { toTime } from '../values/time';
import { EMAILS, type Cell, type Cells, type EmailColumns } from './columns';

/**
 * Whether a cell is an address that accepts mail: not hashed, not masked (contract: Silent points,
 * 18).
 */
export const isPlainEmail = (cell: Cell | undefined): cell is string =>
	typeof cell === 'string' && isEmail(cell);

const MASK = '(?:x{3,}|#{3,}|_{3,}|-{3,}|\\.{3,})';
/** Three equal signs in a row, beside at most two letters. */
const MASKED_PART = new RegExp(
	`^(?:\\p{L}{0,2}${MASK}|\\p{L}${MASK}\\p{L}|${MASK}\\p{L}{0,2})$`,
	'iu',
);
const MASKED_WORD = /^(?:hidden|redacted|masked|private|available)$/i;

/**
 * Whether an address of a tool that returns obscured emails is only a mask (contract: Silent
 * points, 18).
 */
export function isMask(address: string): boolean {
	const [local, host = ''] = address.split('@');
	if (MASKED_WORD.test(local)) return true;
	const pieces = local.split(/[-_]/).filter((piece) => piece !== '');
	if (pieces.length > 1 && pieces.every((piece) => MASKED_PART.test(piece))) return true;
	return [local, ...local.split('.'), ...host.split('.').slice(0, -1)].some((part) =>
		MASKED_PART.test(part),
	);
}

/**
 * The address behind a hashed email, in lower case as it was hashed; undefined if it is not known.
 */
export type AddressBook = (obscured: string) => string | undefined;

/**
 * Finds known addresses by their MD5 or SHA-256.
 * @param addresses are only hashed when a hash is looked up
 */
export function addressBook(addresses: () => Iterable<string>): AddressBook {
	let byHash: Map<string, string> | undefined;
	return (obscured) => {
		if (!isHash(obscured)) return undefined;
		if (byHash === undefined) {
			byHash = new Map();
			for (const given of addresses()) {
				const address = given.trim().toLowerCase();
				byHash
					.set(md5OfEmail(address), address)
					.set(hash('sha256', address, 'hex'), address);
			}
		}
		return byHash.get(obscured.toLowerCase());
	};
}

const PLAIN = ['work_email', 'personal_email', 'personal_emails'] as const;
export const OBSCURED = [
	'work_email_obscured',
	'personal_email_obscured',
	'personal_emails_obscured',
] as const;

/** All addresses in the columns of one answer. */
export const addressesIn = (cells: Cells): string[] =>
	PLAIN.flatMap((column) => listIn(cells[column])).filter(isPlainEmail);

/** All emails in the columns of one answer, also those that one cannot write to. */
export const allEmailsIn = (cells: Cells): string[] =>
	[...PLAIN, ...OBSCURED].flatMap((column) => listIn(cells[column]));

/** All addresses in the fields of an input row. */
export const addressesInRow = (row: JsonObject): string[] =>
	Object.values(row)
		.filter((cell) => typeof cell === 'string')
		.flatMap((cell) => (cell.includes('@') ? addressesOf(cell) : []));

/** The emails in a column with a list. */
export const listIn = (cell: Cell | undefined): string[] =>
	typeof cell === 'string' ? cell.split(', ').filter((email) => email !== '') : [];

export const hasHashes = (cells: Cells): boolean =>
	OBSCURED.flatMap((column) => listIn(cells[column])).some(isHash);

/**
 * Risk grades in the order of preference. By the public reference, an address of grade D does not
 * accept mail.
 */
const RANKS: Readonly<Record<string, number>> = { A: 0, B: 1, C: 2, D: 4 };
/** Of other grades, and of an email without one. */
const OTHER_RANK = 3;

/** The place of a risk grade in the order of preference, from 0. */
const gradeRank = (grade: Cell | undefined): number =>
	RANKS[typeof grade === 'string' ? grade.trim().toUpperCase() : ''] ?? OTHER_RANK;

/** The worst rank that is sufficient. An email without a grade passes the first two. */
const WORST = { any: RANKS.D, anyExceptD: OTHER_RANK, aOrB: RANKS.B } as const;

export type MinGrade = keyof typeof WORST;

export interface DatedEmail {
	email: string;
	validatedAt: Cell;
	riskScore: Cell;
}

export const timeOf = ({ validatedAt }: DatedEmail): number => toTime(validatedAt) ?? 0;

/** Returns the email with the best grade, of several the one validated last, of those the first. */
export function bestOf<Email extends DatedEmail>(emails: readonly Email[]): Email | undefined {
	const compare = (one: Email, other: Email) =>
		gradeRank(one.riskScore) - gradeRank(other.riskScore) || timeOf(other) - timeOf(one);
	// A sorted copy would take longer than linear time for the list of a hostile reply.
	if (emails.length < 2) return emails[0];
	return emails.reduce((best, one) => (compare(one, best) < 0 ? one : best));
}

/** Returns each email once, in its first spelling. */
export function distinctEmails<Email extends { email: string }>(emails: readonly Email[]): Email[] {
	const distinct = new Map<string, Email>();
	for (const one of emails) {
		const name = one.email.toLowerCase();
		if (!distinct.has(name)) distinct.set(name, one);
	}
	return [...distinct.values()];
}

export const meetsGrade = (grade: Cell | undefined, minGrade: MinGrade): boolean =>
	gradeRank(grade) <= WORST[minGrade];

/** The emails of an answer that are worse than the minimum grade. */
export const worseEmails = (cells: Cells, minGrade: MinGrade): EmailColumns[] =>
	EMAILS.filter(
		({ address, riskScore }) =>
			isFilled(cells[address]) && !meetsGrade(cells[riskScore], minGrade),
	);

/**
 * Returns cells of which each grade and date stands beside an address, and each address has a
 * sufficient grade.
 */
export function usableCells(cells: Cells, minGrade: MinGrade): Cells {
	const worse = worseEmails(cells, minGrade);
	const usable: Cells = { ...cells };
	for (const email of EMAILS) {
		const { address, validatedAt, riskScore } = email;
		if (worse.includes(email)) usable[address] = null;
		if (isFilled(usable[address])) continue;
		for (const column of [validatedAt, riskScore]) if (column in usable) usable[column] = null;
	}
	if (isFilled(cells.personal_emails) && !showsAllOf(cells, minGrade))
		usable.personal_emails = usable.personal_email ?? null;
	return usable;
}

/**
 * Whether a list of personal emails is sufficient. It shows no grades, so that of graded emails
 * only the one beside it is known to be.
 */
function showsAllOf(cells: Cells, minGrade: MinGrade): boolean {
	if (minGrade === 'any') return true;
	return minGrade === 'anyExceptD' && !isFilled(cells.personal_email_risk_score);
}
