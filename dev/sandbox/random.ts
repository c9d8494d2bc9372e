/** A 32-bit hash of a text (FNV-1a with a finalizer), the same in every process and on every platform. */
export function hash32(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

export const shareOf = (seed: number, text: string): number => hash32(`${seed}|${text}`) / 2 ** 32;

export interface Draws {
	/** A number in [0, 1). */
	share(): number;
	/** A whole number in [0, end). */
	below(end: number): number;
	pick<T>(from: readonly T[]): T;
}

/** Random draws that depend on the seed and the text alone (mulberry32). */
export function drawsOf(seed: number, text: string): Draws {
	let state = hash32(`${seed}|${text}`);
	const share = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (end: number) => Math.floor(share() * end);
	return { share, below, pick: (from) => from[below(from.length)] };
}
