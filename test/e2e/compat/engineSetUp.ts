import type { TestProject } from 'vitest/node';
import { installN8n } from '../../../dev/n8n/instance/install';
import { ENGINES } from '../../../dev/n8n/instance/releases';
import { setUpIn } from '../../support/setUp';

/** Runs once before the tests on an older engine: installs it, and unpacks the packed node there. */
export default async function engineSetUp({ config }: TestProject): Promise<() => void> {
	const release = ENGINES.find(({ folder }) => folder === config.env.N8N_RELEASE);
	if (release === undefined) throw new Error(`There is no release ${String(config.env.N8N_RELEASE)}`);
	const { folder } = await installN8n(release);
	process.env.N8N_ENGINE = folder;
	return setUpIn(folder);
}
