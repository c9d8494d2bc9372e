import fc from 'fast-check';
import { spelledIn } from './wireSpellings';

const SECRET = 'sandbox_markerkey9Z';
const PIECE = 12;

const traces = (text: string | Buffer) =>
	spelledIn(Buffer.concat([Buffer.from('before '), Buffer.from(text), Buffer.from(' after')]), SECRET, PIECE);

describe('the search for a secret', () => {
	it.each([
		['unchanged', SECRET, ['plain', 'URL-encoded', 'JSON-escaped']],
		['backwards', [...SECRET].reverse().join(''), ['reversed']],
		['in hex', Buffer.from(SECRET).toString('hex'), ['hex']],
		['in uppercase hex', Buffer.from(SECRET).toString('hex').toUpperCase(), ['hex']],
		['in base64, after another word', Buffer.from(`Bearer ${SECRET}`).toString('base64'), ['base64']],
		['in base64url', Buffer.from(`Bearer ${SECRET}`).toString('base64url'), ['base64']],
		[
			'with every character URL-encoded',
			Array.from(Buffer.from(SECRET), (byte) => `%${byte.toString(16)}`).join(''),
			['URL-encoded'],
		],
		[
			'with every character JSON-escaped',
			Array.from(SECRET, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join(''),
			['JSON-escaped'],
		],
		['in two bytes per character', Buffer.from(SECRET, 'utf16le'), ['of two bytes a character']],
	])('finds it %s', (_spelling, text, spellings) => {
		expect(traces(text)).toEqual(spellings);
	});

	it('finds every piece of sufficient length, in base64 at any offset', () => {
		for (let at = 0; at + PIECE <= SECRET.length; at++) {
			const piece = SECRET.slice(at, at + PIECE);
			expect(traces(piece)).toEqual(['plain', 'URL-encoded', 'JSON-escaped']);
			for (const before of ['', 'x', 'xy'])
				expect(traces(Buffer.from(`${before}${piece}xyz`).toString('base64'))).toEqual(['base64']);
		}
	});

	it('ignores shorter pieces', () => {
		for (let at = 0; at + PIECE - 1 <= SECRET.length; at++)
			expect(traces(SECRET.slice(at, at + PIECE - 1))).toEqual([]);
	});

	it('finds any secret in any bytes, and reports no absent secret', () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ maxLength: 200 }),
				fc.string({ minLength: 12, maxLength: 40 }),
				fc.uint8Array({ maxLength: 200 }),
				(before, secret, after) => {
					const around = [Buffer.from(before), Buffer.from(after)];
					expect(spelledIn(Buffer.concat([around[0], Buffer.from(secret), around[1]]), secret)).toContain(
						'plain',
					);
					fc.pre(!Buffer.concat(around).includes(secret));
					expect(spelledIn(Buffer.concat(around), secret)).not.toContain('plain');
				},
			),
		);
	});
});
