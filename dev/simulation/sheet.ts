import { readIdentifier } from '../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import { linkedinToBestPersonalEmailUsa } from '../../nodes/IdentityResolution/api/tools/linkedinToBestPersonalEmailUsa';
import { lookupOf, settled, singleLookup, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { drawsOf } from '../sandbox/random';
import { directorySlug } from '../sandbox/data/directory';

/** What a row of the sheet holds. */
export type Cell = { is: 'person'; slug: string } | { is: 'blank' } | { is: 'invalid' };

/** A synthetic sheet: one cell and one way through the engine for each row. */
export interface Sheet {
	cells: readonly Cell[];
	routes: readonly Route[];
	/** Distinct people. */
	people: number;
}

const BLANKS = 0.01;
const TYPOS = 0.01;
const DUPLICATES = 0.3;

const SPELLINGS: ReadonlyArray<(slug: string) => string> = [
	(slug) => slug,
	(slug) => `https://www.linkedin.com/in/${slug}`,
	(slug) => `uk.linkedin.com/in/${slug.toUpperCase()}/?trk=example`,
];

const BLANK: Cell = { is: 'blank' };
const INVALID: Cell = { is: 'invalid' };

/** A sheet of so many rows with duplicates in other spellings, blanks and typos, the same one for the same seed. */
export function makeSheet(rows: number, seed: number): Sheet {
	const draws = drawsOf(seed, 'sheet');
	const people: Cell[] = [];
	const cells: Cell[] = [];
	const routes: Route[] = [];
	for (let row = 0; row < rows; row++) {
		const cell = cellOf(draws.share(), people, () => draws.below(people.length), seed);
		cells.push(cell);
		routes.push(routeOf(cell, draws.pick(SPELLINGS)));
	}
	return { cells, routes, people: people.length };
}

function cellOf(chance: number, people: Cell[], earlier: () => number, seed: number): Cell {
	if (chance < BLANKS) return BLANK;
	if (chance < BLANKS + TYPOS) return INVALID;
	if (chance < BLANKS + TYPOS + DUPLICATES && people.length > 0) return people[earlier()];
	const cell: Cell = { is: 'person', slug: directorySlug(seed, people.length) };
	people.push(cell);
	return cell;
}

function routeOf(cell: Cell, spell: (slug: string) => string): Route {
	const reading = readIdentifier(
		'linkedin',
		cell.is === 'person' ? spell(cell.slug) : cell.is === 'blank' ? '' : 'linkedin.com/company/example',
	);
	if (reading.is === 'identifier')
		return singleLookup(lookupOf(linkedinToBestPersonalEmailUsa, reading.identifier, 'without'));
	return settled(
		reading.is === 'blank' ? { is: 'skipped', why: 'Blank', by: 'blank' } : { is: 'invalid', why: reading.why },
	);
}
