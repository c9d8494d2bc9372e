import type { INodeExecutionData } from 'n8n-workflow';
import { readEmail } from '../../api/identifiers/email';
import { md5OfEmail } from '../../api/identifiers/hem';
import type { Identifier } from '../../api/identifiers/identifier';
import { answerKey, bestByLookup, readResume, type StoredAnswer } from '../../api/resume';
import { cacheFrom, NO_ANSWERS, outcomeOf, type Answered, type AnswerCache } from '../../run/answerCache';
import { resumesIn } from '../rows/previousColumns';

/** The answers that earlier runs wrote into the rows of the input *Known*. */
export interface KnownAnswers {
	cache: AnswerCache;
	/** All answers about the person of an identifier, by its key, of any age. An email and its MD5 are one person. */
	about(key: string): readonly StoredAnswer[];
	/** The email with this MD5, if an answer is about it; else none. */
	emailsOf(hash: Identifier): readonly Identifier[];
	/** Number of answers, without copies. */
	size: number;
	/** Number of answers that are too old. */
	expired: number;
	/** Number of answers that an earlier run took from its rows, and could not verify. */
	unverified: number;
	/** Number of rows with a damaged text. */
	unreadable: number;
}

export const NO_KNOWN_ANSWERS: KnownAnswers = {
	cache: NO_ANSWERS,
	about: () => [],
	emailsOf: () => [],
	size: 0,
	expired: 0,
	unverified: 0,
	unreadable: 0,
};

/**
 * Indexes the answers in known rows by their person. Only `resume` texts count: an edited cell changes nothing. Answers
 * are read again when they are used, because a store may be far larger than a sheet.
 * @param prefix of our columns
 * @param oldest epoch ms; earlier answers, and those of unknown age, are too old. -Infinity keeps all
 */
export function readKnownAnswers(items: readonly INodeExecutionData[], prefix: string, oldest: number): KnownAnswers {
	const places = new Map<string, string | string[]>();
	const crowded = new Map<string, StoredAnswer[]>();
	// A store that only grows has the same text in many rows, and a person would be read from each of them.
	const seen = new Set<string>();
	let size = 0;
	let expired = 0;
	let unverified = 0;
	let unreadable = 0;
	for (const { json } of items) {
		const texts = resumesIn(json, prefix).filter((text) => !seen.has(text));
		for (const text of texts) seen.add(text);
		const read = texts.map(readResume);
		if (read.includes(null)) unreadable += 1;
		texts.forEach((text, place) => {
			const answers = read[place] ?? [];
			const trusted = answers.filter(isTrusted);
			const recent = trusted.filter((answer) => isRecent(answer, oldest)).length;
			size += recent;
			expired += trusted.length - recent;
			unverified += answers.length - trusted.length;
			if (trusted.length > MANY) for (const answer of trusted) addTo(crowded, personOf(answer.key), answer);
			else for (const person of new Set(trusted.map(({ key }) => personOf(key)))) addPlace(places, person, text);
		});
	}
	const read = (person: string, texts: readonly string[]): StoredAnswer[] =>
		bestByLookup([
			...(crowded.get(person) ?? []),
			...texts
				.flatMap((text) => readResume(text) ?? [])
				.filter((answer) => personOf(answer.key) === person && isTrusted(answer)),
		]);
	const ofMany = new Map<string, readonly StoredAnswer[]>();
	const about = (key: string): readonly StoredAnswer[] => {
		const person = personOf(key);
		const texts = [places.get(person) ?? []].flat();
		if (texts.length <= FEW && !crowded.has(person)) return read(person, texts);
		const answers = ofMany.get(person) ?? read(person, texts);
		ofMany.set(person, answers);
		return answers;
	};
	const latest = (key: string, wanted: string): Answered | undefined => {
		const answer = about(key).find((one) => answerKey(one.tool, one.key, one.phone) === wanted);
		return answer !== undefined && isRecent(answer, oldest) ? outcomeOf(answer) : undefined;
	};
	return {
		cache: (lookup) => cacheFrom((wanted) => latest(lookup.identifier.key, wanted))(lookup),
		about,
		emailsOf: ({ key }) => {
			const answer = about(key).find((one) => one.key.startsWith(EMAIL));
			const reading = readEmail(answer?.key.slice(EMAIL.length));
			return reading.is === 'identifier' ? [reading.identifier] : [];
		},
		size,
		expired,
		unverified,
		unreadable,
	};
}

/** Texts about one person that are decoded at each use. The answers of a person in more texts are kept. */
const FEW = 4;

/** Answers in a text that is decoded at each use. A text with more, about many people, would be decoded for each. */
const MANY = 32;

/** @param oldest epoch ms */
export const isRecent = ({ at }: StoredAnswer, oldest: number): boolean =>
	oldest === -Infinity || (at !== null && at >= oldest);

/** Signatures of all API keys count, because workflows with different keys share a store. */
const isTrusted = ({ unverified }: StoredAnswer): boolean => unverified !== true;

const EMAIL = 'email:';

/** The key of an identifier's person: an email and its MD5 are one. */
export const personOf = (key: string): string =>
	key.startsWith(EMAIL) ? `hem:${md5OfEmail(key.slice(EMAIL.length))}` : key;

function addTo(answers: Map<string, StoredAnswer[]>, person: string, answer: StoredAnswer): void {
	const before = answers.get(person);
	if (before === undefined) answers.set(person, [answer]);
	else before.push(answer);
}

/** Most people are in one text, and an array for each would use memory. */
function addPlace(places: Map<string, string | string[]>, person: string, text: string): void {
	const before = places.get(person);
	if (before === undefined) places.set(person, text);
	else if (typeof before === 'string') places.set(person, [before, text]);
	else before.push(text);
}
