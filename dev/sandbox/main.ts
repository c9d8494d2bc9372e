import { HELP, readCommandLine } from './commandLine';
import { knobLines } from './knobs';
import { startSandbox, type Sandbox } from './server';
import { TEST_IDENTIFIERS } from './testIdentifiers';

async function main(): Promise<void> {
	const command = readCommandLine(process.argv.slice(2));
	if (command.is === 'help') return print(HELP);
	if (command.is === 'refused') return fail(`${command.why} See --help.`);
	const { port, settings } = command;
	try {
		const sandbox = await startSandbox({ port, settings });
		print(welcome(sandbox));
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
	} catch (error) {
		fail(sentence(error, port));
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
		'Knobs:',
		'',
		...knobLines(new URL(url).origin),
		'',
	].join('\n');
}

function sentence(error: unknown, port: number): string {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port, or 0 for a free one.`;
	if (code === 'EACCES') return `Port ${port} may not be used. Choose another one with --port, or 0 for a free one.`;
	return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}

const print = (text: string) => void process.stdout.write(`${text}`);

function fail(message: string): void {
	process.stderr.write(`${message}\n`);
	process.exitCode = 1;
}

void main();
