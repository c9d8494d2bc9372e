import { cellsOf } from '../../api/replies/reading';
import { identifiersIn, type Identifier } from '../../api/identifiers/identifier';
import type { Cells } from '../../api/person/columns';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import { fieldsLike, type LooksLike } from '../../api/person/unrecognized';
import { addressesIn, allEmailsIn } from '../../api/person/emails';
import { mergeCells, type Contribution } from '../../api/person/merge';
import type { PersonIdentifiers, PersonKind, Source } from '../../api/person/sources';
import { ruleOf } from '../../api/replies/refusals';
import type { Refusal } from '../../api/replies/envelope';
import {
	hasWorseEmail,
	looksLike,
	unmetIn,
	type Wanted,
	type WantName,
} from '../../api/person/wants';
import { cellsIn, isWithoutPhoneTokens, valuesOf, type Step } from '../route';
import {
	isAnswered,
	isUnfinished,
	lacksPhoneTokens,
	stopFor,
	toolNotOffered,
	type Outcome,
	type PhoneResult,
	type RowData,
	type Stop,
} from '../../service/outcome';
import type { SourceState } from './toolPlanner';

/**
 * Wanted parts of a row that earlier runs have decided: those in its columns, and those that they
 * did not find.
 */
export interface Decided {
	has: readonly WantName[];
	missed: readonly WantName[];
	/** Name of the tool that would charge again for what it has returned without the phone. */
	chargedAgain?: string;
	/** The user pays again for what was answered before. */
	repeats?: true;
}

export const NONE_DECIDED: Decided = { has: [], missed: [] };

/** A row between two lookups. */
export interface RowState {
	identifiers: PersonIdentifiers;
	steps: readonly Step[];
	data: RowData;
	/** Wanted data to request: what is missing, without the phone if there are no phone tokens. */
	missing: readonly WantName[];
	before: Decided;
}

export const kindsOf = (identifiers: PersonIdentifiers) =>
	(Object.keys(identifiers) as PersonKind[]).filter((kind) => identifiers[kind].length > 0);

/**
 * A source with any result but a miss is not used again for the person; after a miss it is for
 * other identifiers.
 */
export function sourceStateOf(
	{ tool, needs }: Source,
	{ identifiers, steps }: RowState,
): SourceState {
	const used = steps.filter(
		(step) => step.lookup.tool.name === tool.name && !isWithoutPhoneTokens(step),
	);
	if (used.some(({ outcome }) => outcome.is !== 'not_found')) return 'done';
	if (identifiers[needs].length === 0) return 'waiting';
	return used.length === 0 || unused(identifiers[needs], tool.name, steps).length > 0
		? 'open'
		: 'missed';
}

/** The identifiers for which a tool has no outcome yet. */
export const unused = (
	identifiers: readonly Identifier[],
	tool: string,
	steps: readonly Step[],
): Identifier[] =>
	identifiers.filter(
		({ key }) =>
			!steps.some(
				(step) =>
					step.lookup.tool.name === tool &&
					step.lookup.identifier.key === key &&
					!isWithoutPhoneTokens(step),
			),
	);

export function phoneOf(steps: readonly Step[]): PhoneResult {
	const results = steps.map(({ outcome }): PhoneResult => {
		if (lacksPhoneTokens(outcome)) return 'omitted';
		return isAnswered(outcome) ? outcome.phone : 'as_requested';
	});
	return (
		(['omitted', 'unreadable'] as const).find((one) => results.includes(one)) ?? 'as_requested'
	);
}

/**
 * Merges what tools returned for a row, with addresses in place of hashes, and finds what of the
 * wanted data it lacks.
 * @param addresses all emails in the row
 */
export function dataOf(
	steps: readonly Step[],
	wanted: Wanted,
	addresses: () => readonly string[],
): RowData {
	const merged = mergeCells(contributionsOf(steps, addresses));
	const unmet = unmetIn(wanted, merged.cells);
	const fields = unmet.map((want) => unrecognizedFor(looksLike(want), steps, addresses));
	const missing = unmet.filter((_, place) => fields[place].length === 0);
	// A field may describe a company without naming it, so that other tools are asked for it.
	const ofCompany = unmet.includes('company') ? unrecognizedFor('company', steps, addresses) : [];
	return { merged, unmet, missing, unrecognized: [...fields.flat(), ...ofCompany] };
}

function contributionsOf(
	steps: readonly Step[],
	addresses: () => readonly string[],
): Contribution[] {
	const known = () => [
		...addresses(),
		...valuesOf(steps),
		...cellsOfHits(steps).flatMap(addressesIn),
	];
	const found = steps.filter(({ outcome }) => outcome.is === 'found');
	return found.map((step) => ({ tool: step.lookup.tool.name, cells: cellsIn(step, known) }));
}

