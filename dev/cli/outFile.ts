import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EXAMPLE_SHEET, type Flags } from './flags';

/** What an earlier run has added to a name, and the end of it. */
const ADDED = /(-enriched(-\d+)?)?(-stopped(-\d+)?)?(\.\w+)?$/;

/** Where the enriched sheet goes. What an earlier run wrote may have been paid for, and is not written over unless `--out` says so. */
export function outFileOf({ file, out, account }: Pick<Flags, 'file' | 'out' | 'account'>): string {
	if (out !== null) return out;
	const usual = join('out', `${basename(file).replace(ADDED, '')}-enriched.csv`);
	return account === null && file === EXAMPLE_SHEET ? usual : freeName(usual);
}

/** The name itself, or with the first number behind it that no file has. */
export function freeName(file: string): string {
	let name = file;
	for (let number = 2; existsSync(name); number++) name = file.replace(/(\.\w+)?$/, `-${number}$1`);
	return name;
}
