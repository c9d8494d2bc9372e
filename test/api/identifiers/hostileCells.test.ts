import fc from 'fast-check';
import { readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { readHem } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { IdentifierReading } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readCell } from '../../../nodes/IdentityResolution/api/identifiers/readCell';
import { HOSTILE_CELLS } from '../../support/hostileCells';
import { anyText } from '../../support/unicode';

const KINDS = ['linkedin', 'email', 'hem'] as const;
const read = (kind: (typeof KINDS)[number], cell: unknown) =>
	readCell(kind, cell, { slugs: 'refused', emails: 'plain' });

/** ms. Reading takes a few of them; what grows with the square of a megabyte takes minutes. */
const BEARABLE = 2_000;

/** What is sent for a cell; else what is said of it. */
const verdictOn = (reading: IdentifierReading) => (reading.is === 'identifier' ? reading.identifier.value : reading.is);

describe.each(KINDS)('a hostile cell where there should be one of kind %s', (kind) => {
	it.each(
		HOSTILE_CELLS.map(
			({ what, cell, asks, isBlank }, place) =>
				[what, place, cell, asks[kind] ?? (isBlank ? 'blank' : 'invalid')] as const,
		),
	)('%s (%i)', (_what, _place, cell, verdict) => {
		const start = performance.now();
		const reading = read(kind, cell);
		expect(performance.now() - start).toBeLessThan(BEARABLE);
		expect(verdictOn(reading)).toBe(verdict);
		if (reading.is === 'invalid') expect(reading.why).toMatch(/^[^\p{Cc}\u2028-\u202e]{20,250}$/u);
	});
});

it.each(KINDS)('a text of any pattern, repeated to a megabyte, is read in bounded time as %s', (kind) => {
	const parts = fc.string({
		unit: fc.constantFrom(...' \u200b\t@./%=-_aA1é\0:;<>#?&\\"', '%20', '//', 'linkedin.com', '/in/', '.com'),
		minLength: 1,
		maxLength: 4,
	});
	const ends = fc.constantFrom('', 'a', 'b@example.com', 'https://www.linkedin.com/in/', '/in/null', ' ');
	fc.assert(
		fc.property(ends, parts, ends, (before, part, behind) => {
			const text = before + part.repeat(1_000_000 / part.length) + behind;
			const start = performance.now();
			read(kind, text);
			expect(performance.now() - start).toBeLessThan(BEARABLE);
		}),
		{ seed: 711, numRuns: 60 },
	);
});

it.each(KINDS)('a refused cell of kind %s is never quoted with half a character at its end', (kind) => {
	for (const shift of ['', 'x']) {
		const reading = read(kind, `${shift}?${'\u{1f600}'.repeat(100)}`);
		expect(reading).toMatchObject({ is: 'invalid', why: expect.stringMatching(/^"x?\?\u{1f600}+…" /u) as string });
	}
});

it('two e-mails share an MD5 only where they are one', () => {
	const mailboxes = fc.oneof(
		anyText,
		fc.string({
			unit: fc.constantFrom('\ud800', '\ud801', '\udc00', '\ufffd', 'a', 'A'),
			minLength: 1,
			maxLength: 3,
		}),
	);
	const keyOf = (reading: IdentifierReading) => (reading.is === 'identifier' ? reading.identifier.key : null);
	fc.assert(
		fc.property(mailboxes, mailboxes, (one, other) => {
			const [plain, ofOther] = [one, other].map((mailbox) => keyOf(readEmail(`${mailbox}@example.com`)));
			const [md5, md5OfOther] = [one, other].map((mailbox) => keyOf(readHem(`${mailbox}@example.com`, 'hashed')));
			expect([one, other, md5 === md5OfOther]).toEqual([one, other, plain === ofOther]);
		}),
		{ seed: 712, numRuns: 5_000 },
	);
});
