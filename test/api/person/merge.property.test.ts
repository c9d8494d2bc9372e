import fc from 'fast-check';
import { z } from 'zod/v4';
import { COLUMN_NAMES, type Cell, type Cells, type Column } from '../../../nodes/IdentityResolution/api/person/columns';
import { listIn } from '../../../nodes/IdentityResolution/api/person/emails';
import { mergeCells, toolsByPart } from '../../../nodes/IdentityResolution/api/person/merge';
import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { unmetIn, WANT_NAMES, type WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import { mergedOf, contributionsFrom, TOOL_NAMES } from '../../support/api/contributions';

const lacking = (wants: WantName[], cells: Cells) => unmetIn({ wants, minGrade: 'any' }, cells);

/** By column, several values, each in several spellings. */
const SPELLINGS = {
	full_name: [['Ada Example', 'ADA  example'], ['Bea Other']],
	first_name: [['Ada', 'ada '], ['Bea']],
	last_name: [['Example', 'EXAMPLE'], ['Other']],
	title: [['Engineer', 'engineer'], ['Buyer'], ['Head of Research']],
	seniority: [['Senior'], ['Manager', 'MANAGER']],
	current_industry: [['Software'], ['Retail']],
	linkedin_url: [
		['https://www.linkedin.com/in/ada-example', 'linkedin.com/in/Ada-Example/', 'ada-example'],
		['https://www.linkedin.com/in/bea-other'],
	],
	country: [['Canada', 'CANADA'], ['Mexico'], ['United States']],
	work_email: [['ada@example.org', 'ADA@example.org'], ['bea@example.org']],
	personal_email: [['ada@example.net', 'Ada@Example.net'], ['bea@example.net']],
	mobile_phone: [['12025550123', '+1 202 555 0123'], ['12025550199']],
	company_name: [['Example Works', 'EXAMPLE works'], ['Example Shop'], ['Example Lab']],
	company_website_url: [
		['https://www.works.example.com/', 'works.example.com'],
		['http://shop.example.com'],
		['lab.example.com'],
	],
	company_linkedin_url: [
		['https://www.linkedin.com/company/works-example', 'linkedin.com/company/Works-Example/'],
		['linkedin.com/company/shop-example'],
	],
	company_industry: [['Software'], ['Retail']],
	company_revenue: [[5_000_000, '5000000'], [7]],
} satisfies Partial<Record<Column, Cell[][]>>;

type Spelled = keyof typeof SPELLINGS;
const SPELLED = Object.keys(SPELLINGS) as Spelled[];
const COMPANY: Spelled[] = ['company_name', 'company_website_url', 'company_linkedin_url'];
const JOB: Spelled[] = ['title', 'seniority', 'current_industry', 'company_industry', 'company_revenue', ...COMPANY];
const NAME: Spelled[] = ['full_name', 'first_name', 'last_name'];
const EMAILS = ['work_email', 'personal_email'] as const;
const isEmail = (column: Spelled) => column.endsWith('_email');

const grade = fc.option(fc.constantFrom('A', 'b', 'C', 'D', 'unknown'));
const DATES = ['2028-11-30', '2028-12-31', '2029-01-01', '2029-02-28', '2029-06-30'];

const meaningOf = (column: Spelled, cell: Cell | undefined): number =>
	(SPELLINGS[column] as Cell[][]).findIndex((spellings) => spellings.includes(cell ?? null));
const hasValue = (cells: Cells, column: Column) => (cells[column] ?? null) !== null;

/** What one tool returns; its emails have the given date and any grades. */
const answerDated = (date: fc.Arbitrary<string | null>) =>
	fc
		.tuple(
			fc.record(
				Object.fromEntries(
					SPELLED.map((column) => [
						column,
						fc.option(fc.constantFrom(...(SPELLINGS[column].flat() as Cell[])), { freq: 3 }),
					]),
				),
			),
			date,
			fc.tuple(grade, grade),
		)
		.map(([fields, validated, grades]): Cells => {
			// No tool returns a first or a last name alone: the full name is made of them.
			const cells: Cells = fields.full_name === null ? { ...fields, first_name: null, last_name: null } : fields;
			const details = EMAILS.filter((kind) => hasValue(cells, kind)).flatMap((kind, place) => [
				[`${kind}_validated_at`, validated],
				[`${kind}_risk_score`, grades[place]],
			]);
			return { ...cells, ...(Object.fromEntries(details) as Cells) };
		});

const anyDate = fc.option(fc.constantFrom(...DATES));
const several = fc.array(answerDated(anyDate), { minLength: 1, maxLength: 5 });

/** Tools with different dates. */
const datedDifferently = fc
	.tuple(
		fc.shuffledSubarray(DATES, { minLength: 2 }),
		fc.array(answerDated(fc.constant(null)), { minLength: DATES.length, maxLength: DATES.length }),
	)
	.map(([dates, answers]) =>
		dates.map((date, place): Cells => ({
			...answers[place],
			work_email: null,
			work_email_obscured: 'w**@example.org',
			work_email_risk_score: null,
			work_email_validated_at: date,
		})),
	);

const check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void, seed: number) =>
	fc.assert(fc.property(arbitrary, property), { seed, numRuns: 1_000 });

