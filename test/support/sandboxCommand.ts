import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/**
 * Starts the command `npm run sandbox`, and collects what it prints.
 * @param root the folder of the project
 */
export function startSandboxCommand(args: readonly string[], root = ROOT) {
	const child = spawn(process.execPath, ['--import', 'tsx', join('dev', 'sandbox', 'main.ts'), ...args], {
		cwd: root,
	});
	const printed = { out: '', err: '' };
	child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
	child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text));
	const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
	return { child, printed, ended };
}

/** The printed base URL and key. */
export function addressIn({ out }: { out: string }): { url: string; key: string } {
	const [, url = ''] = /Base URL +(\S+)/.exec(out) ?? [];
	const [, key = ''] = /API key +(\S+)/.exec(out) ?? [];
	return { url, key };
}
