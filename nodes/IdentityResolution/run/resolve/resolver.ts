import type { Identifier } from '../../api/identifiers/identifier';
import {
	requestableSources,
	type PersonIdentifiers,
	type RequestableSource,
	type Source,
} from '../../api/person/sources';
import type { Wanted } from '../../api/person/wants';
import { memoize } from '../../api/values/memoize';
import { endsOneTool } from '../../api/replies/refusals';
import type { AnswerCache, AnswerStore } from '../answerStore';
import type { Prices } from '../../service/budget';
import type { PossibleLookup } from '../cost';
import { doneRoute, NextStep, type ClosedTools, type Route, type Step } from '../route';
import { lookupOf, type FollowUp, type Lookup } from '../../service/lookup';
import { conflictIn, type Conflict } from '../conflict';
import {
	lacksPhoneTokens,
	stopFor,
	stopOf,
	toolNotOffered,
	type Outcome,
	type RowData,
	type Stop,
} from '../../service/outcome';
import {
	COMPLETE,
	conclude,
	dataOf,
	kindsOf,
	NONE_DECIDED,
	phoneOf,
	sourceStateOf,
	unused,
	withFound,
	type Decided,
	type RowState,
} from './rowState';
import { undecidedStop } from './undecided';
import { requestsPhone, ToolPlanner, type Situation, type SourceState } from './toolPlanner';

interface ResolveSettings extends Wanted {
	/** Answers from before the run. They are free, so that the resolver uses them first. */
	cache: AnswerCache;
	answers: Pick<AnswerStore, 'emailsOf' | 'isEmpty'>;
	/** The tools. Of several with the same expected price and requests, the first one is used. */
	sources: readonly Source[];
}

/** A row, and what is wanted beyond its own identifiers. */
interface ResolvedRow {
	given: PersonIdentifiers;
	/** All email addresses in the row. */
	addresses(): readonly string[];
	wanted: Wanted;
	/** Whether its columns have a wanted part from an earlier run. */
	hasSome: boolean;
	before: Decided;
	/** What is known of the row, and the number of steps that have changed it. */
	data: RowData;
	changes: number;
}

const NONE_CLOSED: ClosedTools = () => undefined;

/**
 * Chooses tools for rows until no wanted data is missing, or no tool can provide it. One per run.
 */
export class Resolver {
	/** By the kinds of identifiers, the tools that are not offered and the prices. */
	private readonly planners = new Map<string, ToolPlanner>();
	/** The tools that the account cannot use, by name, and why. */
	private readonly notOffered = new Map<string, Stop>();
	/**
	 * The outcome of those that the account says are not on its plan, by name. They are not sent.
	 */
	private readonly offPlan = new Map<string, Outcome>();
	/** Whether a row has shown that the account has no phone tokens. */
	private isOutOfPhoneTokens = false;

	constructor(private readonly settings: ResolveSettings) {}

	/**
	 * Returns what is wanted of a row, and its data before the first step.
	 * @param had wanted parts that are decided
	 */
	private readonly startWithout = memoize((had: string): Pick<ResolvedRow, 'wanted' | 'data'> => {
		const wants = this.settings.wants.filter((want) => !had.split(' ').includes(want));
		const wanted: Wanted = { wants, minGrade: this.settings.minGrade };
		return { wanted, data: dataOf([], wanted, () => []) };
	});

	/**
	 * Returns the route of a row with these identifiers.
	 * @param addresses all email addresses in the row
	 * @param decided wanted parts that are not looked up
	 */
	route(
		given: PersonIdentifiers,
		addresses: () => readonly string[],
		before: Decided = NONE_DECIDED,
	): Route {
		const { has, missed } = before;
		const had = [...has, ...missed, ...(given.linkedin.length > 0 ? ['linkedinProfile'] : [])];
		// Shared, because most rows of a large sheet wait in this state.
		const { wanted, data } = this.startWithout(had.join(' '));
		if (wanted.wants.length === 0) return doneRoute(COMPLETE);
		const hasSome = has.some((want) => this.settings.wants.includes(want));
		const resolved: ResolvedRow = {
			given,
			addresses,
			wanted,
			hasSome,
			before,
			data,
			changes: 0,
		};
		return (steps, prices, closed = NONE_CLOSED) =>
			withDecided(this.nextStep(resolved, steps, prices, closed), resolved);
	}

