import { decode as decodeAs } from 'iconv-lite';

export interface Decoded {
	/** Without a byte order mark. */
	text: string;
	encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
	/** Whether the bytes start with a byte order mark. */
	bom: boolean;
}

const UTF_16 = { fffe: 'utf-16le', feff: 'utf-16be' };

/** Returns the text of a file, or undefined if it is none. Windows-1252 could read any bytes, also a workbook. */
export function decode(bytes: Buffer): Decoded | undefined {
	const mark = bytes.toString('hex', 0, 2);
	if (mark === 'fffe' || mark === 'feff')
		return { text: decodeAs(bytes, UTF_16[mark]), encoding: 'UTF-16', bom: true };
	try {
		const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
		const bom = text.startsWith('\uFEFF');
		return { text: bom ? text.slice(1) : text, encoding: 'UTF-8', bom };
	} catch {
		// The TextDecoder of Node.js 20 reads Windows-1252 as Latin-1.
		return bytes.includes(0)
			? undefined
			: { text: decodeAs(bytes, 'windows-1252'), encoding: 'Windows-1252', bom: false };
	}
}
