import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { begin } from '../../../dev/n8n/instance/endings';
import { startN8n, type RunningN8n } from '../../../dev/n8n/instance/n8nProcess';
import { freePorts } from '../../../dev/n8n/instance/ports';
import type { CredentialRef, Rest } from '../../../dev/n8n/instance/rest';
import type { Sandbox, SandboxOptions } from '../../../dev/sandbox/server';
import { enter, makeGround } from '../support/ground';
import { databaseSettings, startPostgres } from './postgres';
import { queueSettings, startRedis } from './redis';

/** An n8n in queue mode: a main process and workers that share a database and a queue, with the packed node and the sandbox. */
export interface Cluster {
	rest: Rest;
	workers: readonly RunningN8n[];
	sandbox: Sandbox;
	credential: CredentialRef;
	/** Where workflows may read and write files, on whichever process they run. */
	files: string;
	/** Ends it all and removes its folders. */
	stop(): Promise<void>;
}

/** How many executions a worker takes at a time. */
export const CONCURRENCY = 5;

const SHARED = {
	// The first run is started by hand here: by default it would load the sheet in the main process.
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	// Workers say at this level which execution they take and end.
	N8N_LOG_LEVEL: 'info',
	// A dead worker's lock, in ms: by default it takes up to 90 s until one is noticed.
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/** Starts it all with as many workers as told. @throws where any part of it does not start; nothing of it is left running then */
export const startCluster = async (workerCount: number, options: SandboxOptions): Promise<Cluster> =>
	await begin(async (endings) => {
		const { n8n, folder, userFolder, files, sandbox } = await makeGround(endings, options);
		// PostgreSQL's own user passes through it.
		chmodSync(folder, 0o755);
		const postgres = await startPostgres(folder);
		endings.add(postgres.stop);
		const redis = await startRedis(folder);
		endings.add(redis.stop);

		const [port, brokerPort] = await freePorts(2);
		// Workers tell the address at which the main process listens.
		const address = { N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/` };
		const env = { ...SHARED, ...address, ...databaseSettings(postgres), ...queueSettings(redis) };
		// First and alone: it makes the database's tables.
		const main = await startN8n(n8n, { userFolder, port, brokerPort, files }, { env });
		endings.add(async () => await main.stop());

		const startWorker = async (name: string): Promise<RunningN8n> => {
			const own = join(folder, name);
			mkdirSync(own);
			cpSync(join(userFolder, '.n8n', 'nodes'), join(own, '.n8n', 'nodes'), { recursive: true });
			const [health, broker] = await freePorts(2);
			const check = {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(health),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			};
			const place = { userFolder: own, port: health, brokerPort: broker, files };
			const worker = await startN8n(n8n, place, {
				args: ['worker', `--concurrency=${CONCURRENCY}`],
				env: { ...env, ...check },
			});
			endings.add(async () => await worker.stop());
			return worker;
		};
		const workers: RunningN8n[] = [];
		for (let number = 1; number <= workerCount; number++) workers.push(await startWorker(`worker-${number}`));

		return { workers, sandbox, files, ...(await enter(main.url, sandbox)) };
	});
