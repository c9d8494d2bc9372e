import { IDENTIFIERS, kindOf } from './identifiers';

/**
 * Returns the place of the titles among the first lines of a file. That is 0 unless titles that fit most rows are below
 * lines that don't belong to the table, such as notes or the name of a report.
 */
export function titlesAt(lines: string[][]): number {
	const filled = lines.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
	const isAlike = (one: number, other: number) => lines[one].length === lines[other].length;
	const isApart = (above: number, place: number) =>
		!isAlike(above, place) || 2 * filled[above] <= filled[place] || filled.slice(above, place).includes(0);
	const firstIdentifier = lines.findIndex((cells) => cells.some(kindOf));
	const isSure = (place: number) => place < firstIdentifier && lines[place].some((cell) => ONLY_TITLE.test(cell));
	const all = [...lines.keys()];
	const places = all.filter((place) => {
		const rows = all.slice(place + 1).filter((row) => filled[row] > 0);
		return (
			(filled[place] > 1 || filled[place - 1] === 0) &&
			2 * rows.filter((row) => isAlike(row, place)).length >= rows.length &&
			(isSure(place) || all.slice(0, place).every((above) => isApart(above, place))) &&
			!lines[place].some((cell) => NO_TITLE.test(cell))
		);
	});
	const candidates = filled[0] > 1 ? [0, ...places] : [...places, 0];
	const named = candidates.find((place) => namesColumn(lines.slice(place)));
	if (named !== undefined) return named;
	// Titles in another language are found only between an empty line and the identifiers.
	const first = places.find((place) => filled[place] > 1) ?? 0;
	const isBelowNotes = filled[first - 1] === 0 && filled.slice(0, first).every((count) => count < 2);
	return isBelowNotes && first < firstIdentifier ? first : 0;
}

/** Cells that are hardly anything but a title, so that the lines above may look like rows. */
const ONLY_TITLE = /^((work|business|personal) )?e-?mail( address)?$|^linked-?in( profile)?( url| link)?$/i;

/** Cells of rows that contain the usual name of a column: addresses, and remarks such as "not on LinkedIn". */
const NO_TITLE = /\S@\S|linkedin\.com|^(no|not|without)\b/i;

/** Whether a title is the usual one for the identifiers below it. */
const namesColumn = ([titles = [], ...rows]: string[][]): boolean =>
	titles.some((title, column) => {
		const kind = rows.map((cells) => kindOf(cells[column] ?? '')).find((one) => one !== undefined);
		if (kind === undefined) return false;
		return IDENTIFIERS[kind].named.test(title) || IDENTIFIERS[kind].vague?.test(title) === true;
	});
