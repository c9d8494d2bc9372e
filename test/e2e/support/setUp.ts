import { installN8n } from '../../../dev/n8n/instance/install';
import { ON_NODE_20 } from '../../../dev/n8n/instance/releases';
import { chromiumPath } from '../canvas/editor';
import { installPostgres } from '../queue/postgres';
import { installRedis } from '../queue/redis';
import { startSharedN8n } from './sharedN8n';
import { installPackedNode } from './testbed';

/** What the tests of each folder need beside n8n, in order. */
const NEEDS: ReadonlyArray<[need: () => Promise<unknown>, folders: readonly string[]]> = [
	[installPackedNode, ['agent', 'canvas', 'compat', 'examples', 'queue', 'secrets', 'trigger']],
	[chromiumPath, ['canvas', 'secrets']],
	[installPostgres, ['queue']],
	[installRedis, ['queue']],
	[async () => await installN8n(ON_NODE_20), ['compat']],
	[startSharedN8n, ['agent', 'canvas', 'examples']],
];

/** Installs and starts what the named tests need, before the time limit of any test starts. */
export default async function setUp({ nonFlagArgs }: { nonFlagArgs: readonly string[] }): Promise<void> {
	await installN8n();
	const isNamed = (folder: string) => nonFlagArgs.length === 0 || nonFlagArgs.some((path) => path.includes(folder));
	for (const [need, folders] of NEEDS) if (folders.some(isNamed)) await need();
}
