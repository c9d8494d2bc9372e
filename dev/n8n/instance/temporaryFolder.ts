import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endings } from './endings';

/** Makes a folder of its own. It goes with the endings, and with this process where a signal leaves them out. */
export function temporaryFolder(name: string, endings: Endings): string {
	const folder = mkdtempSync(join(tmpdir(), `identity-resolution-${name}-`));
	const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	process.once('exit', remove);
	endings.add(() => {
		remove();
		process.off('exit', remove);
	});
	return folder;
}
