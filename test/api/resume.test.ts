import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import {
	isResume,
	joinResumes,
	readResume,
	writeResume,
	type PaidAnswer,
} from '../../nodes/IdentityResolution/api/resume';
import { forgedResume } from '../support/forgedResume';
import { nested } from '../support/nested';
import { anyText } from '../support/unicode';

const ADA: PaidAnswer = {
	tool: 'linkedin_to_business_profile',
	key: 'linkedin:ada-example',
	phone: 'with',
	results: {
		full_name: 'Ada Example',
		mobile_phone: '12025550123',
		company: { name: 'Example Works', website_url: null },
		personal_emails: ['ada@example.net'],
	},
};
const MISS: PaidAnswer = {
	tool: 'reverse_email_lookup',
	key: 'email:ada@example.com',
	phone: 'without',
	results: null,
};

/** Same values, same order of fields. */
const expectSame = (read: unknown, answers: readonly PaidAnswer[]) =>
	expect(JSON.stringify(read)).toBe(JSON.stringify(answers));

describe('answers come back as they were', () => {
	it.each<[string, PaidAnswer[]]>([
		['a hit', [ADA]],
		['a miss', [MISS]],
		['several', [ADA, MISS, { ...ADA, phone: 'without' }]],
		['none', []],
		['results that hold nothing, which are a hit all the same', [{ ...ADA, results: {} }]],
		[
			'results that are no object',
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
		['results of 30 kB', [{ ...ADA, results: { notes: 'é'.repeat(15_000) } }]],
	])('%s', (_what, answers) => {
		expectSame(readResume(writeResume(answers)), answers);
	});

	const answer = fc.record<PaidAnswer>({
		tool: fc.stringMatching(/^[a-z0-9_]{1,40}$/),
		key: anyText,
		phone: fc.constantFrom('with', 'without'),
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

	const WAYS: Array<[string, (text: string) => string]> = [
		[
			'JSON',
			(text) =>
				(JSON.parse(JSON.stringify({ json: { resume: text } })) as { json: { resume: string } }).json.resume,
		],
		['a CSV file', (text) => readCsv(stringify([['resume'], [text]]), ',')[1][0]],
		['a CSV file with semicolons', (text) => readCsv(stringify([['a', text, 'b']], { delimiter: ';' }), ';')[0][1]],
		['a link', (text) => new URLSearchParams(`resume=${text}`).get('resume') ?? ''],
		['blanks around it', (text) => ` \t\ufeff${text}\u00a0\r\n`],
	];

	it.each(WAYS)('whatever they hold, by way of %s', (_way, carry) => {
		fc.assert(
			fc.property(answers, (told) => expectSame(readResume(carry(writeResume(told))), told)),
			{ seed: 311, numRuns: 300 },
		);
	});

	it('in a text that no sheet takes for a formula, a number, a date or more than one cell', () => {
		fc.assert(
			fc.property(answers, (told) => {
				const text = writeResume(told);
				expect(text).toMatch(/^r1\.[A-Za-z0-9_-]+$/);
				expect(Number(text)).toBeNaN();
			}),
			{ seed: 312, numRuns: 300 },
		);
	});

	it('but for those that are nested too deep for any JSON', () => {
		expectSame(readResume(writeResume([{ ...ADA, results: { deep: nested(100_000, 'x') } }, MISS])), [MISS]);
	});
});

describe('a cell of a sheet', () => {
	const EXCEL_ROUNDED_DOWN = 32_000;

	it('has room for the answers of four tools with everything that the contract names, and at length', () => {
		const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
		const url = `https://www.linkedin.com/company/${'long-name-'.repeat(8)}`;
		const names = [
			'first_name',
			'last_name',
			'full_name',
			'title',
			'seniority',
			'functional_area',
			'country',
			'current_company',
			'current_industry',
			'company_employee_count',
			'company_employee_range',
			'company_revenue',
			'company_revenue_range',
			'work_email_confirmed',
			'work_email_confirmed_status',
			'work_email_confirmed_risk_score',
			'mobile_phone',
		];
		const results = {
			...Object.fromEntries(names.map((name) => [name, 'Senior Director of Exämples '.repeat(4)])),
			linkedinurl: url,
			current_company_url: url,
			current_company_linkedinurl: url,
			personal_emails: times(20, `${'long.name.'.repeat(5)}@mail.example.com`),
			personal_emails_status: times(20, '2029-12-01'),
			personal_emails_risk_score: times(20, 'A'),
		};
		const four = ['a', 'b', 'c', 'd'].map((letter): PaidAnswer => ({
			...ADA,
			key: `linkedin:${letter.repeat(100)}`,
			results,
		}));
		expect(JSON.stringify(results).length).toBeGreaterThan(4_000);
		expect(writeResume(four).length).toBeLessThan(EXCEL_ROUNDED_DOWN);
	});
});

describe('what was cut or changed is refused, never read as something else', () => {
	const text = writeResume([ADA, MISS]);
	const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= \n,"é'];

	it('cut at any length, from either end', () => {
		for (let length = 0; length < text.length; length++) {
			expect(readResume(text.slice(0, length))).toBeNull();
			expect(readResume(`r1.${text.slice(text.length - length)}`)).toEqual(
				length === text.length - 3 ? [ADA, MISS] : null,
			);
		}
	});

	it('with any one letter changed, left out or put in', () => {
		const change = fc.record({
			place: fc.nat(text.length - 1),
			letter: fc.constantFrom(...LETTERS),
			how: fc.constantFrom('changed', 'left out', 'put in'),
		});
		fc.assert(
			fc.property(change, ({ place, letter, how }) => {
				const changed =
					text.slice(0, place) +
					(how === 'left out' ? '' : letter) +
					text.slice(how === 'put in' ? place : place + 1);
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
		['the end of another text', text.slice(0, 60) + writeResume([MISS]).slice(60)],
	])('%s', (_what, changed) => {
		expect(readResume(changed)).toBeNull();
	});
});

describe('several texts become one', () => {
	const PLAIN: PaidAnswer = { ...ADA, phone: 'without' };
	const FOUND: PaidAnswer = { ...MISS, results: { first_name: 'Ada' } };
	const CUT = writeResume([ADA]).slice(0, 40);

	it.each<[string, PaidAnswer[][], PaidAnswer[]]>([
		['with all that they hold', [[ADA], [PLAIN, FOUND]], [PLAIN, FOUND, ADA]],
		['with the first hit of a question', [[ADA], [{ ...ADA, results: { full_name: 'Ada Other' } }]], [ADA]],
		['with a hit once', [[ADA], [ADA]], [ADA]],
		['with a hit rather than a miss that came later', [[FOUND], [MISS]], [FOUND]],
		['with a hit rather than a miss that came before', [[MISS], [FOUND]], [FOUND]],
		['with a miss where nothing else is told', [[MISS], [MISS, ADA]], [MISS, ADA]],
	])('%s', (_what, texts, answers) => {
		expectSame(readResume(joinResumes(texts.map(writeResume))), answers);
	});

	it('without one that was cut, unless there is no other', () => {
		expectSame(readResume(joinResumes([CUT, writeResume([MISS])])), [MISS]);
		expect(joinResumes([CUT, 'r1.'])).toBe(CUT);
	});
});

describe('any other text is not read', () => {
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
	])('%j is none', (cell) => {
		expect(isResume(cell)).toBe(false);
		expect(readResume(cell)).toBeNull();
	});

	it('any text at all after the mark gives nothing', () => {
		fc.assert(
			fc.property(anyText, (rest) => {
				expect(isResume(`r1.${rest}`)).toBe(true);
				expect(readResume(`r1.${rest}`)).toBeNull();
			}),
			{ seed: 314, numRuns: 1_000 },
		);
	});

	it('is read by this test as the node writes it', () => {
		expectSame(readResume(forgedResume(JSON.stringify([{ t: ADA.tool, k: ADA.key, p: 1, r: ADA.results }]))), [
			ADA,
		]);
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
	])('%s is no list of answers', (content) => {
		expect(readResume(forgedResume(content))).toBeNull();
	});
});
