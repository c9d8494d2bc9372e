import { createServer as createHttpServer } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type ConnectionOptions, type TlsOptions } from 'node:tls';
import { readTransportError } from '../../nodes/IdentityResolution/client/transport';

/** As Node.js gives it: a code, and the system call that failed. */
const failed = (code: string, syscall?: string) =>
	Object.assign(new Error(`${syscall ?? ''} ${code}`), { code, ...(syscall && { syscall }) });
/** As n8n's HTTP helper hands it on. */
const wrapped = (cause: Error) =>
	Object.assign(new Error('Request failed', { cause }), {
		config: { headers: { Authorization: 'Bearer sandbox_markerkey9Z' } },
	});

describe('a request that failed before it was sent', () => {
	it.each([
		['ECONNREFUSED', 'connect', 'the connection was refused'],
		['ENOTFOUND', 'getaddrinfo', 'the host name is not known'],
		['EAI_AGAIN', 'getaddrinfo', 'the host name could not be looked up'],
		['EHOSTUNREACH', 'connect', 'the host cannot be reached'],
		['ENETUNREACH', 'connect', 'the network cannot be reached'],
		['EPROTO', 'write', 'no secure connection could be made'],
		['CERT_HAS_EXPIRED', undefined, 'the certificate of the service was not accepted'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, 'the certificate of the service was not accepted'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined, 'the certificate of the service was not accepted'],
		['ERR_TLS_CERT_ALTNAME_INVALID', undefined, 'the certificate of the service was not accepted'],
	])('with %s in %s was not sent', (code, syscall, message) => {
		const error = failed(code, syscall);
		for (const one of [error, wrapped(error), wrapped(wrapped(error))])
			expect(readTransportError(one)).toEqual({ is: 'unsent', message });
	});

	it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])('by n8n itself was not sent: %s', (name) => {
		const error = Object.assign(new Error('The request was blocked'), { name });
		for (const one of [error, wrapped(error)])
			expect(readTransportError(one)).toEqual({
				is: 'unsent',
				message: 'n8n does not allow requests to this address',
			});
	});

	it('to any of several addresses was not sent: then no system call is named', () => {
		expect(readTransportError(failed('ECONNREFUSED')).is).toBe('unsent');
	});
});

describe('a request that may have been sent is lost', () => {
	it.each([
		['ECONNABORTED', undefined, 'no answer came in time'],
		['ETIMEDOUT', 'connect', 'no answer came in time'],
		['ETIMEDOUT', 'read', 'no answer came in time'],
		['ECONNRESET', 'read', 'the connection was cut'],
		['EPIPE', 'write', 'the connection was cut'],
		['ERR_STREAM_PREMATURE_CLOSE', undefined, 'the connection was cut'],
		['EHOSTUNREACH', 'read', 'the connection was cut'],
		['ENETUNREACH', 'read', 'the connection was cut'],
		['EPROTO', 'read', 'the connection was cut'],
		['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', undefined, 'the connection was cut'],
		['ERR_SSL_WRONG_VERSION_NUMBER', undefined, 'the connection was cut'],
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', undefined, 'the connection was cut'],
		['E_NOBODY_KNOWS', undefined, 'the answer was lost'],
		['constructor', undefined, 'the answer was lost'],
	])('with %s in %s', (code, syscall, message) => {
		const error = failed(code, syscall);
		for (const one of [error, wrapped(error), wrapped(wrapped(error))])
			expect(readTransportError(one)).toEqual({ is: 'lost', message });
	});

	it.each([[undefined], [null], ['text'], [{}], [{ code: {} }], [new Error('no code')]])('with %p', (error) => {
		expect(readTransportError(error)).toEqual({ is: 'lost', message: 'the answer was lost' });
	});

	it('whatever cause is its own cause', () => {
		const error: { cause?: unknown } = {};
		error.cause = error;
		expect(readTransportError(error).is).toBe('lost');
	});
});

describe('what Node.js itself throws, over a secure line', () => {
	/** A shared key spares a certificate. */
	const PSK = Buffer.alloc(16, 7);
	const TLS = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } satisfies TlsOptions;
	const running: Array<{ server: Server; sockets: Set<Socket> }> = [];

	async function listen<T extends Server>(server: T): Promise<number> {
		const sockets = new Set<Socket>();
		server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
		running.push({ server, sockets });
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return (server.address() as AddressInfo).port;
	}

	afterEach(() => {
		for (const { server, sockets } of running.splice(0)) {
			for (const socket of sockets) socket.destroy();
			server.close();
		}
	});

	const errorFrom = async (port: number) =>
		await new Promise<Error>((resolve, reject) => {
			const keys: ConnectionOptions = {
				...TLS,
				pskCallback: () => ({ psk: PSK, identity: 'test' }),
				checkServerIdentity: () => undefined,
			};
			const options: RequestOptions = { host: '127.0.0.1', port, method: 'POST', agent: false, ...keys };
			request(options, () => reject(new Error('It was answered')))
				.on('error', resolve)
				.end('{}');
		});

	it('counts as lost where the line breaks down once the service has the request', async () => {
		let received = '';
		let line: Socket | undefined;
		const service = createTlsServer({ ...TLS, pskCallback: () => PSK }, (socket) => {
			socket
				.on('error', () => undefined)
				.on('data', (part: Buffer) => {
					received += part.toString();
					if (received.endsWith('{}')) line?.write('no record of TLS');
				});
		});
		service.on('connection', (socket: Socket) => {
			line = socket;
		});
		const error = await errorFrom(await listen(service));
		expect(received).toMatch(/^POST /);
		expect(readTransportError(error)).toEqual({ is: 'lost', message: 'the connection was cut' });
	});

	it('counts as unsent where a plain service stands at the address', async () => {
		const received: unknown[] = [];
		const error = await errorFrom(await listen(createHttpServer((one) => received.push(one))));
		expect([received, readTransportError(error)]).toEqual([
			[],
			{ is: 'unsent', message: 'no secure connection could be made' },
		]);
	});

	it('counts as unsent where nobody listens', async () => {
		const server = createServer();
		const port = await listen(server);
		await new Promise((resolve) => server.close(resolve));
		expect(readTransportError(await errorFrom(port))).toEqual({
			is: 'unsent',
			message: 'the connection was refused',
		});
	});
});
