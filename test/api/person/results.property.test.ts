import fc from 'fast-check';
import { z } from 'zod/v4';
import { COLUMNS, EMAILS, type Cells, type Column } from '../../../nodes/IdentityResolution/api/person/columns';
import { addressBook, isPlainEmail, listIn } from '../../../nodes/IdentityResolution/api/person/emails';
import { reduceAnswer } from '../../../nodes/IdentityResolution/api/person/reduced';
import { unrecognizedFields } from '../../../nodes/IdentityResolution/api/person/unrecognized';
import { REDUCED } from '../../../nodes/IdentityResolution/api/person/resultReader';
import { TOOLS } from '../../../nodes/IdentityResolution/actions/panel/operations';

const MD5_OF_ADA = '3e3417d7ef77d5932a6734b916515ed5';
const SHA256_OF_ADA = 'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72';

const names = [
	...new Set(TOOLS.flatMap(({ result }) => (result instanceof z.ZodObject ? Object.keys(result.shape) : []))),
	...[
		'name',
		'domain',
		'website_url',
		'industry',
		'revenue',
		'size',
		'companies',
		'phone',
		'contact',
		'url',
		REDUCED.columns,
	],
	...['__proto__', 'constructor'],
];
const texts = ['A', 'D', '2029-01-01', 'ada@example.net', 'a**@example.net', MD5_OF_ADA, SHA256_OF_ADA, '42', ''];
const { results } = fc.letrec<{ results: unknown }>((tie) => ({
	results: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		fc.jsonValue({ maxDepth: 2 }),
		fc.constantFrom(...texts, null),
		fc.array(tie('results'), { maxLength: 4 }),
		fc.dictionary(fc.constantFrom(...names), tie('results'), { maxKeys: 8 }),
	),
}));
const anyResults = fc.oneof(results, fc.dictionary(fc.constantFrom(...names), results));
const anyTool = fc.constantFrom(...TOOLS);
const books = fc.constantFrom(
	undefined,
	addressBook(() => ['ada@example.com']),
);

/** Columns with an email of the wrong kind, plain or obscured. */
function misplaced(cells: Cells): Column[] {
	const wrong = EMAILS.flatMap(({ address, obscured }) => [
		...(typeof cells[address] === 'string' && !isPlainEmail(cells[address]) ? [address] : []),
		...(isPlainEmail(cells[obscured]) ? [obscured] : []),
	]);
	const lists: Column[] = listIn(cells.personal_emails).every(isPlainEmail) ? [] : ['personal_emails'];
	return [...wrong, ...lists];
}

describe('a tool', () => {
	it('fills exactly the fillable columns from any JSON, with texts, numbers and nulls', () => {
		fc.assert(
			fc.property(anyTool, anyResults, books, ({ columns }, value, book) => {
				const cells = columns.read(value, book);
				expect(Object.keys(cells)).toEqual(columns.fillable);
				for (const [column, cell] of Object.entries(cells)) {
					expect(COLUMNS[column as Column].cell.parse(cell)).toBe(cell);
					expect(cell).not.toBe('');
				}
			}),
			{ seed: 202, numRuns: 2_000 },
		);
	});

	it('fills the columns of addresses with addresses only, and the obscured columns with no address', () => {
		fc.assert(
			fc.property(anyTool, anyResults, books, ({ columns }, value, book) => {
				expect(misplaced(columns.read(value, book))).toEqual([]);
			}),
			{ seed: 204, numRuns: 2_000 },
		);
	});

	it('does not throw for values that are not JSON', () => {
		fc.assert(
			fc.property(
				anyTool,
				fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
				({ columns }, value) => {
					expect(Object.keys(columns.read(value))).toEqual(columns.fillable);
				},
			),
			{ seed: 203, numRuns: 1_000 },
		);
	});

	it('fills the same columns from a reduced answer, which names the same unrecognized fields', () => {
		const lookups = TOOLS.filter(({ search }) => search === undefined);
		fc.assert(
			fc.property(fc.constantFrom(...lookups), anyResults, (tool, value) => {
				const cells = tool.columns.read(value);
				const answer = { found: true, results: value, cells, metadata: null, at: 0 };
				const { results } = reduceAnswer(tool, answer);
				expect(tool.columns.read(results)).toEqual(cells);
				// Its column shows an obscured email.
				if (EMAILS.some(({ obscured }) => (cells[obscured] ?? null) !== null)) return;
				const unrecognized = unrecognizedFields(tool, answer, 'without').slice(0, 5);
				expect(unrecognizedFields(tool, { ...answer, cells, results }, 'without')).toEqual(
					expect.arrayContaining(unrecognized),
				);
			}),
			{ seed: 206, numRuns: 2_000 },
		);
	});
});
