import type { Identifier } from '../../api/identifiers/identifier';
import type { PersonIdentifiers, PersonKind, Source } from '../../api/person/sources';
import type { WantName } from '../../api/person/wants';
import { isAnswered, type AnswerCache } from '../answerCache';
import type { Step } from '../lookup';
import type { PhoneResult, Stop } from '../outcome';
import type { SourceState } from './toolPlanner';

/** The data of a row besides its identifiers. */
export interface RowData {
	/** All e-mail addresses in the row. */
	addresses(): readonly string[];
	/** Answers for this row only, because their origin can't be verified. */
	cache: AnswerCache;
}

/** A row between two lookups. */
export interface RowState {
	identifiers: PersonIdentifiers;
	steps: readonly Step[];
	/** Wanted data that the answers so far do not contain. */
	unmet: readonly WantName[];
	/** Wanted data to request: `unmet` without the phone if the account has no phone tokens. */
	missing: readonly WantName[];
	row: RowData;
}

/** The kinds of identifiers that a row has. */
export const kindsOf = (identifiers: PersonIdentifiers) =>
	(Object.keys(identifiers) as PersonKind[]).filter((kind) => identifiers[kind].length > 0);

/** A source with any result but a miss is not used again for the person, even for other identifiers. */
export function sourceStateOf({ tool, needs }: Source, { identifiers, steps }: RowState): SourceState {
	const used = steps.filter(({ lookup }) => lookup.tool.name === tool.name);
	const ending = used.find(({ outcome }) => outcome.is !== 'not_found');
	if (ending) return isAnswered(ending.outcome) ? 'answered' : 'closed';
	if (unused(identifiers[needs], tool.name, steps).length > 0) return 'open';
	return identifiers[needs].length === 0 ? 'waiting' : 'answered';
}

/** The identifiers for which a tool has no outcome yet. */
export const unused = (identifiers: readonly Identifier[], tool: string, steps: readonly Step[]): Identifier[] =>
	identifiers.filter(
		({ key }) => !steps.some(({ lookup }) => lookup.tool.name === tool && lookup.identifier.key === key),
	);

/** What became of the phone that a row requested. */
export function phoneOf(steps: readonly Step[]): PhoneResult {
	const results = steps.map(({ outcome }): PhoneResult => {
		if (outcome.is === 'deferred') return isForPhone(outcome.stop) ? 'omitted' : 'as_requested';
		return isAnswered(outcome) ? outcome.phone : 'as_requested';
	});
	return results.find((one) => one === 'omitted') ?? results.find((one) => one !== 'as_requested') ?? 'as_requested';
}

export const isForPhone = ({ reason }: Stop) => reason === 'insufficient_phone_tokens';
