import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { bestByLookup, isResume, readResume, type StoredAnswer } from '../../nodes/IdentityResolution/api/resume';
import { forgedResume } from '../support/api/forgedResume';
import { nested } from '../support/api/nested';
import { resumeText as writeResume } from '../support/api/resumeText';
import { anyText } from '../support/api/unicode';

const ADA: StoredAnswer = {
	tool: 'linkedin_to_business_profile',
	key: 'linkedin:ada-example',
	phone: 'with',
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
	at: null,
	results: null,
};

const withoutSignature = ({ tool, key, phone, at, results }: StoredAnswer) => ({ tool, key, phone, at, results });

/** Also compares the order of fields within the results. */
const expectSame = (read: readonly StoredAnswer[] | null, answers: readonly StoredAnswer[]) =>
	expect(JSON.stringify(read?.map(withoutSignature))).toBe(JSON.stringify(answers.map(withoutSignature)));

describe('readResume returns the written answers', () => {
	it.each<[string, StoredAnswer[]]>([
		['a hit', [ADA]],
		['a miss', [MISS]],
		['several', [ADA, MISS, { ...ADA, phone: 'without' }]],
		['none', []],
		['empty results, which are still a hit', [{ ...ADA, results: {} }]],
		[
			'results that are not an object',
			[
				{ ...ADA, results: 'text' },
				{ ...ADA, results: 0 },
				{ ...ADA, results: false },
				{ ...ADA, results: [] },
				{ ...ADA, results: '' },
			],
		],
		[
			'any letters',
			[{ ...ADA, key: 'linkedin:zoë-例え-😀', results: { full_name: 'Zoë 例え 😀 \ud800 \u0000 "\\' } }],
		],
		['results of 20 kB', [{ ...ADA, results: { full_name: 'é'.repeat(10_000) } }]],
	])('%s', (_what, answers) => {
		expectSame(readResume(writeResume(answers)), answers);
	});

	const answer = fc.record<StoredAnswer>({
		tool: fc.stringMatching(/^[a-z0-9_]{1,40}$/),
		key: anyText,
		phone: fc.constantFrom('with', 'without'),
		at: fc.option(fc.integer({ min: 0, max: 4_102_444_800_000 })),
		results: fc.oneof(
			fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
			fc.dictionary(anyText, fc.jsonValue()),
			fc.constant(null),
		),
	});
	const answers = fc.array(answer, { maxLength: 4 });

	/** Cells that look like numbers and dates are read as such. */
	const readCsv = (text: string, delimiter: string): string[][] =>
		parse(text, { delimiter, trim: true, cast: true, cast_date: true });

	const TRANSPORTS: Array<[string, (text: string) => string]> = [
		[
			'JSON',
			(text) =>
				(JSON.parse(JSON.stringify({ json: { resume: text } })) as { json: { resume: string } }).json.resume,
		],
		['a CSV file', (text) => readCsv(stringify([['resume'], [text]]), ',')[1][0]],
		['a CSV file with semicolons', (text) => readCsv(stringify([['a', text, 'b']], { delimiter: ';' }), ';')[0][1]],
		['a link', (text) => new URLSearchParams(`resume=${text}`).get('resume') ?? ''],
		['white space around it', (text) => ` \t\ufeff${text}\u00a0\r\n`],
	];

	it.each(TRANSPORTS)('after a transport in %s', (_name, transport) => {
		fc.assert(
			fc.property(answers, (written) => expectSame(readResume(transport(writeResume(written))), written)),
			{ seed: 311, numRuns: 300 },
		);
	});

	it('from a text that a sheet cannot read as a formula, a number, a date or several cells', () => {
		fc.assert(
			fc.property(answers, (written) => {
				const text = writeResume(written);
				expect(text).toMatch(/^r1\.[A-Za-z0-9_-]+$/);
				expect(Number(text)).toBeNaN();
			}),
			{ seed: 312, numRuns: 300 },
		);
	});

	it('without those that are nested too deeply for JSON', () => {
		expectSame(readResume(writeResume([{ ...ADA, results: { deep: nested(100_000, 'x') } }, MISS])), [MISS]);
	});
});

