import type { IDataObject } from 'n8n-workflow';
import { everythingIn } from '../../support/everything';
import { sendFromForeignNode } from '../../support/node/foreignNode';
import { keyIn, wireServers } from '../../support/wire/wireServer';

const start = wireServers();
const KEY = 'sandbox_markerkey9Z';

/** The parts of a request that a foreign node adds to its URL. */
type Parts = object;

/** A request to the Base URL, with each of n8n's two HTTP helpers. */
const HELPERS = [
	['httpRequest', (url: string, parts: Parts) => ({ by: 'httpRequest', request: { url, ...parts } }) as const],
	['the old helper', (uri: string, parts: Parts) => ({ by: 'request', request: { uri, ...parts } }) as const],
] as const;

interface Ports {
	own: number;
	foreign: number;
}

const headers = (all: IDataObject) => () => ({ headers: all });

/** What could show the key to others, as n8n's HTTP Request node or another node can set it. */
const REFUSED: ReadonlyArray<[what: string, names: string, parts: (ports: Ports) => Parts]> = [
	['a proxy', 'option "Proxy"', ({ foreign }) => ({ proxy: `http://127.0.0.1:${foreign}` })],
	['a proxy as an object', 'option "Proxy"', ({ foreign }) => ({ proxy: { host: '127.0.0.1', port: foreign } })],
	['any certificate', 'option "Ignore SSL Issues"', () => ({ skipSslCertificateValidation: true })],
	['any certificate (old helper)', 'option "Ignore SSL Issues"', () => ({ rejectUnauthorized: false })],
	['a certificate authority', 'option "SSL Certificates"', () => ({ agentOptions: { ca: 'certificate' } })],
	['agent options', 'option "SSL Certificates"', () => ({ agentOptions: { rejectUnauthorized: false } })],
	['an agent', 'option "agent"', () => ({ agent: { maxSockets: 1 } })],
	['an agent for http', 'option "httpAgent"', () => ({ httpAgent: { maxSockets: 1 } })],
	['an agent for https', 'option "httpsAgent"', () => ({ httpsAgent: { maxSockets: 1 } })],
	['a socket', 'option "socketPath"', () => ({ socketPath: '/tmp/foreign.sock' })],
	['another host', 'header "Host"', headers({ Host: 'example.com' })],
	['another host in lower case', 'header "Host"', headers({ host: 'example.com' })],
	['another host in mixed case', 'header "Host"', headers({ ' hOsT ': 'example.com' })],
	['another port as the host', 'header "Host"', ({ foreign }) => ({ headers: { host: `127.0.0.1:${foreign}` } })],
	['an empty host', 'header "Host"', headers({ host: '' })],
	['another host in a list', 'header "Host"', headers({ host: ['example.com'] })],
	['two hosts', 'header "Host"', ({ own }) => ({ headers: { host: [`127.0.0.1:${own}`, 'example.com'] } })],
	[
		'another host beside its own',
		'header "Host"',
		({ own }) => ({ headers: { Host: `127.0.0.1:${own}`, host: 'example.com' } }),
	],
	['the method TRACE', 'method "TRACE"', () => ({ method: 'TRACE' })],
	['the method trace', 'method "TRACE"', () => ({ method: 'trace' })],
];

/** Ordinary requests, with values that n8n or a node sets by default. */
const ACCEPTED: ReadonlyArray<[what: string, parts: (ports: Ports) => Parts]> = [
	['nothing else', () => ({})],
	[
		"the defaults of n8n's HTTP Request node",
		() => ({
			method: 'POST',
			headers: { accept: '*/*' },
			gzip: true,
			rejectUnauthorized: true,
			followRedirect: true,
			followAllRedirects: true,
			maxRedirects: undefined,
			resolveWithFullResponse: true,
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: undefined,
			timeout: 300_000,
			encoding: null,
			json: false,
		}),
	],
	[
		'undefined values',
		() => ({
			proxy: undefined,
			agent: undefined,
			agentOptions: undefined,
			socketPath: undefined,
			skipSslCertificateValidation: undefined,
			rejectUnauthorized: undefined,
			headers: { host: undefined },
		}),
	],
	[
		'values that are switched off',
		() => ({ proxy: '', agentOptions: {}, skipSslCertificateValidation: false, headers: { host: null } }),
	],
	['no proxy', () => ({ proxy: false })],
	['the host of the Base URL', ({ own }) => ({ headers: { HOST: `127.0.0.1:${own}` } })],
	['other headers', headers({ 'X-Forwarded-Host': 'example.com', 'X-Host': 'example.com', Cookie: 'a=b' })],
	['a key of its own', headers({ authorization: 'Bearer another', Authorization: 'Bearer another' })],
];

describe.each(HELPERS)('with %s, the credential', (_helper, sending) => {
	it.each(REFUSED)('refuses a request with %s', async (_what, names, parts) => {
		const own = await start();
		const foreign = await start();
		const ports = { own: own.port, foreign: foreign.port };
		const run = await sendFromForeignNode({ baseUrl: own.url, apiKey: KEY }, sending(own.url, parts(ports)));
		expect(run.error?.message).toBe(
			`The request was not sent, because the ${names} could expose the API key. ` +
				`Remove the ${names.split(' ')[0]} or use another credential`,
		);
		expect([own.received(), foreign.received()]).toEqual([[], []]);
		expect(everythingIn(run)).not.toContain(KEY);
	});

	it.each(ACCEPTED)('sends its key with %s', async (_what, parts) => {
		const own = await start();
		const ports = { own: own.port, foreign: 0 };
		const run = await sendFromForeignNode({ baseUrl: own.url, apiKey: KEY }, sending(own.url, parts(ports)));
		expect(run).toMatchObject({ status: 'success' });
		expect(own.requests().map(keyIn)).toEqual([KEY]);
		expect(own.requests()[0].match(/^(?:host|authorization):/gim)).toHaveLength(2);
	});
});

it("a proxy of n8n's environment is used", async () => {
	const own = await start();
	const proxy = await start();
	const settings = { http_proxy: `http://127.0.0.1:${proxy.port}`, no_proxy: '', NO_PROXY: '' };
	const env = jest.replaceProperty(process, 'env', { ...process.env, ...settings });
	try {
		const [[, sending]] = HELPERS;
		await sendFromForeignNode({ baseUrl: own.url, apiKey: KEY }, sending(own.url, {}));
	} finally {
		env.restore();
	}
	expect(proxy.requests().map(keyIn)).toEqual([KEY]);
});
