import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { KEY_VARIABLE } from '../../dev/cli/flags';

export const ROOT = join(__dirname, '..', '..');

/** Starts a development program and collects its output. */
export function startProgram(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
	const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
	});
	const printed = { out: '', err: '' };
	child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
	child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text));
	const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
	return { child, printed, ended };
}

/** Starts the program of `npm start`. It uses its own sandbox if `service` is omitted. */
export function startSheetCommand(args: readonly string[], service?: { url: string; key: string }) {
	const baseUrl = service ? ['--base-url', service.url] : [];
	return startProgram('dev/cli/main.ts', [...args, ...baseUrl], { [KEY_VARIABLE]: service?.key ?? '' });
}
