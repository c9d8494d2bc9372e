import type { Config } from 'jest';
import { installN8n } from '../../../dev/n8n/instance/install';
import { ENGINES } from '../../../dev/n8n/instance/releases';
import { setUpIn } from '../../support/setUp';

/** Runs once before the tests on an older engine: installs it, and unpacks the packed node there. */
export default async function engineSetUp(_config: unknown, { globals }: Config): Promise<void> {
	const release = ENGINES.find(({ folder }) => folder === globals?.release);
	if (release === undefined) throw new Error(`There is no release ${String(globals?.release)}`);
	const { folder } = await installN8n(release);
	process.env.N8N_ENGINE = folder;
	setUpIn(folder);
}
