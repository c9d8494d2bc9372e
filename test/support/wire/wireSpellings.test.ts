import { spelledIn } from './wireSpellings';

const SECRET = 'sandbox_markerkey9Z';
const bytes = Buffer.from(SECRET);
const PIECE = 12;

// The tests of secrets expect that nothing is found, and would also pass if the search found nothing.
it.each<[string, string | Buffer, string[]]>([
	['unchanged, in part', SECRET.slice(3, 3 + PIECE), ['plain', 'URL-encoded', 'JSON-escaped']],
	['backwards', [...SECRET].reverse().join(''), ['reversed']],
	['in hex', bytes.toString('hex').toUpperCase(), ['hex']],
	['in base64', Buffer.from(`Bearer ${SECRET}`).toString('base64'), ['base64']],
	['in base64url, at another offset', Buffer.from(`Bearer: ${SECRET}`).toString('base64url'), ['base64']],
	['URL-encoded', Array.from(bytes, (byte) => `%${byte.toString(16)}`).join(''), ['URL-encoded']],
	['JSON-escaped', Array.from(bytes, (byte) => `\\u00${byte.toString(16)}`).join(''), ['JSON-escaped']],
	['in two bytes per character', Buffer.from(SECRET, 'utf16le'), ['of two bytes a character']],
	['not in a shorter piece', SECRET.slice(0, PIECE - 1), []],
])('spelledIn finds a secret %s', (_how, text, spellings) => {
	const all = Buffer.concat([Buffer.from('before '), Buffer.from(text as string), Buffer.from(' after')]);
	expect(spelledIn(all, SECRET, PIECE)).toEqual(spellings);
});