	private nextStep(
		resolved: ResolvedRow,
		steps: readonly Step[],
		prices: Prices,
		closed: ClosedTools,
	): NextStep {
		const outcomes = steps.map(({ outcome }) => outcome);
		const planned = outcomes.find((outcome) => outcome.is === 'planned');
		if (planned)
			return { outcome: { ...planned, possible: this.possibleFor(resolved, steps, prices) } };
		this.learn(outcomes, prices);
		const closedTools: ClosedTools = (tool) => closed(tool) ?? this.offPlan.get(tool.name);
		const final = outcomes.find(isFinal);
		if (final) return { outcome: final };
		const conflict = conflictIn(resolved.given, steps);
		if (conflict !== null) return { outcome: this.conflictOf(conflict, resolved, steps) };
		const state = this.rowStateOf(resolved, steps);
		const planner = this.plannerFor(resolved.given, prices);
		const next = this.nextKnown(planner, state) ?? this.nextLookup(planner, state, closedTools);
		if (next !== undefined) return next;
		const { notOffered, isOutOfPhoneTokens } = this;
		const ended = { ...state, missing: state.data.missing, kinds: kindsOf(state.identifiers) };
		const open = undecidedStop(ended, this.settings, { notOffered, isOutOfPhoneTokens });
		return { outcome: conclude(state, resolved, open) };
	}

	/**
	 * The outcome of a row with an answer about another person, whose data the row does not show.
	 */
	private conflictOf(
		{ step, why }: Conflict,
		{ wanted, addresses }: ResolvedRow,
		steps: readonly Step[],
	): Outcome {
		const own = steps.filter((one) => one !== step);
		return {
			is: 'conflict',
			why,
			answer: step.outcome.answer,
			data: dataOf(own, wanted, addresses),
		};
	}

	private learn(outcomes: readonly Outcome[], prices: Prices): void {
		if (prices.hasPersonalEmails === false && this.offPlan.size === 0)
			for (const { tool } of this.settings.sources.filter((one) =>
				prices.excludes(one.tool),
			)) {
				const stop = stopFor('plan_restricted', { tool: tool.name });
				this.offPlan.set(tool.name, { is: 'deferred', stop });
				this.notOffered.set(tool.name, stop);
			}
		this.isOutOfPhoneTokens ||= outcomes.some(lacksPhoneTokens);
		for (const outcome of outcomes) {
			const tool = toolNotOffered(outcome);
			const stop = stopOf(outcome);
			if (tool !== null && stop !== null) this.notOffered.set(tool, stop);
		}
	}

	/** @param offered whether tools that the service may refuse count as offered */
	private plannerFor(
		given: PersonIdentifiers,
		prices: Prices,
		offered: 'with_doubted' | 'without_doubted' = 'with_doubted',
	): ToolPlanner {
		const kinds = kindsOf(given);
		// Tools are only added, and a run learns its prices once.
		const key = `${kinds.join()} ${this.notOffered.size} ${prices.listed.size} ${offered}`;
		let planner = this.planners.get(key);
		if (planner === undefined) {
			const { sources, minGrade } = this.settings;
			const isOffered = ({ tool }: Source) =>
				!this.notOffered.has(tool.name) &&
				(offered === 'with_doubted' || !prices.doubts(tool));
			planner = new ToolPlanner(
				requestableSources(sources, kinds, minGrade, isOffered),
				prices,
			);
			this.planners.set(key, planner);
		}
		return planner;
	}

	private rowStateOf(row: ResolvedRow, steps: readonly Step[]): RowState {
		const { given, addresses, wanted, before } = row;
		// A hit changes the row, and an email whose hash a hit has.
		const isChange = ({ lookup, outcome }: Step) =>
			outcome.is === 'found' || lookup.identifier.kind === 'email';
		const changes = steps.filter(isChange).length;
		const data = changes === row.changes ? row.data : dataOf(steps, wanted, addresses);
		row.data = data;
		row.changes = changes;
		const missing = data.missing.filter(
			(want) => want !== 'mobilePhone' || phoneOf(steps) !== 'omitted',
		);
		return { identifiers: withFound(given, steps), steps, data, missing, before };
	}

	/**
	 * Returns the next answer that an earlier run paid for, of any tool that the row has an
	 * identifier for.
	 */
	private nextKnown({ sources }: ToolPlanner, state: RowState): NextStep | undefined {
		const { identifiers, steps } = state;
		const { answers, cache } = this.settings;
		// As in most runs: the cache answers nothing.
		if (answers.isEmpty) return undefined;
		// Never sent, because the row has only the hash.
		const emails =
			identifiers.email.length > 0
				? []
				: identifiers.hem.flatMap((hash) => answers.emailsOf(hash));
		for (const source of sources) {
			const { tool, needs } = source;
			const sourceState = this.stateOf(source, state);
			const lookups = sourceState === 'open' ? [this.lookupFor(source, state)] : [];
			if (sourceState === 'waiting' && needs === 'email')
				lookups.push(
					...unused(emails, tool.name, steps).map((email) =>
						lookupOf(tool, email, 'without'),
					),
				);
			const known = lookups
				.flatMap((lookup) => [lookup, lookupOf(tool, lookup.identifier, 'without')])
				.find((lookup) => cache(lookup));
			if (known) return { lookup: known };
		}
		return undefined;
	}

