import type { Frame, Profile } from './profile';

/** Whose code is at work. */
export type Owner = (typeof OWNERS)[number]['owner'] | 'other' | 'idle' | 'garbage collection';

// Behind the folder of installed nodes: n8n itself may lie in a folder of this name.
const OURS = '/node_modules/n8n-nodes-identity-resolution/';
const [NODES, CREDENTIALS] = [`${OURS}dist/nodes/`, `${OURS}dist/credentials/`];

/** The first that fits. */
const OWNERS = [
	{ owner: 'this node: sending', urls: [`${NODES}IdentityResolution/client/`, CREDENTIALS] },
	{ owner: 'this node: deciding', urls: [`${NODES}IdentityResolution/run/`] },
	{ owner: 'this node: reading answers and identifiers', urls: [`${NODES}IdentityResolution/api/`] },
	{ owner: 'this node: reading parameters, writing items', urls: [OURS] },
	{ owner: "the benchmark's own nodes", urls: ['/canvas/'] },
	{ owner: 'n8n: expressions', urls: ['expression', 'isolated-vm', 'tournament'] },
	{
		owner: 'n8n: HTTP helper (axios)',
		urls: [
			'/axios/',
			'follow-redirects',
			'form-data',
			'request-helper',
			'proxy-from-env',
			'agent-base',
			'http-proxy',
		],
	},
	{ owner: 'n8n: credentials', urls: ['credentials-helper', 'credentials.js', '/cipher', 'crypto-js'] },
	{ owner: 'n8n: database and web server', urls: ['typeorm', 'sqlite', '/express', '/ws/', 'body-parser'] },
	{ owner: 'n8n: engine', urls: ['/n8n-core/', '/n8n-workflow/', '/n8n/dist', '/@n8n/', 'flatted', 'lodash'] },
	{
		owner: 'Node.js: network and streams',
		urls: [
			'node:_http',
			'node:http',
			'node:net',
			'node:internal/stream',
			'node:_stream',
			'node:internal/dns',
			'node:dns',
			'node:zlib',
			'node:internal/http',
		],
	},
	{ owner: 'Node.js: other', urls: ['node:'] },
] as const;

/** What V8 calls that which belongs to nobody. */
const NOBODYS: Readonly<Record<string, Owner>> = {
	'(idle)': 'idle',
	'(garbage collector)': 'garbage collection',
	'(program)': 'other',
	'(root)': 'other',
};

/** @param times µs by frame @returns µs by owner, the most first. What is built in, such as `JSON.parse`, counts for who calls it */
export function byOwner({ nodes }: Profile, times: ReadonlyMap<number, number>): Array<[Owner, number]> {
	const owners = ownersOf(nodes);
	const sums = new Map<Owner, number>();
	for (const [id, time] of times) {
		const owner = owners.get(id) ?? 'other';
		sums.set(owner, (sums.get(owner) ?? 0) + time);
	}
	return [...sums].sort(([, a], [, b]) => b - a);
}

function ownersOf(nodes: readonly Frame[]): Map<number, Owner> {
	const owners = new Map<number, Owner>();
	const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
	// Callers stand before those whom they call.
	for (const { id, callFrame } of nodes) {
		const caller = callers.get(id);
		const inherited = caller === undefined ? undefined : owners.get(caller);
		owners.set(id, NOBODYS[callFrame.functionName] ?? ownerOf(callFrame.url) ?? inherited ?? 'other');
	}
	return owners;
}

const ownerOf = (url: string): Owner | undefined =>
	OWNERS.find(({ urls }) => urls.some((part) => url.includes(part)))?.owner;

/** @returns the functions in which most time was spent, with the µs, their files and lines */
export function busiest(
	{ nodes }: Profile,
	times: ReadonlyMap<number, number>,
	count: number,
): Array<[string, number]> {
	const sums = new Map<string, number>();
	for (const { id, callFrame } of nodes) {
		const { functionName, url, lineNumber } = callFrame;
		const name = `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}${url === '' ? '' : `:${lineNumber + 1}`}`;
		sums.set(name, (sums.get(name) ?? 0) + (times.get(id) ?? 0));
	}
	return [...sums].sort(([, a], [, b]) => b - a).slice(0, count);
}
