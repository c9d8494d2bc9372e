import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitOnSignal } from '../n8n/engine/exitOnSignal';
import { runCommand } from '../n8n/instance/command';
import type { N8n } from '../n8n/instance/install';
import { LEGEND } from './contenders/legend';
import { SERVICE } from './ground/session';
import { makeTemplate } from './ground/template';
import { readMachine, type Versions } from './report/machine';
import type { BenchTable } from './report/result';
import type { Bench } from './tables/table';
import { plainTextOf } from './report/terminal';
import { writeReport } from './report/write';
import { TABLES, type NamedTable } from './tables/tables';

const PROJECT = join(__dirname, '..', '..');

const say = (line: string) => {
	process.stdout.write(`${line}\n`);
};

/** @throws for a name that no table has */
function chosen(only: string | undefined): readonly NamedTable[] {
	if (only === undefined) return TABLES;
	return only.split(',').map((id) => {
		const table = TABLES.find((one) => one.id === id);
		if (table === undefined)
			throw new Error(`There is no table ${id}. There are ${TABLES.map((one) => one.id).join(', ')}.`);
		return table;
	});
}

async function versionsOf({ runtime, folder }: N8n): Promise<Versions> {
	const nodeOfN8n = await runCommand({ command: runtime.path, args: ['--version'], cwd: folder });
	return {
		n8n: versionIn(join(folder, 'node_modules', 'n8n')),
		nodeOfN8n: nodeOfN8n.trim().replace(/^v/, ''),
		ours: versionIn(PROJECT),
	};
}

const versionIn = (folder: string) =>
	(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** Measures tables; one that fails does not cost the others theirs. */
async function measureAll(
	wanted: readonly NamedTable[],
	bench: Bench,
): Promise<{ tables: BenchTable[]; failed: string[] }> {
	const tables: BenchTable[] = [];
	const failed: string[] = [];
	for (const { id, measure } of wanted) {
		say(`\nTable ${id} ...`);
		try {
			const table = await measure(bench);
			tables.push(table);
			say(`\n${plainTextOf(table)}`);
		} catch (error) {
			failed.push(id);
			say(
				`\nTable ${id} could not be measured: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
			);
		}
	}
	return { tables, failed };
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { only: { type: 'string' } } });
	const wanted = chosen(values.only);
	const now = new Date();
	// All that was started ends with this process.
	exitOnSignal();
	const template = await makeTemplate();
	try {
		const { tables, failed } = await measureAll(wanted, { template, say });
		const missed = tables.flatMap(({ targets }) => targets).filter(({ held }) => !held);
		if (missed.length > 0) say(`\nMissed: ${missed.map(({ what }) => what).join('; ')}.`);
		if (failed.length > 0) say(`\nNot measured: ${failed.join(', ')}. Nothing was written.`);
		if (missed.length > 0 || failed.length > 0) process.exitCode = 1;
		else say('\nEverything held.');
		// The others' numbers come from one run on one machine, and are not mixed with those of another.
		if (wanted === TABLES && failed.length === 0) {
			const machine = readMachine(await versionsOf(template.n8n), now);
			writeReport({ machine, legend: LEGEND, latencyMs: SERVICE.latency, tables }, join(PROJECT, 'docs'));
		}
	} finally {
		await template.stop();
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exitCode = 1;
});
