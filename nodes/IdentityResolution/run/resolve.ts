import type { Cells } from '../api/columns';
import type { Identifier } from '../api/identifiers/identifier';
import { readLinkedinCell } from '../api/identifiers/linkedinCell';
import type { Answer } from '../api/reading';
import { readerOf, type PersonKind, type ReadCells, type Source } from '../api/sources';
import { unmet, type WantName } from '../api/wants';
import { asksPhone, Cheapest, type Standing } from './cheapest';
import type { Limits } from './limits';
import { lookupOf, phoneLookupOf, type Lookup, type Route, type Step } from './lookup';
import { OF_ONE_TOOL, type Outcome, type PhoneAsked, type Stop } from './outcome';
import { isAnswered, type Recall } from './recall';

/** What a row knows of its person, by kind; the first one of a kind is asked first. */
export type Known = Readonly<Record<PersonKind, readonly Identifier[]>>;

const NO_CELLS: Cells = {};

/** What every row of a run is after. */
export interface Aim {
	sources: readonly Source[];
	wants: readonly WantName[];
	onPhoneTokens: Limits['onPhoneTokens'];
	/** What is known before the run: it costs nothing, so that it comes before whatever would. */
	recall: Recall;
}

/** Leads rows from tool to tool until they have what is wanted, or none is left that could bring it. One for each run. */
export class Resolver {
	private cheapest: Cheapest | null = null;
	/** Of each answer, which rows share and look at again with every step. */
	private readonly told = new WeakMap<Answer, Cells>();

	private readonly read: ReadCells;

	constructor(private readonly aim: Aim) {
		this.read = readerOf(aim.sources);
	}

	/** The way of a row that knows so much. */
	route(given: Known): Route {
		return (steps, prices) => {
			const ended = steps.map(({ outcome }) => this.endOf(outcome)).find((end) => end !== null);
			if (ended) return { done: ended };
			this.cheapest ??= new Cheapest(this.aim.sources, prices);
			const known = this.withFound(given, steps);
			const missing = this.missing(steps);
			const standings = this.aim.sources.map((source) => this.standing(source, known, steps, missing));
			const open = this.aim.sources.filter((_, place) => standings[place] === 'open');
			const recalled = open
				.map((source) => this.recalled(this.lookupFor(source, known, steps, missing)))
				.find((lookup) => lookup !== undefined);
			if (recalled) return { ask: recalled };
			const place = this.cheapest.next({ standings, missing });
			if (place === null) return { done: this.conclude(steps) };
			return { ask: this.lookupFor(this.aim.sources[place], known, steps, missing) };
		};
	}

	/** What of a lookup is known before the run: all of it, or what it would tell without the phone; undefined where nothing is. */
	private recalled(lookup: Lookup): Lookup | undefined {
		return [lookup, lookupOf(lookup.tool, lookup.identifier, 'without')].find(
			(one) => this.aim.recall(one) !== undefined,
		);
	}

	/** What a step means for the whole row; null where the row goes on. */
	private endOf(outcome: Outcome): Outcome | null {
		if (outcome.is === 'planned') return outcome;
		if (outcome.is !== 'deferred' || OF_ONE_TOOL.has(outcome.stop.reason)) return null;
		return isForPhone(outcome.stop) && this.aim.onPhoneTokens === 'withoutPhone' ? null : outcome;
	}

	/** What the row still lacks and can still ask for: not a phone once the phone tokens are used up. */
	private missing(steps: readonly Step[]): WantName[] {
		const lacking = this.lacking(steps);
		return phoneOf(steps) === 'left_out' ? lacking.filter((want) => want !== 'mobilePhone') : lacking;
	}

	/** How a source stands. One that answered before the run, and was not asked for the phone, can still be asked for that. */
	private standing(source: Source, known: Known, steps: readonly Step[], missing: readonly WantName[]): Standing {
		const isForPhone = asksPhone(source.gives, missing) && this.toldBefore(source, steps) !== undefined;
		return isForPhone ? 'for_phone' : standingOf(source, known, steps);
	}

