import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { emailOf, slugOf, syntheticPeople, type Person } from '../sandbox/people';
import { defaultSettings } from '../sandbox/settings';

const PEOPLE = 330;
const ROWS = 500;

/** One row in this many has the irregularity. Primes, so that every combination occurs. */
const EVERY = { blankLinkedin: 23, odd: 29, blankEmail: 19, typoEmail: 41, blankMd5: 17, upperMd5: 13, note: 11 };

const HEADER = ['id', 'name', 'linkedin', 'email', 'md5', 'title', 'status', 'notes'];

/** Spellings of one profile that occur together in real sheets. */
const SPELLINGS: ReadonlyArray<(slug: string) => string> = [
	(slug) => `https://www.linkedin.com/in/${slug}`,
	(slug) => `https://www.linkedin.com/in/${slug}/`,
	(slug) => `http://linkedin.com/in/${slug}`,
	(slug) => `www.linkedin.com/in/${slug}/`,
	(slug) => `https://uk.linkedin.com/in/${slug}?originalSubdomain=uk`,
	(slug) => `https://www.linkedin.com/in/${slug.toUpperCase()}`,
	(slug) => slug,
	(slug) => `  https://m.linkedin.com/in/${slug}/details/experience/ `,
	(slug) => `linkedin.com/in/${slug.replaceAll('-', '%2D')}#about`,
];

/** Values that people paste into the column by mistake. */
const ODD_LINKEDIN: ReadonlyArray<(person: Person) => string> = [
	({ company }) => `https://www.linkedin.com/company/${company.name.toLowerCase().replaceAll(/\W+/g, '-')}/`,
	(person) => emailOf(person),
	(person) => `https://www.linkedln.com/in/${slugOf(person)}`,
	() => 'https://www.linkedin.com/sales/lead/ACwAAAB1example,NAME_SEARCH',
	() => 'ask Ada',
];

const TITLES = ['CEO', 'Head of Growth', 'Sales Lead', '', 'RevOps Manager', 'CTO'];
const STATUSES = ['new', 'contacted', 'customer', '', 'lost'];
const NOTES = [
	'met at the fair, call back',
	'said: "next quarter"',
	'two lines\nin one cell',
	'=SUM(A1:A9)',
	'Zürich 🙂',
];

const every = (rows: number, row: number) => row % rows === rows - 1;
const pick = <T>(list: readonly T[], row: number): T => list[row % list.length];

/** Returns a sheet of synthetic contacts with blanks, duplicates in other spellings and typos, like real sheets. */
export function contactsCsv(): string {
	const people = syntheticPeople(defaultSettings().seed, PEOPLE);
	const rows = Array.from({ length: ROWS }, (_, row) => contact(people, row));
	return stringify([HEADER, ...rows]);
}

function contact(people: Person[], row: number): string[] {
	// Duplicates follow after everyone's first row, spread over the sheet.
	const person = row < PEOPLE ? people[row] : people[((row - PEOPLE) * 7) % PEOPLE];
	return [
		`C-${String(row + 1).padStart(4, '0')}`,
		`${person.firstName} ${person.lastName}`,
		linkedin(person, row),
		email(person, row),
		md5(person, row),
		pick(TITLES, row),
		pick(STATUSES, row),
		every(EVERY.note, row) ? pick(NOTES, row) : '',
	];
}

function linkedin(person: Person, row: number): string {
	if (every(EVERY.blankLinkedin, row)) return pick(['', ' '], row);
	if (every(EVERY.odd, row)) return pick(ODD_LINKEDIN, row)(person);
	return pick(SPELLINGS, row)(slugOf(person));
}

function email(person: Person, row: number): string {
	const address = emailOf(person);
	if (every(EVERY.blankEmail, row)) return '';
	if (every(EVERY.typoEmail, row)) return pick([address.replace('@', '@@'), address.replace('.com', ''), 'n/a'], row);
	return pick([address, address.toUpperCase(), ` ${address}`], row);
}

function md5(person: Person, row: number): string {
	if (every(EVERY.blankMd5, row)) return '';
	const digest = createHash('md5').update(emailOf(person)).digest('hex');
	return every(EVERY.upperMd5, row) ? digest.toUpperCase() : digest;
}

// `npx tsx dev/scripts/contacts.ts` rewrites the example sheet.
if (require.main === module) writeFileSync(join(__dirname, '..', '..', 'examples', 'contacts.csv'), contactsCsv());