const cellsOfHits = (steps: readonly Step[]): Cells[] =>
	steps.flatMap(({ lookup, outcome }) =>
		outcome.is === 'found' ? [cellsOf(lookup.tool, outcome.answer)] : [],
	);

/**
 * The fields of hits that look like a want, under names that no column reads.
 * @param addresses of the row
 */
function unrecognizedFor(
	looks: LooksLike | undefined,
	steps: readonly Step[],
	addresses: () => readonly string[],
): string[] {
	if (looks === undefined) return [];
	const fieldsIn = (known: readonly string[]) =>
		steps.flatMap(({ outcome }) =>
			outcome.is === 'found' ? fieldsLike(looks, outcome.answer.results, known) : [],
		);
	const shown = cellsOfHits(steps).flatMap(valuesIn);
	// Most hits have no other field that looks like it, and the fields of the row would be read in
	// vain.
	if (fieldsIn(shown).length === 0) return [];
	return fieldsIn([...addresses(), ...valuesOf(steps), ...shown]);
}

const valuesIn = (cells: Cells): string[] =>
	[...allEmailsIn(cells), cells.linkedin_url, cells.mobile_phone].filter(
		(cell) => typeof cell === 'string',
	);

/** Adds the LinkedIn profiles of the answers to the identifiers of a row. */
export function withFound(given: PersonIdentifiers, steps: readonly Step[]): PersonIdentifiers {
	const profiles = cellsOfHits(steps).flatMap(({ linkedin_url: url }) =>
		url ? identifiersIn(readLinkedinCell(String(url))) : [],
	);
	return profiles.length === 0 ? given : { ...given, linkedin: [...given.linkedin, ...profiles] };
}

/**
 * @param hasSome whether the row has a wanted part from an earlier run
 * @param open why the account cannot look up a missing part; null if it can look up each
 */
export function conclude(
	{ steps, data }: RowState,
	{ wanted, hasSome }: { wanted: Wanted; hasSome: boolean },
	open: Stop | null,
): Outcome {
	const { unmet, missing } = data;
	const outcomes = steps.map(({ outcome }) => outcome);
	const last = outcomes.findLast(isAnswered);
	const phone = unmet.includes('mobilePhone') ? phoneOf(steps) : 'as_requested';
	const unfinished = outcomes.find(({ is }) => is === 'failed') ?? outcomes.find(isUnfinished);
	const hasAny = last !== undefined && (hasSome || missing.length < wanted.wants.length);
	const stop = outcomes.map(laterStop).find((one) => one !== null) ?? open;
	// A found row would not be looked up again, and its missing parts would stay unknown.
	if (hasAny && missing.length > 0 && stop !== null) return { is: 'deferred', stop, data };
	if (hasAny) return { is: 'found', answer: last.answer, phone, data };
	if (unfinished) return unfinished;
	if (last && open !== null) return { is: 'deferred', stop: open, data };
	if (last) {
		const isWithheld = hasWorseEmail(wanted, data.merged.cells);
		return {
			is: 'not_found',
			answer: last.answer,
			phone,
			data,
			...(isWithheld && { withheld: true }),
		};
	}
	// No tool could be asked.
	if (open !== null) return { is: 'deferred', stop: open };
	return outcomes.find((outcome) => toolNotOffered(outcome) !== null) ?? NO_TOOL;
}

/**
 * Whether a later run would fail in the same way: a refused value is refused again, and so is
 * reading an answer.
 */
const failsAgain = ({ reason }: Refusal): boolean =>
	reason === 'unreadable' || ruleOf(reason).tries === 'halves';

/**
 * Why a part of a row is left to a later run; null if it was answered, or if that run would not be
 * answered either.
 */
function laterStop(outcome: Outcome): Stop | null {
	// The tools for the phone, and not the lookup that was refused, decide what a later run can do.
	if (lacksPhoneTokens(outcome)) return null;
	if (outcome.is === 'deferred') return toolNotOffered(outcome) === null ? outcome.stop : null;
	if (outcome.is !== 'failed' || failsAgain(outcome.refusal)) return null;
	return stopFor('service_down', { refusal: outcome.refusal });
}

const NO_TOOL: Outcome = {
	is: 'invalid',
	why: 'No tool can find the wanted data by the identifiers of this row',
};

export const COMPLETE: Outcome = {
	is: 'skipped',
	why: 'The row already has all wanted data',
	by: 'complete',
};
