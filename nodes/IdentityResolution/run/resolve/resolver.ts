import type { Cells } from '../../api/person/columns';
import { withAddresses } from '../../api/person/contribution';
import type { AddressBook } from '../../api/person/emails';
import type { Identifier } from '../../api/identifiers/identifier';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import { mergeCells } from '../../api/person/merge';
import type { Answer } from '../../api/replies/reading';
import {
	allowedSources,
	readerOf,
	SOURCES,
	type PersonIdentifiers,
	type ReadCells,
	type Source,
	type ToolChoice,
} from '../../api/person/sources';
import { unmet, withoutGiven, type Wanted, type WantName } from '../../api/person/wants';
import {
	isForPhone,
	kindsOf,
	phoneOf,
	sourceStateOf,
	unrecognizedWants,
	unused,
	type RowData,
	type RowState,
} from './rowState';
import { requestsPhone, ToolPlanner, type SourceState } from './toolPlanner';
import type { Limits } from '../limits';
import {
	doneRoute,
	lookupOf,
	phoneOnlyLookup,
	valuesOf,
	type ClosedTools,
	type Lookup,
	type Route,
	type Step,
} from '../lookup';
import { isUnfinished, OF_ONE_TOOL, toolNotOffered, type MaxCost, type Outcome } from '../outcome';
import { OUT_OF_PHONE_TOKENS } from '../phonePolicy';
import { isAnswered, type AnswerCache } from '../answerCache';
import { NO_SUPPRESSION, SUPPRESSED, type Suppression } from '../suppression';

const NO_CELLS: Cells = {};
const NONE_CLOSED: ClosedTools = () => undefined;

interface ResolveSettings extends Wanted {
	toolChoice: ToolChoice;
	onPhoneTokens: Limits['onPhoneTokens'];
	/** Answers from before the run. They are free, so that the resolver uses them first. */
	cache: AnswerCache;
	suppression: Suppression;
	/** The emails with this MD5 that earlier answers are about. They are never sent. */
	emailsOf(hash: Identifier): readonly Identifier[];
	/** Overrides the sources that the settings allow. */
	sources?: readonly Source[];
}

/** A row, and what is wanted beyond its own identifiers. */
interface RowWants {
	row: RowData;
	wanted: Wanted;
}

/** Chooses tools for rows until no wanted data is missing, or no tool can provide it. One per run. */
export class Resolver {
	private planner: ToolPlanner | null = null;
	/** Parsed answers, because rows share answers and every step reads them. */
	private readonly cellsByAnswer = new WeakMap<Answer, Cells>();

	private readonly read: ReadCells;
	private sources: readonly Source[];
	/** Names of tools that the account cannot use. */
	private notOffered: readonly string[] = [];
	/** Whether a row has shown that the account has no phone tokens. */
	private isOutOfPhoneTokens = false;

	constructor(private readonly settings: ResolveSettings) {
		this.sources = settings.sources ?? allowedSources(settings.toolChoice, settings.minGrade);
		this.read = readerOf(this.sources);
	}

