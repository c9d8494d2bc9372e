import { CommandError, runCommand } from '../../../../dev/n8n/instance/command';
import { retried } from '../../../../dev/n8n/instance/retried';

const PAUSES_MS = [1, 1];

const node = async (code: string) =>
	await runCommand({ command: process.execPath, args: ['-e', code], cwd: __dirname });

it('runs a command again that fails, once after each pause, and then gives up with what it said', async () => {
	const work = jest.fn(async () => await node('console.error("no network"); process.exit(1)'));
	await expect(retried(PAUSES_MS, work)).rejects.toThrow('no network');
	expect(work).toHaveBeenCalledTimes(1 + PAUSES_MS.length);
});

it('is done once it succeeds', async () => {
	const work = jest.fn().mockRejectedValueOnce(new CommandError('no network')).mockResolvedValue('done');
	await retried(PAUSES_MS, work);
	expect(work).toHaveBeenCalledTimes(2);
});

it.each([
	['ended it', 'process.kill(process.pid, "SIGINT"); setInterval(() => {}, 1000)'],
	['had it tidy up and end', 'process.exit(130)'],
])('does not run a command again where a signal %s', async (_how, code) => {
	const work = jest.fn(async () => await node(code));
	await expect(retried(PAUSES_MS, work)).rejects.toThrow(CommandError);
	expect(work).toHaveBeenCalledTimes(1);
});

it('does not run again what fails for another reason', async () => {
	const work = jest.fn().mockRejectedValue(new Error('a mistake of ours'));
	await expect(retried(PAUSES_MS, work)).rejects.toThrow('a mistake of ours');
	expect(work).toHaveBeenCalledTimes(1);
});
