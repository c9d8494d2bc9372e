import { constants } from 'node:os';
import { startSandbox } from '../sandbox/server';
import { isAnswered } from './answered';
import { counted } from './counted';
import type { Enriched } from './enrich';
import { HELP, readFlags, SHEET_OPERATIONS, type Flags } from './flags';
import { freeName, outFileOf } from './outFile';
import { showProgress } from './progress';
import { identifierColumn, readSheet, type Sheet } from './readSheet';
import { remarksOf } from './remarks';
import { asItem } from './sheetItem';
import { SheetError } from './sheetError';
import { summarize } from './summary';
import { expectWritable, writeSheet } from './writeSheet';

const SANDBOX_SETTINGS = { hitRate: 0.8, latency: 300 };
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(flags: Flags): Promise<void> {
	const interrupt = stopOnSignal();
	const sheet = readSheet(flags.file);
	const column = identifierColumn(sheet, flags.column, SHEET_OPERATIONS[flags.operation].column);
	const out = outFileOf(flags);
	if (!flags.dryRun) expectWritable(out);
	const { name, credential, close } = await serviceOf(flags.account);
	try {
		say(`${name} at ${credential.baseUrl}`);
		say(
			`Running ${counted(sheet.rows.length, 'row')} of ${flags.file} (column "${column}") through ${flags.operation} in n8n's engine`,
		);
		// n8n's engine takes a second to load: whoever mistyped a flag is told at once.
		const { enrich, MAX_WAIT } = await import('./enrich');
		say(`Where the service asks to wait, the run does, for up to ${MAX_WAIT} s; then it puts the rest off`);
		const progress = showProgress(process.stdout);
		const enriched = await enrich({
			...flags,
			sheet,
			column,
			credential,
			onProgress: (now) => progress.update(now),
			onStart: (stop) => (interrupt.stop = stop),
		}).finally(() => progress.end());
		report(enriched, flags, sheet, out);
		// Requests that are under way would keep the process alive until they time out.
		if (enriched.ended === 'stopped') process.exit(interrupt.code);
	} finally {
		await close();
	}
}

function report(
	{ items, hints, totals, ended }: Enriched,
	{ skipAnswered, dryRun }: Flags,
	sheet: Sheet,
	out: string,
): void {
	const before = sheet.rows.map((row) => skipAnswered && isAnswered(asItem(sheet, row)));
	const asked = items.filter((_item, place) => !before[place]);
	const isStopped = ended === 'stopped';
	if (isStopped) say('Stopped: what was under way may have been charged');
	// A run that was stopped tells less than an earlier one that may have been written there.
	const file = isStopped ? freeName(out.replace(/(\.\w+)?$/, '-stopped$1')) : out;
	const isWritten = !dryRun && (!isStopped || asked.some(({ json }) => isAnswered(json)));
	if (isWritten) writeSheet(file, sheet, items);
	if (!dryRun) say(summarize(asked, { ...totals, answeredBefore: items.length - asked.length }));
	for (const remark of remarksOf(hints, file)) say(remark);
	say(isWritten ? `Wrote ${file}` : 'Nothing was written');
}

/** Who is asked, under which credential, and how that ends. */
interface Service {
	name: string;
	credential: { baseUrl: string; apiKey: string };
	close(): Promise<void>;
}

async function serviceOf(account: Flags['account']): Promise<Service> {
	if (account !== null) return { name: 'Service', credential: account, close: async () => await Promise.resolve() };
	const { url, key, close } = await startSandbox({ settings: SANDBOX_SETTINGS });
	return { name: 'Sandbox of the service', credential: { baseUrl: url, apiKey: key }, close };
}

/**
 * What Ctrl-C or SIGTERM stops: the run, once there is one, so that the node hands on what it has; before that, and the second time, the process.
 * Unheard, they would leave the unpacked node behind.
 */
function stopOnSignal(): { code: number; stop(): void } {
	const end = () => process.exit(interrupt.code);
	const interrupt = {
		code: 0,
		stop() {
			say('\nStopped: nothing was written.');
			end();
		},
	};
	const heard = (signal: NodeJS.Signals) => {
		interrupt.code = 128 + constants.signals[signal];
		for (const name of SIGNALS) process.off(name, heard).once(name, end);
		interrupt.stop();
	};
	for (const name of SIGNALS) process.once(name, heard);
	return interrupt;
}

try {
	const flags = readFlags(process.argv.slice(2), process.env);
	if (flags === null) say(HELP);
	else void main(flags).catch(fail);
} catch (error) {
	fail(error);
}

function fail(error: unknown): void {
	if (!(error instanceof SheetError)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
