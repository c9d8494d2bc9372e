import fc from 'fast-check';
import { COLUMN_NAMES, type Cell, type Cells, type Column } from '../../nodes/IdentityResolution/api/columns';
import { mergeCells } from '../../nodes/IdentityResolution/api/merge';
import { simplifier } from '../../nodes/IdentityResolution/api/simplify';
import { SOURCES } from '../../nodes/IdentityResolution/api/sources';
import { unmet, WANT_NAMES } from '../../nodes/IdentityResolution/api/wants';
import { mergedOf, tellings, TELLERS } from '../support/tellings';

/** By column, several things that can be told, each in several spellings. */
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
	work_email: [['ada@example.org', 'ADA@example.org', '5bfcf2d8e394674550332640d72db509'], ['bea@example.org']],
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
const EMAILS: Spelled[] = ['work_email', 'personal_email'];

const DATES = ['2028-11-30', '2028-12-31', '2029-01-01', '2029-02-28', '2029-06-30'];

const meaningOf = (column: Spelled, cell: Cell | undefined): number =>
	(SPELLINGS[column] as Cell[][]).findIndex((spellings) => spellings.includes(cell ?? null));
const isTold = (cells: Cells, column: Column) => (cells[column] ?? null) !== null;
const formOf = (email: Cell | undefined): Cell =>
	typeof email !== 'string' ? null : email.includes('@') ? 'plain' : 'hashed';

/** What one tool tells; its e-mails have the date that is given. */
const telling = (date: fc.Arbitrary<string | null>) =>
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
		)
		.map(([told, validated]): Cells => {
			// No tool tells a first or a last name alone: the full name is made of them.
			const cells: Cells = told.full_name === null ? { ...told, first_name: null, last_name: null } : told;
			const dates = Object.fromEntries(
				EMAILS.filter((kind) => isTold(cells, kind)).map((kind) => [`${kind}_validated_at`, validated]),
			);
			return {
				...cells,
				...dates,
				work_email_form: formOf(cells.work_email),
				personal_email_form: formOf(cells.personal_email),
			};
		});

const anyDate = fc.option(fc.constantFrom(...DATES));
const several = fc.array(telling(anyDate), { minLength: 1, maxLength: 5 });

/** Tools that all have a date, each its own. */
const datedDifferently = fc
	.tuple(
		fc.shuffledSubarray(DATES, { minLength: 2 }),
		fc.array(telling(fc.constant(null)), { minLength: DATES.length, maxLength: DATES.length }),
	)
	.map(([dates, told]) =>
		dates.map((date, place): Cells => ({
			...told[place],
			work_email: 'w**@example.org',
			work_email_form: 'masked',
			work_email_validated_at: date,
		})),
	);

const check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void, seed: number) =>
	fc.assert(fc.property(arbitrary, property), { seed, numRuns: 1_000 });

const contradict = (columns: Spelled[], a: Cells, b: Cells): Spelled[] =>
	columns.filter(
		(column) =>
			isTold(a, column) && isTold(b, column) && meaningOf(column, a[column]) !== meaningOf(column, b[column]),
	);
const bothTell = (columns: Spelled[], a: Cells, b: Cells) =>
	columns.filter((column) => isTold(a, column) && isTold(b, column));
const atOtherCompany = (a: Cells, b: Cells) =>
	bothTell(COMPANY, a, b).length > 0 && contradict(COMPANY, a, b).length === bothTell(COMPANY, a, b).length;
const otherwiseNamed = (a: Cells, b: Cells) => contradict(['first_name', 'last_name'], a, b).length > 0;

