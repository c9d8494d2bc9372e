import { createServer as createHttpServer } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type ConnectionOptions, type TlsOptions } from 'node:tls';
import { readTransportError } from '../../nodes/IdentityResolution/client/response';

/** An error of Node.js, with its code and the system call that failed. */
const failed = (code: string, syscall?: string) =>
	Object.assign(new Error(`${syscall ?? ''} ${code}`), { code, ...(syscall && { syscall }) });
/** An error of n8n's HTTP helper, which contains the request. */
const wrapped = (cause: Error) =>
	Object.assign(new Error('Request failed', { cause }), {
		config: { headers: { Authorization: 'Bearer sandbox_markerkey9Z' } },
	});

describe('readTransportError reports as unsent', () => {
	it.each([
		['ECONNREFUSED', 'connect', 'the connection was refused'],
		['ETIMEDOUT', 'connect', 'the connection timed out'],
		['ENOTFOUND', 'getaddrinfo', 'the host name was not found'],
		['EAI_AGAIN', 'getaddrinfo', 'the host name could not be resolved'],
		['EHOSTUNREACH', 'connect', 'the host cannot be reached'],
		['ENETUNREACH', 'connect', 'the network cannot be reached'],
		['EPROTO', 'write', 'a secure connection could not be established'],
		['CERT_HAS_EXPIRED', undefined, 'the certificate of the service was rejected'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined, 'the certificate of the service was rejected'],
		['ERR_TLS_CERT_ALTNAME_INVALID', undefined, 'the certificate of the service was rejected'],
	])('%s in %s', (code, syscall, message) => {
		const error = failed(code, syscall);
		for (const one of [error, wrapped(error), wrapped(wrapped(error))])
			expect(readTransportError(one)).toEqual({ is: 'unsent', message });
	});

	it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])('the block %s by n8n itself', (name) => {
		const error = Object.assign(new Error('The request was blocked'), { name });
		for (const one of [error, wrapped(error)])
			expect(readTransportError(one)).toEqual({
				is: 'unsent',
				message: 'n8n blocks requests to this address',
			});
	});

	it('a refused connection to all addresses of a host, without a system call', () => {
		expect(readTransportError(failed('ECONNREFUSED')).is).toBe('unsent');
	});
});

describe('readTransportError reports as lost', () => {
	it.each([
		['ECONNABORTED', undefined, 'the request timed out'],
		['ETIMEDOUT', 'read', 'the request timed out'],
		['ECONNRESET', 'read', 'the connection was interrupted'],
		['EPIPE', 'write', 'the connection was interrupted'],
		['ERR_STREAM_PREMATURE_CLOSE', undefined, 'the connection was interrupted'],
		['EHOSTUNREACH', 'read', 'the connection was interrupted'],
		['EPROTO', 'read', 'the connection was interrupted'],
		['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', undefined, 'the connection was interrupted'],
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', undefined, 'the connection was interrupted'],
		['E_UNKNOWN', undefined, 'the answer was lost'],
		['constructor', undefined, 'the answer was lost'],
	])('%s in %s', (code, syscall, message) => {
		const error = failed(code, syscall);
		for (const one of [error, wrapped(error), wrapped(wrapped(error))])
			expect(readTransportError(one)).toEqual({ is: 'lost', message });
	});

	it.each([[undefined], [null], ['text'], [{}], [{ code: {} }], [new Error('no code')]])('%j', (error) => {
		expect(readTransportError(error)).toEqual({ is: 'lost', message: 'the answer was lost' });
	});

	it('an error that is its own cause', () => {
		const error: { cause?: unknown } = {};
		error.cause = error;
		expect(readTransportError(error).is).toBe('lost');
	});
});

describe('readTransportError of a TLS connection in Node.js', () => {
	/** With a pre-shared key, no certificate is needed. */
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

	it('reports a connection that fails after the request as lost', async () => {
		let received = '';
		let connection: Socket | undefined;
		const service = createTlsServer({ ...TLS, pskCallback: () => PSK }, (socket) => {
			socket
				.on('error', () => undefined)
				.on('data', (part: Buffer) => {
					received += part.toString();
					if (received.endsWith('{}')) connection?.write('no record of TLS');
				});
		});
		service.on('connection', (socket: Socket) => {
			connection = socket;
		});
		const error = await errorFrom(await listen(service));
		expect(received).toMatch(/^POST /);
		expect(readTransportError(error)).toEqual({ is: 'lost', message: 'the connection was interrupted' });
	});

	it('reports a plain HTTP service as unsent', async () => {
		const received: unknown[] = [];
		const error = await errorFrom(await listen(createHttpServer((one) => received.push(one))));
		expect([received, readTransportError(error)]).toEqual([
			[],
			{ is: 'unsent', message: 'a secure connection could not be established' },
		]);
	});
});