describe('readResume refuses a text', () => {
	const text = writeResume([ADA, MISS]);
	const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= \n,"é'];

	it('that is truncated at either end', () => {
		for (let length = 0; length < text.length; length++) {
			expect(readResume(text.slice(0, length))).toBeNull();
			const end = readResume(`r1.${text.slice(text.length - length)}`);
			if (length === text.length - 3) expectSame(end, [ADA, MISS]);
			else expect(end).toBeNull();
		}
	});

	it('with one character changed, removed or inserted', () => {
		const changes = fc.record({
			position: fc.nat(text.length - 1),
			character: fc.constantFrom(...CHARACTERS),
			change: fc.constantFrom('change', 'remove', 'insert'),
		});
		fc.assert(
			fc.property(changes, ({ position, character, change }) => {
				const changed =
					text.slice(0, position) +
					(change === 'remove' ? '' : character) +
					text.slice(change === 'insert' ? position : position + 1);
				fc.pre(changed.trim() !== text);
				expect(readResume(changed)).toBeNull();
			}),
			{ seed: 313, numRuns: 5_000 },
		);
	});

	it.each([
		['in lower case', text.toLowerCase()],
		['in upper case', text.toUpperCase()],
		['broken into lines', text.replace(/(.{76})/g, '$1\n')],
		['with padding', `${text}=`],
		['twice', text + text],
		['with the end of another text', text.slice(0, 60) + writeResume([MISS]).slice(60)],
	])('%s', (_what, changed) => {
		expect(readResume(changed)).toBeNull();
	});
});

describe('bestByLookup', () => {
	const DAY = 86_400_000;
	const HIT: StoredAnswer = { ...ADA, signature: 'x' };
	const LATER: StoredAnswer = { ...HIT, at: Number(ADA.at) + DAY, results: { full_name: 'Ada Other' } };
	const LATER_MISS: StoredAnswer = { ...LATER, results: null };
	const UNDATED: StoredAnswer = { ...HIT, at: null };
	const UNVERIFIED: StoredAnswer = { ...LATER, unverified: true };
	const { signature: _none, ...SENT } = HIT;

	it.each<[string, StoredAnswer[], StoredAnswer]>([
		['the later hit', [HIT, LATER], LATER],
		['a miss that is later than a hit', [HIT, LATER_MISS], LATER_MISS],
		['the hit of two answers of the same time', [LATER, LATER_MISS], LATER],
		['the hit of two answers of unknown time', [UNDATED, { ...UNDATED, results: null }], UNDATED],
		['the answer of known time', [HIT, UNDATED], HIT],
		['the verified answer, also if it is earlier', [HIT, UNVERIFIED], HIT],
		['the answer of this run, also if the clock of another machine is ahead', [SENT, LATER], SENT],
		['the later of two unverified answers', [UNVERIFIED, { ...UNVERIFIED, at: ADA.at }], UNVERIFIED],
	])('keeps %s, in any order', (_what, answers, best) => {
		expect(bestByLookup(answers)).toEqual([best]);
		expect(bestByLookup([...answers].reverse())).toEqual([best]);
	});

	it('keeps the first of equal answers', () => {
		const other = { ...HIT, results: { full_name: 'Ada Other' } };
		expect(bestByLookup([HIT, other])).toEqual([HIT]);
	});

	it('keeps the answers to all lookups, in their order: by tool, identifier and phone', () => {
		const others: StoredAnswer[] = [
			{ ...HIT, phone: 'without' },
			{ ...HIT, key: 'linkedin:bea-example' },
			{ ...HIT, tool: 'any_tool' },
		];
		expect(bestByLookup([HIT, ...others, LATER])).toEqual([LATER, ...others]);
		expect(bestByLookup([])).toEqual([]);
	});
});

describe('readResume returns null', () => {
	it.each([
		[undefined],
		[null],
		[''],
		['  '],
		['r1'],
		['resume'],
		['r2.AAAA'],
		['=r1.AAAA'],
		[42],
		[true],
		[{}],
		[[writeResume([ADA])]],
	])('for %j', (cell) => {
		expect(isResume(cell)).toBe(false);
		expect(readResume(cell)).toBeNull();
	});

	it('for any other text after the mark', () => {
		fc.assert(
			fc.property(anyText, (rest) => {
				expect(isResume(`r1.${rest}`)).toBe(true);
				expect(readResume(`r1.${rest}`)).toBeNull();
			}),
			{ seed: 314, numRuns: 1_000 },
		);
	});

	it('but reads a text that was forged in the same format', () => {
		const forged = [{ t: ADA.tool, k: ADA.key, p: 1, a: ADA.at, r: ADA.results }];
		expectSame(readResume(forgedResume(JSON.stringify(forged))), [ADA]);
	});

	it.each([
		['1e300', null],
		['-8640000000000001', null],
		['8640000000000000', 8_640_000_000_000_000],
		['"2026-09-01"', null],
		['null', null],
	])('but reads the time %s as %p, because no date can be later', (a, at) => {
		const [answer] = readResume(forgedResume(`[{"t":"x","k":"y","a":${a}}]`)) ?? [];
		expect(answer.at).toBe(at);
	});

	it.each([
		['not JSON'],
		['{}'],
		['null'],
		['7'],
		['[7]'],
		['[null]'],
		['[[]]'],
		['[{}]'],
		['[{"t":"x"}]'],
		['[{"t":7,"k":"x"}]'],
		['[{"t":"x","k":null}]'],
		['[{"t":"x","k":"y"},{"t":"x"}]'],
	])('for the content %s', (content) => {
		expect(readResume(forgedResume(content))).toBeNull();
	});
});
