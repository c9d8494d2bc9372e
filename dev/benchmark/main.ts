import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { exitOnSignal } from '../n8n/engine/exitOnSignal';
import { CURRENT } from '../n8n/instance/releases';
import { COMPARED } from './contenders';
import { faults } from './faults';
import { rateLimits } from './rateLimits/table';
import { missedOf, say, sectionOf, writeReport, type BenchTable } from './report';

const TABLES: Readonly<Record<string, () => Promise<BenchTable>>> = { 4: faults, 10: rateLimits };
const flags = z.object({
	only: z
		.string()
		.transform((ids) => ids.split(','))
		.pipe(z.array(z.enum(Object.keys(TABLES), `The tables are ${Object.keys(TABLES).join(', ')}.`)))
		.optional(),
});

async function main(): Promise<void> {
	const { only = Object.keys(TABLES) } = flags.parse(parseArgs({ options: { only: { type: 'string' } } }).values);
	exitOnSignal();
	const measured: BenchTable[] = [];
	for (const id of only) {
		say(`\nTable ${id} ...`);
		const table = await TABLES[id]();
		measured.push(table);
		say(`\n${sectionOf(table)}`);
	}
	const missed = measured.flatMap(missedOf);
	say(missed.length > 0 ? `\nMissed: ${missed.join('\n')}` : '\nAll targets held.');
	if (missed.length > 0) process.exitCode = 1;
	// Numbers of different runs are not mixed in one document.
	if (measured.length === Object.keys(TABLES).length) writeReport(measured, COMPARED, CURRENT.folder);
}

main().catch((error: unknown) => {
	const text = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.stack : error;
	process.stderr.write(`${String(text)}\n`);
	process.exitCode = 1;
});
