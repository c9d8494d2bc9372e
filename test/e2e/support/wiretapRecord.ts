import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a process sent bytes to. */
export type Destination =
	/** A server that it connected to itself. */
	| { is: 'server'; host: string; port: number }
	/** Somebody who connected to it. */
	| { is: 'caller' }
	| { is: 'standard'; number: 1 | 2 }
	/** By its path, or by its descriptor. */
	| { is: 'file'; name: string };

/** All that went one way, from the beginning to the end. */
export interface Told {
	to: Destination;
	bytes: Buffer;
}

/** What Node.js is given, so that a program writes down every byte that leaves it. @param file that it writes them to */
export const wiretapped = (file: string) => ({
	nodeArgs: ['--require', join(__dirname, 'wiretap.cjs')],
	env: { WIRETAP_FILE: file },
});

/** What has been written down so far, each connection and each file in one piece. */
export function readTap(file: string): Told[] {
	const told = new Map<string, Buffer[]>();
	for (const line of readFileSync(file, 'latin1').split('\n').slice(0, -1)) {
		const { to, bytes } = JSON.parse(line) as { to: string; bytes: string };
		const pieces = told.get(to) ?? [];
		pieces.push(Buffer.from(bytes, 'base64'));
		told.set(to, pieces);
	}
	return [...told].map(([to, pieces]) => ({ to: destinationOf(to), bytes: Buffer.concat(pieces) }));
}

function destinationOf(name: string): Destination {
	const [, kind, rest] = /^(\w+):(.*)$/s.exec(name) ?? [];
	const where = rest.replace(/#\d+$/, '');
	if (kind === 'standard') return { is: 'standard', number: where === '1' ? 1 : 2 };
	if (kind === 'caller') return { is: 'caller' };
	if (kind === 'file') return { is: 'file', name: rest };
	const colon = where.lastIndexOf(':');
	return { is: 'server', host: where.slice(0, colon), port: Number(where.slice(colon + 1)) };
}
