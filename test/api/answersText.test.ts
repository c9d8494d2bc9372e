import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import {
	answersIn,
	hashOf,
	isAuthentic,
	numberOf,
	isLater,
	latestByLookup,
	MAX_TEXT_LENGTH,
	peopleIn,
	personOf,
	textInCell,
	writeAnswers,
	type StoredAnswer,
} from '../../nodes/IdentityResolution/api/answersText';
import { readText, answersText, SIGN, signedText, signWith } from '../support/api/answersText';
import { anyText } from '../support/api/unicode';

const ADA: StoredAnswer = {
	tool: 'linkedin_to_business_profile',
	key: 'linkedin:ada-example',
	phone: 'with',
	found: true,
	at: Date.UTC(2026, 8, 1),
	results: { full_name: 'Ada Example', personal_emails: ['ada@example.net'] },
};
const MISS: StoredAnswer = {
	tool: 'reverse_email_lookup',
	key: 'email:ada@example.com',
	phone: 'without',
	found: false,
	at: null,
	results: null,
};

/** Also shows the order of fields within the results, which is that of the columns. */
const written = (answers: readonly StoredAnswer[]) =>
	JSON.stringify(answers.map(({ tool, key, phone, found, at, results }) => [tool, key, phone, found, at, results]));

describe('a text of answers', () => {
	const answer = fc.record<StoredAnswer>({
		tool: fc.stringMatching(/^[a-z0-9_]{1,40}$/),
		key: anyText,
		phone: fc.constantFrom('with', 'without'),
		found: fc.boolean(),
		at: fc.option(fc.integer({ min: 0, max: 4_102_444_800_000 })),
		results: fc.oneof(
			fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
			fc.dictionary(anyText, fc.jsonValue()),
			fc.constant(null),
		),
	});
	const anyAnswers = fc.array(answer, { maxLength: 4 });

	it('returns its answers after a CSV file whose reader casts numbers and dates', () => {
		fc.assert(
			fc.property(anyAnswers, (answers) => {
				const file = stringify([['a', answersText(answers), 'b']]);
				const [[, text]] = parse(file, { trim: true, cast: true, cast_date: true });
				expect(isAuthentic(text, SIGN)).toBe(true);
				expect(written(answersIn(text))).toBe(written(answers));
			}),
			{ seed: 311, numRuns: 600 },
		);
	});

	it('has only characters that JSON, links and sheets keep, and is no formula or number', () => {
		fc.assert(
			fc.property(anyAnswers, (answers) => {
				expect(answersText(answers)).toMatch(/^r2\.[A-Za-z0-9_-]{22}[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+$/);
			}),
			{ seed: 312, numRuns: 300 },
		);
	});
});

it.each<[unknown, string | null]>([
	['r2.AAAA', 'r2.AAAA'],
	[" \t\ufeff'r2.AAAA\u00a0\r\n", 'r2.AAAA'],
	["''r2.AAAA", null],
	['r1.AAAA', null],
	['=r2.AAAA', null],
	['The r2.0 robot: papers', null],
	['R2.AAAA', null],
	[null, null],
	[42, null],
	[['r2.AAAA'], null],
])('textInCell of %j is %j', (cell, expected) => {
	expect(textInCell(cell)).toBe(expected);
});

describe('isAuthentic', () => {
	const text = answersText([ADA, MISS]);
	const other = answersText([{ ...ADA, key: 'linkedin:eve-example' }]);
	/** Its mark and signature, the hashes of its people, and its answers. */
	const partsOf = (whole: string) => [whole.slice(0, 25), ...whole.slice(25).split('.')];
	const [[signature, people, answers], [, otherPeople, otherAnswers]] = [text, other].map(partsOf);

	it('accepts up to 30,000 characters, which no text of this node exceeds', () => {
		const [longest, longer] = [22_480, 22_481].map((bytes) => signedText('x'.repeat(bytes)));
		expect([longest.length, longer.length]).toEqual([30_000, 30_001]);
		expect([isAuthentic(longest, SIGN), isAuthentic(longer, SIGN)]).toEqual([true, false]);
	});

	it.each<[string, string]>([
		['signed with another secret', answersText([ADA, MISS], signWith('another_secret'))],
		['with the people of another text', `${signature}${otherPeople}.${answers}`],
		['with the answers of another text', `${signature}${people}.${otherAnswers}`],
		['without its people', `${signature}.${answers}`],
		['in lower case', text.toLowerCase()],
		['broken into lines', text.replace(/(.{76})/g, '$1\n')],
		['twice', text + text],
		['of another format', text.replace('r2.', 'r1.')],
	])('refuses a text %s', (_what, changed) => {
		expect([text, changed].map((one) => isAuthentic(one, SIGN))).toEqual([true, false]);
	});

	it('refuses a text that is truncated at either end', () => {
		for (let length = 0; length < text.length; length++)
			expect(isAuthentic(text.slice(0, length), SIGN)).toBe(false);
		const unmarked = text.slice('r2.'.length);
		for (let start = 1; start <= unmarked.length; start++)
			expect(isAuthentic(`r2.${unmarked.slice(start)}`, SIGN)).toBe(false);
	});

	it('refuses a text with one character changed, removed or inserted', () => {
		const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= \n,"é';
		const changes = fc.record({
			position: fc.nat(text.length - 1),
			character: fc.constantFrom(...characters),
			change: fc.constantFrom('change', 'remove', 'insert'),
		});
		fc.assert(
			fc.property(changes, ({ position, character, change }) => {
				const changed =
					text.slice(0, position) +
					(change === 'remove' ? '' : character) +
					text.slice(change === 'insert' ? position : position + 1);
				fc.pre(changed !== text);
				expect(isAuthentic(changed, SIGN)).toBe(false);
			}),
			{ seed: 313, numRuns: 5_000 },
		);
	});

	it('refuses another last character, even if it decodes to the same answers', () => {
		const original = signedText('[{"t":"x","k":"y"}]');
		const changed = original.replace(/Q$/, 'R');
		expect(answersIn(changed)).toEqual(answersIn(original));
		expect(isAuthentic(changed, SIGN)).toBe(false);
	});
});

it('answersIn has defaults for what a text does not contain', () => {
	const text = signedText('[{"t":"any_tool","k":"linkedin:ada-example"}]');
	expect(answersIn(text)).toEqual([{ ...ADA, tool: 'any_tool', phone: 'without', at: null, results: null }]);
});

describe('peopleIn', () => {
	it('names each person of a text once, in the order of the answers', () => {
		const text = answersText([ADA, MISS, { ...ADA, phone: 'without' }, { ...MISS, key: 'email:bea@example.com' }]);
		const people = [ADA.key, MISS.key, 'email:bea@example.com'].map((key) => numberOf(personOf(key)));
		expect(peopleIn(text)).toEqual(people);
		expect(new Set(people).size).toBe(3);
	});

	it.each<[string, string]>([
		['that names none', answersText([])],
		['without their end', `r2.${'x'.repeat(100)}`],
	])('names none in a text %s', (_which, text) => {
		expect(peopleIn(text)).toEqual([]);
	});

	it('names an email and its MD5 as one person, by six characters', () => {
		const hash = `hem:${md5OfEmail('Ada@Example.com')}`;
		expect(peopleIn(answersText([MISS, { ...ADA, key: hash }]))).toEqual([numberOf(hash)]);
		expect(hashOf(hash)).toMatch(/^[A-Za-z0-9_-]{6}$/);
		expect(['linkedin:ada-example', 'ip:192.0.2.1'].map(personOf)).toEqual([
			'linkedin:ada-example',
			'ip:192.0.2.1',
		]);
	});
});

describe('latestByLookup', () => {
	const DAY = 86_400_000;
	const LATER: StoredAnswer = { ...ADA, at: Number(ADA.at) + DAY, results: { full_name: 'Ada Other' } };
	const LATER_MISS: StoredAnswer = { ...LATER, found: false, results: null };
	const UNDATED: StoredAnswer = { ...ADA, at: null };

	it.each<[string, StoredAnswer, StoredAnswer]>([
		['the later hit', LATER, ADA],
		['a miss that is later than a hit', LATER_MISS, ADA],
		['the hit of two answers of the same time', LATER, LATER_MISS],
		['the hit of two answers of unknown time', UNDATED, { ...UNDATED, found: false, results: null }],
		['the miss of known time', LATER_MISS, UNDATED],
	])('keeps %s, in any order', (_what, kept, other) => {
		expect([latestByLookup([kept, other]), latestByLookup([other, kept])]).toEqual([[kept], [kept]]);
		expect([isLater(kept, other), isLater(other, kept)]).toEqual([true, false]);
	});

	it('keeps the first of two equal hits, of which none is later', () => {
		const other = { ...ADA, results: { full_name: 'Ada Other' } };
		expect(latestByLookup([ADA, other])).toEqual([ADA]);
		expect([isLater(ADA, other), isLater(other, ADA)]).toEqual([false, false]);
	});

	it('keeps the answers to all lookups, in their order: by tool, identifier and phone', () => {
		const others: StoredAnswer[] = [
			{ ...ADA, phone: 'without' },
			{ ...ADA, key: 'linkedin:bea-example' },
			{ ...ADA, tool: 'any_tool' },
		];
		expect(latestByLookup([ADA, ...others, LATER])).toEqual([LATER, ...others]);
	});
});

describe('writeAnswers', () => {
	const hit = (key: string, results: object): StoredAnswer => ({ ...ADA, key, results });
	const miss = (key: string): StoredAnswer => ({ ...MISS, key, results: { note: 'No match' } });

	/** Writes answers, of which columns read the name alone, and reads them again. */
	function rewritten(answers: readonly StoredAnswer[]) {
		const { text, isComplete } = writeAnswers(answers, SIGN, ({ results }) => ({
			name: (results as { name?: unknown }).name,
		}));
		expect(text.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH);
		const kept = readText(text);
		return { text, isComplete, kept, keys: kept.map(({ key }) => key) };
	}

	it('keeps the whole answers if they fit into a cell', () => {
		const answers = [hit('a', { name: 'Ada', extra: 'x'.repeat(20_000) }), miss('b')];
		expect(rewritten(answers)).toMatchObject({ isComplete: true, kept: answers });
	});

	it('omits the fields that no column reads, and the results of misses, if the text is too long', () => {
		expect(rewritten([hit('a', { name: 'Ada', extra: 'x'.repeat(40_000) }), miss('b')])).toMatchObject({
			isComplete: true,
			kept: [hit('a', { name: 'Ada' }), { ...miss('b'), results: null }],
		});
	});

	it('then omits the last misses', () => {
		const misses = Array.from({ length: 300 }, (_, number) => miss(`b${number}`.padEnd(100, 'x')));
		const ada = hit('a', { name: 'Ada' });
		const { isComplete, kept } = rewritten([...misses, ada]);
		expect([isComplete, kept[0]]).toEqual([true, ada]);
		expect(kept.length).toBeLessThan(misses.length);
	});

	it('then omits the last hits, and reports it, before a miss that fits', () => {
		const hits = ['a', 'b', 'c'].map((key) => hit(key, { name: key.repeat(10_000) }));
		expect(rewritten([miss('m'), ...hits])).toMatchObject({ isComplete: false, keys: ['a', 'b', 'm'] });
	});

	it('omits no short hit because of an earlier one that is too long', () => {
		const hits = [100, 30_000, 100].map((size, place) => hit(`é${place}`, { name: '"'.repeat(size / 2) }));
		expect(rewritten(hits)).toMatchObject({ isComplete: false, keys: ['é0', 'é2'] });
	});

	it('leaves no space for another hit', () => {
		const hits = Array.from({ length: 200 }, (_, number) => hit(`a${number}`, { name: 'é'.repeat(50) }));
		const { text, keys } = rewritten(hits);
		expect(keys).toEqual(hits.slice(0, keys.length).map(({ key }) => key));
		expect(text.length * (1 + 1 / keys.length)).toBeGreaterThan(MAX_TEXT_LENGTH);
	});

	it('keeps hits in their order, and reports missing ones, for any sizes', () => {
		const sizes = fc.tuple(fc.nat(5), fc.constantFrom('x', 'é', '"', '例'), fc.nat(9_000));
		fc.assert(
			fc.property(fc.array(sizes, { maxLength: 8 }), (all) => {
				const hits = all.map(([person, letter, size], at) => ({
					...hit(`person-${person}`, { name: letter.repeat(size) }),
					at,
				}));
				const { isComplete, kept } = rewritten(hits);
				const times = kept.map(({ at }) => at);
				expect(kept).toEqual(hits.filter(({ at }) => times.includes(at)));
				expect(isComplete).toBe(kept.length === hits.length);
			}),
			{ seed: 315, numRuns: 300 },
		);
	});
});
