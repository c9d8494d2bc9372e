import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startAll } from '../../../dev/n8n/instance/cleanups';
import { type RunningN8n, startN8n } from '../../../dev/n8n/instance/n8nProcess';
import { freePorts } from '../../../dev/n8n/instance/ports';
import type { SandboxOptions } from '../../../dev/sandbox/server';
import { enter, makeTestbed } from '../support/testbed';
import { startPostgres } from './postgres';
import { startRedis } from './redis';

/** The executions that a worker runs at the same time. */
export const CONCURRENCY = 5;

const SHARED_SETTINGS = {
	// By default the main process would run the workflow that the test starts by hand.
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	// At this level, workers log each execution that they finish.
	N8N_LOG_LEVEL: 'info',
	// A dead worker's lock, in ms: by default n8n notices one only after up to 90 s.
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/** An n8n in queue mode. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts a main process and workers that share a database and a queue, with the packed node and the sandbox. */
export const startCluster = async (workerCount: number, options: SandboxOptions) =>
	await startAll(async (cleanups) => {
		const { n8n, folder, userFolder, files, sandbox } = await makeTestbed(cleanups, options);
		// The user postgres must be able to enter it.
		chmodSync(folder, 0o755);
		const postgres = await startPostgres(folder);
		cleanups.add(postgres.stop);
		const redis = await startRedis(folder);
		cleanups.add(redis.stop);

		const start = async (user: string, port: number, args: string[], env: Record<string, string>) => {
			const [brokerPort] = await freePorts(1);
			const running = await startN8n(n8n, { userFolder: user, port, brokerPort, files }, { args, env });
			cleanups.add(async () => await running.stop());
			return running;
		};
		const [port] = await freePorts(1);
		const webhooks = { N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/` };
		const env = { ...SHARED_SETTINGS, ...webhooks, ...postgres.settings, ...redis.settings };
		// The main process first: it creates the database's tables.
		const main = await start(userFolder, port, ['start'], env);

		const workers: RunningN8n[] = [];
		for (let number = 1; number <= workerCount; number++) {
			const user = join(folder, `worker-${number}`);
			mkdirSync(user);
			cpSync(join(userFolder, '.n8n', 'nodes'), join(user, '.n8n', 'nodes'), { recursive: true });
			const [health] = await freePorts(1);
			const healthCheck = {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(health),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			};
			const args = ['worker', `--concurrency=${CONCURRENCY}`];
			workers.push(await start(user, health, args, { ...env, ...healthCheck }));
		}
		return { workers, sandbox, files, ...(await enter(main.url, sandbox)) };
	});
