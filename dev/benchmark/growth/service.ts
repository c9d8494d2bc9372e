import { join } from 'node:path';
import type { Endings } from '../../n8n/instance/endings';
import { eventually } from '../../n8n/instance/eventually';
import { startKept } from '../../n8n/instance/kept';
import type { GrowthJob } from './job';

const PROJECT = join(__dirname, '..', '..', '..');
const TOKENS = '100000000';

/** Starts the sandbox in a process of its own, and adds its ending: what it holds is nobody's heap here. */
export async function startService(endings: Endings): Promise<Pick<GrowthJob, 'baseUrl' | 'apiKey'>> {
	const args = ['--import', 'tsx', join('sandbox', 'main.ts'), '--port', '0', '--tokens', TOKENS];
	const kept = startKept({ command: process.execPath, args, cwd: PROJECT });
	endings.add(async () => await kept.stop());
	return await eventually('The sandbox starts', async () => {
		if (kept.isOver()) throw new Error(`The sandbox did not start:\n${kept.said()}`);
		const [, baseUrl, apiKey] = /Base URL +(\S+)\s+API key +(\S+)\s/.exec(kept.said()) ?? [];
		return await Promise.resolve(apiKey === undefined ? undefined : { baseUrl, apiKey });
	});
}
