import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, type Cleanups } from './cleanups';
import { installN8n, type N8n, installNode } from './install';
import { startN8n, type RunningN8n, type StartOptions } from './n8nProcess';
import { freePorts } from './ports';
import type { Release } from './releases';
import { logIn, type Rest } from './rest';

/** An installed n8n, and the folders for one instance of it. */
export interface Testbed {
	n8n: N8n;
	folder: string;
	/** n8n's user folder inside it, with the packed node. */
	userFolder: string;
	/** The folder that workflows may read and write, and the base of their relative paths. */
	files: string;
}

export async function createTestbed(name: string, cleanups: Cleanups, release?: Release): Promise<Testbed> {
	const n8n = await installN8n(release);
	const folder = temporaryFolder(name, cleanups);
	const userFolder = join(folder, 'user');
	const files = join(folder, 'files');
	for (const path of [userFolder, files]) mkdirSync(path);
	await installNode(userFolder);
	return { n8n, folder, userFolder, files };
}

export interface OpenN8n {
	n8n: RunningN8n;
	rest: Rest;
}

/** Starts n8n on free ports and logs its owner in. The cleanups stop it. @throws if n8n does not start */
export async function openN8n(
	{ n8n: installed, userFolder, files }: Testbed,
	cleanups: Cleanups,
	options?: StartOptions,
): Promise<OpenN8n> {
	const [port, brokerPort] = await freePorts(2);
	const n8n = await startN8n(installed, { userFolder, port, brokerPort, files }, options);
	cleanups.add(async () => await n8n.stop());
	return { n8n, rest: await logIn(n8n.url) };
}
