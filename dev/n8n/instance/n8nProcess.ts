import { request } from 'undici';
import type { N8n } from './install';
import { startServer, type Supervised } from './supervised';

/** The folders and ports of one n8n process. It listens on 127.0.0.1 only. */
interface Place {
	userFolder: string;
	port: number;
	/** Of its task broker; each process needs its own. */
	brokerPort: number;
	/** The only folder that workflows may read and write, and the base of their relative paths. */
	files: string;
}

/** A running n8n: a main process, or a worker in queue mode. */
export interface RunningN8n extends Supervised {
	url: string;
}

export interface StartOptions {
	/** n8n's command and its arguments; `start` by default. */
	args?: readonly string[];
	env?: Record<string, string>;
}

const START_TIMEOUT_MS = 180_000;
/** For one readiness request: a server could accept the connection and never answer. */
const REQUEST_TIMEOUT_MS = 10_000;

export async function startN8n(
	{ node, cli, env: releaseEnv }: N8n,
	place: Place,
	{ args = ['start'], env = {} }: StartOptions = {},
): Promise<RunningN8n> {
	const url = `http://127.0.0.1:${place.port}`;
	const server = await startServer({
		name: 'n8n',
		command: node,
		args: [cli, ...args],
		cwd: place.files,
		env: { ...releaseEnv, ...environment(place), ...env },
		isReady: async () => await isReady(url),
		timeoutMs: START_TIMEOUT_MS,
	});
	return { ...server, url };
}

async function isReady(url: string): Promise<boolean> {
	try {
		const { statusCode, body } = await request(`${url}/healthz/readiness`, {
			signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
		});
		await body.dump();
		return statusCode === 200;
	} catch {
		return false;
	}
}

/** The environment of an n8n that sends no telemetry and does not write to the user's home folder. */
const environment = ({ userFolder, port, brokerPort, files }: Place): Record<string, string> => ({
	// Jest sets it to "test", which n8n would act on.
	NODE_ENV: 'production',
	N8N_USER_FOLDER: userFolder,
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_PORT: String(port),
	N8N_RUNNERS_BROKER_PORT: String(brokerPort),
	N8N_RESTRICT_FILE_ACCESS_TO: files,
	N8N_ENCRYPTION_KEY: 'only-for-development',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LOG_LEVEL: 'warn',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	WEBHOOK_URL: `http://127.0.0.1:${port}/`,
});
