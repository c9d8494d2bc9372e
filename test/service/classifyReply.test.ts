import { NO_USAGE, type Refusal } from '../../nodes/IdentityResolution/api/replies/envelope';
import { type Answer, type Reading } from '../../nodes/IdentityResolution/api/replies/reading';
import { classifyReply } from '../../nodes/IdentityResolution/service/classifyReply';
import { retryOf } from '../support/run/requests';

type Answers = Extract<Reading, { is: 'answers' }>;

const usage = { ...NO_USAGE, tokensCharged: 3, recordsLeft: 7 };
const hit: Answer = { found: true, results: { full_name: 'Ada Example' }, metadata: {}, at: 0 };
const miss: Answer = { ...hit, found: false, results: {} };
const refusal: Refusal = {
	reason: 'insufficient_tokens',
	httpStatus: 402,
	code: null,
	message: null,
	retryAfter: null,
};

const keyOf = (nth: number) => `linkedin:person-${nth}`;
const answersTo = (answers: Record<number, Answer>, partialError: Refusal | null = null): Answers => ({
	is: 'answers',
	answers: new Map(Object.entries(answers).map(([nth, answer]) => [keyOf(Number(nth)), answer])),
	partialError,
	usage,
	drift: [],
});

/** The result for three lookups, by key. */
const handled = (reading: Reading) => {
	const { answered, unmatched, refused, ...rest } = classifyReply(retryOf(3), reading);
	const keysOf = (entries: typeof unmatched) => entries.map(({ lookup }) => lookup.identifier.key);
	return {
		...rest,
		answered: answered.map(({ entry, outcome, charged, recordsLeft }) => [
			entry.lookup.identifier.key,
			outcome.is,
			charged,
			recordsLeft,
		]),
		unmatched: keysOf(unmatched),
		refused: keysOf(refused),
	};
};

describe('classifyReply', () => {
	it('returns the outcome, charge and records left of each answered lookup', () => {
		expect(handled(answersTo({ 1: { ...hit }, 2: { ...hit }, 3: miss }))).toEqual({
			answered: [
				[keyOf(1), 'found', 2, 7],
				[keyOf(2), 'found', 1, 7],
				[keyOf(3), 'not_found', 0, 7],
			],
			unreadable: [],
			unmatched: [],
			refused: [],
			refusal: null,
		});
	});

	it.each<[string, Reading, object]>([
		['that none mentions are unmatched', answersTo({ 2: hit }), { unmatched: [keyOf(1), keyOf(3)], refused: [] }],
		[
			'that a partial batch does not mention are refused',
			answersTo({ 2: hit }, refusal),
			{ unmatched: [], refused: [keyOf(1), keyOf(3)], refusal },
		],
		[
			'of a batch without any match are unmatched, even if it is partial',
			answersTo({}, refusal),
			{ unmatched: [1, 2, 3].map(keyOf), refused: [], refusal },
		],
		[
			'of a refused request are refused',
			{ is: 'refusal', refusal, usage },
			{ answered: [], unmatched: [], refused: [1, 2, 3].map(keyOf), refusal },
		],
	])('lookups %s', (_says, reading, expected) => {
		expect(handled(reading)).toMatchObject(expected);
	});
});
