/** A text as it may be written where nobody would know it at a glance. */
interface Spelling {
	name: string;
	/** Bytes, each as one character. */
	text: string;
	/** How many characters of it stand for one byte of what was written. */
	perByte: number;
}

/**
 * Which spellings of a secret are in some bytes, in whole or in part.
 * @param atLeast how many bytes of the secret in a row count as a part of it; by default all of them
 * @returns their names, each once: plain, reversed, base64, hex ...
 */
export function spelledIn(bytes: Buffer, secret: string, atLeast = Buffer.byteLength(secret)): string[] {
	const hay = bytes.toString('latin1');
	const isFound = new Map<string, boolean>();
	const found = spellingsOf(secret).filter(({ text, perByte }) => {
		// Of letters and digits alone, several spellings are the same.
		if (!isFound.has(text)) isFound.set(text, hasPiece(hay, text, Math.floor(atLeast * perByte)));
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

/** What base64 makes of some bytes that stand behind others: without the characters at both ends that the neighbours have a part in. */
function base64Of(bytes: Buffer, before: number): Spelling[] {
	const first = Math.ceil((before * 8) / 6);
	const end = Math.floor(((before + bytes.length) * 8) / 6);
	const padded = Buffer.concat([Buffer.alloc(before), bytes]);
	return (['base64', 'base64url'] as const).map((encoding) => {
		const text = padded.toString(encoding).slice(first, end);
		return { name: 'base64', text, perByte: 7 / 6 };
	});
}

/** Whether `hay` holds as many characters of `text` in a row. Each such piece holds one of the blocks of half its length. */
function hasPiece(hay: string, text: string, length: number): boolean {
	const most = Math.min(Math.max(length, 1), text.length);
	const block = Math.max(1, Math.floor((most + 1) / 2));
	for (let start = 0; start + block <= text.length; start += block) {
		const searched = text.slice(start, start + block);
		for (let at = hay.indexOf(searched); at >= 0; at = hay.indexOf(searched, at + 1)) {
			if (lengthAround(hay, text, at, start) >= most) return true;
		}
	}
	return false;
}

/** How many characters agree around a place of each. */
function lengthAround(hay: string, text: string, at: number, start: number): number {
	let before = 0;
	while (before < start && before < at && hay[at - before - 1] === text[start - before - 1]) before++;
	let behind = 0;
	while (start + behind < text.length && hay[at + behind] === text[start + behind]) behind++;
	return before + behind;
}
