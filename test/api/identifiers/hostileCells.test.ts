import fc from 'fast-check';
import type { IdentifierReading } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readCell } from '../../../nodes/IdentityResolution/api/identifiers/readCell';
import { HOSTILE_CELLS } from '../../support/api/hostileCells';
import { cpuTimeOf } from '../../support/cpuTime';

const KINDS = ['linkedin', 'email', 'hem'] as const;
const read = (kind: (typeof KINDS)[number], cell: unknown) => readCell(kind, cell);

/** ms. Reading takes a few; code that is quadratic in a megabyte takes minutes. */
const MAX_CPU_TIME = 2_000;

/** The value that is sent for a cell, or the kind of its reading. */
const resultOf = (reading: IdentifierReading) => (reading.is === 'identifier' ? reading.identifier.value : reading.is);

describe.each(KINDS)('readCell of kind %s with a hostile cell', (kind) => {
	it.each(
		HOSTILE_CELLS.map(
			({ label, cell, sent, isBlank }, position) =>
				[label, position, cell, sent[kind] ?? (isBlank ? 'blank' : 'invalid')] as const,
		),
	)('%s (%i)', (_label, _position, cell, expected) => {
		expect(cpuTimeOf(() => read(kind, cell))).toBeLessThan(MAX_CPU_TIME);
		const reading = read(kind, cell);
		expect(resultOf(reading)).toBe(expected);
		if (reading.is === 'invalid') expect(reading.why).toMatch(/^[^\p{Cc}\u2028-\u202e]{20,250}$/u);
	});
});

it.each(KINDS)('readCell of kind %s reads any repeated pattern of a megabyte in bounded time', (kind) => {
	const parts = fc.string({
		unit: fc.constantFrom(...' \u200b\t@./%=-_aA1é\0:;<>#?&\\"', '%20', '//', 'linkedin.com', '/in/', '.com'),
		minLength: 1,
		maxLength: 4,
	});
	const ends = fc.constantFrom('', 'a', 'b@example.com', 'https://www.linkedin.com/in/', '/in/null', ' ');
	fc.assert(
		fc.property(ends, parts, ends, (before, part, after) => {
			const text = before + part.repeat(1_000_000 / part.length) + after;
			expect(cpuTimeOf(() => read(kind, text))).toBeLessThan(MAX_CPU_TIME);
		}),
		{ seed: 711, numRuns: 60 },
	);
});

it.each(KINDS)('readCell of kind %s never splits a character in a quoted cell', (kind) => {
	for (const shift of ['', 'x']) {
		const reading = read(kind, `${shift}?${'\u{1f600}'.repeat(100)}`);
		expect(reading).toMatchObject({ is: 'invalid', why: expect.stringMatching(/^"x?\?\u{1f600}+…" /u) as string });
	}
});
