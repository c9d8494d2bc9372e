import { HELP, readCommandLine } from './commandLine';
import { controlApiLines } from './http/controlApi';
import { TEST_IDENTIFIERS } from './rules/testIdentifiers';
import { startSandbox, type Sandbox } from './server';

async function main(): Promise<void> {
	const command = readCommandLine(process.argv.slice(2));
	if (command.is === 'help') return void process.stdout.write(HELP);
	if (command.is === 'invalid') return fail(`${command.message} See --help.`);
	const { port, settings } = command;
	try {
		const sandbox = await startSandbox({ port, settings });
		process.stdout.write(welcome(sandbox));
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
	} catch (error) {
		fail(explain(error, port));
	}
}

function welcome({ url, key }: Sandbox): string {
	const width = Math.max(...TEST_IDENTIFIERS.map(({ name }) => name.length));
	const rows = TEST_IDENTIFIERS.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`);
	return [
		`The sandbox is ready. Ctrl-C ends it.`,
		'',
		`  Base URL  ${url}`,
		`  API key   ${key}`,
		'',
		'Test identifiers force an outcome: as a LinkedIn slug, as <name>@example.com, or as the MD5 of that e-mail.',
		'',
		...rows,
		'',
		'Control API:',
		'',
		...controlApiLines(new URL(url).origin),
		'',
	].join('\n');
}

function explain(error: unknown, port: number): string {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port, or 0 for a free one.`;
	if (code === 'EACCES') return `Port ${port} may not be used. Choose another one with --port, or 0 for a free one.`;
	return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}

function fail(message: string): void {
	process.stderr.write(`${message}\n`);
	process.exitCode = 1;
}

void main();
