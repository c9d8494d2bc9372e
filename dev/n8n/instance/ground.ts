import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endings } from './endings';
import { installN8n, type N8n } from './install';
import { installNode } from './installNode';
import type { Release } from './releases';
import { temporaryFolder } from './temporaryFolder';

/** What a whole n8n stands on. */
export interface Ground {
	n8n: N8n;
	/** A folder of its own, that is removed at the end. */
	folder: string;
	/** An n8n user folder in it, with the packed node. */
	userFolder: string;
	/** Where workflows may read and write files. Relative paths in them start here. */
	files: string;
}

/** Makes it all, and adds its endings. */
export async function makeGround(name: string, endings: Endings, release?: Release): Promise<Ground> {
	const n8n = await installN8n(release);
	const folder = temporaryFolder(name, endings);
	const userFolder = join(folder, 'user');
	const files = join(folder, 'files');
	for (const one of [userFolder, files]) mkdirSync(one);
	await installNode(userFolder);
	return { n8n, folder, userFolder, files };
}