	/** Returns the route of a row with these identifiers. */
	route(given: PersonIdentifiers, row: RowData): Route {
		const wanted = withoutGiven(this.settings, kindsOf(given));
		if (wanted.wants.length === 0) {
			const isSuppressed = Object.values(given).flat().some(this.settings.suppression.has);
			return doneRoute(isSuppressed ? SUPPRESSED : COMPLETE);
		}
		return (steps, prices, closed = NONE_CLOSED) => {
			const planned = steps.find(({ outcome }) => outcome.is === 'planned');
			if (planned) return { outcome: { ...planned.outcome, cost: this.costOf(given, steps, { row, wanted }) } };
			this.isOutOfPhoneTokens ||= steps.some(
				({ outcome }) => outcome.is === 'deferred' && isForPhone(outcome.stop),
			);
			const final = steps.map(({ outcome }) => this.finalOutcome(outcome)).find((outcome) => outcome !== null);
			if (final) return { outcome: final };
			this.admitOthers(steps, closed);
			const { sources } = this;
			this.planner ??= new ToolPlanner(sources, prices);
			const rowState = this.rowStateOf(given, steps, { row, wanted });
			if (this.isSuppressed(rowState)) return { outcome: SUPPRESSED };
			const { missing } = rowState;
			const states = sources.map((source) => this.stateOf(source, rowState));
			const cached = this.nextCached(states, rowState);
			if (cached) return cached;
			const requestable = states.map((state, index) =>
				this.withoutUseless(state, sources[index], rowState, closed),
			);
			const index = this.planner.next({ states: requestable, missing });
			if (index !== null) {
				const lookup = this.lookupFor(sources[index], rowState);
				const followUp = this.planner.followUp(index, { states: requestable, missing });
				const isFirst = lookup.purpose === 'anything' && followUp > 0;
				return { lookup: isFirst ? lookupOf(lookup.tool, lookup.identifier, lookup.phone, followUp) : lookup };
			}
			return this.blockedLookup(states, rowState, closed) ?? { outcome: this.conclude(rowState, wanted, closed) };
		};
	}

	/** Uses other tools once the account cannot use any of those that are made for a want. */
	private admitOthers(steps: readonly Step[], closed: ClosedTools): void {
		const { toolChoice, minGrade, sources: given } = this.settings;
		if (toolChoice === 'every_tool' || given !== undefined) return;
		const refused = steps.map(({ outcome }) => toolNotOffered(outcome));
		const notOffered = SOURCES.filter(({ tool }) => {
			const outcome = closed(tool);
			return (
				this.notOffered.includes(tool.name) ||
				refused.includes(tool.name) ||
				(outcome !== undefined && toolNotOffered(outcome) !== null)
			);
		});
		if (notOffered.length === this.notOffered.length) return;
		this.notOffered = notOffered.map(({ tool }) => tool.name);
		this.sources = allowedSources(toolChoice, minGrade, notOffered);
		this.planner = null;
	}

	private rowStateOf(given: PersonIdentifiers, steps: readonly Step[], rowWants: RowWants): RowState {
		const identifiers = this.withFound(given, steps);
		const unmetWants = this.unmetWants(steps, rowWants);
		const unrecognized = unrecognizedWants(unmetWants, steps, () => rowWants.row.addresses());
		const missing = unmetWants.filter(
			(want) => !unrecognized.includes(want) && !(want === 'mobilePhone' && phoneOf(steps) === 'omitted'),
		);
		return { identifiers, steps, unmet: unmetWants, unrecognized, missing, row: rowWants.row };
	}

	/** Whether the row, or an answer about it, names a suppressed person. */
	private isSuppressed({ identifiers, steps }: RowState): boolean {
		const { suppression } = this.settings;
		if (suppression === NO_SUPPRESSION) return false;
		return (
			Object.values(identifiers).flat().some(suppression.has) ||
			steps.some(({ outcome }) => outcome.is === 'found' && suppression.isIn(outcome.answer.results))
		);
	}

	/** Returns the next answer that an earlier run paid for. */
	private nextCached(states: readonly SourceState[], rowState: RowState): ReturnType<Route> | undefined {
		const { identifiers, steps, row } = rowState;
		const emails = identifiers.email.length > 0 ? [] : identifiers.hem.flatMap(this.settings.emailsOf);
		for (const [index, source] of this.sources.entries()) {
			const { tool, needs } = source;
			const lookups =
				states[index] === 'open'
					? [this.lookupFor(source, rowState)]
					: states[index] === 'waiting' && needs === 'email'
						? unused(emails, tool.name, steps).map((email) => lookupOf(tool, email, 'without'))
						: [];
			for (const lookup of lookups) {
				const cached = this.fromCache(lookup, row);
				if (cached) return cached;
			}
		}
		return undefined;
	}

