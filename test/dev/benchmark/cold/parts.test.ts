import type { Profiler } from 'node:inspector';
import { partsOf } from '../../../../dev/benchmark/cold/parts';

const PACKAGE = '/n8n/nodes/node_modules/n8n-nodes-identity-resolution';
const LOADER = 'file:///n8n/node_modules/n8n-core/dist/nodes-loader/directory-loader.js';
const OURS = `file://${PACKAGE}/dist/nodes/IdentityResolution/IdentityResolution.node.js`;
const ZOD = 'file:///n8n/node_modules/zod/v4/classic/schemas.cjs';
const MODULES = 'node:internal/modules/cjs/loader';
const NATIVE = '';

/** A profile of stacks, the outermost first, each sampled once. */
function profileOf(...stacks: Array<{ stack: string[]; us: number }>): Profiler.Profile {
	const nodes: Profiler.ProfileNode[] = [];
	const add = (url: string, children: number[]): number => {
		const id = nodes.length + 1;
		nodes.push({
			id,
			children,
			callFrame: { functionName: '', scriptId: '0', url, lineNumber: 0, columnNumber: 0 },
		});
		return id;
	};
	const samples = stacks.map(({ stack }) => {
		const innermost = add(stack[stack.length - 1], []);
		let outer = innermost;
		for (const url of stack.slice(0, -1).reverse()) outer = add(url, [outer]);
		return innermost;
	});
	return { nodes, samples, timeDeltas: stacks.map(({ us }) => us), startTime: 0, endTime: 0 };
}

const partsOfOne = (stack: string[]) => partsOf(profileOf({ stack, us: 100 }), PACKAGE);
const NONE = { files: 0, zod: 0, own: 0, n8n: 0 };

it.each([
	['what Node does to find, read and compile a file of the package', [LOADER, MODULES, OURS, MODULES], { files: 1 }],
	['what native code does for it', [LOADER, MODULES, OURS, MODULES, 'node:fs', NATIVE], { files: 1 }],
	['the same for the first file, which the loader asks for', [LOADER, MODULES, NATIVE], { files: 1 }],
	['what the package does while Node loads it', [LOADER, MODULES, OURS], { own: 1 }],
	['what native code does for the package', [LOADER, MODULES, OURS, NATIVE], { own: 1 }],
	['what Node does for the package other than loading', [LOADER, MODULES, OURS, 'node:crypto'], { own: 1 }],
	['building schemas', [LOADER, MODULES, OURS, ZOD], { zod: 1 }],
	['whatever zod has done for it', [LOADER, MODULES, OURS, ZOD, MODULES, NATIVE], { zod: 1 }],
	['what the loader does itself', [LOADER], { n8n: 1 }],
	['another package whose name begins the same', [LOADER, `file://${PACKAGE}-2/index.js`], { n8n: 1 }],
])('tells %s', (_what, stack, part) => {
	expect(partsOfOne(['node:internal/main', ...stack])).toEqual({ ...NONE, ...part });
});

it('weighs samples by their time', () => {
	const profile = profileOf({ stack: [LOADER, MODULES, OURS], us: 300 }, { stack: [LOADER], us: 100 });
	expect(partsOf(profile, PACKAGE)).toEqual({ ...NONE, own: 0.75, n8n: 0.25 });
});

it('leaves out what the loader did not call', () => {
	const profile = profileOf({ stack: ['node:inspector'], us: 900 }, { stack: [LOADER, MODULES, OURS], us: 100 });
	expect(partsOf(profile, PACKAGE)).toEqual({ ...NONE, own: 1 });
});

it('refuses a profile without a load', () => {
	expect(() => partsOf(profileOf({ stack: ['node:inspector'], us: 900 }), PACKAGE)).toThrow(
		'shows no load of a package',
	);
});
