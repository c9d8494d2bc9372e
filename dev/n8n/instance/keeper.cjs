// Runs a program for no longer than the process that started this one: with its end, however it came, our standard
// input closes. Handlers of that process would not do: nothing runs in one that is killed.
const { spawn } = require('node:child_process');

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.once('error', (error) => {
	process.stderr.write(`${command} could not be started: ${error.message}\n`);
	process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));

process.stdin.resume();
process.stdin.once('close', () => process.kill(-process.pid, 'SIGKILL'));
