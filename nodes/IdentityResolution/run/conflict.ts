import { isObject, toText, type JsonObject } from '../api/values/json';
import { quoted } from '../api/identifiers/identifier';
import { isOpaque } from '../api/identifiers/linkedin';
import { readLinkedinCell } from '../api/identifiers/linkedinCell';
import { matchNames, matchSlug, nameIn } from '../api/person/personNames';
import type { PersonIdentifiers } from '../api/person/sources';
import { cellsOf } from '../api/replies/reading';
import { searchResultsOf } from '../api/replies/searchResults';
import type { Route, Step } from './route';
import type { Answered } from '../service/outcome';

type Hit = Step & { outcome: Extract<Answered, { is: 'found' }> };

/** An answer about another person than the row names, and the sentence about it. */
export interface Conflict {
	step: Hit;
	why: string;
}

const isHit = (step: Step): step is Hit => step.outcome.is === 'found';

/**
 * Returns the first answer of a row with a LinkedIn profile that is about another profile, if the
 * name in the answer is not that of the row's slug. Null if they may be one person: profiles are
 * renamed.
 */
export function conflictIn(
	{ linkedin }: PersonIdentifiers,
	steps: readonly Step[],
): Conflict | null {
	if (linkedin.length === 0) return null;
	const step = steps
		.filter(isHit)
		.find((one) => one.lookup.identifier.kind !== 'linkedin' && isOfOther(linkedin, one));
	if (step === undefined) return null;
	const name = nameIn(cellsOf(step.lookup.tool, step.outcome.answer))?.full ?? '';
	return {
		step,
		why: `The email belongs to ${quoted(name)}, not to the LinkedIn profile of the row. ${paidFor(steps)}`,
	};
}

/** Whether an answer names another profile, and a name that is not in the slug of the row. */
function isOfOther(linkedin: PersonIdentifiers['linkedin'], { lookup, outcome }: Hit): boolean {
	const cells = cellsOf(lookup.tool, outcome.answer);
	const name = nameIn(cells);
	const returned = readLinkedinCell(toText(cells.linkedin_url) ?? '');
	if (name === null || returned.is !== 'identifier' || isOpaque(returned.identifier.key))
		return false;
	return linkedin.every(({ key }) => {
		const isSame = key === returned.identifier.key || isOpaque(key);
		return !isSame && matchSlug(name, key.slice(key.indexOf(':') + 1)) === 'other';
	});
}

const paidFor = (steps: readonly Step[]): string => {
	const tools = steps
		.filter((step) => isHit(step) && step.record.attempts > 0)
		.map(({ lookup }) => lookup.tool.name);
	return tools.length === 0
		? 'Check both'
		: `Check both. Charged: ${[...new Set(tools)].join(', ')}`;
};

/**
 * Ends a row that was looked up by name as a conflict, if its only result has no word of that name.
 */
export const endingAtOtherName =
	(asked: JsonObject, route: Route): Route =>
	(steps, prices, closed) => {
		const next = route(steps, prices, closed);
		if ('lookup' in next || next.outcome.is !== 'found') return next;
		const { answer } = next.outcome;
		const name = steps.length === 1 ? nameOfOnly(steps[0], answer.results) : null;
		if (name === null || matchNames(nameAsked(asked), name) !== 'other') return next;
		const why = `The service returned ${quoted(name)}, not the person of the row. ${paidFor(steps)}`;
		return { outcome: { is: 'conflict', why, answer } };
	};

const nameAsked = ({ name, first_name: first, last_name: last }: JsonObject): string =>
	toText(name) ?? [first, last].map(toText).filter(Boolean).join(' ');

/** The name in the only result of a lookup; null if there are several. */
function nameOfOnly({ lookup: { tool } }: Step, results: unknown): string | null {
	if (tool.search === undefined) return nameIn(tool.columns.read(results))?.full ?? null;
	const list = searchResultsOf(results) ?? [];
	const [only] = list;
	return list.length === 1 && isObject(only)
		? (nameIn(tool.columns.read(only))?.full ?? null)
		: null;
}
