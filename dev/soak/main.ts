// Runs the packed node in a whole n8n: a random run every second, while faults and limits of the sandbox change.
// Checks each run, and the memory and handles of n8n. Usage: main.ts [minutes] [--seed n]
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { startAll } from '../n8n/instance/cleanups';
import { rotateConditions } from './conditions';
import { growthText, isLeak, measureGrowth, netGrowth, type Growth, type Sample } from './growth';
import { controlRuns, lookupRuns } from './lookupRuns';
import { runSeries } from './series';
import { openTestbed, type Testbed } from './testbed';
import { Totals } from './totals';

const ARGUMENTS = z.object({
	minutes: z.coerce.number().int().min(1).default(30),
	/** Decides sheets, settings, faults and limits. */
	seed: z.coerce.number().int().min(1).default(1),
});
type Arguments = z.infer<typeof ARGUMENTS>;

const say = (line: string) => {
	process.stdout.write(`${line}\n`);
};

/** Returns a sentence for each broken promise. */
async function soak(testbed: Testbed, { minutes, seed }: Arguments, signal: AbortSignal): Promise<string[]> {
	const totals = new Totals();
	const stopRotating = rotateConditions(testbed.sandbox, seed);
	const ticks = {
		onSecond: lookupRuns(testbed, seed, totals),
		onMinute: (minute: number, sample: Sample | undefined) => say(totals.minuteLine(minute, sample)),
	};
	const samples = await runSeries(testbed.probePort, minutes, ticks, signal).finally(stopRotating);
	let growths = measureGrowth(samples);
	if (growths.some(isLeak)) {
		growths.filter(isLeak).map(growthText).forEach(say);
		say('The same again without the node, to subtract the growth of n8n.');
		growths = netGrowth(growths, await growthWithoutNode(testbed, { minutes, seed }, signal));
	}
	say(`\n${totals.table(growths)}\n`);
	totals.complaints.forEach(say);
	return totals.broken(growths);
}

async function growthWithoutNode(
	testbed: Testbed,
	{ minutes, seed }: Arguments,
	signal: AbortSignal,
): Promise<Growth[]> {
	const ticks = { onSecond: controlRuns(testbed, seed), onMinute: () => undefined };
	return measureGrowth(await runSeries(testbed.probePort, minutes, ticks, signal));
}

/** Before n8n runs, everything ends with this process. */
let onSignal = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
// Ctrl-C can arrive twice, from the terminal and from npm. The second one must not interrupt the cleanup.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, (signal) => onSignal(signal));

async function main(options: Arguments): Promise<void> {
	const testbed = await startAll(openTestbed);
	const over = new AbortController();
	const interrupted = new Promise<never>((_resolve, reject) => {
		onSignal = (signal) => {
			process.exitCode = 128 + constants.signals[signal];
			reject(new Error(`Ended by ${signal}.`));
		};
	});
	const died = testbed.n8n.ended.then((): never => {
		throw new Error(`n8n ended by itself:\n${testbed.n8n.output()}`);
	});
	try {
		say(`A run every second for ${options.minutes} minutes, seed ${options.seed}. Ctrl-C ends everything.`);
		const broken = await Promise.race([soak(testbed, options, over.signal), interrupted, died]);
		broken.forEach((sentence) => say(`${sentence}.`));
		say(broken.length === 0 ? 'All promises held.' : 'Promises were broken.');
		if (broken.length > 0) process.exitCode = 1;
	} finally {
		over.abort();
		await testbed.stop();
	}
}

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
const options = ARGUMENTS.safeParse({ ...values, minutes: positionals[0] });
if (options.success)
	main(options.data).catch((error: unknown) => {
		say(error instanceof Error ? error.message : String(error));
		process.exitCode ??= 1;
	});
else {
	say(z.prettifyError(options.error));
	process.exitCode = 2;
}
