import { setTimeout as sleep } from 'node:timers/promises';

/** Shared by all padded bodies: a body of any size takes no room. */
const PADDING = Buffer.alloc(64 * 1024, 'x');
const FIELD = Buffer.from(',"padding":"');
const END = Buffer.from('"}');

/**
 * The JSON of an object with one more field, made piece by piece.
 * @param size bytes that it is brought to, unless it is longer by itself
 */
export function padded(json: Buffer, size: number): { pieces: Iterable<Buffer>; length: number } {
	const head = Buffer.concat([json.subarray(0, -1), FIELD]);
	const padding = Math.max(0, size - head.length - END.length);
	function* pieces() {
		yield head;
		for (let left = padding; left > 0; left -= PADDING.length) yield PADDING.subarray(0, left);
		yield END;
	}
	return { pieces: pieces(), length: head.length + padding + END.length };
}

/** Milliseconds */
const BETWEEN_DROPS = 50;
const BLANK = Buffer.from(' ');

/** A body byte by byte, and blanks without end behind it. */
export async function* drops(body: Buffer): AsyncGenerator<Buffer> {
	for (let at = 0; ; at++) {
		yield at < body.length ? body.subarray(at, at + 1) : BLANK;
		await sleep(BETWEEN_DROPS);
	}
}
