import type { Cells } from '../../api/person/columns';
import { addressBook, addressesIn, hasHashes, type AddressBook } from '../../api/person/emails';
import type { Identifier } from '../../api/identifiers/identifier';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import { mergeCells } from '../../api/person/merge';
import type { Answer } from '../../api/replies/reading';
import { readerOf, type KnownIdentifiers, type ReadCells, type Source } from '../../api/person/sources';
import { unmet, type WantName } from '../../api/person/wants';
import { requestsPhone, ToolPlanner } from './toolPlanner';
import type { Limits } from '../limits';
import { lookupOf, phoneOnlyLookup, type Lookup, type Route, type Step } from '../lookup';
import { OF_ONE_TOOL, type Outcome, type PhoneResult, type Stop } from '../outcome';
import { isAnswered, type AnswerCache } from '../answerCache';

/** What a row brings besides its identifiers. */
export interface RowInput {
	/** Every e-mail address in the row. */
	addresses(): readonly string[];
	/** Answers that count for this row alone, because anyone can have written them. */
	cache: AnswerCache;
}

export const NO_INPUT: RowInput = { addresses: () => [], cache: () => undefined };

const NO_CELLS: Cells = {};

/** What every row of a run is after. */
interface ResolveSettings {
	sources: readonly Source[];
	wants: readonly WantName[];
	onPhoneTokens: Limits['onPhoneTokens'];
	/** What is known before the run: it costs nothing, so that it comes before whatever would. */
	cache: AnswerCache;
}

/**
 * Leads rows from tool to tool until they have what is wanted, or none is left that could bring it. One for each run.
 */
export class Resolver {
	private planner: ToolPlanner | null = null;
	/** Of each answer, which rows share and look at again with every step. */
	private readonly cellsByAnswer = new WeakMap<Answer, Cells>();

	private readonly read: ReadCells;

	constructor(private readonly aim: ResolveSettings) {
		this.read = readerOf(aim.sources);
	}

	/** The route of a row with these identifiers. */
	route(given: KnownIdentifiers, row: RowInput = NO_INPUT): Route {
		return (steps, prices) => {
			const ended = steps.map(({ outcome }) => this.endOf(outcome)).find((end) => end !== null);
			if (ended) return { outcome: ended };
			this.planner ??= new ToolPlanner(this.aim.sources, prices);
			const known = this.withFound(given, steps);
			const missing = this.missing(steps, row);
			const states = this.aim.sources.map((source) => this.stateOf(source, known, steps, missing, row));
			const open = this.aim.sources.filter((_, place) => states[place] === 'open');
			const recalled = open
				.map((source) => this.fromCache(this.lookupFor(source, known, steps, missing, row), row))
				.find((next) => next !== undefined);
			if (recalled) return recalled;
			const place = this.planner.next({ states, missing });
			if (place === null) return { outcome: this.conclude(steps, row) };
			return { lookup: this.lookupFor(this.aim.sources[place], known, steps, missing, row) };
		};
	}

	/** Finds the answer to a lookup that is known before the run, or the answer without the phone. */
	private fromCache(lookup: Lookup, row: RowInput): ReturnType<Route> | undefined {
		for (const known of [lookup, lookupOf(lookup.tool, lookup.identifier, 'without')]) {
			if (this.aim.cache(known)) return { lookup: known };
			const outcome = row.cache(known);
			if (outcome) return { cached: known, outcome };
		}
		return undefined;
	}

	/** What a step means for the whole row; null where the row goes on. */
	private endOf(outcome: Outcome): Outcome | null {
		if (outcome.is === 'planned') return outcome;
		if (outcome.is !== 'deferred' || OF_ONE_TOOL.has(outcome.stop.reason)) return null;
		return isForPhone(outcome.stop) && this.aim.onPhoneTokens === 'withoutPhone' ? null : outcome;
	}

	/** What the row still lacks and can still ask for: not a phone once the phone tokens are used up. */
	private missing(steps: readonly Step[], row: RowInput): WantName[] {
		const lacking = this.lacking(steps, row);
		return phoneOf(steps) === 'omitted' ? lacking.filter((want) => want !== 'mobilePhone') : lacking;
	}

	/**
	 * How a source stands. One that answered before the run, and was not asked for the phone, can still be asked for
	 * that.
	 */
	private stateOf(
		source: Source,
		known: KnownIdentifiers,
		steps: readonly Step[],
		missing: readonly WantName[],
		row: RowInput,
	) {
		const isForPhone =
			requestsPhone(source.gives, missing) && this.answeredBefore(source, steps, row) !== undefined;
		return isForPhone ? 'for_phone' : sourceStateOf(source, known, steps);
	}

