import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../dev/n8n/instance/command';
import { installDebian } from '../../../dev/n8n/instance/debian';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { startServer } from '../../../dev/n8n/instance/supervised';

/** Installs Debian's Redis if it is missing. */
export const installRedis = async () => await installDebian(['redis-tools']);

/**
 * Starts a Redis without persistence. Its program is in `redis-tools` under another name, and acts by the name that it is
 * called by; the package `redis-server` only adds a service.
 * @returns the settings with which n8n connects to it
 */
export async function startRedis(folder: string) {
	await installRedis();
	const command = join(folder, 'redis-server');
	symlinkSync('/usr/bin/redis-check-rdb', command);
	const [port] = await freePorts(1);
	const ping = { command: 'redis-cli', args: ['-h', '127.0.0.1', '-p', String(port), 'ping'], cwd: folder };
	const server = await startServer({
		name: 'Redis',
		command,
		args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
		cwd: folder,
		isReady: async () => (await runCommand(ping).catch(() => '')).trim() === 'PONG',
		timeoutMs: 30_000,
	});
	return {
		settings: {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(port),
		},
		stop: async () => await server.stop(),
	};
}
