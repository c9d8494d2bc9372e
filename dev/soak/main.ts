import { constants } from 'node:os';
import { begin } from '../n8n/instance/endings';
import { changingWeather } from './changingWeather';
import { ControlRuns } from './control';
import { HELP, readFlags, type Flags } from './flags';
import { openGround, type Ground } from './ground';
import { minuteLine, table } from './lines';
import { Lookups } from './lookups';
import { growthsOf, isTooMuch, type Grown } from './measures';
import { MINUTE_S, series } from './series';
import { broken } from './verdict';

const say = (line: string) => {
	process.stdout.write(`${line}\n`);
};

/** @returns what was broken, in a sentence each */
async function soak(ground: Ground, { minutes, seed }: Flags, signal: AbortSignal): Promise<string[]> {
	const lookups = new Lookups(ground, seed);
	const { tally } = lookups;
	const endWeather = changingWeather(ground.sandbox, seed);
	const eachMinute = (minute: number, last: Parameters<typeof minuteLine>[3]) =>
		say(minuteLine(minute, tally, lookups.underWay, last));
	const { samples, latestMs } = await series(ground, minutes, { begin: lookups.begin, eachMinute }, signal).finally(
		endWeather,
	);
	const grown = growthsOf(samples);
	const tooMuch = grown
		.filter((one) => isTooMuch(one))
		.map(({ measure: { name, show }, growth }) => `${name} grew by ${show(growth ?? 0)}`);
	if (tooMuch.length > 0) say(`${tooMuch.join(', ')}. Now the same without the node, for as long again.`);
	const control = tooMuch.length > 0 ? await growthWithoutNode(ground, { minutes, seed }, signal) : null;
	const { strays, nameless } = lookups.others;
	const soaked = { tally, grown, control, strays };
	say(
		`\n${table(soaked, { seconds: minutes * MINUTE_S, skipped: lookups.skipped, latestMs }, nameless, samples.at(-1))}\n`,
	);
	tally.complaints.forEach(say);
	return broken(soaked);
}

/** What grows in n8n by itself is not the node's. */
async function growthWithoutNode(ground: Ground, { minutes, seed }: Flags, signal: AbortSignal): Promise<Grown[]> {
	const runs = new ControlRuns(ground, seed);
	const { samples } = await series(ground, minutes, { begin: runs.begin, eachMinute: () => undefined }, signal);
	if (runs.failed > 0) throw new Error(`${runs.failed} runs without the node lost rows: n8n itself is not sound.`);
	return growthsOf(samples);
}

/** Before n8n runs there is nothing to end in order: what was started ends with this process. */
let onSignal = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
// Ctrl-C comes twice, from the terminal and from whoever runs this: the second one must not cut the endings short.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, (signal) => onSignal(signal));

async function main(flags: Flags): Promise<void> {
	const ground = await begin(openGround);
	const over = new AbortController();
	const interrupted = new Promise<never>((_resolve, reject) => {
		onSignal = (signal) => {
			process.exitCode = 128 + constants.signals[signal];
			reject(new Error(`Ended by ${signal}.`));
		};
	});
	const died = ground.n8n.ended.then((): never => {
		throw new Error(`n8n has ended by itself:\n${ground.n8n.said()}`);
	});
	try {
		say(`A run every second, for ${flags.minutes} minutes, with seed ${flags.seed}. Ctrl-C ends everything.`);
		const complaints = await Promise.race([soak(ground, flags, over.signal), interrupted, died]);
		complaints.forEach((sentence) => say(`${sentence}.`));
		say(complaints.length === 0 ? 'All promises held.' : 'Promises were broken.');
		if (complaints.length > 0) process.exitCode = 1;
	} finally {
		over.abort();
		await ground.stop();
	}
}

try {
	const flags = readFlags(process.argv.slice(2));
	if (flags === null) say(HELP);
	else {
		main(flags).catch((error: unknown) => {
			say(error instanceof Error ? error.message : String(error));
			process.exitCode ??= 1;
		});
	}
} catch (error) {
	say(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
