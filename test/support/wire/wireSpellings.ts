/** An encoding of a text that a reader would not recognize. */
interface Spelling {
	name: string;
	/** Latin-1: one character per byte. */
	text: string;
	/** Characters of `text` per byte of the original. */
	perByte: number;
}

/**
 * Searches bytes for a secret in any spelling, in whole or in part.
 * @param atLeast the minimum number of consecutive bytes of the secret that counts as a match; all by default
 * @returns the distinct names of the spellings: plain, reversed, base64, hex ...
 */
export function spelledIn(bytes: Buffer, secret: string, atLeast = Buffer.byteLength(secret)): string[] {
	const haystack = bytes.toString('latin1');
	const isFound = new Map<string, boolean>();
	const found = spellingsOf(secret).filter(({ text, perByte }) => {
		// For letters and digits, several spellings are the same.
		if (!isFound.has(text)) isFound.set(text, hasPiece(haystack, text, Math.floor(atLeast * perByte)));
		return isFound.get(text);
	});
	return [...new Set(found.map(({ name }) => name))];
}

function spellingsOf(secret: string): Spelling[] {
	const bytes = Buffer.from(secret);
	const each = (write: (byte: number) => string) => Array.from(bytes, write).join('');
	const hex = bytes.toString('hex');
	const json = JSON.stringify(secret).slice(1, -1);
	const escaped = Array.from(
		{ length: secret.length },
		(_, at) => `\\u${secret.charCodeAt(at).toString(16).padStart(4, '0')}`,
	).join('');
	return [
		{ name: 'plain', text: bytes.toString('latin1'), perByte: 1 },
		{ name: 'reversed', text: Buffer.from(bytes).reverse().toString('latin1'), perByte: 1 },
		{
			name: 'of two bytes a character',
			text: Buffer.from(secret, 'utf16le').toString('latin1'),
			perByte: (2 * secret.length) / bytes.length,
		},
		{ name: 'hex', text: hex, perByte: 2 },
		{ name: 'hex', text: hex.toUpperCase(), perByte: 2 },
		{
			name: 'URL-encoded',
			text: encodeURIComponent(secret),
			perByte: encodeURIComponent(secret).length / bytes.length,
		},
		{ name: 'URL-encoded', text: each((byte) => `%${byte.toString(16).padStart(2, '0')}`), perByte: 3 },
		{
			name: 'URL-encoded',
			text: each((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`),
			perByte: 3,
		},
		{
			name: 'JSON-escaped',
			text: Buffer.from(json).toString('latin1'),
			perByte: Buffer.byteLength(json) / bytes.length,
		},
		{ name: 'JSON-escaped', text: escaped, perByte: escaped.length / bytes.length },
		...[0, 1, 2].flatMap((before) => base64Of(bytes, before)),
	];
}

/** Base64 of bytes that follow `before` others, without the characters at both ends that encode the neighbors too. */
function base64Of(bytes: Buffer, before: number): Spelling[] {
	const first = Math.ceil((before * 8) / 6);
	const end = Math.floor(((before + bytes.length) * 8) / 6);
	const padded = Buffer.concat([Buffer.alloc(before), bytes]);
	return (['base64', 'base64url'] as const).map((encoding) => {
		const text = padded.toString(encoding).slice(first, end);
		return { name: 'base64', text, perByte: 7 / 6 };
	});
}

/**
 * Whether `haystack` contains `length` consecutive characters of `text`. Searches for blocks of half that length,
 * because any such piece contains a whole block.
 */
function hasPiece(haystack: string, text: string, length: number): boolean {
	const wanted = Math.min(Math.max(length, 1), text.length);
	const block = Math.max(1, Math.floor((wanted + 1) / 2));
	for (let start = 0; start + block <= text.length; start += block) {
		const needle = text.slice(start, start + block);
		for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
			if (matchLength(haystack, text, at, start) >= wanted) return true;
		}
	}
	return false;
}

/** The number of equal characters around a position in each text. */
function matchLength(haystack: string, text: string, at: number, start: number): number {
	let before = 0;
	while (before < start && before < at && haystack[at - before - 1] === text[start - before - 1]) before++;
	let after = 0;
	while (start + after < text.length && haystack[at + after] === text[start + after]) after++;
	return before + after;
}
