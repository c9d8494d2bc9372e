// Runs what npm test is too quick for: `npm run verify` runs every part, `npm run verify -- soak 30` one of them with
// its arguments. dev/README.md says what each part is and how long it takes.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const tsx = (program, ...args) => ['tsx', program, ...args];
const e2e = (...folders) => ['jest', '-c', 'test/e2e/jest.config.cjs', ...folders.map((name) => `test/e2e/${name}`)];

const PARTS = {
	properties: [['jest', 'test/actions', 'test/api', 'test/client', 'test/node', 'test/run']],
	commands: [['jest', 'test/dev/commands', '--testPathIgnorePatterns=^$']],
	faults: [tsx('dev/faultMatrix/main.ts')],
	simulate: [tsx('dev/simulation/main.ts')],
	growth: [tsx('dev/benchmark/growth/main.ts')],
	n8n: [e2e('examples', 'agent', 'trigger', 'canvas', 'secrets', 'queue')],
	compat: [
		e2e('compat'),
		['jest', '-c', 'test/e2e/compat/n8n-1.123.config.cjs'],
		['jest', '-c', 'test/e2e/compat/n8n-1.115.config.cjs'],
	],
	oldest: [['jest', '-c', 'test/e2e/compat/oldestEngine.config.cjs']],
	contenders: [e2e('benchmark')],
	bench: [tsx('dev/benchmark/main.ts')],
	soak: [tsx('dev/soak/main.ts')],
	mutation: [['stryker', 'run', 'dev/mutation/stryker.config.mjs']],
};

// npm test tries a share of the cases that each property declares (test/support/fastCheck.cjs).
process.env.PROPERTY_CASES ??= 'all';

const [named, ...args] = process.argv.slice(2);
if (named !== undefined && !(named in PARTS)) {
	console.error(`There is no part "${named}". The parts are: ${Object.keys(PARTS).join(', ')}.`);
	process.exit(2);
}

run(['npm', 'run', '--silent', 'build']);
for (const part of named === undefined ? Object.keys(PARTS) : [named]) {
	const started = Date.now();
	console.log(`\n== ${part}`);
	for (const command of PARTS[part]) run([...command, ...args]);
	console.log(`== ${part} passed in ${((Date.now() - started) / 60_000).toFixed(1)} min`);
}

// npm has put node_modules/.bin on the PATH.
function run([command, ...rest]) {
	const { status, signal } = spawnSync(command, rest, { stdio: 'inherit', shell: process.platform === 'win32' });
	if (status !== 0) process.exit(signal ? 1 : (status ?? 1));
}
