// Runs a program and kills it when the process that started this one ends: then our standard input closes, even if that
// process was killed and none of its own handlers ran.
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
