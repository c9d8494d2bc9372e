import { readdirSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';

const NODE = 'IdentityResolution.node.js';
const OURS = /\/n8n-nodes-identity-resolution\/dist\/(?:nodes\/IdentityResolution\/)?(\w+)/;
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** V8's names of what is no function. */
const NO_FUNCTION = /^\((idle|garbage collector|program|root)\)$/;

/** Returns the profile of the process that ran this node; each process leaves one in the folder. */
export function readProfile(folder: string): Profiler.Profile {
	const profiles = readdirSync(folder)
		.filter((name) => name.endsWith('.cpuprofile'))
		.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profiler.Profile);
	const found = profiles.find(({ nodes }) => nodes.some(({ callFrame }) => callFrame.url.includes(NODE)));
	if (found === undefined) throw new Error(`No profile shows ${NODE}`);
	return found;
}

/** Returns the µs that each frame, by its id, ran itself between two times. */
export function selfTimes(
	{ samples = [], timeDeltas = [], startTime, endTime }: Profiler.Profile,
	[from, to]: readonly [number, number],
): Map<number, number> {
	const times = new Map<number, number>();
	let now = startTime;
	samples.forEach((id, place) => {
		now += timeDeltas[place];
		const next = now + (timeDeltas.at(place + 1) ?? endTime - now);
		const inside = Math.min(next, to) - Math.max(now, from);
		if (inside > 0) times.set(id, (times.get(id) ?? 0) + inside);
	});
	return times;
}

/** Returns µs by owner of the code, the most first: a layer of this node, a package, or Node.js. Built-in functions count for their caller. */
export function byOwner({ nodes }: Profiler.Profile, times: ReadonlyMap<number, number>): Array<[string, number]> {
	const owners = new Map<number, string>();
	// Callers precede their callees.
	for (const { id, callFrame, children = [] } of nodes) {
		const owner = ownerOf(callFrame) ?? owners.get(id) ?? 'other';
		for (const child of children) owners.set(child, owner);
		owners.set(id, owner);
	}
	return sumBy(times, (id) => owners.get(id) ?? 'other');
}

/** Returns µs by function, the most first. */
export function byFunction({ nodes }: Profiler.Profile, times: ReadonlyMap<number, number>): Array<[string, number]> {
	const names = new Map(
		nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
			const file = url === '' ? '' : ` ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;
			return [id, `${functionName || '(anonymous)'}${file}`];
		}),
	);
	return sumBy(times, (id) => names.get(id) ?? 'other');
}

function ownerOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string | undefined {
	const ours = OURS.exec(url)?.[1];
	if (ours !== undefined) return `this node: ${ours}`;
	if (url.startsWith('node:')) return 'Node.js';
	return NO_FUNCTION.exec(functionName)?.[1] ?? PACKAGE.exec(url)?.[1];
}

function sumBy(times: ReadonlyMap<number, number>, name: (id: number) => string): Array<[string, number]> {
	const sums = new Map<string, number>();
	for (const [id, time] of times) sums.set(name(id), (sums.get(name(id)) ?? 0) + time);
	return [...sums].sort(([, a], [, b]) => b - a);
}
