import type { N8n } from '../../n8n/instance/install';
import type { BenchTable } from '../report/result';
import { alternate } from './alternate';
import { makeGround, PROJECT } from './ground';
import { Loading } from './loading';
import { partsOf } from './parts';
import { coldTable } from './table';
import { tarballOf } from './tarball';

const ROUNDS = 7;

/**
 * Measures what the package costs before it does anything: the time that n8n takes to load it, and its size. Needs the built node.
 * @throws where the package cannot be packed or loaded; nothing is left behind then
 */
export async function coldCost(n8n: N8n): Promise<BenchTable> {
	const ground = await makeGround();
	try {
		const loading = new Loading(n8n, ground.userFolder);
		const [emptyLoads, ourLoads] = await alternate(
			[ground.empty, ground.ours],
			ROUNDS,
			async (folder) => await loading.measure(folder),
		);
		return coldTable({
			empty: { loads: emptyLoads, tarball: await tarballOf(ground.empty) },
			ours: { loads: ourLoads, tarball: await tarballOf(PROJECT) },
			zodAlone: await loading.zodAlone(),
			parts: partsOf(await loading.profile(ground.ours), ground.ours),
		});
	} finally {
		await ground.stop();
	}
}
