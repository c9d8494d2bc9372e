import { installN8n } from '../../../dev/n8n/instance/install';
import { ON_NODE_20 } from '../../../dev/n8n/instance/releases';
import { chromiumPath } from '../canvas/chromium';
import { installPostgres } from '../queue/postgres';
import { installRedis } from '../queue/redis';

/** What the tests of a folder need beside the newest n8n. */
const NEEDS: ReadonlyArray<[folder: string, install: () => Promise<unknown>]> = [
	['canvas', chromiumPath],
	['secrets', chromiumPath],
	['queue', installPostgres],
	['queue', installRedis],
	['compat', async () => await installN8n(ON_NODE_20)],
];

/** Installs what the tests that were named need, before the clock of any of them starts: a first download can take minutes. */
export default async function setUp({ nonFlagArgs }: { nonFlagArgs: readonly string[] }): Promise<void> {
	await installN8n();
	for (const [folder, install] of NEEDS) {
		if (nonFlagArgs.length === 0 || nonFlagArgs.some((named) => named.includes(folder))) await install();
	}
}
