import { join } from 'node:path';

const PROJECT = join(__dirname, '..');
const PLAYGROUND = join(PROJECT, '.playground');

/** What the playground puts on the disk, beside n8n itself, and what it reads. */
export const FOLDERS = {
	/** n8n's user folder: its database, and the nodes that were installed in it. */
	user: join(PLAYGROUND, 'user'),
	/** Sheets that example workflows read and write. */
	files: join(PLAYGROUND, 'files'),
	examples: join(PROJECT, 'examples'),
} as const;
