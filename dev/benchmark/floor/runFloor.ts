import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Job } from '../job';
import type { CameOut } from '../judge';
import type { SheetRow } from '../sheet';
import type { FloorCost, FloorJob } from './floorJob';

/** Who is asked about which rows, and how many requests go out at once. */
export interface FloorRun {
	baseUrl: string;
	apiKey: string;
	job: Job;
	sheet: readonly SheetRow[];
	concurrency: number;
}

const PROJECT = join(__dirname, '..', '..', '..');
const MOST_MS = 1_800_000;

/**
 * The least that anything can take: a script with keep-alive connections in a process of its own, without n8n.
 * @throws where the service refuses anything for another reason than a full limit, or does not answer in half an hour
 */
export async function runFloor({
	baseUrl,
	apiKey,
	job,
	sheet,
	concurrency,
}: FloorRun): Promise<FloorCost & { cameOut: CameOut[] }> {
	const folder = mkdtempSync(join(tmpdir(), 'identity-resolution-floor-'));
	try {
		const told: FloorJob = {
			baseUrl,
			apiKey,
			job,
			concurrency,
			rowsFile: join(folder, 'rows.json'),
			cameOutFile: join(folder, 'cameOut.json'),
		};
		writeFileSync(told.rowsFile, JSON.stringify(sheet));
		const script = join(__dirname, 'undici.ts');
		const { stdout } = await promisify(execFile)(
			process.execPath,
			['--import', 'tsx', script, JSON.stringify(told)],
			{ cwd: PROJECT, timeout: MOST_MS },
		);
		return {
			...(JSON.parse(stdout) as FloorCost),
			cameOut: JSON.parse(readFileSync(told.cameOutFile, 'utf8')) as CameOut[],
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
