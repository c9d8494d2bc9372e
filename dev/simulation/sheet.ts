import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { readIdentifier } from '../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import { doneRoute, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { LINKEDIN_SPELLINGS } from '../benchmark/sheet';
import { drawsOf, type Draws } from '../sandbox/random';
import { directorySlug, emailOfSlug } from '../sandbox/data/directory';
import type { Work } from './work';

/** The content of a row. Rows of the same person share one object. */
export type Cell = { is: 'person'; slug: string } | { is: 'blank' } | { is: 'invalid' };

/** A synthetic sheet. */
export interface Sheet {
	/** One for each row. */
	cells: readonly Cell[];
	/** The identifier of each row, in one of its spellings; null if it has none. */
	identifiers: ReadonlyArray<Identifier | null>;
	/** Distinct people. */
	people: number;
}

const BLANKS = 0.01;
const TYPOS = 0.01;
const DUPLICATES = 0.3;

const BLANK: Cell = { is: 'blank' };
const INVALID: Cell = { is: 'invalid' };

/** Returns a sheet with duplicates in other spellings, blanks and typos. The same seed gives the same sheet. */
export function makeSheet(rows: number, seed: number, column: Work['column'] = 'linkedin'): Sheet {
	const draws = drawsOf(seed, 'sheet');
	const people: Cell[] = [];
	const cells: Cell[] = [];
	const identifiers: Array<Identifier | null> = [];
	for (let row = 0; row < rows; row++) {
		const cell = drawCell(draws, people, seed);
		cells.push(cell);
		const text = textOf(cell, draws.pick(SPELLINGS[column]));
		const reading = readIdentifier(column, text);
		identifiers.push(reading.is === 'identifier' ? reading.identifier : null);
	}
	return { cells, identifiers, people: people.length };
}

const SPELLINGS: Readonly<Record<Work['column'], ReadonlyArray<(slug: string) => string>>> = {
	linkedin: LINKEDIN_SPELLINGS,
	email: [emailOfSlug, (slug) => emailOfSlug(slug).toUpperCase(), (slug) => ` ${emailOfSlug(slug)} `],
};

/** Returns a function that creates the route of a row. Called once per run. */
export function routesOf({ cells, identifiers }: Sheet, route: (identifier: Identifier) => Route) {
	return (row: number): Route => {
		const identifier = identifiers[row];
		if (identifier !== null) return route(identifier);
		return doneRoute(
			cells[row].is === 'blank'
				? { is: 'skipped', why: 'Blank', by: 'blank' }
				: { is: 'invalid', why: 'No identifier' },
		);
	};
}

/** Adds a new person to `people`. */
function drawCell(draws: Draws, people: Cell[], seed: number): Cell {
	const share = draws.share();
	if (share < BLANKS) return BLANK;
	if (share < BLANKS + TYPOS) return INVALID;
	if (share < BLANKS + TYPOS + DUPLICATES && people.length > 0) return people[draws.below(people.length)];
	const cell: Cell = { is: 'person', slug: directorySlug(seed, people.length) };
	people.push(cell);
	return cell;
}

function textOf(cell: Cell, spell: (slug: string) => string): string {
	if (cell.is === 'person') return spell(cell.slug);
	return cell.is === 'blank' ? '' : 'linkedin.com/company/example';
}
