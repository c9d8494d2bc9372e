import fc from 'fast-check';
import { COLUMNS, fillableColumns, type Column } from '../../nodes/IdentityResolution/api/columns';
import { simplifier } from '../../nodes/IdentityResolution/api/simplify';
import { TOOLS } from '../../nodes/IdentityResolution/api/tools';

describe('promises of simplified results', () => {
	const names = [
		...new Set(
			TOOLS.flatMap(({ columns: { fields, personalEmails } }) => [
				...Object.values<string>(fields),
				...Object.values<string>({ ...personalEmails }),
			]).flatMap((path) => path.split('.')),
		),
		'__proto__',
		'constructor',
	];
	const { results } = fc.letrec<{ results: unknown }>((tie) => ({
		results: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			fc.jsonValue({ maxDepth: 2 }),
			fc.constantFrom('A', '2029-01-01', 'ada@example.net', '3e3417d7ef77d5932a6734b916515ed5', '42', '', null),
			fc.array(tie('results'), { maxLength: 4 }),
			fc.dictionary(fc.constantFrom(...names), tie('results'), { maxKeys: 8 }),
		),
	}));

	it('any JSON gives exactly the fillable columns, and in them texts, numbers and nulls', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...TOOLS),
				fc.oneof(results, fc.dictionary(fc.constantFrom(...names), results)),
				({ columns }, value) => {
					const cells = simplifier(columns)(value);
					expect(Object.keys(cells)).toEqual(fillableColumns(columns));
					for (const [column, cell] of Object.entries(cells)) {
						const type = COLUMNS[column as Column].type;
						if (type === 'form') expect([null, 'plain', 'hashed', 'masked']).toContain(cell);
						else if (typeof cell === 'number')
							expect([type, Number.isFinite(cell)]).toEqual(['number', true]);
						else expect(cell === null || (typeof cell === 'string' && cell !== '')).toBe(true);
					}
				},
			),
			{ seed: 202, numRuns: 2_000 },
		);
	});

	it('what is no JSON at all does not make it throw', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...TOOLS),
				fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
				({ columns }, value) => {
					expect(Object.keys(simplifier(columns)(value))).toEqual(fillableColumns(columns));
				},
			),
			{ seed: 203, numRuns: 1_000 },
		);
	});
});
