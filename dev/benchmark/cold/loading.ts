import { execFile } from 'node:child_process';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { N8n } from '../../n8n/instance/install';
import { environment } from '../../n8n/instance/settings';

/** One load of a package, in a process of its own. */
export interface Loaded {
	ms: number;
	/** The nodes that n8n got. */
	nodes: string[];
	/** Files of the package that were run for it. */
	files: number;
	/** Whether n8n had loaded zod/v4 by itself before. */
	zodWasLoaded: boolean;
}

const MOST_MS = 60_000;
const MOST_OUTPUT = 1e8;

/** Loads packages, each time in a new process of the Node that n8n runs on. Every call throws where that process fails or hangs. */
export class Loading {
	constructor(
		private readonly n8n: N8n,
		private readonly userFolder: string,
	) {}

	async measure(packageFolder: string): Promise<Loaded> {
		const loaded = (await this.run('measure', packageFolder)) as Loaded;
		// n8n leaves the files of a package that describes its nodes in JSON for later: that would not be its whole cost.
		if (loaded.nodes.length === 0 || loaded.files < loaded.nodes.length)
			throw new Error(`n8n did not load the nodes of ${packageFolder}`);
		return loaded;
	}

	async profile(packageFolder: string): Promise<Profiler.Profile> {
		return (await this.run('profile', packageFolder)) as Profiler.Profile;
	}

	/** @returns ms that zod/v4 takes where nothing has loaded it before */
	async zodAlone(): Promise<number> {
		return ((await this.run('zodAlone')) as { ms: number }).ms;
	}

	private async run(work: 'measure' | 'profile' | 'zodAlone', ...args: string[]): Promise<unknown> {
		const { runtime, folder, env } = this.n8n;
		const { stdout } = await promisify(execFile)(
			runtime.path,
			[join(__dirname, 'load.cjs'), work, folder, ...args],
			{
				cwd: this.userFolder,
				// What Node was told for the benchmark itself is not n8n's. No port is opened: only the engine is loaded.
				env: {
					...process.env,
					NODE_OPTIONS: '',
					...runtime.env,
					...env,
					...environment({ userFolder: this.userFolder, port: 0, brokerPort: 0, files: this.userFolder }),
				},
				timeout: MOST_MS,
				killSignal: 'SIGKILL',
				maxBuffer: MOST_OUTPUT,
			},
		);
		return JSON.parse(stdout) as unknown;
	}
}
