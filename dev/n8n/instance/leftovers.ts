import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const UNFINISHED = /-unfinished-(\d+)-\w+$/;

/** Makes the folder in which this process installs something until it is whole. */
export const makeUnfinished = (folder: string): string => mkdtempSync(`${folder}-unfinished-${process.pid}-`);

/** Removes what processes were installing in a folder when they were ended: gigabytes would pile up. */
export function removeLeftovers(folder: string): void {
	for (const name of readdirSync(folder)) {
		const pid = UNFINISHED.exec(name)?.[1];
		if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// It is there, but another user's.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
