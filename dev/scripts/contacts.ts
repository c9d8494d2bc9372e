import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { emailOf, slugOf, syntheticPeople, type Person } from '../sandbox/people';
import { defaultSettings } from '../sandbox/settings';

const PEOPLE = 330;
const ROWS = 500;

/** How often a row departs from the usual: every so many rows. Primes, so that they meet in every combination. */
const EVERY = { blankLinkedin: 23, odd: 29, blankEmail: 19, typoEmail: 41, blankMd5: 17, upperMd5: 13, note: 11 };

const HEADER = ['id', 'name', 'linkedin', 'email', 'md5', 'title', 'status', 'notes'];

/** Spellings of one profile that sheets hold side by side. */
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

/** What people paste into the column by mistake. */
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

/** A sheet of made-up contacts with what real ones hold: blanks, duplicates in other spellings, typos. */
export function contactsCsv(): string {
	const people = syntheticPeople(defaultSettings().seed, PEOPLE);
	const rows = Array.from({ length: ROWS }, (_, row) => contact(people, row));
	return stringify([HEADER, ...rows]);
}

function contact(people: Person[], row: number): string[] {
	// Past the first of each person, the others come again, in steps that spread them over the sheet.
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

// `npx tsx scripts/contacts.ts` writes the example sheet anew.
if (require.main === module) writeFileSync(join(__dirname, '..', '..', 'examples', 'contacts.csv'), contactsCsv());
