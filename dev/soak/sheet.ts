import type { Draws } from '../sandbox/random';
import type { Contact, Kind } from './people';
import { COLUMNS, type ColumnName } from './variants';

/** An input row. */
export type SheetRow = { id: number; phone: '' | 'yes' } & Record<ColumnName, string>;

/** What the columns that an operation reads say. `kinds`: the identifiers of the person that the row contains. */
export type RowContent =
	{ is: 'blank' } | { is: 'invalid' } | { is: 'person'; contact: Contact; kinds: readonly Kind[] };

export interface Sheet {
	rows: readonly SheetRow[];
	/** The content of each row, by place. */
	contents: readonly RowContent[];
}

const MIN_ROWS = 10;
const DUPLICATES = 0.25;
const PHONES = 0.3;
/** Shares of blank and mistyped cells if an operation reads one column, and if it reads several. */
const ONE_COLUMN = { blank: 0.04, typo: 0.04 };
const SEVERAL_COLUMNS = { blank: 0.4, typo: 0.06 };

interface Spelling {
	write(contact: Contact): string;
	reveals: readonly Kind[];
}

const SPELLINGS: Readonly<Record<ColumnName, readonly Spelling[]>> = {
	linkedin: [
		{ write: ({ slug }) => slug, reveals: ['linkedin'] },
		{ write: ({ slug }) => `https://www.linkedin.com/in/${slug}/`, reveals: ['linkedin'] },
		{ write: ({ slug }) => `uk.linkedin.com/in/${slug.toUpperCase()}?trk=example`, reveals: ['linkedin'] },
	],
	email: [
		{ write: ({ email }) => email, reveals: ['email', 'hem'] },
		{ write: ({ email }) => ` ${email.toUpperCase()} `, reveals: ['email', 'hem'] },
		{ write: ({ email }) => `mailto:${email}`, reveals: ['email', 'hem'] },
	],
	hash: [
		{ write: ({ hash }) => hash, reveals: ['hem'] },
		{ write: ({ hash }) => hash.toUpperCase(), reveals: ['hem'] },
		{ write: ({ email }) => email, reveals: ['email', 'hem'] },
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
	reveals: readonly Kind[];
}

/**
 * Returns a random sheet with at most as many rows as there are contacts, with duplicates in other spellings, blanks and typos.
 * @param reads the columns that the operation reads
 */
export function makeSheet(reads: readonly ColumnName[], contacts: readonly Contact[], draws: Draws): Sheet {
	const length = MIN_ROWS + draws.below(contacts.length - MIN_ROWS + 1);
	const shares = reads.length > 1 ? SEVERAL_COLUMNS : ONE_COLUMN;
	const rows: SheetRow[] = [];
	const contents: RowContent[] = [];
	let people = 0;
	for (let place = 0; place < length; place++) {
		const isDuplicate = people > 0 && draws.share() < DUPLICATES;
		const contact = contacts[isDuplicate ? draws.below(people) : people++];
		const cells = byColumn((column) => drawCell(column, contact, shares, draws));
		const phone = draws.share() < PHONES ? 'yes' : '';
		rows.push({ id: place + 1, phone, ...byColumn((column) => cells[column].text) });
		const read = reads.map((column) => cells[column]);
		contents.push(contentOf(read, contact));
	}
	return { rows, contents };
}

const byColumn = <T>(of: (column: ColumnName) => T) =>
	Object.fromEntries(COLUMNS.map((column) => [column, of(column)])) as Record<ColumnName, T>;

function drawCell(column: ColumnName, contact: Contact, shares: typeof ONE_COLUMN, draws: Draws): Cell {
	const share = draws.share();
	if (share < shares.blank) return { text: draws.pick(BLANKS), is: 'blank', reveals: [] };
	if (share < shares.blank + shares.typo) return { text: draws.pick(TYPOS[column]), is: 'typo', reveals: [] };
	const { write, reveals } = draws.pick(SPELLINGS[column]);
	return { text: write(contact), is: 'identifier', reveals };
}

function contentOf(cells: readonly Cell[], contact: Contact): RowContent {
	if (cells.some(({ is }) => is === 'identifier'))
		return { is: 'person', contact, kinds: [...new Set(cells.flatMap(({ reveals }) => reveals))] };
	return { is: cells.some(({ is }) => is === 'typo') ? 'invalid' : 'blank' };
}
