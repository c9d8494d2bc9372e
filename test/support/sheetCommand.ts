import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { KEY_VARIABLE } from '../../dev/cli/flags';

export const ROOT = join(__dirname, '..', '..');

/** Starts the program behind `npm start` against the sandbox of the program, or against a given service. */
export function startSheetCommand(args: readonly string[], service?: { url: string; key: string }) {
	const baseUrl = service ? ['--base-url', service.url] : [];
	const program = ['--import', 'tsx', join('dev', 'cli', 'main.ts'), ...args, ...baseUrl];
	const env = { ...process.env, [KEY_VARIABLE]: service?.key ?? '' };
	const child = spawn(process.execPath, program, { cwd: ROOT, env });
	const printed = { out: '', err: '' };
	child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
	child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text));
	const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
	return { child, printed, ended };
}
