import type { Profiler } from 'node:inspector';
import { pathToFileURL } from 'node:url';

/** Where the time of a load went, as shares of it. */
export interface Parts {
	/** Finding, reading and compiling files. */
	files: number;
	/** Building schemas with zod. Its own files are in it too where n8n has not loaded them before. */
	zod: number;
	/** The package's own code. */
	own: number;
	/** n8n's loader. */
	n8n: number;
}

const LOADER = /\/n8n-core\/dist\/nodes-loader\//;
const ZOD = /\/node_modules\/zod\//;
const MODULES = /^node:internal\/modules\//;

/**
 * Takes a profile of a load apart. Only what n8n's loader called counts: the rest is the profiler's own work.
 * @throws where the loader is not in it
 */
export function partsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, packageFolder: string): Parts {
	const own = `${pathToFileURL(packageFolder).href}/`;
	const stacks = stacksOf(nodes);
	const parts: Parts = { files: 0, zod: 0, own: 0, n8n: 0 };
	let total = 0;
	samples.forEach((sample, place) => {
		const stack = stacks(sample);
		if (!stack.some((url) => LOADER.test(url))) return;
		parts[partOf(stack, own)] += timeDeltas[place];
		total += timeDeltas[place];
	});
	if (total === 0) throw new Error('The profile shows no load of a package');
	return { files: parts.files / total, zod: parts.zod / total, own: parts.own / total, n8n: parts.n8n / total };
}

/** @returns what gives the addresses of the files on a stack, the innermost first; native code has an empty one */
function stacksOf(nodes: readonly Profiler.ProfileNode[]): (id: number) => string[] {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
	return (id) => {
		const stack: string[] = [];
		for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
			stack.push(byId.get(at)?.callFrame.url ?? '');
		return stack;
	};
}

function partOf(stack: readonly string[], own: string): keyof Parts {
	if (stack.some((url) => ZOD.test(url))) return 'zod';
	// Node's own code works for the file that called it; all of a package's code is called by Node's module loader in the end.
	const caller = stack.findIndex((url) => url !== '' && !url.startsWith('node:'));
	if (stack.slice(0, caller).some((url) => MODULES.test(url))) return 'files';
	return stack[caller].startsWith(own) ? 'own' : 'n8n';
}
