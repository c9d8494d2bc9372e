import { wantsGivenBy, type PersonKind, type Source } from '../../api/person/sources';
import type { MinGrade } from '../../api/person/emails';
import type { WantName } from '../../api/person/wants';
import { endsOneTool } from '../../api/replies/refusals';
import type { Step } from '../route';
import {
	answeredPhone,
	isAnswered,
	lacksPhoneTokens,
	stopFor,
	type Outcome,
	type Stop,
} from '../../service/outcome';
import type { SettledRow } from '../rows';
import { NONE_DECIDED, type Decided } from './rowState';

/** Why the account cannot use tools, as the rows of a run have shown. */
export interface Obstacles {
	/** By the name of the tool. */
	readonly notOffered: ReadonlyMap<string, Stop>;
	readonly isOutOfPhoneTokens: boolean;
}

/** The tools that *Resolve* may use, and the worst grade of an email that counts. */
export interface Givers {
	readonly sources: readonly Source[];
	readonly minGrade: MinGrade;
}

/** A row that no tool can provide more for. */
interface EndedRow {
	readonly missing: readonly WantName[];
	readonly steps: readonly Step[];
	/** Kinds of its identifiers. */
	readonly kinds: readonly PersonKind[];
	readonly before: Decided;
}

/**
 * Returns why a missing part of a row is undecided: the account can use none of the tools that
 * give it, and none of them has answered the row. Null if each missing part is decided.
 */
export function undecidedStop(row: EndedRow, givers: Givers, obstacles: Obstacles): Stop | null {
	const { missing, steps, kinds } = row;
	// Any identifier may lead to the LinkedIn profile.
	const reachable = new Set<PersonKind>([...kinds, 'linkedin']);
	const reached = givers.sources.filter(({ needs }) => reachable.has(needs));
	const undecided = missing.filter((want) => !wasAskedFor(want, steps, givers));
	const ofPhone = undecided.includes('mobilePhone') ? phoneStop(row, reached, obstacles) : null;
	// It comes first, because it keeps later runs from paying the tool again.
	if (ofPhone !== null && ofPhone.tool !== null) return ofPhone;
	for (const want of undecided) {
		const stops = reached
			.filter((source) => wantsGivenBy(source, givers.minGrade).includes(want))
			.map(({ tool }) => obstacles.notOffered.get(tool.name));
		const [first] = stops;
		if (first !== undefined && !stops.includes(undefined)) return first;
	}
	return ofPhone;
}

/**
 * Why a row has no phone; null if the account had phone tokens. If only a tool that has answered
 * without the phone is left, the stop names it: it would charge for its answer again.
 */
function phoneStop(
	{ steps, before }: EndedRow,
	reached: readonly Source[],
	{ notOffered, isOutOfPhoneTokens }: Obstacles,
): Stop | null {
	const hits = steps.filter(({ outcome }) => outcome.is === 'found');
	const givers = reached.filter(({ gives }) => gives.includes('mobilePhone'));
	const answered = givers.flatMap(({ tool }) => {
		return hits.find(({ lookup }) => lookup.tool.name === tool.name) ?? [];
	});
	const [again = before.chargedAgain] = answered.map(({ lookup }) => lookup.tool.name);
	const isLeft = ({ tool: { name } }: Source) =>
		name !== before.chargedAgain &&
		!notOffered.has(name) &&
		answered.every(({ lookup }) => lookup.tool.name !== name);
	if (again !== undefined && !givers.some(isLeft)) {
		const isEarlier = answered.every(({ record }) => record.attempts === 0);
		if (isOutOfPhoneTokens || isEarlier)
			return stopFor('insufficient_phone_tokens', { tool: again });
	}
	return isOutOfPhoneTokens ? stopFor('insufficient_phone_tokens') : null;
}

/** Whether a tool that gives a part has answered, for the phone one that was requested with it. */
function wasAskedFor(
	want: WantName,
	steps: readonly Step[],
	{ sources, minGrade }: Givers,
): boolean {
	return steps.some(({ lookup, outcome }) => {
		if (!isAnswered(outcome)) return false;
		const isWithoutPhone = answeredPhone(outcome, lookup.phone) === 'without';
		if (want === 'mobilePhone' && isWithoutPhone) return false;
		const source = sources.find(({ tool }) => tool.name === lookup.tool.name);
		return source !== undefined && wantsGivenBy(source, minGrade).includes(want);
	});
}

/**
 * Defers the rows that ended before the run knew that the account cannot use the tools for what
 * they lack, so that equal rows end alike. Yields after each row.
 */
export function* deferUndecided(rows: readonly SettledRow[], givers: Givers): Generator<void> {
	const notOffered = new Map<string, Stop>();
	let isOutOfPhoneTokens = false;
	const learn = (outcome: Outcome) => {
		// As in most rows.
		if (outcome.is !== 'deferred') return;
		isOutOfPhoneTokens ||= lacksPhoneTokens(outcome);
		addNotOffered(notOffered, outcome);
	};
	for (const { outcome, steps } of rows) {
		learn(outcome);
		for (const step of steps) learn(step.outcome);
		yield;
	}
	if (notOffered.size === 0 && !isOutOfPhoneTokens) return;
	for (const row of rows) {
		const stop = stopOfEnded(row, givers, { notOffered, isOutOfPhoneTokens });
		if (stop !== null) row.outcome = deferredBy(stop, row.outcome);
		yield;
	}
}

function addNotOffered(notOffered: Map<string, Stop>, outcome: Outcome): void {
	const stop = outcome.is === 'deferred' ? outcome.stop : null;
	if (stop === null || stop.tool === null || !endsOneTool(stop.reason)) return;
	if (!notOffered.has(stop.tool)) notOffered.set(stop.tool, stop);
}

function stopOfEnded(
	{ outcome, steps }: SettledRow,
	givers: Givers,
	obstacles: Obstacles,
): Stop | null {
	if (!isAnswered(outcome) || outcome.data === undefined) return null;
	const { missing } = outcome.data;
	if (missing.length === 0) return null;
	const kinds = steps.map(({ lookup }) => lookup.identifier.kind).filter(isOfPerson);
	return undecidedStop({ missing, steps, kinds, before: NONE_DECIDED }, givers, obstacles);
}

const isOfPerson = (kind: string): kind is PersonKind => PERSON_KINDS.has(kind);

const PERSON_KINDS: ReadonlySet<string> = new Set<PersonKind>(['linkedin', 'email', 'hem']);

/** Keeps what does not depend on the status of a row. */
function deferredBy(stop: Stop, { remark, person, data, completes, missed }: Outcome): Outcome {
	return {
		is: 'deferred',
		stop,
		...(remark !== undefined && { remark }),
		...(person !== undefined && { person }),
		...(data !== undefined && { data }),
		...(completes !== undefined && { completes }),
		...(missed !== undefined && { missed }),
	};
}
