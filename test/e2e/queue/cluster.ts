import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { nodeTarball } from '../../../dev/n8n/engine/packedNode';
import { startAll, temporaryFolder } from '../../../dev/n8n/instance/cleanups';
import { runCommand } from '../../../dev/n8n/instance/command';
import { installN8n } from '../../../dev/n8n/instance/install';
import { startN8n } from '../../../dev/n8n/instance/n8nProcess';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { logIn } from '../../../dev/n8n/instance/rest';
import { startSandbox, type SandboxOptions } from '../../../dev/sandbox/server';
import { readPage } from '../../support/pageTable';
import { createCredential } from '../support/hosted';
import { installDatabases, startPostgres, startRedis, type Service } from './databases';

const COMPOSE = readPage('docs/scaling/compose.yaml');
/** Executions of one worker at the same time. */
export const CONCURRENCY = Number(/--concurrency=(\d+)/.exec(COMPOSE)?.[1]);
/** The read-only volume of the package, below n8n's user folder. */
const MOUNT = String(/nodes:\/home\/node(\S+):ro/.exec(COMPOSE)?.[1]);

/** The time, in s, that executions have to end after SIGTERM. The default is 30. */
export const GRACE = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '6' };

const TEST_SETTINGS = {
	...GRACE,
	// Only the Compose file may set these.
	...{ N8N_ENCRYPTION_KEY: '', N8N_RESTRICT_FILE_ACCESS_TO: '', WEBHOOK_URL: '' },
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

/**
 * Starts docs/scaling/compose.yaml as processes, with two workers, the packed node and the sandbox. Only hosts, ports,
 * paths and the package are not those of the file.
 */
export const startCluster = async (options: SandboxOptions) =>
	await startAll(async (cleanups) => {
		await installDatabases();
		const n8n = await installN8n();
		const folder = temporaryFolder('queue', cleanups);
		const [files, nodes] = ['files', 'nodes'].map((name) => join(folder, name));
		for (const path of [files, nodes]) mkdirSync(path);
		// The user postgres must be able to enter it.
		chmodSync(folder, 0o755);
		const sandbox = await startSandbox(options);
		cleanups.add(async () => await sandbox.close());

		const [mainPort, ...workerPorts] = await freePorts(3);
		const variables: Record<string, string> = {
			POSTGRES_PASSWORD: 'only for tests',
			N8N_ENCRYPTION_KEY: 'only-for-tests',
			N8N_WEBHOOK_URL: `http://127.0.0.1:${mainPort}/`,
		};
		const text = COMPOSE.replace(/\$\{(\w+):\?\}/g, (_, name: string) => variables[name]);
		const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
		const script = String(services.install.command).replace('/nodes', nodes);
		const install = script.replace(/n8n-nodes-identity-resolution@\S+/, nodeTarball(folder));
		await runCommand({ command: 'sh', args: ['-c', install], cwd: folder });
		const installed = Date.now();
		const postgres = await startPostgres(folder, services.postgres);
		cleanups.add(postgres.stop);
		const redis = await startRedis(folder, services.redis);
		cleanups.add(redis.stop);

		const here: Record<string, string> = { postgres: '127.0.0.1', redis: '127.0.0.1', '/files': files };
		const start = async (name: string, port: number) => {
			const { command = 'start', environment } = services[name.replace(/-\d$/, '')];
			const settings = Object.entries(environment).map(
				([key, value]) => [key, here[value] ?? String(value)] as const,
			);
			const health = { QUEUE_HEALTH_CHECK_PORT: String(port), N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' };
			const env = { ...TEST_SETTINGS, ...Object.fromEntries(settings), ...postgres.settings, ...redis.settings };
			const userFolder = join(folder, name);
			mkdirSync(join(userFolder, MOUNT, '..'), { recursive: true });
			symlinkSync(nodes, join(userFolder, MOUNT));
			const [brokerPort] = await freePorts(1);
			const place = { userFolder, port, brokerPort, files };
			const running = await startN8n(n8n, place, {
				args: String(command).split(' '),
				env: { ...env, ...health },
			});
			cleanups.add(async () => await running.stop());
			return running;
		};
		// At the same time, as Compose does: one creates the tables, and the others wait for them.
		const workersStarting = workerPorts.map(async (port, index) => await start(`worker-${index + 1}`, port));
		const starting = [start('main', mainPort), ...workersStarting];
		// If one fails, the others must have started before they can be stopped.
		await Promise.allSettled(starting);
		const [main, ...workers] = await Promise.all(starting);
		const rest = await logIn(main.url);
		const credential = await createCredential(rest, sandbox);
		const startWorker = async (number: number) => await start(`worker-${number}`, (await freePorts(1))[0]);
		return { main, workers, startWorker, sandbox, files, nodes, installed, rest, credential };
	});
