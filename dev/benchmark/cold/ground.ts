import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { begin } from '../../n8n/instance/endings';
import { installNode } from '../../n8n/instance/installNode';
import { temporaryFolder } from '../../n8n/instance/temporaryFolder';
import { EMPTY_PACKAGE, writeEmptyPackage } from './emptyPackage';

export const OUR_PACKAGE = 'n8n-nodes-identity-resolution';
/** What npm packs ours from. */
export const PROJECT = join(__dirname, '..', '..', '..');

/** Two packages where n8n keeps those that were installed from its settings. */
export interface Ground {
	userFolder: string;
	empty: string;
	ours: string;
	stop(): Promise<void>;
}

/** Makes a user folder of n8n that has an empty package and our packed one. */
export const makeGround = async (): Promise<Ground> =>
	await begin(async (endings) => {
		// Node names the modules that it has loaded by their real paths.
		const userFolder = realpathSync(temporaryFolder('cold', endings));
		await installNode(userFolder);
		const packages = join(userFolder, '.n8n', 'nodes', 'node_modules');
		const empty = join(packages, EMPTY_PACKAGE);
		writeEmptyPackage(empty);
		return { userFolder, empty, ours: join(packages, OUR_PACKAGE) };
	});
