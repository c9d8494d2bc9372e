import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../dev/n8n/instance/command';
import { installDebian } from '../../../dev/n8n/instance/debian';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { startServer, type OwnServer } from './ownServer';

/** How n8n reaches the queue. */
export const queueSettings = ({ port }: OwnServer): Record<string, string> => ({
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(port),
});

/** Installs it where it is missing. */
export const installRedis = async () => await installDebian(['redis-tools']);

/**
 * Starts a Redis that keeps nothing on the disk. Debian's `redis-server` package starts a service and holds but a link to
 * this program of `redis-tools`, which goes by the name that it is called by.
 */
export async function startRedis(folder: string): Promise<OwnServer> {
	await installRedis();
	const command = join(folder, 'redis-server');
	symlinkSync('/usr/bin/redis-check-rdb', command);
	const [port] = await freePorts(1);
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
	const ping = { command: 'redis-cli', args: ['-h', '127.0.0.1', '-p', String(port), 'ping'], cwd: folder };
	const answers = async () =>
		await runCommand(ping).then(
			(said) => said.trim() === 'PONG',
			() => false,
		);
	return await startServer({ name: 'Redis', command, args, cwd: folder, port, end: 'SIGTERM', answers });
}