	private nextLookup(
		planner: ToolPlanner,
		state: RowState,
		closed: ClosedTools,
	): NextStep | undefined {
		if (state.missing.length === 0) return undefined;
		const { sources } = planner;
		const situation = this.situationOf(sources, state, closed);
		const index = planner.next(situation);
		if (index !== null) {
			const source = sources[index];
			const lookup = this.lookupFor(source, state, planner.followUp(index, situation));
			return { lookup, outcome: this.offPlan.get(source.tool.name) };
		}
		// One that only a closed tool needs is not sent, and has the outcome of that tool: as a
		// miss, no later run would look up the row.
		const { states, missing } = this.situationOf(sources, state, NONE_CLOSED);
		const useless = planner.next({ states, missing });
		if (useless === null) return undefined;
		const outcome = sources
			.filter(
				(one, place) =>
					states[place] === 'waiting' &&
					one.requestedFor.some((want) => missing.includes(want)),
			)
			.map(({ tool }) => closed(tool))
			.find((one) => one !== undefined && !state.steps.some((step) => step.outcome === one));
		return outcome && { lookup: this.lookupFor(sources[useless], state), outcome };
	}

	/** The lookups that a row may need from its planned one on. */
	private possibleFor(
		resolved: ResolvedRow,
		steps: readonly Step[],
		prices: Prices,
	): readonly PossibleLookup[] {
		const done = steps.filter(({ outcome }) => outcome.is !== 'planned');
		const planner = this.plannerFor(resolved.given, prices, 'without_doubted');
		const state = this.rowStateOf(resolved, done);
		// A later answer may explain a field that looks like wanted data.
		const missing = state.data.unmet;
		return planner.possible(
			this.situationOf(planner.sources, { ...state, missing }, NONE_CLOSED),
		);
	}

	/**
	 * The row as the planner sees it. No identifier is paid for if the tool that needs it can't be
	 * used.
	 */
	private situationOf(
		sources: readonly RequestableSource[],
		state: RowState,
		closed: ClosedTools,
	): Situation {
		const { missing } = state;
		const states = sources.map((source): SourceState => {
			const sourceState = this.stateOf(source, state);
			if (sourceState !== 'waiting') return sourceState;
			const isUseless =
				this.isOutOfPhoneTokens &&
				missing.every((want) => want === 'mobilePhone' || !source.gives.includes(want));
			return isUseless || closed(source.tool) !== undefined ? 'done' : 'waiting';
		});
		return { states, missing };
	}

	/**
	 * A source with an earlier answer without the phone can still provide the phone (`for_phone`),
	 * if the user pays again for the rest.
	 */
	private stateOf(source: RequestableSource, state: RowState): SourceState {
		const { before, missing } = state;
		if (before.chargedAgain === source.tool.name) return 'done';
		const lacksPhone =
			before.repeats === true &&
			requestsPhone(source, missing) &&
			this.knownWithoutPhone(source, state) !== undefined;
		return lacksPhone ? 'for_phone' : sourceStateOf(source, state);
	}

	/**
	 * Returns the identifier of an earlier hit without the phone; undefined if the source has none.
	 */
	private knownWithoutPhone({ tool }: Source, { steps }: RowState): Identifier | undefined {
		const { lookup, outcome } =
			steps.findLast((step) => step.lookup.tool.name === tool.name) ?? {};
		const isKnown =
			lookup?.phone === 'without' && outcome?.is === 'found' && this.settings.cache(lookup);
		return isKnown ? lookup.identifier : undefined;
	}

	private lookupFor(
		source: RequestableSource,
		state: RowState,
		followUp?: readonly FollowUp[],
	): Lookup {
		const { tool, needs } = source;
		const { identifiers, steps, missing } = state;
		const [identifier] = unused(identifiers[needs], tool.name, steps);
		const phone = requestsPhone(source, missing) ? 'with' : 'without';
		return lookupOf(tool, this.knownWithoutPhone(source, state) ?? identifier, phone, followUp);
	}
}

/** Adds to the outcome of a row what earlier runs have decided. */
function withDecided(next: NextStep, { hasSome, before: { missed } }: ResolvedRow): NextStep {
	if ('lookup' in next || (!hasSome && missed.length === 0)) return next;
	return { outcome: { ...next.outcome, ...(hasSome && { completes: true }), missed } };
}

const isFinal = (outcome: Outcome): boolean =>
	outcome.is === 'suppressed' ||
	(outcome.is === 'deferred' && !endsOneTool(outcome.stop.reason) && !lacksPhoneTokens(outcome));
