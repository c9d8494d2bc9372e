import { decode as decodeAs } from 'iconv-lite';

export interface Decoded {
	text: string;
	encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
	bom: boolean;
}

const UTF_16 = { fffe: 'utf-16le', feff: 'utf-16be' };

/**
 * Returns the text of a file, or why it has none. Any bytes are valid Windows-1252, also those of a workbook, or of
 * UTF-8 with a damaged character, whose other names would be misread.
 */
export function decode(bytes: Buffer): Decoded | 'binary' | 'mixed' {
	const mark = bytes.toString('hex', 0, 2);
	if (mark === 'fffe' || mark === 'feff')
		return { text: decodeAs(bytes, UTF_16[mark]), encoding: 'UTF-16', bom: true };
	try {
		const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
		const bom = text.startsWith('\uFEFF');
		return { text: bom ? text.slice(1) : text, encoding: 'UTF-8', bom };
	} catch {
		if (bytes.includes(0)) return 'binary';
		if (isMostlyUtf8(bytes)) return 'mixed';
		// The TextDecoder of Node.js 20 reads Windows-1252 as Latin-1.
		return { text: decodeAs(bytes, 'windows-1252'), encoding: 'Windows-1252', bom: false };
	}
}

/** Whether at least half of the non-ASCII characters are valid UTF-8. In Windows-1252 text, hardly any are. */
function isMostlyUtf8(bytes: Buffer): boolean {
	const text = bytes.toString('utf8');
	const [beyond, damaged] = [/[^\0-\x7f]/g, /\uFFFD/g].map((pattern) => text.match(pattern)?.length ?? 0);
	return beyond >= 2 * damaged;
}
