import { readEmail } from '../api/identifiers/email';
import { identifiersIn, type Identifier } from '../api/identifiers/identifier';
import {
	answersIn,
	isAuthentic,
	isLater,
	latestByLookup,
	numberOf,
	peopleIn,
	personOf,
	type Sign,
	type StoredAnswer,
} from '../api/answersText';
import { isObject } from '../api/values/json';
import { isReduced } from '../api/person/resultReader';
import { readPhone } from '../api/person/phones';
import type { Lookup } from '../service/lookup';
import type { Step } from './route';
import { answeredPhone, isAnswered, type Answered, type Outcome } from '../service/outcome';

/** Returns what is known about a lookup before the run; undefined if it has to be sent. */
export type AnswerCache = (lookup: Lookup) => Outcome | undefined;

export const NO_ANSWERS: AnswerCache = () => undefined;

/** Answers in JSON by their person, as `personOf` returns it. */
export type AnswersByPerson = Readonly<Record<string, readonly string[]>>;

/** People whose answers stay decoded: a row asks for the same few at each of its steps. */
const MOST_RECENT = 1_000;

/**
 * Earlier answers, wherever they come from. A text is authentic, or it is ignored. Texts are
 * indexed by the people they name, and decoded when they are used, because a store may be far
 * larger than a sheet.
 */
export class AnswerStore {
	/**
	 * By the number of a person. Most people are in one text, and a set for each would use memory.
	 */
	private readonly texts = new Map<number, string | Set<string>>();
	private readonly answers = new Map<string, StoredAnswer[]>();
	/** By the key of an identifier. */
	private readonly recent = new Map<string, readonly StoredAnswer[]>();
	/** Lookups of this run whose answer was too old. */
	private readonly tooOld = new Set<string>();
	private readonly fromFuture = new Set<string>();
	private forged = 0;

	/**
	 * @param sign null if there is no secret, so that every text is ignored
	 * @param oldest epoch ms; earlier answers, and those of unknown age, are too old. -Infinity
	 * keeps all
	 * @param latest epoch ms; a text with a later answer is not authentic
	 * @param ofExecution the answers of earlier runs in this execution
	 */
	constructor(
		readonly sign: Sign | null,
		private readonly oldest = -Infinity,
		private readonly latest = Infinity,
		private readonly ofExecution?: AnswersByPerson,
	) {}

	/**
	 * Number of texts that are not authentic: damaged, forged, signed with another secret, or from
	 * the future.
	 */
	get rejected(): number {
		return this.forged + this.fromFuture.size;
	}

	get isEmpty(): boolean {
		return this.texts.size === 0 && this.answers.size === 0 && this.ofExecution === undefined;
	}

	/** Number of lookups of this run whose answer was too old. */
	get expired(): number {
		return this.tooOld.size;
	}

	/** Adds the answers of a text, unless it is not authentic. Returns whether it is. */
	addText(text: string): boolean {
		if (this.sign === null || !isAuthentic(text, this.sign)) {
			this.forged += 1;
			return false;
		}
		if (this.recent.size > 0) this.recent.clear();
		for (const person of peopleIn(text)) {
			const before = this.texts.get(person);
			if (before === undefined) this.texts.set(person, text);
			else if (typeof before !== 'string') before.add(text);
			// As in many rows of a store that only grows.
			else if (before !== text) this.texts.set(person, new Set([before, text]));
		}
		return true;
	}

	/** Adds an answer of this run. */
	add(answer: StoredAnswer): void {
		const person = personOf(answer.key);
		const before = this.answers.get(person);
		if (before === undefined) this.answers.set(person, [answer]);
		else before.push(answer);
		this.recent.clear();
	}

	/**
	 * Returns the answer to a lookup; undefined if there is none, or only one that is too old. An
	 * answer with the phone also answers the lookup without it, and a phone that any tool has
	 * returned is not paid for again.
	 */
	find(lookup: Lookup): Answered | undefined {
		if (this.isEmpty) return undefined;
		const { key: id, tool, identifier, phone } = lookup;
		const about = this.about(identifier.key).filter(({ key }) => key === identifier.key);
		const own = about.filter((answer) => answer.tool === tool.name);
		const latest = latestOf(
			phone === 'with' ? own.filter((answer) => answer.phone === 'with') : own,
		);
		const usable = latest !== undefined && this.isFresh(latest) ? latest : undefined;
		const isComplete =
			usable !== undefined && (phone === 'without' || readPhone(usable.results) !== null);
		const answer = isComplete ? usable : (this.withKnownPhone(lookup, about, usable) ?? usable);
		if (answer !== undefined) return outcomeOf(answer);
		if (latest !== undefined) this.tooOld.add(id);
		return undefined;
	}