	/** The identifier about which a source told before the run, though not the phone; undefined where it did not. */
	private answeredBefore({ tool }: Source, steps: readonly Step[], row: RowInput): Identifier | undefined {
		const { lookup, outcome } = steps.filter((step) => step.lookup.tool.name === tool.name).at(-1) ?? {};
		return lookup?.phone === 'without' && outcome?.is === 'found' && (this.aim.cache(lookup) ?? row.cache(lookup))
			? lookup.identifier
			: undefined;
	}

	private lookupFor(
		source: Source,
		known: KnownIdentifiers,
		steps: readonly Step[],
		missing: readonly WantName[],
		row: RowInput,
	): Lookup {
		const { tool, needs, gives } = source;
		const told = this.answeredBefore(source, steps, row);
		if (told) return phoneOnlyLookup(tool, told);
		const [identifier] = unused(known[needs], tool.name, steps);
		if (!requestsPhone(gives, missing)) return lookupOf(tool, identifier, 'without');
		const others = gives.some((want) => want !== 'mobilePhone' && missing.includes(want));
		const feeds = known.linkedin.length === 0 && missing.some((want) => want !== 'mobilePhone');
		return others || feeds ? lookupOf(tool, identifier, 'with') : phoneOnlyLookup(tool, identifier);
	}

	/** What the answers so far do not contain. */
	private lacking(steps: readonly Step[], row: RowInput): WantName[] {
		const found = steps.filter(({ outcome }) => outcome.is === 'found');
		const told = found.map((step) => ({ tool: step.lookup.tool.name, cells: this.cellsOf(step) }));
		const addresses = addressBook(() => [...row.addresses(), ...told.flatMap(({ cells }) => addressesIn(cells))]);
		const known = told.map((one, place) =>
			hasHashes(one.cells) ? { ...one, cells: this.readStep(found[place], addresses) } : one,
		);
		return unmet(this.aim.wants, known.length === 1 ? known[0].cells : mergeCells(known).cells);
	}

	/** What the row knew, and the LinkedIn profiles that tools told. */
	private withFound(given: KnownIdentifiers, steps: readonly Step[]): KnownIdentifiers {
		const linkedin = [...given.linkedin];
		for (const step of steps) {
			const reading = readLinkedinCell(this.cellsOf(step).linkedin_url, 'accepted');
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

	private conclude(steps: readonly Step[], row: RowInput): Outcome {
		const last = steps
			.map(({ outcome }) => outcome)
			.filter(isAnswered)
			.at(-1);
		const lacking = this.lacking(steps, row);
		const phone = lacking.includes('mobilePhone') ? phoneOf(steps) : 'as_requested';
		if (last && lacking.length < this.aim.wants.length) return { is: 'found', answer: last.answer, phone };
		const failed =
			steps.find(({ outcome }) => outcome.is === 'failed') ??
			steps.find(({ outcome }) => outcome.is === 'deferred');
		if (failed) return failed.outcome;
		return last ? { is: 'not_found', answer: last.answer, phone } : NO_TOOL;
	}
}

const NO_TOOL: Outcome = { is: 'invalid', why: 'No tool finds what is wanted by what this row holds' };

const isForPhone = ({ reason }: Stop) => reason === 'insufficient_phone_tokens';

/** What became of the phone in the steps so far. */
function phoneOf(steps: readonly Step[]): PhoneResult {
	const requested = steps.map(({ outcome }): PhoneResult => {
		if (outcome.is === 'deferred') return isForPhone(outcome.stop) ? 'omitted' : 'as_requested';
		return isAnswered(outcome) ? outcome.phone : 'as_requested';
	});
	return (
		requested.find((one) => one === 'omitted') ?? requested.find((one) => one !== 'as_requested') ?? 'as_requested'
	);
}

/** A source that has answered is not asked about the person again, under whatever other name. */
function sourceStateOf({ tool, needs }: Source, known: KnownIdentifiers, steps: readonly Step[]) {
	const said = steps.filter(({ lookup }) => lookup.tool.name === tool.name);
	if (said.some(({ outcome }) => outcome.is !== 'not_found')) return 'closed';
	if (unused(known[needs], tool.name, steps).length > 0) return 'open';
	return known[needs].length === 0 ? 'waiting' : 'closed';
}

const unused = (identifiers: readonly Identifier[], tool: string, steps: readonly Step[]): Identifier[] =>
	identifiers.filter(
		({ key }) => !steps.some(({ lookup }) => lookup.tool.name === tool && lookup.identifier.key === key),
	);