const contradict = (columns: Spelled[], a: Cells, b: Cells): Spelled[] =>
	columns.filter(
		(column) =>
			hasValue(a, column) && hasValue(b, column) && meaningOf(column, a[column]) !== meaningOf(column, b[column]),
	);
const bothTell = (columns: Spelled[], a: Cells, b: Cells) =>
	columns.filter((column) => hasValue(a, column) && hasValue(b, column));
const atOtherCompany = (a: Cells, b: Cells) =>
	bothTell(COMPANY, a, b).length > 0 && contradict(COMPANY, a, b).length === bothTell(COMPANY, a, b).length;
const otherwiseNamed = (a: Cells, b: Cells) => contradict(['first_name', 'last_name'], a, b).length > 0;

describe('mergeCells', () => {
	it.each<[string, Spelled[], (a: Cells, b: Cells) => boolean, number]>([
		['never mixes two jobs at different companies', JOB, atOtherCompany, 331],
		['never mixes two names', NAME, otherwiseNamed, 332],
	])('%s: any two cells come from one tool, or from two tools that agree', (_rule, group, clash, seed) => {
		check(
			several,
			(answers) => {
				const { cells } = mergedOf(...answers);
				const filled = group.filter((column) => hasValue(cells, column));
				const tellers = (column: Spelled) =>
					answers.filter((one) => hasValue(one, column) && one[column] === cells[column]);
				const mixed = filled.flatMap((one) =>
					filled.filter((other) => !tellers(one).some((a) => tellers(other).some((b) => !clash(a, b)))),
				);
				expect(mixed).toEqual([]);
			},
			seed,
		);
	});

	it('keeps the latest of different values with different dates', () => {
		check(
			datedDifferently,
			(answers) => {
				const { cells } = mergedOf(...answers);
				const fresh = [...answers].sort((a, b) =>
					String(b.work_email_validated_at).localeCompare(String(a.work_email_validated_at)),
				);
				const clashes = (clash: (a: Cells, b: Cells) => boolean) =>
					answers.some((a) => answers.some((b) => clash(a, b)));
				const free = SPELLED.filter(
					(column) =>
						!isEmail(column) &&
						!(JOB.includes(column) && clashes(atOtherCompany)) &&
						!(NAME.includes(column) && clashes(otherwiseNamed)),
				);
				for (const column of free)
					expect(cells[column]).toEqual(fresh.find((one) => hasValue(one, column))?.[column] ?? undefined);
				const [freshest] = fresh;
				if (JOB.some((column) => hasValue(freshest, column)) && hasValue(freshest, 'company_name'))
					for (const column of JOB.filter((one) => hasValue(freshest, one)))
						expect(cells[column]).toBe(freshest[column]);
			},
			333,
		);
	});

	it('depends on the order of the tools only for answers with the same date', () => {
		const shuffled = datedDifferently.chain((answers) =>
			fc.tuple(
				fc.constant(answers),
				fc.shuffledSubarray(contributionsFrom(...answers), { minLength: answers.length }),
			),
		);
		const comparable = ({ cells, values }: ReturnType<typeof mergeCells>) => ({
			cells,
			from: [...toolsByPart(values)].map(([part, tools]) => [part, [...tools].sort()]),
		});
		check(
			shuffled,
			([answers, inOtherOrder]) => {
				expect(comparable(mergeCells(inOtherOrder))).toEqual(comparable(mergedOf(...answers)));
			},
			334,
		);
	});

	it('loses nothing that is wanted, except a title at another company and an address that any tool grades D', () => {
		check(
			several,
			(answers) => {
				const { cells } = mergedOf(...answers);
				const isBad = (kind: 'work_email' | 'personal_email', email: Cell | undefined) =>
					answers.some(
						(one) =>
							one[`${kind}_risk_score`] === 'D' && meaningOf(kind, one[kind]) === meaningOf(kind, email),
					);
				const certain = answers.map((one) => ({
					...one,
					title: null,
					...Object.fromEntries(EMAILS.filter((kind) => isBad(kind, one[kind])).map((kind) => [kind, null])),
				}));
				const brought = WANT_NAMES.filter((want) => certain.some((one) => lacking([want], one).length === 0));
				expect(lacking(brought, cells)).toEqual([]);
			},
			336,
		);
	});

	it('names for each part the tools that returned its cells, which are texts or numbers', () => {
		check(
			several,
			(answers) => {
				const { cells, values } = mergedOf(...answers);
				const tools = new Set([...toolsByPart(values).values()].flat());
				const entries = Object.entries(cells) as Array<[Column, Cell]>;
				const isTrue = ([column, cell]: [Column, Cell]) =>
					column === 'personal_emails' ||
					answers.some((one, place) => one[column] === cell && tools.has(TOOL_NAMES[place]));
				expect(
					entries.filter(
						([column, cell]) =>
							!COLUMN_NAMES.includes(column) || !['string', 'number'].includes(typeof cell),
					),
				).toEqual([]);
				expect(entries.filter((entry) => !isTrue(entry))).toEqual([]);
			},
			337,
		);
	});
});