	/** What a row may cost from its planned lookup on. */
	private costOf(given: PersonIdentifiers, steps: readonly Step[], rowWants: RowWants): MaxCost | undefined {
		const done = steps.filter(({ outcome }) => outcome.is !== 'planned');
		const rowState = this.rowStateOf(given, done, rowWants);
		const states = this.sources.map((source) =>
			this.withoutUseless(this.stateOf(source, rowState), source, rowState, NONE_CLOSED),
		);
		return this.planner?.maxCost({ states, missing: rowState.missing });
	}

	/** Closes a source whose cached answers count, but for which no lookup is paid. */
	private withoutUseless(
		state: SourceState,
		{ needs, tool, gives }: Source,
		{ identifiers, missing }: RowState,
		closed: ClosedTools,
	): SourceState {
		// If only the tools made for a want are used, the MD5 of the row's email would be a second try.
		const isSecondTry =
			this.settings.toolChoice === 'made_for_want' && needs === 'hem' && identifiers.email.length > 0;
		if (isSecondTry && state !== 'answered') return 'closed';
		const isForPhoneAlone = missing.every((want) => want === 'mobilePhone' || !gives.includes(want));
		const isUseless = closed(tool) !== undefined || (this.isOutOfPhoneTokens && isForPhoneAlone);
		// No identifier is paid for if the tool that needs it is closed.
		return state === 'waiting' && isUseless ? 'closed' : state;
	}

	/**
	 * Returns the lookup that is not sent because the tool that needs its identifier is closed, with that tool's outcome:
	 * otherwise the row would be a miss, and no later run would look it up.
	 */
	private blockedLookup(
		states: readonly SourceState[],
		rowState: RowState,
		closed: ClosedTools,
	): ReturnType<Route> | undefined {
		const { sources } = this;
		const { missing } = rowState;
		const open = states.map((state, index) => this.withoutUseless(state, sources[index], rowState, NONE_CLOSED));
		const index = this.planner?.next({ states: open, missing }) ?? null;
		if (index === null) return undefined;
		const outcome = sources
			.filter(({ gives }, place) => open[place] === 'waiting' && gives.some((want) => missing.includes(want)))
			.map(({ tool }) => closed(tool))
			.find((one) => one !== undefined);
		return outcome && { cached: this.lookupFor(sources[index], rowState), outcome };
	}

	/** Returns a cached answer to a lookup, or to the same lookup without the phone. */
	private fromCache(lookup: Lookup, row: RowData): ReturnType<Route> | undefined {
		for (const cached of [lookup, lookupOf(lookup.tool, lookup.identifier, 'without')]) {
			if (this.settings.cache(cached)) return { lookup: cached };
			const outcome = row.cache(cached);
			if (outcome) return { cached, outcome };
		}
		return undefined;
	}

	/** Returns the outcome of the row if a step with this outcome ends it; else null. */
	private finalOutcome(outcome: Outcome): Outcome | null {
		if (outcome.is !== 'deferred' || OF_ONE_TOOL.has(outcome.stop.reason)) return null;
		return isForPhone(outcome.stop) && this.settings.onPhoneTokens === 'withoutPhone' ? null : outcome;
	}

	/** A source with a cached answer without the phone can still provide the phone (`for_phone`). */
	private stateOf(source: Source, rowState: RowState): SourceState {
		const lacksPhone =
			requestsPhone(source, rowState.missing) && this.cachedIdentifier(source, rowState) !== undefined;
		return lacksPhone ? 'for_phone' : sourceStateOf(source, rowState);
	}

	/** Returns the identifier of a cached answer without the phone; undefined if the source has none. */
	private cachedIdentifier({ tool }: Source, { steps, row }: RowState): Identifier | undefined {
		const { lookup, outcome } = steps.filter((step) => step.lookup.tool.name === tool.name).at(-1) ?? {};
		return lookup?.phone === 'without' &&
			outcome?.is === 'found' &&
			(this.settings.cache(lookup) ?? row.cache(lookup))
			? lookup.identifier
			: undefined;
	}

