import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { addControlApi } from './http/controlApi';
import { sendReply } from './http/sendReply';
import type { Ledger } from './ledger';
import { JSON_TYPE } from './rules/replies';
import { createService, type Service } from './service';
import type { SandboxSettings, SettingsPatch } from './settings';

const BASE_PATH = '/api/v1/tools';
const BODY_LIMIT = 1024 * 1024;

export interface SandboxOptions {
	/** On 127.0.0.1; 0, the default, chooses a free one. */
	port?: number;
	settings?: SettingsPatch;
	/** The clock that `advance` starts from, epoch ms; by default the real one. */
	now?: () => number;
}

export interface Sandbox {
	/** The base URL of the service; ends in `/api/v1/tools`. */
	url: string;
	key: string;
	service: Service;
	ledger: Ledger;
	/** @throws SettingsError for invalid settings */
	configure(patch: SettingsPatch): void;
	settings(): SandboxSettings;
	/** Moves the clock ahead by ms and returns the new time in epoch ms. */
	advance(ms: number): number;
	now(): number;
	/** Stops at once: closes open connections and drops delayed answers. */
	close(): Promise<void>;
}

/**
 * Starts the service as an HTTP server on 127.0.0.1 (contract: Common request headers), with the control API.
 * @throws SettingsError for invalid settings; the error of `listen` if the port is in use
 */
export async function startSandbox({ port = 0, settings = {}, now = Date.now }: SandboxOptions = {}): Promise<Sandbox> {
	const service = createService(settings);
	const open = new Set<Promise<void>>();
	let offset = 0;
	const clock = () => now() + offset;
	const advance = (ms: number) => {
		offset += ms;
		return clock();
	};

	const app = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true });
	readBodiesAsText(app);
	addControlApi(app, service, advance);
	const serve = async (request: FastifyRequest, reply: FastifyReply, body: string) => {
		const { method, headers } = request;
		service.ledger.arrive();
		const answer = service.handle({ tool: toolOf(request) ?? '', method, headers, body }, clock());
		const closed = new Promise<void>((resolve) => reply.raw.once('close', resolve)).then(() => {
			service.ledger.leave();
			// The client closed the connection before it had the answer.
			if (!reply.raw.writableFinished) answer.entry.fate = 'lost';
			open.delete(closed);
		});
		open.add(closed);
		await sendReply(answer, reply);
		return reply;
	};
	app.all(`${BASE_PATH}/*`, (request, reply) =>
		serve(request, reply, typeof request.body === 'string' ? request.body : ''),
	);
	app.setNotFoundHandler((_request, reply) =>
		reply.code(404).type('text/html').send('<!doctype html><title>Not found</title>'),
	);
	app.setErrorHandler((error: { code?: string; statusCode?: number; message: string }, request, reply) => {
		// Fastify refuses an unreadable Content-Type by itself; the service has a refusal of its own for it.
		if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && toolOf(request) !== undefined)
			return serve(request, reply, '');
		const body = JSON.stringify({ error: { code: 'invalid_input', message: error.message } });
		return reply
			.code(error.statusCode ?? 500)
			.header('content-type', JSON_TYPE)
			.send(body);
	});

	await app.listen({ host: '127.0.0.1', port });
	const address = app.server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${address.port}${BASE_PATH}`,
		key: service.settings().keys[0],
		service,
		ledger: service.ledger,
		configure: (patch) => service.configure(patch),
		settings: () => service.settings(),
		advance,
		now: clock,
		close: async () => {
			await app.close();
			await Promise.all(open);
		},
	};
}

const toolOf = ({ params }: FastifyRequest) => (params as { '*'?: string })['*'];

/** The service parses bodies itself, because it also answers those with a wrong content type. */
function readBodiesAsText(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}
