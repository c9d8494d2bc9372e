import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/email';
import {
	answersIn,
	hashOf,
	isAuthentic,
	isLater,
	isResume,
	latestByLookup,
	peopleIn,
	personOf,
	type StoredAnswer,
} from '../../nodes/IdentityResolution/api/resume';
import { nested } from '../support/api/nested';
import { resumeText, SIGN } from '../support/api/resumeText';
import { anyText } from '../support/api/unicode';

const ADA: StoredAnswer = {
	tool: 'linkedin_to_business_profile',
	key: 'linkedin:ada-example',
	phone: 'with',
	found: true,
	at: Date.UTC(2026, 8, 1),
	results: {
		full_name: 'Ada Example',
		mobile_phone: '12025550123',
		company: { name: 'Example Works', website_url: null },
		personal_emails: ['ada@example.net'],
	},
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

/** Expects an authentic text with these answers. */
function expectAnswers(text: string, answers: readonly StoredAnswer[]): void {
	expect(isAuthentic(text, SIGN)).toBe(true);
	expect(written(answersIn(text))).toBe(written(answers));
}

describe('a resume text returns its answers', () => {
	it.each<[string, StoredAnswer[]]>([
		['a hit', [ADA]],
		['a miss', [MISS]],
		['a miss with results', [{ ...MISS, results: { note: 'No match' } }]],
		['several', [ADA, MISS, { ...ADA, phone: 'without' }]],
		['none', []],
		['a hit with empty results', [{ ...ADA, results: {} }]],
		['a hit without results', [{ ...ADA, results: null }]],
		[
			'results that are not an object',
			['text', 0, false, [], ''].map((results): StoredAnswer => ({ ...ADA, results })),
		],
		[
			'any letters',
			[{ ...ADA, key: 'linkedin:zoë-例え-😀', results: { full_name: 'Zoë 例え 😀 \ud800 \u0000 "\\' } }],
		],
		['results of 20 kB', [{ ...ADA, results: { full_name: 'é'.repeat(10_000) } }]],
	])('%s', (_what, answers) => {
		expectAnswers(resumeText(answers), answers);
	});

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

	/** Cells that look like numbers and dates are read as such. */
	const readCsv = (text: string, delimiter: string): string[][] =>
		parse(text, { delimiter, trim: true, cast: true, cast_date: true });

	it.each<[string, (text: string) => string]>([
		['JSON', (text) => (JSON.parse(JSON.stringify({ resume: text })) as { resume: string }).resume],
		['a CSV file', (text) => readCsv(stringify([['resume'], [text]]), ',')[1][0]],
		['a CSV file with semicolons', (text) => readCsv(stringify([['a', text, 'b']], { delimiter: ';' }), ';')[0][1]],
		['a link', (text) => new URLSearchParams(`resume=${text}`).get('resume') ?? ''],
	])('after a transport in %s', (_name, transport) => {
		fc.assert(
			fc.property(anyAnswers, (answers) => expectAnswers(transport(resumeText(answers)), answers)),
			{ seed: 311, numRuns: 300 },
		);
	});

	it('without those that are nested too deeply for JSON', () => {
		expectAnswers(resumeText([{ ...ADA, results: { deep: nested(100_000, 'x') } }, MISS]), [MISS]);
	});

	it('and is no formula, number, date or list in a sheet', () => {
		fc.assert(
			fc.property(anyAnswers, (answers) => {
				const text = resumeText(answers);
				expect(text).toMatch(/^r2\.[A-Za-z0-9_-]{22}[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+$/);
				expect(Number(text)).toBeNaN();
			}),
			{ seed: 312, numRuns: 300 },
		);
	});
});

it.each<[unknown, boolean]>([
	['r2.AAAA', true],
	[resumeText([ADA]), true],
	[` \t\ufeff${resumeText([ADA])}\u00a0\r\n`, true],
	['r2', false],
	['R2.AAAA', false],
	['r1.AAAA', false],
	['=r2.AAAA', false],
	['resume', false],
	['', false],
	[undefined, false],
	[null, false],
	[42, false],
	[{}, false],
	[[resumeText([ADA])], false],
])('isResume of a cell with %j is %s', (cell, expected) => {
	expect(isResume(cell)).toBe(expected);
});

describe('peopleIn', () => {
	const HASH = 'hem:3e3417d7ef77d5932a6734b916515ed5';

	it('names each person of a text once, in the order of the answers', () => {
		const text = resumeText([ADA, MISS, { ...ADA, phone: 'without' }, { ...MISS, key: 'email:bea@example.com' }]);
		const people = [ADA.key, MISS.key, 'email:bea@example.com'].map((key) => hashOf(personOf(key)));
		expect(peopleIn(text)).toEqual(people);
	});

	it('names nobody in a text without answers', () => {
		expect(peopleIn(resumeText([]))).toEqual([]);
	});

	it('names an email and its MD5 as one person', () => {
		expect(peopleIn(resumeText([MISS, { ...ADA, key: HASH }]))).toEqual([hashOf(HASH)]);
	});

	it.each([
		['email:ada@example.com', HASH],
		[HASH, HASH],
		['linkedin:ada-example', 'linkedin:ada-example'],
		['ip:192.0.2.1', 'ip:192.0.2.1'],
	])('the person of %s is %s', (key, person) => {
		expect(personOf(key)).toBe(person);
	});

	it('names a person by six characters', () => {
		expect(hashOf('linkedin:ada-example')).toMatch(/^[A-Za-z0-9_-]{6}$/);
		expect(hashOf('linkedin:ada-example')).not.toBe(hashOf('linkedin:bea-example'));
		expect(hashOf(personOf('email:ada@example.com'))).toBe(hashOf(`hem:${md5OfEmail('Ada@Example.com')}`));
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
		['the answer of known time', ADA, UNDATED],
		['the miss of known time', LATER_MISS, UNDATED],
	])('keeps %s, in any order', (_what, kept, other) => {
		expect(latestByLookup([kept, other])).toEqual([kept]);
		expect(latestByLookup([other, kept])).toEqual([kept]);
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
		expect(latestByLookup([])).toEqual([]);
	});
});
