import { setImmediate as turn } from 'node:timers/promises';
import { spelledIn } from '../../support/wireSpellings';
import type { Watched } from './watched';

/** The places of a key. */
export interface Sightings {
	/** The count of requests with the key as their Authorization, by the port of the server. */
	carried: Record<number, number>;
	/** All other places, each with the spelling. */
	leaks: string[];
}

/** The least count of characters in a row that counts as a part of the key. */
const PIECE = 12;

/** Searches all bytes that n8n sent and wrote for a key and for any part of it. This takes seconds, so it yields to the servers of the test. */
export async function sightingsOf(
	key: string,
	{ sent, written }: Pick<Watched, 'sent' | 'written'>,
): Promise<Sightings> {
	const carried: Record<number, number> = {};
	const leaks: string[] = [];
	const search = async (place: string, bytes: Buffer) => {
		leaks.push(...spelledIn(bytes, key, PIECE).map((spelling) => `${place}: ${spelling}`));
		await turn();
	};
	for (const { to, port, bytes } of sent()) {
		const pieces = port === undefined ? [bytes] : withoutHeader(bytes, key);
		if (port !== undefined && pieces.length > 1) carried[port] = (carried[port] ?? 0) + pieces.length - 1;
		await search(to, Buffer.concat(pieces));
	}
	for (const { file, bytes } of written()) await search(`written in ${file}`, bytes);
	return { carried, leaks: [...new Set(leaks)] };
}

/** Splits requests at the one header that may carry a key. No body contains such a line, as JSON escapes line ends. */
function withoutHeader(bytes: Buffer, key: string): Buffer[] {
	const pieces = bytes.toString('latin1').split(`\r\nAuthorization: Bearer ${key}\r\n`);
	return pieces.map((piece) => Buffer.from(`${piece}\r\n`, 'latin1'));
}
