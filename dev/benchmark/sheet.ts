import { readEmail } from '../../nodes/IdentityResolution/api/identifiers/email';
import type { IdentifierReading } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { readLinkedinCell } from '../../nodes/IdentityResolution/api/identifiers/linkedinCell';
import { drawsOf } from '../sandbox/random';
import { directorySlug } from '../sandbox/data/directory';
import { emailOf, isHeld, personFor, slugOf } from '../sandbox/people';
import type { SandboxSettings } from '../sandbox/settings';
import { emailOfSlug } from '../sandbox/data/directory';
import type { Job } from './job';

/** A row as it stands in the sheet. */
export interface SheetRow {
	id: number;
	company: string;
	linkedin: string;
	email: string;
	[column: string]: unknown;
}

/** What is true of a row: its canonical identifier, and what the service holds on it, null where it holds nothing. */
export interface Truth {
	key: string;
	answer: string | null;
}

const SEED = 1;

/** People are found under all of them, and only an exact comparison takes them for different ones. */
const LINKEDIN: ReadonlyArray<(slug: string) => string> = [
	(slug) => `https://www.linkedin.com/in/${slug}`,
	(slug) => `https://www.linkedin.com/in/${slug}/`,
	(slug) => `uk.linkedin.com/in/${slug.toUpperCase()}?trk=example`,
];
const EMAIL: ReadonlyArray<(email: string) => string> = [
	(email) => email,
	(email) => email,
	(email) => email.toUpperCase(),
];

/** A contact sheet, the same one each time. @param duplicates the share of rows whose person stands above already, many of them in another spelling */
export function makeSheet(rows: number, duplicates: number): SheetRow[] {
	const draws = drawsOf(SEED, `sheet|${rows}|${duplicates}`);
	let people = 0;
	return Array.from({ length: rows }, (_, place) => {
		const isDuplicate = people > 0 && draws.share() < duplicates;
		const slug = directorySlug(SEED, isDuplicate ? draws.below(people) : people++);
		return {
			id: place + 1,
			company: `Example ${place % 100}`,
			linkedin: draws.pick(LINKEDIN)(slug),
			email: draws.pick(EMAIL)(emailOfSlug(slug)),
		};
	});
}

/** @param settings of the service that is asked */
function truthOf(row: SheetRow, job: Job, { seed, hitRate }: Pick<SandboxSettings, 'seed' | 'hitRate'>): Truth {
	const reading: IdentifierReading =
		job.column === 'linkedin' ? readLinkedinCell(row.linkedin) : readEmail(row.email);
	if (reading.is !== 'identifier') throw new Error(`Row ${row.id} holds no identifier`);
	const { key } = reading.identifier;
	if (!isHeld(key, seed, hitRate)) return { key, answer: null };
	const person = personFor(key, seed);
	return {
		key,
		answer: job.column === 'linkedin' ? emailOf(person) : `https://www.linkedin.com/in/${slugOf(person)}`,
	};
}

/** @returns how many different ones a sheet asks about, and how many of them the service holds something on */
export function countDistinct(truths: readonly Truth[]): { lookups: number; hits: number } {
	const answers = new Map(truths.map(({ key, answer }) => [key, answer]));
	return { lookups: answers.size, hits: [...answers.values()].filter((answer) => answer !== null).length };
}

export const truthsOf = (
	sheet: readonly SheetRow[],
	job: Job,
	settings: Pick<SandboxSettings, 'seed' | 'hitRate'>,
): Truth[] => sheet.map((row) => truthOf(row, job, settings));
