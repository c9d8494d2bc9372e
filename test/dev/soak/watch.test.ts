import { eventually } from '../../../dev/n8n/instance/eventually';
import { startKept, type Kept } from '../../../dev/n8n/instance/kept';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { probed, Watch, type Sample } from '../../../dev/soak/watch';

const COUNT = 5;
const MB = 1e6;

let program: Kept | undefined;

afterEach(async () => {
	await program?.kill();
	program = undefined;
});

/** Looks into a program that runs a script, some times. */
async function lookInto(script: string): Promise<readonly Sample[]> {
	const [port] = await freePorts(1);
	const { nodeArgs, env } = probed(port);
	program = startKept({ command: process.execPath, args: [...nodeArgs, '-e', script], cwd: __dirname, env });
	const answers = async () =>
		(await fetch(`http://127.0.0.1:${port}/`).then(
			({ ok }) => ok,
			() => false,
		)) || undefined;
	await eventually('The probe answers', answers);
	const watch = new Watch(port, 50);
	await eventually('There are samples', async () => (watch.samples.length >= COUNT ? true : undefined));
	return await watch.stop();
}

const grownBy = (samples: readonly Sample[], of: (sample: Sample) => number) =>
	of(samples[samples.length - 1]) - of(samples[0]);
const EVERY = (work: string) => `const kept = []; setInterval(() => { ${work} }, 5);`;

it('looks after everything that nobody needs was collected', async () => {
	const [first] = await lookInto(
		'let much = new Array(2_000_000).fill(0).map(() => ({})); much = null; setInterval(() => {}, 1e9);',
	);
	expect(first.heap).toBeLessThan(20 * MB);
});

it('tells what a program keeps, and not what it lets go', async () => {
	const garbage = await lookInto(EVERY('kept[0] = new Array(20_000).fill(0).map(() => ({}))'));
	expect(grownBy(garbage, ({ heap }) => heap)).toBeLessThan(MB);
	await program?.kill();
	const leak = await lookInto(EVERY('kept.push(new Array(20_000).fill(0).map(() => ({})))'));
	expect(grownBy(leak, ({ heap }) => heap)).toBeGreaterThan(2 * MB);
});

it('tells buffers, handles and open files', async () => {
	const samples = await lookInto(
		EVERY(`kept.push(Buffer.alloc(100_000)); setInterval(() => {}, 1e9); require('fs').openSync(process.execPath)`),
	);
	expect(grownBy(samples, ({ external }) => external)).toBeGreaterThan(200_000);
	expect(grownBy(samples, ({ handles }) => handles.Timeout)).toBeGreaterThan(2);
	expect(grownBy(samples, ({ files }) => files)).toBeGreaterThan(2);
	expect(samples.map(({ at }) => at)).toEqual(samples.map(({ at }) => at).sort((a, b) => a - b));
});

it('what the program starts is not looked into', async () => {
	await lookInto(`console.log('told', process.env.SOAK_PROBE_PORT); setInterval(() => {}, 1e9);`);
	expect(program?.said()).toContain('told undefined');
});

it('a program that nobody can look into fails the watch at its end', async () => {
	const [port] = await freePorts(1);
	const watch = new Watch(port, 50);
	await expect(watch.stop()).rejects.toThrow();
});
