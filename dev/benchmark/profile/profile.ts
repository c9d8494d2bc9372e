import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A frame of V8's CPU profile. */
export interface Frame {
	id: number;
	callFrame: { functionName: string; url: string; lineNumber: number };
	children?: readonly number[];
}

/** V8's CPU profile. Times are µs of the machine's own clock. */
export interface Profile {
	nodes: readonly Frame[];
	startTime: number;
	endTime: number;
	/** The frame that was at work, again and again, and the time since the sample before. */
	samples: readonly number[];
	timeDeltas: readonly number[];
}

/** @param folder in which each process has left one @returns that of the process in which a file was at work */
export function readProfile(folder: string, file: string): Profile {
	const all = readdirSync(folder)
		.filter((name) => name.endsWith('.cpuprofile'))
		.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile);
	const found = all.find(({ nodes }) => nodes.some(({ callFrame }) => callFrame.url.includes(file)));
	if (found === undefined) throw new Error(`No profile shows ${file}`);
	return found;
}

/** @returns µs that each frame was itself at work from one time to another, by its id */
export function selfTimes(
	{ samples, timeDeltas, startTime, endTime }: Profile,
	[from, to]: readonly [number, number],
): Map<number, number> {
	const times = new Map<number, number>();
	let now = startTime;
	samples.forEach((id, place) => {
		now += timeDeltas[place];
		const next = place + 1 < samples.length ? now + timeDeltas[place + 1] : endTime;
		const inside = Math.min(next, to) - Math.max(now, from);
		if (inside > 0) times.set(id, (times.get(id) ?? 0) + inside);
	});
	return times;
}
