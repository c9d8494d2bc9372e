import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../dev/n8n/instance/command';
import { installDebian } from '../../../dev/n8n/instance/debian';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { startServer, type OwnServer } from './ownServer';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const USER = 'n8n';

/** How n8n reaches the database. */
export const databaseSettings = ({ port }: OwnServer): Record<string, string> => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(port),
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: USER,
	DB_POSTGRESDB_PASSWORD: '',
	// A worker's five executions at a time share its connections; n8n's own default is two.
	DB_POSTGRESDB_POOL_SIZE: '5',
});

/** Installs Debian's PostgreSQL 15 where it is missing. */
export async function installPostgres(): Promise<void> {
	const installed = await installDebian(['postgresql-15']);
	// The package has started a server of the machine's own, which nobody asked for.
	if (installed.length > 0)
		await runCommand({ command: 'pg_ctlcluster', args: ['15', 'main', 'stop'], cwd: '/' }).catch(() => undefined);
}

/**
 * Starts a PostgreSQL 15 with data of its own in a folder: never the one that Debian's package may have started as a service.
 * @param folder one that the user postgres may enter
 */
export async function startPostgres(folder: string): Promise<OwnServer> {
	await installPostgres();
	const cwd = join(folder, 'postgres');
	mkdirSync(cwd);
	// PostgreSQL refuses to run as root.
	const unprivileged =
		process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
	if (unprivileged.length > 0) await runCommand({ command: 'chown', args: ['postgres:postgres', cwd], cwd: '/' });
	const data = join(cwd, 'data');
	const asItself = (program: string, ...args: string[]) => [...unprivileged, join(PROGRAMS, program), ...args];
	const [initdb, ...how] = asItself(
		'initdb',
		'--username',
		USER,
		'--auth=trust',
		'--encoding=UTF8',
		'--locale=C',
		'--pgdata',
		data,
	);
	await runCommand({ command: initdb, args: how, cwd });
	const [port] = await freePorts(1);
	const [command, ...args] = asItself('postgres', '-D', data, '-p', String(port), '-k', cwd, '-h', '127.0.0.1');
	const ping = { command: join(PROGRAMS, 'pg_isready'), args: ['-h', '127.0.0.1', '-p', String(port)], cwd };
	const answers = async () =>
		await runCommand(ping).then(
			() => true,
			() => false,
		);
	// SIGINT is its fast shutdown; on SIGTERM it waits for its clients.
	return await startServer({ name: 'PostgreSQL', command, args, cwd, port, end: 'SIGINT', answers });
}
