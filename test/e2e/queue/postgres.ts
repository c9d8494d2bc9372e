import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../dev/n8n/instance/command';
import { installDebian } from '../../../dev/n8n/instance/debian';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { startServer } from '../../../dev/n8n/instance/supervised';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const USER = 'n8n';

/** Installs Debian's PostgreSQL 15 if it is missing. */
export async function installPostgres(): Promise<void> {
	const installed = await installDebian(['postgresql-15']);
	// The package starts a server of its own, which the tests do not use.
	if (installed.length > 0)
		await runCommand({ command: 'pg_ctlcluster', args: ['15', 'main', 'stop'], cwd: '/' }).catch(() => undefined);
}

/**
 * Starts a PostgreSQL 15 with an empty database in a folder.
 * @param folder one that the user postgres may enter
 * @returns the settings with which n8n connects to it
 */
export async function startPostgres(folder: string) {
	await installPostgres();
	const cwd = join(folder, 'postgres');
	mkdirSync(cwd);
	const data = join(cwd, 'data');
	// PostgreSQL refuses to run as root.
	const isRoot = process.getuid?.() === 0;
	if (isRoot) await runCommand({ command: 'chown', args: ['postgres:postgres', cwd], cwd: '/' });
	const asPostgres = (program: string, commandLine: string) => {
		const user = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
		const [command, ...args] = [...user, join(PROGRAMS, program), ...commandLine.split(' ')];
		return { command, args, cwd };
	};
	await runCommand(
		asPostgres('initdb', `--username ${USER} --auth=trust --encoding=UTF8 --locale=C --pgdata ${data}`),
	);
	const [port] = await freePorts(1);
	const ping = asPostgres('pg_isready', `-h 127.0.0.1 -p ${port}`);
	const server = await startServer({
		...asPostgres('postgres', `-D ${data} -p ${port} -k ${cwd} -h 127.0.0.1`),
		name: 'PostgreSQL',
		isReady: async () =>
			await runCommand(ping).then(
				() => true,
				() => false,
			),
		timeoutMs: 30_000,
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