describe('promises', () => {
	it.each<[string, Spelled[], (a: Cells, b: Cells) => boolean, number]>([
		['two jobs at different companies are never mixed', JOB, atOtherCompany, 331],
		['two names are never mixed', NAME, otherwiseNamed, 332],
	])('%s: any two of its cells were told by one tool, or by two that go together', (_promise, group, clash, seed) => {
		check(
			several,
			(told) => {
				const { cells } = mergedOf(...told);
				const filled = group.filter((column) => isTold(cells, column));
				const tellers = (column: Spelled) =>
					told.filter((one) => isTold(one, column) && one[column] === cells[column]);
				const mixed = filled.flatMap((one) =>
					filled.filter((other) => !tellers(one).some((a) => tellers(other).some((b) => !clash(a, b)))),
				);
				expect(mixed).toEqual([]);
			},
			seed,
		);
	});

	it('of differing values with dates of their own the freshest stands', () => {
		check(
			datedDifferently,
			(told) => {
				const { cells } = mergedOf(...told);
				const fresh = [...told].sort((a, b) =>
					String(b.work_email_validated_at).localeCompare(String(a.work_email_validated_at)),
				);
				const clashes = (clash: (a: Cells, b: Cells) => boolean) =>
					told.some((a) => told.some((b) => clash(a, b)));
				const free = SPELLED.filter(
					(column) =>
						!EMAILS.includes(column) &&
						!(JOB.includes(column) && clashes(atOtherCompany)) &&
						!(NAME.includes(column) && clashes(otherwiseNamed)),
				);
				for (const column of free)
					expect(cells[column]).toEqual(fresh.find((one) => isTold(one, column))?.[column] ?? undefined);
				const [freshest] = fresh;
				if (JOB.some((column) => isTold(freshest, column)) && isTold(freshest, 'company_name'))
					for (const column of JOB.filter((one) => isTold(freshest, one)))
						expect(cells[column]).toBe(freshest[column]);
			},
			333,
		);
	});

	it('the order of asking only decides between answers of one date', () => {
		const shuffled = datedDifferently.chain((told) =>
			fc.tuple(fc.constant(told), fc.shuffledSubarray(tellings(...told), { minLength: told.length })),
		);
		const comparable = ({ cells, from, disagreements }: ReturnType<typeof mergeCells>) => ({
			cells,
			from: [...from].map(([part, tools]) => [part, [...tools].sort()]),
			disagreements,
		});
		check(
			shuffled,
			([told, inOtherOrder]) => {
				expect(comparable(mergeCells(inOtherOrder))).toEqual(comparable(mergedOf(...told)));
			},
			334,
		);
	});

	it('every value that differs from the one that stands is named, and no other', () => {
		check(
			several,
			(told) => {
				const { cells, disagreements } = mergedOf(...told);
				const differing = SPELLED.filter(
					(column) =>
						isTold(cells, column) &&
						told.some(
							(one) =>
								isTold(one, column) &&
								meaningOf(column, one[column]) !== meaningOf(column, cells[column]),
						),
				);
				expect(disagreements.map(({ column }) => column).sort()).toEqual(differing.sort());
				for (const { column, kept } of disagreements)
					expect(told[TELLERS.indexOf(kept)][column]).toBe(cells[column]);
			},
			335,
		);
	});

	it('what was wanted and told by any tool is not lost, but for a title at another company', () => {
		check(
			several,
			(told) => {
				const { cells } = mergedOf(...told);
				const brought = WANT_NAMES.filter((want) =>
					told.some((one) => unmet([want], want === 'profile' ? { ...one, title: null } : one).length === 0),
				);
				expect(unmet(brought, cells)).toEqual([]);
			},
			336,
		);
	});

	it('every cell was told by a tool that is named for its part, and is a text or a number', () => {
		check(
			several,
			(told) => {
				const { cells, from } = mergedOf(...told);
				const tools = new Set([...from.values()].flat());
				const entries = Object.entries(cells) as Array<[Column, Cell]>;
				const isTrue = ([column, cell]: [Column, Cell]) =>
					column === 'personal_emails' ||
					told.some((one, place) => one[column] === cell && tools.has(TELLERS[place]));
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

describe('what one tool tells alone', () => {
	const { results } = fc.letrec<{ results: unknown }>((tie) => ({
		results: fc.oneof(
			{ maxDepth: 2 },
			fc.constantFrom(
				'Ada',
				'2029-01-01',
				'A',
				'ada@example.net',
				'a**@example.net',
				'5fa06eb9b50f5f39b9ee8d64ec9f8b45',
				'42',
				42,
				'',
				null,
				true,
			),
			fc.array(tie('results'), { maxLength: 3 }),
			fc.record({ name: tie('results'), website_url: tie('results') }),
		),
	}));
	const fields = [
		...new Set(
			SOURCES.flatMap(({ tool: { columns } }) => [
				...Object.values(columns.fields),
				...Object.values({ ...columns.personalEmails }),
			]).map((path) => path.split('.')[0]),
		),
	];

	it('comes out as it is, but for the list of personal e-mails, and for the date and grade of no e-mail', () => {
		check(
			fc.tuple(fc.constantFrom(...SOURCES), fc.dictionary(fc.constantFrom(...fields), results, { maxKeys: 20 })),
			([{ tool }, told]) => {
				const cells = simplifier(tool.columns)(told);
				const { cells: merged, disagreements, from } = mergeCells([{ tool: tool.name, cells }]);
				const stands = (column: Column) => {
					const kind = /^(?:work|personal)_email/.exec(column)?.[0] as Column | undefined;
					return (
						column !== 'personal_emails' &&
						isTold(cells, column) &&
						(kind === undefined || isTold(cells, kind))
					);
				};
				const { personal_emails: _list, ...others } = merged;
				expect(others).toEqual(
					Object.fromEntries(COLUMN_NAMES.filter(stands).map((column) => [column, cells[column]])),
				);
				expect(disagreements).toEqual([]);
				expect(new Set([...from.values()].flat())).toEqual(
					new Set(Object.keys(merged).length === 0 ? [] : [tool.name]),
				);
			},
			338,
		);
	});
});