	/** Returns an answer that is known except for its phone, which another tool has returned. */
	private withKnownPhone(
		{ tool, phone }: Lookup,
		about: readonly StoredAnswer[],
		usable: StoredAnswer | undefined,
	): StoredAnswer | undefined {
		if (phone === 'without' || about.length === 0) return undefined;
		const hits = about.filter((answer) => answer.found && this.isFresh(answer));
		const other = latestOf(hits.filter(({ results }) => readPhone(results) !== null));
		const own = latestOf(about.filter((answer) => answer.tool === tool.name));
		const ownHit = own?.found === true && this.isFresh(own) ? own : undefined;
		const rest = tool.onlyPhone ? other : ownHit;
		if (other === undefined || rest === undefined) return undefined;
		// The latest answer counts, also if it has no phone.
		if (usable !== undefined && isLater(usable, other)) return undefined;
		const data = tool.onlyPhone ? {} : rest.results;
		// A reduced answer has no fields of the tool.
		if (!isObject(data) || isReduced(data)) return undefined;
		const times = [rest.at, other.at];
		const at = times.includes(null) ? null : Math.min(...times.map(Number));
		return { ...rest, at, results: { ...data, mobile_phone: readPhone(other.results) } };
	}

	private isFresh({ at }: StoredAnswer): boolean {
		return this.oldest === -Infinity || (at !== null && at >= this.oldest);
	}

	/**
	 * Returns all answers about the person of an identifier, of any age: the latest to each lookup.
	 */
	about(key: string): readonly StoredAnswer[] {
		if (this.isEmpty) return NONE;
		const known = this.recent.get(key);
		if (known !== undefined) return known;
		const person = personOf(key);
		const texts = this.texts.size === 0 ? [] : (this.texts.get(numberOf(person)) ?? []);
		const named = typeof texts === 'string' ? [texts] : [...texts];
		const decoded = named
			.flatMap((text) => this.read(text))
			.filter(({ key: one }) => personOf(one) === person);
		const ofExecution = (this.ofExecution?.[person] ?? []).map(
			(text) => JSON.parse(text) as StoredAnswer,
		);
		const answers = latestByLookup([
			...decoded,
			...ofExecution,
			...(this.answers.get(person) ?? NONE),
		]);
		if (this.recent.size >= MOST_RECENT) this.recent.clear();
		this.recent.set(key, answers);
		return answers;
	}

	/** The email with an MD5, if an answer is about it; else none. */
	emailsOf({ key }: Identifier): readonly Identifier[] {
		const answer = this.about(key).find((one) => one.key.startsWith(EMAIL));
		return identifiersIn(readEmail(answer?.key.slice(EMAIL.length) ?? ''));
	}

	/** The answers of an authentic text; none if one of them is from the future. */
	private read(text: string): readonly StoredAnswer[] {
		const answers = answersIn(text);
		if (answers.every(({ at }) => at === null || at <= this.latest)) return answers;
		this.fromFuture.add(text);
		return NONE;
	}
}

const EMAIL = 'email:';

const latestOf = (answers: readonly StoredAnswer[]): StoredAnswer | undefined =>
	answers.reduce<StoredAnswer | undefined>(
		(latest, answer) => (latest === undefined || isLater(answer, latest) ? answer : latest),
		undefined,
	);

const NONE: readonly StoredAnswer[] = [];

/** The outcome of a lookup that an earlier run was answered. */
const outcomeOf = ({ found, results, at }: StoredAnswer): Answered => ({
	is: found ? 'found' : 'not_found',
	answer: { found, results, metadata: null, at },
	phone: 'as_requested',
});

/** Whether a step has an answer that later runs may know. */
export const wasAnswered = (step: Step): step is Step & { outcome: Answered } =>
	isAnswered(step.outcome) && step.outcome.answer.isUnnamed !== true;

/** The answers that this run received, and that later runs may know. */
export const receivedAnswers = (steps: readonly Step[]): StoredAnswer[] =>
	storedAnswers(steps.filter(({ record }) => record.attempts > 0));

/** The answers of steps that later runs may know. */
export const storedAnswers = (steps: readonly Step[]): StoredAnswer[] =>
	steps.filter(wasAnswered).map(storedAnswer);

export const storedAnswer = ({ lookup, outcome }: Step & { outcome: Answered }): StoredAnswer => ({
	tool: lookup.tool.name,
	key: lookup.identifier.key,
	phone: answeredPhone(outcome, lookup.phone),
	found: outcome.is === 'found',
	results: outcome.answer.results,
	at: outcome.answer.at,
});
