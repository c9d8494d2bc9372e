import { join } from 'node:path';

const PROJECT = join(__dirname, '..');

/** Everything that the playground puts on the disk. */
export const PLAYGROUND = join(PROJECT, '.playground');

export const FOLDERS = {
	/** n8n's own package.json and lock, as they are kept in the project. */
	manifest: join(PROJECT, 'playground', 'n8n'),
	/** Where they are installed. */
	n8n: join(PLAYGROUND, 'n8n'),
	/** n8n's user folder: its database, and the nodes that were installed in it. */
	user: join(PLAYGROUND, 'user'),
	/** Sheets that example workflows read and write. */
	files: join(PLAYGROUND, 'files'),
	examples: join(PROJECT, 'examples'),
} as const;
