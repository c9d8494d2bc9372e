import { chmodSync } from 'node:fs';
import { type Cleanups, temporaryFolder } from '../../../dev/n8n/instance/cleanups';
import { runCommand } from '../../../dev/n8n/instance/command';
import { installDatabases, startPostgres } from '../queue/databases';
import type { OtherCredential } from './example';

/** A PostgreSQL for the tables of workflows. */
export async function startContacts(cleanups: Cleanups) {
	await installDatabases();
	const folder = temporaryFolder('postgres', cleanups);
	// The user postgres must be able to enter it.
	chmodSync(folder, 0o755);
	const { settings, stop } = await startPostgres(folder);
	cleanups.add(stop);
	const port = Number(settings.DB_POSTGRESDB_PORT);
	const data = { host: '127.0.0.1', port, database: 'postgres', user: 'n8n', password: '', ssl: 'disable' };
	const credential: OtherCredential = { nodeType: 'n8n-nodes-base.postgres', type: 'postgres', data };
	/** Runs a statement. @returns the rows as lines with | between the columns */
	const query = async (statement: string): Promise<string[]> => {
		const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'postgres', '-At', '-c', statement];
		return (await runCommand({ command: 'psql', args, cwd: '/' })).trim().split('\n');
	};
	return { credential, query };
}
