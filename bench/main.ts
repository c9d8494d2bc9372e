import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../host/command';
import { begin } from '../host/endings';
import type { N8n } from '../host/install';
import { SERVICE } from './ground/session';
import { makeTemplate } from './ground/template';
import { readMachine, type Versions } from './report/machine';
import type { BenchTable } from './report/result';
import { plainTextOf } from './report/terminal';
import { writeReport } from './report/write';
import { TABLES, type NamedTable } from './tables/tables';

const PROJECT = join(__dirname, '..');

const say = (line: string) => {
	process.stdout.write(`${line}\n`);
};

/** @throws for a name that no table has */
function chosen(only: string | undefined): readonly NamedTable[] {
	if (only === undefined) return TABLES;
	return only.split(',').map((id) => {
		const table = TABLES.find((one) => one.id === id);
		if (table === undefined) throw new Error(`There is no table ${id}. There are ${TABLES.map((one) => one.id).join(', ')}.`);
		return table;
	});
}

async function versionsOf({ runtime, folder }: N8n): Promise<Versions> {
	const nodeOfN8n = await runCommand({ command: runtime.path, args: ['--version'], cwd: folder });
	return { n8n: versionIn(join(folder, 'node_modules', 'n8n')), nodeOfN8n: nodeOfN8n.trim().replace(/^v/, ''), ours: versionIn(PROJECT) };
}

const versionIn = (folder: string) => (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { only: { type: 'string' } } });
	const wanted = chosen(values.only);
	const now = new Date();
	const { template, stop } = await begin(async (endings) => {
		const made = await makeTemplate();
		endings.add(async () => await made.stop());
		return { template: made };
	});
	try {
		const tables: BenchTable[] = [];
		for (const { id, title, measure } of wanted) {
			say(`\nTable ${id}: ${title} ...`);
			const table = await measure({ template, say });
			tables.push(table);
			say(`\n${plainTextOf(table)}`);
		}
		// The others' numbers come from one run on one machine, and are not mixed with those of another.
		if (wanted === TABLES) writeReport({ machine: readMachine(await versionsOf(template.n8n), now), latencyMs: SERVICE.latency, tables }, join(PROJECT, 'docs'));
		const missed = tables.flatMap(({ targets }) => targets).filter(({ held }) => !held);
		say(missed.length === 0 ? '\nEverything held.' : `\nMissed: ${missed.map(({ what }) => what).join('; ')}.`);
		if (missed.length > 0) process.exitCode = 1;
	} finally {
		await stop();
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exitCode = 1;
});
