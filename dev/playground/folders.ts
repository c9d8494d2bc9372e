import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..');

/** Workflows and sheets that come with the project. */
export const EXAMPLES = join(PROJECT, 'examples');

/** Where a playground is kept unless told otherwise. */
export const USUAL_FOLDER = join(PROJECT, '.playground');

/** What the playground puts on the disk, beside n8n itself. */
export const foldersIn = (playground: string) => ({
	/** n8n's user folder: its database, and the nodes that were installed in it. */
	user: join(playground, 'user'),
	/** Sheets that example workflows read and write. */
	files: join(playground, 'files'),
});