describe('mergeCells of a single tool', () => {
	const emails = ['ada@example.net', 'a**@example.net', '5fa06eb9b50f5f39b9ee8d64ec9f8b45', '0'.repeat(32)];
	const { results } = fc.letrec<{ results: unknown }>((tie) => ({
		results: fc.oneof(
			{ maxDepth: 2 },
			fc.constantFrom('Ada', '2029-01-01', 'A', '42', 42, '', null, true, ...emails),
			fc.shuffledSubarray(emails),
			fc.array(tie('results'), { maxLength: 3 }),
			fc.record({ name: tie('results'), website_url: tie('results') }),
		),
	}));
	const fields = [
		...new Set(
			SOURCES.flatMap(({ tool: { result } }) => (result instanceof z.ZodObject ? Object.keys(result.shape) : [])),
		),
	];

	const lower = (email: string) => email.toLowerCase();
	const listed = (all: Cell | undefined, one: Cell | undefined) =>
		[...new Set([...listIn(all), ...listIn(one)].map(lower))].sort();

	it('returns its cells, except lists of personal emails, and a date or grade without an email', () => {
		check(
			fc.tuple(fc.constantFrom(...SOURCES), fc.dictionary(fc.constantFrom(...fields), results, { maxKeys: 20 })),
			([{ tool }, answers]) => {
				const cells = tool.columns.read(answers);
				const { cells: merged, values } = mergeCells([{ tool: tool.name, cells }]);
				const isKept = (column: Column) => {
					const kind = /^(?:work|personal)_email(?=_|$)/.exec(column)?.[0];
					const emails = [kind, `${kind}_obscured`] as Column[];
					return (
						hasValue(cells, column) && (kind === undefined || emails.some((one) => hasValue(cells, one)))
					);
				};
				const { personal_emails: list, personal_emails_obscured: obscured, ...others } = merged;
				const single = COLUMN_NAMES.filter((column) => !column.startsWith('personal_emails'));
				expect(others).toEqual(
					Object.fromEntries(single.filter(isKept).map((column) => [column, cells[column]])),
				);
				expect([list, obscured].map(listIn).map((one) => one.map(lower).sort())).toEqual([
					listed(cells.personal_emails, cells.personal_email),
					listed(cells.personal_emails_obscured, cells.personal_email_obscured),
				]);
				expect(new Set([...toolsByPart(values).values()].flat())).toEqual(
					new Set(Object.keys(merged).length === 0 ? [] : [tool.name]),
				);
			},
			338,
		);
	});
});
