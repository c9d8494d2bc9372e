import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startSandbox } from '../sandbox/server';
import type { Enriched } from './enrich';
import { HELP, readFlags, UserError, type Flags } from './flags';
import { columnsFor, MAX_WAIT, parametersOf } from './identifiers';
import { Interrupt, signalsHandled } from './interrupt';
import { countOf, progressPrinter, remarksOf, summarize } from './report';
import { assertWritable, outFileOf, readSheet, unusedName, writeSheet, type Sheet } from './sheet';

const SANDBOX_SETTINGS = { hitRate: 0.8, latency: 300 };

const print = (line: string) => process.stdout.write(`${line}\n`);

// A closed output, for example after `| head`, must not end a paid run.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(flags: Flags): Promise<void> {
	const interrupt = new Interrupt(print);
	const sheet = readSheet(flags.file);
	const columns = columnsFor(sheet, flags.fields, flags.columns);
	const out = flags.out ?? outFileOf(flags.file);
	if (!flags.dryRun) assertWritable(out, flags.file);
	const { name, credential, close } = await connect(flags.account);
	try {
		print(`${name} at ${credential.baseUrl}`);
		const by = [...new Set(Object.values(columns))].map((column) => `"${column}"`).join(', ');
		print(`Running ${countOf(sheet.rows.length, 'row')} of ${flags.file} through ${flags.operation} by ${by}`);
		// n8n's engine takes a second to load, so flags and files are checked first.
		const { enrich } = await import('./enrich');
		print(`If the service asks to wait, the run waits up to ${MAX_WAIT} s, then defers the remaining rows`);
		const enriched = await enrich({
			rows: sheet.rows,
			parameters: parametersOf(flags, columns),
			credential,
			onProgress: flags.dryRun ? () => undefined : progressPrinter(print),
			onStart: (run) => (interrupt.run = run),
		});
		report(enriched, flags, sheet, out);
		if (enriched.isStopped) process.exit(interrupt.code);
	} finally {
		await close();
	}
}

function report({ items, hints, totals, isStopped }: Enriched, flags: Flags, sheet: Sheet, out: string): void {
	if (!flags.dryRun) print(summarize(items, totals));
	const isWritten = !flags.dryRun && (!isStopped || totals.answered > 0);
	// A stopped run has fewer answers than the sheet of an earlier run, so it never overwrites one.
	const name = isStopped ? unusedName(out.replace(/(\.\w+)?$/, '-stopped$1')) : out;
	const file = isWritten ? save(name, sheet, items) : name;
	for (const remark of remarksOf(hints, file)) print(remark);
	print(isWritten ? `Wrote ${file}` : 'Nothing was written');
}

/** Writes the sheet; if that fails, to the folder for temporary files, because its answers were charged. */
function save(file: string, sheet: Sheet, items: Enriched['items']): string {
	try {
		writeSheet(file, sheet, items);
		return file;
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n`);
		process.exitCode = 1;
		const other = unusedName(join(tmpdir(), basename(file)));
		writeSheet(other, sheet, items);
		return other;
	}
}

async function connect(account: Flags['account']) {
	if (account) return { name: 'Service', credential: account, close: async () => await Promise.resolve() };
	const { url, key, close } = await startSandbox({ settings: SANDBOX_SETTINGS });
	print('The sandbox makes up its people, so that their names do not match your sheet. Nothing leaves this machine.');
	return { name: 'Sandbox of the service', credential: { baseUrl: url, apiKey: key }, close };
}

async function fail(error: unknown): Promise<void> {
	// Ctrl-C in a terminal ends child processes first, which then fail.
	await signalsHandled();
	if (!(error instanceof UserError)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}

try {
	const flags = readFlags(process.argv.slice(2), process.env);
	if (flags) void main(flags).catch(fail);
	else print(HELP);
} catch (error) {
	void fail(error);
}
