import { directorySlug, emailOfSlug } from '../sandbox/data/directory';
import { emailOf, isHeld, personFor, type Person } from '../sandbox/people';
import { drawsOf } from '../sandbox/random';
import type { SandboxSettings } from '../sandbox/settings';
import type { Job } from './job';

/** A row of the input sheet. Ids count from 1. */
export interface SheetRow {
	id: number;
	company: string;
	linkedin: string;
	email: string;
	[column: string]: unknown;
}

/** A row's canonical key, and what the service holds for it; null if it holds nothing. */
export interface Expected {
	key: string;
	answer: string | null;
}

const SEED = 1;
const SLUG = /\/in\/([^/?]+)/;

/** Spellings of one profile. An exact comparison takes them for different people. */
const LINKEDIN_SPELLINGS: ReadonlyArray<(slug: string) => string> = [
	(slug) => `https://www.linkedin.com/in/${slug}`,
	(slug) => `https://www.linkedin.com/in/${slug}/`,
	(slug) => `uk.linkedin.com/in/${slug.toUpperCase()}?trk=example`,
];
const EMAIL: ReadonlyArray<(email: string) => string> = [
	(email) => email,
	(email) => email,
	(email) => email.toUpperCase(),
];

/**
 * Makes a contact sheet, the same one each time. @param duplicates share of rows that repeat a person of an earlier
 * row, most in another spelling
 */
export function makeSheet(rows: number, duplicates: number): SheetRow[] {
	const draws = drawsOf(SEED, `sheet|${rows}|${duplicates}`);
	let people = 0;
	return Array.from({ length: rows }, (_, place) => {
		const isDuplicate = people > 0 && draws.share() < duplicates;
		const slug = directorySlug(SEED, isDuplicate ? draws.below(people) : people++);
		return {
			id: place + 1,
			company: `Example ${place % 100}`,
			linkedin: draws.pick(LINKEDIN_SPELLINGS)(slug),
			email: draws.pick(EMAIL)(emailOfSlug(slug)),
		};
	});
}

const ANSWERS: Readonly<Record<string, (person: Person) => string>> = {
	linkedin_to_best_personal_email_usa: emailOf,
	reverse_email_lookup: ({ slug }) => `https://www.linkedin.com/in/${slug}`,
};

export const expectedFor = (
	sheet: readonly SheetRow[],
	{ column, tool }: Job,
	{ seed, hitRate }: Pick<SandboxSettings, 'seed' | 'hitRate'>,
): Expected[] =>
	sheet.map(({ linkedin }) => {
		const slug = SLUG.exec(linkedin.toLowerCase())?.[1] ?? '';
		const key = column === 'linkedin' ? `linkedin:${slug}` : `email:${emailOfSlug(slug)}`;
		return { key, answer: isHeld(key, seed, hitRate) ? ANSWERS[tool](personFor(key, seed)) : null };
	});

export function countDistinct(expected: readonly Expected[]): { lookups: number; hits: number } {
	const answers = new Map(expected.map(({ key, answer }) => [key, answer]));
	return { lookups: answers.size, hits: [...answers.values()].filter((answer) => answer !== null).length };
}
