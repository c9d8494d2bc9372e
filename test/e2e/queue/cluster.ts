import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startAll } from '../../../dev/n8n/instance/cleanups';
import { startN8n } from '../../../dev/n8n/instance/n8nProcess';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { logIn } from '../../../dev/n8n/instance/rest';
import { createTestbed } from '../../../dev/n8n/instance/testbed';
import { startSandbox, type SandboxOptions } from '../../../dev/sandbox/server';
import { createCredential } from '../support/hosted';
import { installDatabases, startPostgres, startRedis } from './databases';

export const CONCURRENCY = 5;
const WORKERS = ['worker-1', 'worker-2'];

const SHARED_SETTINGS = {
	// By default the main process would run the workflow that the test starts by hand.
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	// At this level, workers log each execution that they finish.
	N8N_LOG_LEVEL: 'info',
	// A dead worker's lock, in ms: by default n8n notices one only after up to 90 s.
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
	// By default n8n refuses every request once its database has taken 5 s for a ping, as on a busy machine.
	DB_PING_TIMEOUT_MS: '60000',
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts a main process and two workers that share a database and a queue, with the packed node and the sandbox. */
export const startCluster = async (options: SandboxOptions) =>
	await startAll(async (cleanups) => {
		await installDatabases();
		const { n8n, folder, userFolder, files } = await createTestbed('queue', cleanups);
		const sandbox = await startSandbox(options);
		cleanups.add(async () => await sandbox.close());
		// The user postgres must be able to enter it.
		chmodSync(folder, 0o755);
		const postgres = await startPostgres(folder);
		cleanups.add(postgres.stop);
		const redis = await startRedis(folder);
		cleanups.add(redis.stop);

		const [mainPort] = await freePorts(1);
		const webhooks = { N8N_WEBHOOK_URL: `http://127.0.0.1:${mainPort}/` };
		const settings = { ...SHARED_SETTINGS, ...webhooks, ...postgres.settings, ...redis.settings };
		const start = async (user: string, port: number, args: string[], env: Record<string, string> = {}) => {
			const [brokerPort] = await freePorts(1);
			const place = { userFolder: user, port, brokerPort, files };
			const running = await startN8n(n8n, place, { args, env: { ...settings, ...env } });
			cleanups.add(async () => await running.stop());
			return running;
		};
		const startWorker = async (name: string) => {
			const user = join(folder, name);
			mkdirSync(user);
			cpSync(join(userFolder, '.n8n', 'nodes'), join(user, '.n8n', 'nodes'), { recursive: true });
			const [port] = await freePorts(1);
			return await start(user, port, ['worker', `--concurrency=${CONCURRENCY}`], {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			});
		};
		// The main process first: it creates the database's tables.
		const { url } = await start(userFolder, mainPort, ['start']);
		const workers = await Promise.all(WORKERS.map(startWorker));
		const rest = await logIn(url);
		return { workers, sandbox, files, rest, credential: await createCredential(rest, sandbox) };
	});
