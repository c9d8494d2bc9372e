import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, runCommand } from '../../../dev/n8n/instance/command';
import { installDebian } from '../../../dev/n8n/instance/debian';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { startServer } from '../../../dev/n8n/instance/supervised';

const POSTGRES = '/usr/lib/postgresql/15/bin';
const USER = 'n8n';
const TIMEOUT_MS = 30_000;

interface Database {
	settings: Record<string, string>;
	stop(): Promise<void>;
}

const outputOf = async (command: Command) => await runCommand(command).catch(() => undefined);

/** Installs Debian's packages of both if they are missing. */
export async function installDatabases(): Promise<void> {
	// The package starts a server of its own, which the tests do not use.
	if (await installDebian('postgresql-15'))
		await outputOf({ command: 'pg_ctlcluster', args: ['15', 'main', 'stop'], cwd: '/' });
	// The package `redis-server` only adds a service.
	await installDebian('redis-tools');
}

export async function startPostgres(folder: string): Promise<Database> {
	const cwd = join(folder, 'postgres');
	mkdirSync(cwd);
	const data = join(cwd, 'data');
	// PostgreSQL refuses to run as root.
	const isRoot = process.getuid?.() === 0;
	if (isRoot) await runCommand({ command: 'chown', args: ['postgres:postgres', cwd], cwd: '/' });
	const asPostgres = (program: string, commandLine: string): Command => {
		const user = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
		const [command, ...args] = [...user, join(POSTGRES, program), ...commandLine.split(' ')];
		return { command, args, cwd };
	};
	await runCommand(
		asPostgres('initdb', `--username ${USER} --auth=trust --encoding=UTF8 --locale=C --pgdata ${data}`),
	);
	const [port] = await freePorts(1);
	const server = await startServer({
		...asPostgres('postgres', `-D ${data} -p ${port} -k ${cwd} -h 127.0.0.1`),
		name: 'PostgreSQL',
		isReady: async () => (await outputOf(asPostgres('pg_isready', `-h 127.0.0.1 -p ${port}`))) !== undefined,
		timeoutMs: TIMEOUT_MS,
	});
	return {
		settings: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: '',
			// A worker's five concurrent executions share its connections; n8n's default is two.
			DB_POSTGRESDB_POOL_SIZE: '5',
		},
		// On SIGINT it shuts down at once; on SIGTERM it waits for its clients.
		stop: async () => await server.stop('SIGINT'),
	};
}

export async function startRedis(folder: string): Promise<Database> {
	// The program acts by the name that it is called by.
	const command = join(folder, 'redis-server');
	symlinkSync('/usr/bin/redis-check-rdb', command);
	const [port] = await freePorts(1);
	const ping = { command: 'redis-cli', args: ['-h', '127.0.0.1', '-p', String(port), 'ping'], cwd: folder };
	const options = `--port ${port} --bind 127.0.0.1 --appendonly no --dir ${folder}`;
	const server = await startServer({
		name: 'Redis',
		command,
		args: [...options.split(' '), '--save', ''],
		cwd: folder,
		isReady: async () => (await outputOf(ping))?.trim() === 'PONG',
		timeoutMs: TIMEOUT_MS,
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
