import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, runCommand } from '../../../dev/n8n/instance/command';
import { installDebian } from '../../../dev/n8n/instance/debian';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { startServer } from '../../../dev/n8n/instance/supervised';

const POSTGRES = '/usr/lib/postgresql/15/bin';
const TIMEOUT_MS = 30_000;

interface Database {
	/** The settings of n8n with its host and port. */
	settings: Record<string, string>;
	stop(): Promise<void>;
}

/** A service of the Compose file, as far as a process without a container can have it. */
export interface Service {
	command?: string | string[];
	environment: Record<string, string>;
	healthcheck: { test: string[] };
}

const TRUSTING: Service = { environment: { POSTGRES_USER: 'n8n' }, healthcheck: { test: ['CMD', 'pg_isready'] } };

/** The health check of a container against a port of this machine. */
const checkOf = ({ healthcheck }: Service, port: number): Command => {
	const [command, ...args] = healthcheck.test.slice(1).join(' ').split(' ');
	return { command, args: ['-h', '127.0.0.1', '-p', String(port), ...args], cwd: '/' };
};

const outputOf = async (command: Command) => await runCommand(command).catch(() => undefined);

/** Installs Debian's packages of both if they are missing. */
export async function installDatabases(): Promise<void> {
	// The package starts a server of its own, which the tests do not use.
	if (await installDebian('postgresql-15'))
		await outputOf({ command: 'pg_ctlcluster', args: ['15', 'main', 'stop'], cwd: '/' });
	// The package `redis-server` only adds a service.
	await installDebian('redis-tools');
}

export async function startPostgres(folder: string, service = TRUSTING): Promise<Database> {
	const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD: password = '' } = service.environment;
	const cwd = join(folder, 'postgres');
	mkdirSync(cwd);
	const data = join(cwd, 'data');
	// PostgreSQL refuses to run as root.
	const isRoot = process.getuid?.() === 0;
	if (isRoot) await runCommand({ command: 'chown', args: ['postgres:postgres', cwd], cwd: '/' });
	const asPostgres = (program: string, commandLine: string): Command => {
		const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
		const [command, ...args] = [...asUser, join(POSTGRES, program), ...commandLine.split(' ')];
		return { command, args, cwd };
	};
	const passwordFile = join(cwd, 'password');
	writeFileSync(passwordFile, `${password}\n`);
	const auth = password === '' ? '--auth=trust' : `--auth=scram-sha-256 --pwfile=${passwordFile}`;
	await runCommand(asPostgres('initdb', `--username ${user} ${auth} --encoding=UTF8 --locale=C --pgdata ${data}`));
	const [port] = await freePorts(1);
	const server = await startServer({
		...asPostgres('postgres', `-D ${data} -p ${port} -k ${cwd} -h 127.0.0.1`),
		name: 'PostgreSQL',
		isReady: async () => (await outputOf(checkOf(service, port))) !== undefined,
		timeoutMs: TIMEOUT_MS,
	});
	if (database !== undefined) {
		const createDatabase = asPostgres('createdb', `-h 127.0.0.1 -p ${port} -U ${user} ${database}`);
		await runCommand({ ...createDatabase, env: { PGPASSWORD: password } });
	}
	return {
		settings: { DB_POSTGRESDB_PORT: String(port) },
		// On SIGINT it shuts down at once; on SIGTERM it waits for its clients.
		stop: async () => await server.stop('SIGINT'),
	};
}

export async function startRedis(folder: string, service: Service): Promise<Database> {
	// The program acts by the name that it is called by.
	const command = join(folder, 'redis-server');
	symlinkSync('/usr/bin/redis-check-rdb', command);
	const [port] = await freePorts(1);
	const options = `--port ${port} --bind 127.0.0.1 --appendonly no --dir ${folder}`;
	const server = await startServer({
		name: 'Redis',
		command,
		args: [...options.split(' '), '--save', ''],
		cwd: folder,
		isReady: async () => (await outputOf(checkOf(service, port)))?.trim() === 'PONG',
		timeoutMs: TIMEOUT_MS,
	});
	return {
		settings: { QUEUE_BULL_REDIS_PORT: String(port) },
		stop: async () => await server.stop(),
	};
}
