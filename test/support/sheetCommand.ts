import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { KEY_VARIABLE } from '../../dev/cli/flags';

export const ROOT = join(__dirname, '..', '..');

/** Starts the program of `npm start` and collects its output. It uses its own sandbox if `service` is omitted. */
export function startSheetCommand(args: readonly string[], service?: { url: string; key: string }) {
	const baseUrl = service ? ['--base-url', service.url] : [];
	const child = spawn(process.execPath, ['--import', 'tsx', 'dev/cli/main.ts', ...args, ...baseUrl], {
		cwd: ROOT,
		env: { ...process.env, [KEY_VARIABLE]: service?.key ?? '' },
	});
	const printed = { out: '', err: '' };
	child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
	child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text));
	const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
	return { child, printed, ended };
}
