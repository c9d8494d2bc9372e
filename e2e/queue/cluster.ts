import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringCredential } from '../../host/fill';
import { installN8n } from '../../host/install';
import { installNode } from '../../host/installNode';
import { startN8n, type RunningN8n } from '../../host/n8nProcess';
import { freePorts } from '../../host/ports';
import { Rest, type CredentialRef } from '../../host/rest';
import type { Place } from '../../host/settings';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server';
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

const say = (line: string) => process.stderr.write(`${line}\n`);

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
export async function startCluster(workerCount: number, options: SandboxOptions): Promise<Cluster> {
	const installed = await installN8n(say);
	const folder = mkdtempSync(join(tmpdir(), 'identity-resolution-queue-'));
	// PostgreSQL's own user passes through it.
	chmodSync(folder, 0o755);
	const files = join(folder, 'files');
	mkdirSync(files);
	const endings = [async () => await Promise.resolve(rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))];
	const stop = async () => {
		for (const ending of endings.splice(0)) await ending();
	};
	const placeOf = async (name: string): Promise<Place> => {
		const [port, brokerPort] = await freePorts(2);
		const userFolder = join(folder, name);
		mkdirSync(userFolder);
		return { userFolder, port, brokerPort, files };
	};
	try {
		const postgres = await startPostgres(folder);
		endings.unshift(postgres.stop);
		const redis = await startRedis(folder);
		endings.unshift(redis.stop);
		const sandbox = await startSandbox(options);
		endings.unshift(async () => await sandbox.close());
		const mainPlace = await placeOf('main');
		// Workers tell the address at which the main process listens.
		const address = { N8N_WEBHOOK_URL: `http://127.0.0.1:${mainPlace.port}/` };
		const env = { ...SHARED, ...address, ...databaseSettings(postgres), ...queueSettings(redis) };
		await installNode(mainPlace.userFolder);
		// First and alone: it makes the database's tables.
		const main = await startN8n(installed, mainPlace, { env });
		endings.unshift(async () => await main.stop());
		const workers: RunningN8n[] = [];
		for (let number = 1; number <= workerCount; number++) {
			const place = await placeOf(`worker-${number}`);
			cpSync(join(mainPlace.userFolder, '.n8n', 'nodes'), join(place.userFolder, '.n8n', 'nodes'), { recursive: true });
			const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(place.port), N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' };
			const worker = await startN8n(installed, place, { args: ['worker', `--concurrency=${CONCURRENCY}`], env: { ...env, ...health } });
			endings.unshift(async () => await worker.stop());
			workers.push(worker);
		}

		const rest = new Rest(main.url);
		await rest.enter();
		const credential = await bringCredential(rest, { baseUrl: sandbox.url, apiKey: sandbox.key });
		return { rest, workers, sandbox, credential, files, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
