import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAll, temporaryFolder } from '../../../dev/n8n/instance/cleanups';
import { startHosted, type Hosted, type HostedOptions } from '../support/hosted';

/** A whole n8n of which every byte is recorded that it sends or writes. It logs as much as it can, to its output and a file. */
export interface Watched extends Hosted {
	/** All that n8n's process has sent so far, each connection and each file in one piece. */
	sent(this: void): Sent[];
	/** The contents of its files now: database, journal, logs, temporary files, and files of workflows. */
	written(this: void): Array<{ file: string; bytes: Buffer }>;
}

/** All bytes that went one way. */
export interface Sent {
	/** "server:<address>:<port>", "caller", "standard output", "standard error", or "file:<path or descriptor>". */
	to: string;
	/** The port of a server that n8n connected to. */
	port: number | undefined;
	bytes: Buffer;
}

const LOUD = {
	N8N_LOG_LEVEL: 'debug',
	N8N_LOG_OUTPUT: 'console,file',
	CODE_ENABLE_STDOUT: 'true',
	EXECUTIONS_DATA_SAVE_ON_PROGRESS: 'true',
};

export const startWatched = async ({ env, ...options }: HostedOptions = {}): Promise<Watched> =>
	await startAll(async (cleanups) => {
		const folder = temporaryFolder('watched', cleanups);
		const temporary = join(folder, 'tmp');
		mkdirSync(temporary);
		const record = join(folder, 'record');
		writeFileSync(record, '');
		const hosted = await startHosted({
			...options,
			nodeArgs: ['--require', join(__dirname, 'wiretap.cjs')],
			env: { ...LOUD, TMPDIR: temporary, WIRETAP_FILE: record, ...env },
		});
		cleanups.add(hosted.stop);
		return {
			...hosted,
			sent: () => readRecord(record),
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

function readRecord(file: string): Sent[] {
	const sent = new Map<string, Buffer[]>();
	for (const line of readFileSync(file, 'latin1').split('\n').slice(0, -1)) {
		const { to, bytes } = JSON.parse(line) as { to: string; bytes: string };
		const pieces = sent.get(to) ?? [];
		pieces.push(Buffer.from(bytes, 'base64'));
		sent.set(to, pieces);
	}
	return [...sent].map(([name, pieces]) => {
		const to = name.replace(/#\d+$/, '');
		const port = /^server:.*:(\d+)$/.exec(to)?.[1];
		return { to, port: port === undefined ? undefined : Number(port), bytes: Buffer.concat(pieces) };
	});
}