	/** The identifier about which a source told before the run, though not the phone; undefined where it did not. */
	private toldBefore({ tool }: Source, steps: readonly Step[]): Identifier | undefined {
		const { lookup, outcome } = steps.filter((step) => step.lookup.tool.name === tool.name).at(-1) ?? {};
		return lookup?.phone === 'without' && outcome?.is === 'found' && this.aim.recall(lookup)
			? lookup.identifier
			: undefined;
	}

	private lookupFor(source: Source, known: Known, steps: readonly Step[], missing: readonly WantName[]): Lookup {
		const { tool, needs, gives } = source;
		const told = this.toldBefore(source, steps);
		if (told) return phoneLookupOf(tool, told);
		const [identifier] = unasked(known[needs], tool.name, steps);
		if (!asksPhone(gives, missing)) return lookupOf(tool, identifier, 'without');
		const others = gives.some((want) => want !== 'mobilePhone' && missing.includes(want));
		const feeds = known.linkedin.length === 0 && missing.some((want) => want !== 'mobilePhone');
		return others || feeds ? lookupOf(tool, identifier, 'with') : phoneLookupOf(tool, identifier);
	}

	private lacking(steps: readonly Step[]): WantName[] {
		return steps.reduce<WantName[]>((lacking, step) => unmet(lacking, this.cellsOf(step)), [...this.aim.wants]);
	}

	/** What the row knew, and the LinkedIn profiles that tools told. */
	private withFound(given: Known, steps: readonly Step[]): Known {
		const linkedin = [...given.linkedin];
		for (const step of steps) {
			const reading = readLinkedinCell(this.cellsOf(step).linkedin_url);
			if (reading.is === 'identifier') linkedin.push(reading.identifier);
		}
		return { ...given, linkedin };
	}

	private cellsOf({ lookup, outcome }: Step): Cells {
		if (outcome.is !== 'found') return NO_CELLS;
		const cells = this.told.get(outcome.answer) ?? this.read(lookup.tool, outcome.answer.results);
		this.told.set(outcome.answer, cells);
		return cells;
	}

	private conclude(steps: readonly Step[]): Outcome {
		const last = steps
			.map(({ outcome }) => outcome)
			.filter(isAnswered)
			.at(-1);
		const lacking = this.lacking(steps);
		const phone = lacking.includes('mobilePhone') ? phoneOf(steps) : 'as_asked';
		if (last && lacking.length < this.aim.wants.length) return { is: 'found', answer: last.answer, phone };
		const failed =
			steps.find(({ outcome }) => outcome.is === 'failed') ??
			steps.find(({ outcome }) => outcome.is === 'deferred');
		if (failed) return failed.outcome;
		return last ? { is: 'not_found', answer: last.answer, phone } : NOTHING_TO_ASK;
	}
}

const NOTHING_TO_ASK: Outcome = { is: 'invalid', why: 'No tool finds what is wanted by what this row holds' };

const isForPhone = ({ reason }: Stop) => reason === 'insufficient_phone_tokens';

/** What became of the phone in the steps so far. */
function phoneOf(steps: readonly Step[]): PhoneAsked {
	const asked = steps.map(({ outcome }): PhoneAsked => {
		if (outcome.is === 'deferred') return isForPhone(outcome.stop) ? 'left_out' : 'as_asked';
		return isAnswered(outcome) ? outcome.phone : 'as_asked';
	});
	return asked.find((one) => one === 'left_out') ?? asked.find((one) => one !== 'as_asked') ?? 'as_asked';
}

/** A source that has answered is not asked about the person again, under whatever other name. */
function standingOf({ tool, needs }: Source, known: Known, steps: readonly Step[]): Standing {
	const said = steps.filter(({ lookup }) => lookup.tool.name === tool.name);
	if (said.some(({ outcome }) => outcome.is !== 'not_found')) return 'closed';
	if (unasked(known[needs], tool.name, steps).length > 0) return 'open';
	return known[needs].length === 0 ? 'waiting' : 'closed';
}

const unasked = (identifiers: readonly Identifier[], tool: string, steps: readonly Step[]): Identifier[] =>
	identifiers.filter(
		({ key }) => !steps.some(({ lookup }) => lookup.tool.name === tool && lookup.identifier.key === key),
	);
