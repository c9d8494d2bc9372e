import { Session } from 'node:inspector/promises';
import type { INodeParameters } from 'n8n-workflow';
import { NodeTypes } from '../n8n/engine/nodeTypes';
import { runNode } from '../n8n/engine/runNode';
import { startSandbox } from '../sandbox/server';

const JOBS = {
	findBest: { resource: 'personalEmail', operation: 'findBest' },
	resolve: { resource: 'person', operation: 'resolve', want: ['workEmail'] },
} satisfies Record<string, INodeParameters>;

const NODE = 'n8n-nodes-identity-resolution.identityResolution';

export async function settingsOf(folder: string): Promise<number> {
	const { properties } = (await NodeTypes.load(folder)).getByNameAndVersion(NODE).description;
	const collections = properties.filter(({ type }) => type === 'collection');
	const options = collections.filter(({ name }) => name === 'options').flatMap((one) => one.options ?? []);
	return new Set(options.map(({ name }) => name)).size;
}

export async function entered(folder: string, job: keyof typeof JOBS): Promise<{ files: number; functions: number }> {
	const types = await NodeTypes.load(folder);
	const sandbox = await startSandbox();
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	try {
		const run = await runNode({
			types,
			node: {
				type: NODE,
				parameters: { ...JOBS[job], linkedinUrl: 'in/test-found', options: {} },
			},
			items: [{ json: {} }],
			credentials: { identityResolutionApi: { baseUrl: sandbox.url, apiKey: sandbox.key } },
			outputs: 1,
		});
		const status = run.outputs[0]?.[0]?.json.enriched_status;
		if (status !== 'found') throw new Error(`The row of ${job} is ${String(status)}`);
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const scripts = result
			.filter(({ url }) => url.includes(folder) && !url.includes('node_modules/zod'))
			.map(({ functions }) =>
				functions.filter(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0),
			)
			.filter((functions) => functions.length > 0);
		return { files: scripts.length, functions: scripts.reduce((sum, functions) => sum + functions.length, 0) };
	} finally {
		session.disconnect();
		await sandbox.close();
	}
}
