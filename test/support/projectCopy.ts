import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { changed, type Step } from './pageSteps';

const PROJECT = join(__dirname, '..', '..');

/** What a fresh clone does not hold: its folders that git ignores. */
const NOT_CLONED = [
	'.git',
	...readFileSync(join(PROJECT, '.gitignore'), 'utf8')
		.split('\n')
		.filter((line) => line.endsWith('/'))
		.map((line) => line.slice(0, -1)),
];

export interface Ran {
	code: number;
	/** Both outputs, one after the other. */
	said: string;
}

/** The project as a fresh clone has it, with the packages of this one, in a temporary folder. */
export class ProjectCopy {
	readonly folder = mkdtempSync(join(tmpdir(), 'project-copy-'));

	constructor() {
		cpSync(PROJECT, this.folder, {
			recursive: true,
			filter: (from) => !NOT_CLONED.includes(relative(PROJECT, from)),
		});
		symlinkSync(join(PROJECT, 'node_modules'), join(this.folder, 'node_modules'), 'dir');
	}

	/** Does what a page says. @returns what its commands came to */
	async follow(steps: readonly Step[]): Promise<Ran[]> {
		const ran: Ran[] = [];
		for (const step of steps) {
			if (step.is === 'commands') for (const line of step.lines) ran.push(await this.run(line));
			else this.write(step.file, step.is === 'file' ? step.text : changed(this.read(step.file), step.hunks));
		}
		return ran;
	}

	read(file: string): string {
		return readFileSync(join(this.folder, file), 'utf8');
	}

	/** One line of a shell, in the folder. */
	async run(line: string): Promise<Ran> {
		return await new Promise((resolve) => {
			execFile(
				'bash',
				['-c', line],
				{ cwd: this.folder, env: { ...process.env, FORCE_COLOR: '0' }, maxBuffer: 64 * 1024 * 1024 },
				(error, out, err) => {
					resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, said: out + err });
				},
			);
		});
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}

	private write(file: string, text: string): void {
		const path = join(this.folder, file);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
}
