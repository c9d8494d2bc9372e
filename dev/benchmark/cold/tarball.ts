import { runCommand } from '../../n8n/instance/command';

/** What npm makes of a package. Sizes in bytes. */
export interface Tarball {
	packed: number;
	unpacked: number;
	files: number;
}

/** Asks npm what it would pack. @throws CommandError, and where npm says something else than it did before */
export async function tarballOf(packageFolder: string): Promise<Tarball> {
	return readTarball(
		await runCommand({
			command: 'npm',
			args: ['pack', '--dry-run', '--json', '--ignore-scripts'],
			cwd: packageFolder,
		}),
	);
}

/** @param told by `npm pack --json`: a list of the one package */
export function readTarball(told: string): Tarball {
	const [{ size, unpackedSize, entryCount }] = JSON.parse(told) as [Record<string, unknown>];
	return { packed: count(size), unpacked: count(unpackedSize), files: count(entryCount) };
}

function count(value: unknown): number {
	if (typeof value !== 'number') throw new Error('npm pack --json did not tell the sizes of the package');
	return value;
}
