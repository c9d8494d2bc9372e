import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { CameOut } from '../judge';
import type { SheetRow } from '../sheet';
import type { FloorCost, FloorJob } from './floorJob';

/** What the service tells of one; `input` is what a batch was asked by. */
type Told = Record<string, unknown> & { input?: string; status?: string };

const { baseUrl, apiKey, job, concurrency, rowsFile, cameOutFile } = JSON.parse(process.argv[2] ?? '{}') as FloorJob;

/** A person's slug or e-mail, however it is spelled in these sheets. */
function canonical(cell: string): string {
	const text = cell.trim().toLowerCase();
	return /\/in\/([^/?#]+)/.exec(text)?.[1] ?? text;
}

const inGroups = (cells: readonly string[], size: number) =>
	Array.from({ length: Math.ceil(cells.length / size) }, (_, group) => cells.slice(group * size, (group + 1) * size));

/** @throws for any refusal but a full limit */
async function send(dispatcher: Agent, body: Record<string, unknown>): Promise<{ results: unknown; status?: string }> {
	for (;;) {
		const answer = await request(`${baseUrl}/${job.tool}`, {
			dispatcher,
			method: 'POST',
			headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'user-agent': 'floor' },
			body: JSON.stringify(body),
		});
		const read = (await answer.body.json()) as { results: unknown; status?: string };
		if (answer.statusCode === 200) return read;
		if (answer.statusCode !== 429) throw new Error(`HTTP ${answer.statusCode}`);
		await sleep(Number(answer.headers['retry-after']) * 1_000);
	}
}

async function ask(dispatcher: Agent, group: readonly string[]): Promise<Told[]> {
	if (job.batch !== null) return (await send(dispatcher, { [job.batch.field]: group })).results as Told[];
	const { results, status } = await send(dispatcher, { [job.field]: group[0] });
	return [{ ...(results as Told), input: group[0], status }];
}

async function answersTo(rows: readonly SheetRow[]): Promise<CameOut[]> {
	const dispatcher = new Agent({ connections: concurrency });
	const keys = rows.map((row) => canonical(row[job.column]));
	const open = inGroups([...new Set(keys)], job.batch?.most ?? 1);
	const told = new Map<string, Told>();
	const work = async () => {
		for (let group = open.shift(); group !== undefined; group = open.shift()) {
			for (const one of await ask(dispatcher, group)) told.set(one.input ?? '', one);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, work));
	await dispatcher.close();
	return rows.map(({ id }, place) => ({
		id,
		status: told.get(keys[place])?.status,
		answer: told.get(keys[place])?.[job.answer],
	}));
}

async function main(): Promise<void> {
	const rows = JSON.parse(readFileSync(rowsFile, 'utf8')) as SheetRow[];
	const from = { time: performance.now(), cpu: process.cpuUsage() };
	const cameOut = await answersTo(rows);
	const wall = performance.now() - from.time;
	const { user, system } = process.cpuUsage(from.cpu);
	const cost: FloorCost = { wall, cpu: (user + system) / 1_000, peak: process.resourceUsage().maxRSS * 1_024 };
	writeFileSync(cameOutFile, JSON.stringify(cameOut));
	process.stdout.write(JSON.stringify(cost));
}

void main();
