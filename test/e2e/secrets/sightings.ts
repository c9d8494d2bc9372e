import { setImmediate as turn } from 'node:timers/promises';
import { spelledIn } from '../../support/wireSpellings';
import type { Destination } from '../support/wiretapRecord';
import type { Watched } from './watched';

/** Where a key was seen. */
export interface Sightings {
	/** How many requests carried it as their Authorization, by the port of the server on this machine that they went to. */
	carried: Record<number, number>;
	/** Everywhere else, and how it was spelled there. */
	leaks: string[];
}

/** Of the key, in a row. */
const PIECE = 12;

/**
 * Looks for a key, and for any part of it, in all that a whole n8n has sent and written. That takes seconds, in which connections
 * must go on being closed as their other ends are.
 */
export async function sightingsOf(
	key: string,
	{ told, written }: Pick<Watched, 'told' | 'written'>,
): Promise<Sightings> {
	const carried: Record<number, number> = {};
	const leaks: string[] = [];
	const look = async (where: string, bytes: Buffer) => {
		leaks.push(...spelledIn(bytes, key, PIECE).map((spelling) => `${where}: ${spelling}`));
		await turn();
	};
	for (const { to, bytes } of told()) {
		const { rest, times } = withoutHeader(to, bytes, key);
		if (to.is === 'server' && times > 0) carried[to.port] = (carried[to.port] ?? 0) + times;
		await look(nameOf(to), rest);
	}
	for (const { file, bytes } of written()) await look(`written in ${file}`, bytes);
	return { carried, leaks: [...new Set(leaks)] };
}

/** Takes out the one line in which a request may carry a key. No body holds such a line: JSON has no line ends within a text. */
function withoutHeader(to: Destination, bytes: Buffer, key: string): { rest: Buffer; times: number } {
	if (to.is !== 'server') return { rest: bytes, times: 0 };
	const pieces = bytes.toString('latin1').split(`\r\nAuthorization: Bearer ${key}\r\n`);
	return { rest: Buffer.from(pieces.join('\r\n\r\n'), 'latin1'), times: pieces.length - 1 };
}

function nameOf(to: Destination): string {
	switch (to.is) {
		case 'server':
			return `sent to ${to.host}:${to.port}`;
		case 'caller':
			return 'answered to a caller';
		case 'standard':
			return to.number === 1 ? 'standard output' : 'standard error';
		case 'file':
			return `put into the file ${to.name}`;
	}
}
