// Runs the packed node in a whole n8n: a random run every second, while faults and limits of the sandbox change.
// Checks each run, and the memory and handles of n8n. Usage: main.ts [minutes] [--seed n]
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, parseArgs } from 'node:util';
import { z } from 'zod/v4';
import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import { exitOnSignal } from '../n8n/engine/exitOnSignal';
import { startAll } from '../n8n/instance/cleanups';
import { drawsOf } from '../sandbox/random';
import { checkRun } from './checkRun';
import { rotateConditions } from './conditions';
import { measureGrowth, takeSample, type Sample } from './growth';
import { PeoplePool } from './peoplePool';
import { makeSheet } from './sheet';
import { openTestbed, startRun, type Testbed } from './testbed';
import { Totals } from './totals';
import { drawLimits, VARIANTS } from './workflow';

const ARGUMENTS = z.object({
	minutes: z.coerce.number().int().min(1).default(30),
	/** Decides sheets, limits, faults and the limits of the service. */
	seed: z.coerce.number().int().min(1).default(1),
});
type Arguments = z.infer<typeof ARGUMENTS>;

const SAMPLE_EVERY_S = 3;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts a run every second, whether or not earlier runs are over. @returns a sentence for each broken promise */
async function soak({ n8n, probePort, sandbox }: Testbed, { minutes, seed }: Arguments): Promise<string[]> {
	const totals = new Totals();
	const people = new PeoplePool(sandbox.ledger);
	const samples: Sample[] = [];
	const started: Array<Promise<void>> = [];
	const start = (work: Promise<void>) => {
		// Promise.all reports the error at the end.
		work.catch(() => undefined);
		started.push(work);
	};

	/** A run with a random sheet, operation and limits. */
	async function run(number: number): Promise<void> {
		const block = people.take();
		if (block === undefined) {
			totals.count('runs not started, too many active');
			return;
		}
		const draws = drawsOf(seed, `run|${number}`);
		const variant = draws.pick(VARIANTS);
		const sheet = makeSheet(Object.values(variant.fields).flat(), block.contacts, draws);
		const rows = sheet.map(({ json }) => json);
		const limits = drawLimits(draws);
		const name = `run ${number} (${variant.path})`;
		totals.count('runs');
		totals.count('rows', rows.length);
		let output: JsonObject[] | null;
		try {
			output = await startRun(n8n.url, variant.path, { rows, limits });
		} catch (error) {
			// The block stays taken: the run may still send requests for its people.
			totals.count('runs not finished by n8n');
			totals.complain(`${name}: ${inspect(error)}`);
			return;
		}
		const requests = people.release(block);
		totals.addRequests(requests);
		totals.addRun(name, output, checkRun({ variant, sheet, output, requests }));
	}

	const stopRotating = rotateConditions(sandbox, seed);
	const begin = performance.now();
	for (let second = 0; second < minutes * 60; second++) {
		await sleep(Math.max(0, begin + second * 1_000 - performance.now()));
		if (second > 0 && second % 60 === 0) say(totals.minuteLine(second / 60, samples.at(-1)));
		if (second % SAMPLE_EVERY_S === 0) start(takeSample(probePort).then((sample) => void samples.push(sample)));
		start(run(second));
	}
	await Promise.all(started).finally(stopRotating);
	totals.count('requests for people of no active run', people.stray);
	const growths = measureGrowth(samples);
	say(`\n${totals.lines(growths).join('\n')}\n`);
	totals.complaints.forEach(say);
	return totals.broken(growths);
}

async function main(options: Arguments): Promise<void> {
	exitOnSignal();
	const testbed = await startAll(openTestbed);
	const died = testbed.n8n.ended.then((): never => {
		throw new Error(`n8n ended by itself:\n${testbed.n8n.output()}`);
	});
	try {
		say(`A run every second for ${options.minutes} minutes, seed ${options.seed}. Ctrl-C ends everything.`);
		const broken = await Promise.race([soak(testbed, options), died]);
		broken.forEach((sentence) => say(`${sentence}.`));
		say(broken.length === 0 ? 'All promises held.' : 'Promises were broken.');
		if (broken.length > 0) process.exitCode = 1;
	} finally {
		await testbed.stop();
	}
}

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
const options = ARGUMENTS.safeParse({ ...values, minutes: positionals[0] });
if (options.success)
	main(options.data).catch((error: unknown) => {
		say(error instanceof Error ? error.message : String(error));
		// If n8n ended by itself, the soak would wait for its runs.
		process.exit(1);
	});
else {
	say(z.prettifyError(options.error));
	process.exitCode = 2;
}
