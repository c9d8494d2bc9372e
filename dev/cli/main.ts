import { startSandbox } from '../sandbox/server';
import { hasAnswer, isKept } from './columns';
import type { Enriched } from './enrich';
import { HELP, readFlags, SHEET_OPERATIONS, UserError, type Flags } from './flags';
import { identifierColumns, remarksOn } from './identifierColumns';
import { Interrupt, signalsHandled } from './interrupt';
import { MAX_WAIT, parametersOf } from './parameters';
import { asItem, readSheet, type Sheet } from './readSheet';
import { countOf, progressPrinter, remarksOf, summarize } from './report';
import { assertWritable, outFileOf, saveSheet, unusedName } from './writeSheet';

const SANDBOX_SETTINGS = { hitRate: 0.8, latency: 300 };

const print = (line: string) => process.stdout.write(`${line}\n`);

// A closed output, for example after `| head`, must not end a paid run.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(flags: Flags): Promise<void> {
	const interrupt = new Interrupt(print);
	const sheet = readSheet(flags.file);
	for (const remark of sheet.remarks) print(remark);
	const { takes } = SHEET_OPERATIONS[flags.operation];
	const identifiers = identifierColumns(sheet, flags.columns, takes);
	const columns = [...new Set(Object.values(identifiers))];
	const out = outFileOf(flags);
	if (!flags.dryRun) assertWritable(out, flags.file);
	for (const remark of columns.flatMap((column) => remarksOn(sheet, column, takes))) print(remark);
	const { name, credential, close } = await connect(flags.account);
	try {
		print(`${name} at ${credential.baseUrl}`);
		const by =
			columns.map((column) => `"${column}"`).join(', ') +
			(takes.length > 1 ? '; a row may need several lookups' : '');
		print(`Running ${countOf(sheet.rows.length, 'row')} of ${flags.file} through ${flags.operation} by ${by}`);
		// n8n's engine takes a second to load, so flags and files are checked first.
		const { enrich } = await import('./enrich');
		print(`If the service asks to wait, the run waits up to ${MAX_WAIT} s, then defers the remaining rows`);
		const enriched = await enrich({
			sheet,
			parameters: parametersOf(flags, identifiers),
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

function report(enriched: Enriched, flags: Flags, sheet: Sheet, out: string): void {
	const { items, hints, totals, isStopped } = enriched;
	const kept = items.map(({ json }, place) => isKept(json, asItem(sheet, sheet.rows[place])));
	const [before, handled] = [true, false].map((is) => items.filter((_item, place) => kept[place] === is));
	// A stopped run has fewer answers than the sheet of an earlier run, so it never overwrites one.
	const stoppedName = () => unusedName(out.replace(/(\.\w+)?$/, '-stopped$1'));
	// Another run may have created this file since the start.
	const name = isStopped ? stoppedName() : (flags.out ?? unusedName(out));
	const isWritten = !flags.dryRun && (!isStopped || handled.some(({ json }) => hasAnswer(json)));
	const { file, problem } = isWritten ? saveSheet(name, sheet, items) : { file: name, problem: null };
	if (!flags.dryRun) print(summarize(items, before, totals));
	for (const remark of remarksOf(hints, file)) print(remark);
	if (problem !== null) {
		process.stderr.write(`${problem}\n`);
		process.exitCode = 1;
	}
	print(isWritten ? `Wrote ${file}` : 'Nothing was written');
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
