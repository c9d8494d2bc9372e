import * as fc from 'fast-check';
import { readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { readHem } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { readLinkedinCell } from '../../../nodes/IdentityResolution/api/identifiers/linkedinCell';
import { drawsOf } from '../../../dev/sandbox/random';
import { BLOCK, Blocks, keyOf, type Kind } from '../../../dev/soak/contacts';
import { OPERATIONS, type ColumnName } from '../../../dev/soak/operations';
import { makeSheet, type SheetRow, type Truth } from '../../../dev/soak/sheet';

const CONTACTS = new Blocks(1).contactsOf(0);

const READ = {
	linkedin: readLinkedinCell,
	email: readEmail,
	hash: (cell: unknown) => readHem(cell, 'plain'),
} as const;

/** What the node reads of a row, in terms of what is true of it. */
function seen(row: SheetRow, columns: readonly ColumnName[]): { is: Truth['is']; keys: string[] } {
	const readings = columns.map((column) => READ[column](row[column]));
	const keys = readings.flatMap((reading) => (reading.is === 'identifier' ? [reading.identifier.key] : []));
	if (keys.length > 0) return { is: 'asked', keys };
	return { is: readings.some(({ is }) => is === 'invalid') ? 'invalid' : 'blank', keys };
}

describe.each(OPERATIONS.map((operation) => [operation.operation, operation] as const))(
	'a sheet for %s',
	(_name, { fields, kind }) => {
		const columns = Object.values(fields);

		it('holds what the node reads in it', () => {
			fc.assert(
				fc.property(fc.integer(), (seed) => {
					const { rows, truths } = makeSheet(columns, CONTACTS, drawsOf(seed, 'sheet'));
					expect(rows.length).toBe(truths.length);
					rows.forEach((row, place) => {
						const truth = truths[place];
						const { is, keys } = seen(row, columns);
						expect(is).toBe(truth.is);
						if (truth.is !== 'asked') return;
						const own = truth.kinds.map((one) => keyOf(truth.contact, one));
						expect(own).toEqual(expect.arrayContaining(keys));
						if (kind !== null) expect(keys).toEqual([keyOf(truth.contact, kind)]);
					});
				}),
				{ numRuns: 30 },
			);
		});

		it('has 10 to 200 rows, with blanks, typos and people in several spellings', () => {
			const sheets = Array.from({ length: 100 }, (_, seed) =>
				makeSheet(columns, CONTACTS, drawsOf(seed, 'sheet')),
			);
			const lengths = sheets.map(({ rows }) => rows.length);
			expect(Math.min(...lengths)).toBeGreaterThanOrEqual(10);
			expect(Math.max(...lengths)).toBeLessThanOrEqual(BLOCK);
			expect(Math.max(...lengths) - Math.min(...lengths)).toBeGreaterThan(150);
			const truths = sheets.flatMap((sheet) => sheet.truths);
			for (const is of ['blank', 'invalid', 'asked'] as const)
				expect(truths.some((truth) => truth.is === is)).toBe(true);
			const [column] = columns;
			const spelled = new Map<string, Set<string>>();
			sheets[0].rows.forEach((row, place) => {
				const truth = sheets[0].truths[place];
				if (truth.is !== 'asked') return;
				const known = spelled.get(truth.contact.slug) ?? new Set();
				spelled.set(truth.contact.slug, known.add(row[column]));
			});
			expect([...spelled.values()].some(({ size }) => size > 1)).toBe(true);
		});
	},
);

it('what several columns tell of one person is told of that one alone', () => {
	const { truths } = makeSheet(['linkedin', 'email', 'hash'], CONTACTS, drawsOf(5, 'sheet'));
	const kinds = truths.flatMap((truth): Array<readonly Kind[]> => (truth.is === 'asked' ? [truth.kinds] : []));
	expect(kinds.some((some) => some.length === 3)).toBe(true);
	expect(kinds.every((some) => new Set(some).size === some.length)).toBe(true);
});
