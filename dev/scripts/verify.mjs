// Runs what npm test is too quick for: `npm run verify` runs every part, `npm run verify -- faults --sample 20` one of
// them with its arguments. dev/README.md says what each part is and how long it takes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

const tsx = (program, ...args) => ['tsx', program, ...args];
/** Test files of a kind in jest.config.mjs. */
const tests = (kind, ...folders) => {
	const files = folders.map((name) => `test/e2e/${name}/`);
	return ['env', `TESTS=${kind}`, 'npm', 'run', '--silent', 'jest', '--', ...files];
};

const PARTS = {
	properties: [tests('quick')],
	isolated: [tests('isolated')],
	zod: [['env', 'ZOD=zod-4', 'PROPERTY_CASES=0.1', ...tests('quick'), 'test/(api|actions|run|node)/']],
	commands: [tests('commands')],
	faults: [tsx('dev/faultMatrix/main.ts')],
	growth: [tsx('dev/benchmark/growth/main.ts')],
	n8n: [
		tsx('test/e2e/support/install.ts'),
		[tests('shared', 'agent', 'canvas', 'examples'), tests('own', 'trigger')],
	],
	queue: [tests('own', 'queue')],
	pictures: [tests('shared', 'pictures')],
	compat: [tests('compat'), tests('newer'), tests('older')],
	oldest: [tests('oldest')],
	bench: [tsx('dev/benchmark/main.ts')],
	size: [tsx('dev/size/main.ts')],
	mutation: [['stryker', 'run', 'dev/mutation/stryker.config.mjs']],
	actionsMutation: [['stryker', 'run', 'dev/mutation/stryker.actions.config.mjs']],
};

// npm test tries a tenth of the cases that each property declares (test/support/fastCheck.cjs).
process.env.PROPERTY_CASES ??= '1';

const [named, ...args] = process.argv.slice(2);
if (named !== undefined && !(named in PARTS)) {
	console.error(`There is no part "${named}". The parts are: ${Object.keys(PARTS).join(', ')}.`);
	process.exit(2);
}

await runAll([['node', 'dev/scripts/build.mjs']]);
for (const part of named === undefined ? Object.keys(PARTS) : [named]) {
	const started = Date.now();
	console.log(`\n== ${part}`);
	for (const step of PARTS[part]) {
		const commands = typeof step[0] === 'string' ? [step] : step;
		await runAll(commands.map((command) => [...command, ...args]));
	}
	console.log(`== ${part} passed in ${((Date.now() - started) / 60_000).toFixed(1)} min`);
}

/** Runs commands at the same time, and ends this process if one of them fails. */
async function runAll(commands) {
	const statuses = await Promise.all(commands.map(run));
	const failed = statuses.find((status) => status !== 0);
	if (failed !== undefined) process.exit(failed ?? 1);
}

// npm has put node_modules/.bin on the PATH.
async function run([command, ...rest]) {
	const child = spawn(command, rest, { stdio: 'inherit', shell: process.platform === 'win32' });
	const [status] = await once(child, 'close');
	return status;
}
