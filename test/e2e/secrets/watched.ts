import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { startAll, temporaryFolder } from '../../../dev/n8n/instance/cleanups';
import type { SandboxOptions } from '../../../dev/sandbox/server';
import { spelledIn } from '../../support/wire/wireSpellings';
import { startHosted, type Hosted } from '../support/hosted';

/**
 * A whole n8n of which every byte is recorded that it sends or writes. It logs as much as it can, to its output and a
 * file.
 */
export interface Watched extends Hosted {
	/** All that n8n's process has sent so far, each connection and each file in one piece. */
	sent(this: void): Sent[];
	/** The contents of its files now: database, journal, logs, temporary files, and files of workflows. */
	written(this: void): Array<{ file: string; bytes: Buffer }>;
}

interface Sent {
	/** "server:<address>:<port>", "caller", "standard output", "standard error", or "file:<path or descriptor>". */
	to: string;
	port: number | undefined;
	bytes: Buffer;
}

interface Sightings {
	/** The count of requests with the key as their Authorization, by the port of the server. */
	carried: Record<number, number>;
	/** All other places, each with the spelling. */
	leaks: string[];
}

const LOUD = {
	N8N_LOG_LEVEL: 'debug',
	N8N_LOG_OUTPUT: 'console,file',
	CODE_ENABLE_STDOUT: 'true',
	EXECUTIONS_DATA_SAVE_ON_PROGRESS: 'true',
};
/** The least count of characters in a row that counts as a part of the key. */
const PIECE = 12;

export const startWatched = async (sandbox: SandboxOptions): Promise<Watched> =>
	await startAll(async (cleanups) => {
		const folder = temporaryFolder('watched', cleanups);
		const temporary = join(folder, 'tmp');
		mkdirSync(temporary);
		const record = join(folder, 'record');
		writeFileSync(record, '');
		const hosted = await startHosted({
			sandbox,
			start: {
				nodeArgs: ['--require', join(__dirname, 'wiretap.cjs')],
				env: { ...LOUD, TMPDIR: temporary, WIRETAP_FILE: record },
			},
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

/**
 * Searches all bytes that n8n sent and wrote for a key and for any part of it. It takes seconds, and yields to the
 * servers of the test.
 */
export async function sightingsOf(key: string, { sent, written }: Watched): Promise<Sightings> {
	const carried: Record<number, number> = {};
	const leaks: string[] = [];
	const search = async (place: string, bytes: Buffer) => {
		leaks.push(...spelledIn(bytes, key, PIECE).map((spelling) => `${place}: ${spelling}`));
		await turn();
	};
	for (const { to, port, bytes } of sent()) {
		const pieces = port === undefined ? [bytes] : withoutHeader(bytes, key);
		if (port !== undefined && pieces.length > 1) carried[port] = (carried[port] ?? 0) + pieces.length - 1;
		await search(to, Buffer.concat(pieces));
	}
	for (const { file, bytes } of written()) await search(`written in ${file}`, bytes);
	return { carried, leaks: [...new Set(leaks)] };
}

/** Splits requests at the one header that may carry a key. No body contains such a line, as JSON escapes line ends. */
function withoutHeader(bytes: Buffer, key: string): Buffer[] {
	const pieces = bytes.toString('latin1').split(`\r\nAuthorization: Bearer ${key}\r\n`);
	return pieces.map((piece) => Buffer.from(`${piece}\r\n`, 'latin1'));
}
