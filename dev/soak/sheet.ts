import type { Draws } from '../sandbox/random';
import type { Contact, Kind } from './contacts';
import { COLUMNS, type ColumnName } from './operations';

/** A row as it goes in. */
export type SheetRow = { id: number; phone: '' | 'yes' } & Record<ColumnName, string>;

/** What is true of a row, for an operation that reads some of its columns. */
export type Truth =
	| { is: 'blank' }
	| { is: 'invalid' }
	/** `kinds`: what the row tells of its person. */
	| { is: 'asked'; contact: Contact; kinds: readonly Kind[] };

export interface Sheet {
	rows: readonly SheetRow[];
	/** By place. */
	truths: readonly Truth[];
}

const LEAST_ROWS = 10;
const DUPLICATES = 0.25;
const PHONES = 0.3;
/** Shares of the cells that are blank and mistyped, where a row has one identifier and where it has several. */
const ALONE = { blank: 0.04, typo: 0.04 };
const BESIDE = { blank: 0.4, typo: 0.06 };

interface Spelling {
	write(contact: Contact): string;
	tells: readonly Kind[];
}

const SPELLINGS: Readonly<Record<ColumnName, readonly Spelling[]>> = {
	linkedin: [
		{ write: ({ slug }) => slug, tells: ['linkedin'] },
		{ write: ({ slug }) => `https://www.linkedin.com/in/${slug}/`, tells: ['linkedin'] },
		{ write: ({ slug }) => `uk.linkedin.com/in/${slug.toUpperCase()}?trk=example`, tells: ['linkedin'] },
	],
	email: [
		{ write: ({ email }) => email, tells: ['email', 'hem'] },
		{ write: ({ email }) => ` ${email.toUpperCase()} `, tells: ['email', 'hem'] },
		{ write: ({ email }) => `mailto:${email}`, tells: ['email', 'hem'] },
	],
	hash: [
		{ write: ({ hash }) => hash, tells: ['hem'] },
		{ write: ({ hash }) => hash.toUpperCase(), tells: ['hem'] },
		{ write: ({ email }) => email, tells: ['email', 'hem'] },
	],
};

const BLANKS = ['', '   '];
const TYPOS: Readonly<Record<ColumnName, readonly string[]>> = {
	linkedin: ['https://www.linkedin.com/company/example', 'www.example.com/in/somebody', 'unknown', '42'],
	email: ['somebody(at)example.com', 'example.com', 'two words@example.com'],
	hash: ['a'.repeat(40), 'not a hash', '12345'],
};

interface Cell {
	text: string;
	is: 'blank' | 'typo' | 'identifier';
	tells: readonly Kind[];
}

/**
 * A sheet at random: 10 rows to as many as there are contacts, with duplicates in other spellings, blanks and typos.
 * @param reads the columns that the operation reads
 */
export function makeSheet(reads: readonly ColumnName[], contacts: readonly Contact[], draws: Draws): Sheet {
	const length = LEAST_ROWS + draws.below(contacts.length - LEAST_ROWS + 1);
	const rows: SheetRow[] = [];
	const truths: Truth[] = [];
	let people = 0;
	for (let place = 0; place < length; place++) {
		const isDuplicate = people > 0 && draws.share() < DUPLICATES;
		const contact = contacts[isDuplicate ? draws.below(people) : people++];
		const cells = byColumn((column) => cellOf(column, contact, reads.length > 1 ? BESIDE : ALONE, draws));
		rows.push({
			id: place + 1,
			phone: draws.share() < PHONES ? 'yes' : '',
			...byColumn((column) => cells[column].text),
		});
		truths.push(
			truthOf(
				reads.map((column) => cells[column]),
				contact,
			),
		);
	}
	return { rows, truths };
}

const byColumn = <T>(of: (column: ColumnName) => T) =>
	Object.fromEntries(COLUMNS.map((column) => [column, of(column)])) as Record<ColumnName, T>;

function cellOf(column: ColumnName, contact: Contact, shares: typeof ALONE, draws: Draws): Cell {
	const chance = draws.share();
	if (chance < shares.blank) return { text: draws.pick(BLANKS), is: 'blank', tells: [] };
	if (chance < shares.blank + shares.typo) return { text: draws.pick(TYPOS[column]), is: 'typo', tells: [] };
	const { write, tells } = draws.pick(SPELLINGS[column]);
	return { text: write(contact), is: 'identifier', tells };
}

function truthOf(cells: readonly Cell[], contact: Contact): Truth {
	if (cells.some(({ is }) => is === 'identifier'))
		return { is: 'asked', contact, kinds: [...new Set(cells.flatMap(({ tells }) => tells))] };
	return { is: cells.some(({ is }) => is === 'typo') ? 'invalid' : 'blank' };
}
