import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { begin } from '../../../dev/n8n/instance/endings';
import { temporaryFolder } from '../../../dev/n8n/instance/temporaryFolder';
import { startHosted, type Hosted, type HostedOptions } from '../support/hosted';
import { readTap, wiretapped, type Told } from '../support/wiretapRecord';

/** A whole n8n of which every byte can be read that it sent or wrote. It logs all it can, to its output and to a file. */
export interface Watched extends Hosted {
	/** What its process has sent so far. */
	told(): Told[];
	/** What is in its files now: the database, its journal, logs, temporary files, and what its workflows wrote. */
	written(): Array<{ file: string; bytes: Buffer }>;
}

const LOUD = {
	N8N_LOG_LEVEL: 'debug',
	N8N_LOG_OUTPUT: 'console,file',
	CODE_ENABLE_STDOUT: 'true',
	EXECUTIONS_DATA_SAVE_ON_PROGRESS: 'true',
};

/** @throws where any part of it does not start; nothing of it is left running then */
export const startWatched = async ({ env, ...options }: HostedOptions = {}): Promise<Watched> =>
	await begin(async (endings) => {
		const folder = temporaryFolder('watched', endings);
		const temporary = join(folder, 'tmp');
		mkdirSync(temporary);
		const file = join(folder, 'tap');
		writeFileSync(file, '');
		const tap = wiretapped(file);
		const hosted = await startHosted({
			...options,
			nodeArgs: tap.nodeArgs,
			env: { ...LOUD, TMPDIR: temporary, ...tap.env, ...env },
		});
		endings.add(hosted.stop);
		return {
			...hosted,
			told: () => readTap(file),
			written: () => [hosted.userFolder, hosted.files, temporary].flatMap(filesIn),
		};
	});

function filesIn(folder: string): Array<{ file: string; bytes: Buffer }> {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return entries.map(({ parentPath, name }) => ({
		file: join(parentPath, name).slice(folder.length + 1),
		bytes: readFileSync(join(parentPath, name)),
	}));
}
