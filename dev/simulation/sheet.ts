import { readIdentifier } from '../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import { linkedinToBestPersonalEmailUsa } from '../../nodes/IdentityResolution/api/tools/email/linkedinToBestPersonalEmailUsa';
import { lookupOf, doneRoute, singleLookup, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { LINKEDIN_SPELLINGS } from '../benchmark/sheet';
import { drawsOf, type Draws } from '../sandbox/random';
import { directorySlug } from '../sandbox/data/directory';

/** The content of a row. Rows of the same person share one object. */
export type Cell = { is: 'person'; slug: string } | { is: 'blank' } | { is: 'invalid' };

/** A synthetic sheet: one cell and one route through the engine for each row. */
export interface Sheet {
	cells: readonly Cell[];
	routes: readonly Route[];
	/** Distinct people. */
	people: number;
}

const BLANKS = 0.01;
const TYPOS = 0.01;
const DUPLICATES = 0.3;

const BLANK: Cell = { is: 'blank' };
const INVALID: Cell = { is: 'invalid' };

/** Returns a sheet with duplicates in other spellings, blanks and typos. The same seed gives the same sheet. */
export function makeSheet(rows: number, seed: number): Sheet {
	const draws = drawsOf(seed, 'sheet');
	const people: Cell[] = [];
	const cells: Cell[] = [];
	const routes: Route[] = [];
	for (let row = 0; row < rows; row++) {
		const cell = drawCell(draws, people, seed);
		cells.push(cell);
		routes.push(routeOf(textOf(cell, draws.pick(LINKEDIN_SPELLINGS))));
	}
	return { cells, routes, people: people.length };
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

function routeOf(text: string): Route {
	const reading = readIdentifier('linkedin', text);
	if (reading.is === 'identifier')
		return singleLookup(lookupOf(linkedinToBestPersonalEmailUsa, reading.identifier, 'without'));
	return doneRoute(
		reading.is === 'blank' ? { is: 'skipped', why: 'Blank', by: 'blank' } : { is: 'invalid', why: reading.why },
	);
}
