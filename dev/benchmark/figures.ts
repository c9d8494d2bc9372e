/** The one in the middle, by a number that each has. @throws for none */
export function median<T>(all: readonly T[], by: (one: T) => number): T {
	const [middle] = [...all].sort((a, b) => by(a) - by(b)).slice(Math.floor((all.length - 1) / 2));
	if (all.length === 0) throw new Error('There is no median of nothing');
	return middle;
}

export const whole = (count: number): string => Math.round(count).toLocaleString('en-US');

/** @param ms with three digits that tell something */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(ms < 9_995 ? 2 : ms < 99_950 ? 1 : 0)} s`;

export const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`;

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