	private lookupFor(source: Source, rowState: RowState): Lookup {
		const { tool, needs, gives } = source;
		const { identifiers, steps, missing } = rowState;
		const cached = this.cachedIdentifier(source, rowState);
		if (cached) return phoneOnlyLookup(tool, cached);
		const [identifier] = unused(identifiers[needs], tool.name, steps);
		if (!requestsPhone(source, missing)) return lookupOf(tool, identifier, 'without');
		const givesMore = gives.some((want) => want !== 'mobilePhone' && missing.includes(want));
		// Other tools may find the rest by the LinkedIn profile.
		const reveals = identifiers.linkedin.length === 0 && missing.some((want) => want !== 'mobilePhone');
		return givesMore || reveals ? lookupOf(tool, identifier, 'with') : phoneOnlyLookup(tool, identifier);
	}

	/** Wanted data that the answers so far do not contain. */
	private unmetWants(steps: readonly Step[], { row, wanted }: RowWants): WantName[] {
		const found = steps.filter(({ outcome }) => outcome.is === 'found');
		const contributions = found.map((step) => ({
			tool: step.lookup.tool.name,
			cells: this.cellsOf(step),
			readWith: (addresses: AddressBook) => this.readStep(step, addresses),
		}));
		const readable = withAddresses(contributions, () => [...row.addresses(), ...valuesOf(steps)]);
		return unmet(wanted, readable.length > 1 ? mergeCells(readable).cells : (readable[0]?.cells ?? NO_CELLS));
	}

	/** Adds the LinkedIn profiles of the answers. */
	private withFound(given: PersonIdentifiers, steps: readonly Step[]): PersonIdentifiers {
		const linkedin = [...given.linkedin];
		for (const step of steps) {
			const reading = readLinkedinCell(this.cellsOf(step).linkedin_url);
			if (reading.is === 'identifier') linkedin.push(reading.identifier);
		}
		return { ...given, linkedin };
	}

	private cellsOf({ lookup, outcome }: Step): Cells {
		if (outcome.is !== 'found') return NO_CELLS;
		const cells = this.cellsByAnswer.get(outcome.answer) ?? this.read(lookup.tool, outcome.answer.results);
		this.cellsByAnswer.set(outcome.answer, cells);
		return cells;
	}

	private readStep({ lookup, outcome }: Step, addresses: AddressBook): Cells {
		return outcome.is === 'found' ? this.read(lookup.tool, outcome.answer.results, addresses) : NO_CELLS;
	}

	private conclude(
		{ steps, unmet: unmetWants, unrecognized }: RowState,
		{ wants }: Wanted,
		closed: ClosedTools,
	): Outcome {
		const last = steps
			.map(({ outcome }) => outcome)
			.filter(isAnswered)
			.at(-1);
		const phone = unmetWants.includes('mobilePhone') ? phoneOf(steps) : 'as_requested';
		if (last && unmetWants.length - unrecognized.length < wants.length)
			return { is: 'found', answer: last.answer, phone };
		const outcomes = steps.map(({ outcome }) => outcome);
		const unfinished = outcomes.find(({ is }) => is === 'failed') ?? outcomes.find(isUnfinished);
		if (unfinished) return unfinished;
		if (last) return { is: 'not_found', answer: last.answer, phone };
		// No tool could be asked.
		if (this.isOutOfPhoneTokens && unmetWants.includes('mobilePhone'))
			return { is: 'deferred', stop: OUT_OF_PHONE_TOKENS };
		const notOffered = outcomes.find((outcome) => toolNotOffered(outcome) !== null);
		if (notOffered) return notOffered;
		const blocked = this.sources.filter(({ gives }) => gives.some((want) => unmetWants.includes(want)));
		return blocked.map(({ tool }) => closed(tool)).find((outcome) => outcome !== undefined) ?? NO_TOOL;
	}
}

const COMPLETE: Outcome = {
	is: 'skipped',
	why: 'The row already has the LinkedIn profile, the only wanted data',
	by: 'complete',
};

const NO_TOOL: Outcome = { is: 'invalid', why: 'No tool can find the wanted data by the identifiers of this row' };
