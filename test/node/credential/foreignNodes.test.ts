import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeType,
	type IRequestOptions,
} from 'n8n-workflow';
import { runNode } from '../../../dev/n8n/engine/runNode';
import { everythingIn } from '../../support/everything';
import { packedTypes } from '../../support/node/nodeRun';
import { keyIn, wireAnswer, wireServers } from '../../support/wire/wireServer';

const start = wireServers();
const KEY = 'sandbox_markerkey9Z';
const CREDENTIAL = 'identityResolutionApi';
const TYPE = 'another-package.foreign';

/** A request with one of the two HTTP helpers of n8n. */
type Sending = { by: 'httpRequest'; request: IHttpRequestOptions } | { by: 'request'; request: IRequestOptions };

/** A foreign node that uses the credential, as the HTTP Request node of n8n can. */
const foreignNode = (sending: Sending): INodeType => ({
	description: {
		displayName: 'Foreign',
		name: 'foreign',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Foreign' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const answer: unknown =
			sending.by === 'httpRequest'
				? await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, sending.request)
				: await this.helpers.requestWithAuthentication.call(this, CREDENTIAL, sending.request);
		return [[{ json: { answer: String(answer) } }]];
	},
});

/** Sends one request from a foreign node with the credential of a Base URL. */
const send = async (baseUrl: string, sending: Sending) =>
	await runNode({
		types: (await packedTypes()).with({ [TYPE]: foreignNode(sending) }),
		node: { type: TYPE, parameters: {} },
		items: [{ json: {} }],
		credentials: { [CREDENTIAL]: { baseUrl, apiKey: KEY } },
		outputs: 1,
	});

/** A request to the Base URL, with each of n8n's two HTTP helpers. */
const HELPERS = [
	['httpRequest', (url: string, parts: object) => ({ by: 'httpRequest', request: { url, ...parts } }) as const],
	['the old helper', (uri: string, parts: object) => ({ by: 'request', request: { uri, ...parts } }) as const],
] as const;

interface Ports {
	own: number;
	foreign: number;
}

const headers = (all: IDataObject) => () => ({ headers: all });

/** What could show the key to others, as n8n's HTTP Request node or another node can set it. */
const REFUSED: ReadonlyArray<[what: string, names: string, parts: (ports: Ports) => object]> = [
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
	['the method trace', 'method "TRACE"', () => ({ method: 'trace' })],
];

const OPTIONS = ['proxy', 'agent', 'agentOptions', 'socketPath', 'skipSslCertificateValidation', 'rejectUnauthorized'];

/** Ordinary requests, with values that n8n or a node sets by default. */
const ACCEPTED: ReadonlyArray<[what: string, parts: (ports: Ports) => object]> = [
	['nothing else', () => ({})],
	[
		"the defaults of n8n's HTTP Request node",
		() => ({
			method: 'POST',
			headers: { accept: '*/*' },
			rejectUnauthorized: true,
			followRedirect: true,
			followAllRedirects: true,
			maxRedirects: undefined,
			sendCredentialsOnCrossOriginRedirect: false,
			timeout: 300_000,
			encoding: null,
		}),
	],
	[
		'undefined values',
		() => ({ ...Object.fromEntries(OPTIONS.map((name) => [name, undefined])), headers: { host: undefined } }),
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
		const run = await send(own.url, sending(own.url, parts(ports)));
		expect(run.error?.message).toBe(
			`The request was not sent, because the ${names} could expose the API key. ` +
				'Remove it or use another credential',
		);
		expect([own.received(), foreign.received()]).toEqual([[], []]);
		expect(everythingIn(run)).not.toContain(KEY);
	});

	it.each(ACCEPTED)('sends its key with %s', async (_what, parts) => {
		const own = await start();
		const ports = { own: own.port, foreign: 0 };
		const run = await send(own.url, sending(own.url, parts(ports)));
		expect(run).toMatchObject({ status: 'success' });
		expect(own.requests().map(keyIn)).toEqual([KEY]);
		expect(own.requests()[0].match(/^(?:host|authorization):/gim)).toHaveLength(2);
	});
});

it("a proxy of n8n's environment is used", async () => {
	const own = await start();
	const proxy = await start();
	const settings = { http_proxy: `http://127.0.0.1:${proxy.port}`, no_proxy: '', NO_PROXY: '' };
	const replaced = jest.replaceProperty(process, 'env', { ...process.env, ...settings });
	try {
		const [[, sending]] = HELPERS;
		await send(own.url, sending(own.url, {}));
	} finally {
		replaced.restore();
	}
	expect(proxy.requests().map(keyIn)).toEqual([KEY]);
});

const FOLLOW = { followRedirect: true, followAllRedirects: true };

/** The forms in which a node can pass a URL to n8n. */
const URL_FORMS: ReadonlyArray<[form: string, sending: (url: string) => Sending]> = [
	['as one string', (url) => ({ by: 'httpRequest', request: { url } })],
	['split', (url) => ({ by: 'httpRequest', request: { baseURL: new URL(url).origin, url: new URL(url).pathname } })],
	['as uri, with the old helper', (uri) => ({ by: 'request', request: { uri, ...FOLLOW } })],
	['as url, with the old helper', (url) => ({ by: 'request', request: { url, ...FOLLOW } })],
];

describe.each(URL_FORMS)('in a foreign node that passes its URL %s, the key', (_form, sending) => {
	it('is sent to the origin of the Base URL', async () => {
		const own = await start();
		expect(await send(own.url, sending(`http://127.0.0.1:${own.port}/any/path`))).toMatchObject({
			status: 'success',
		});
		expect(own.requests().map(keyIn)).toEqual([KEY]);
	});

	it.each([
		['another port', (port: number) => `http://127.0.0.1:${port}/api/v1/tools/get_account`],
		['another host name', (port: number) => `http://localhost:${port}/api/v1/tools/get_account`],
		['another scheme', (port: number) => `https://127.0.0.1:${port}/api/v1/tools/get_account`],
	])('is not sent to %s', async (_what, address) => {
		const own = await start();
		const foreign = await start();
		const run = await send(own.url, sending(address(foreign.port)));
		expect(run.error?.message).toBe(
			`This credential sends its key only to its Base URL, ${new URL(own.url).origin}. ` +
				'Use that address or another credential',
		);
		expect(foreign.received()).toEqual([]);
		expect(everythingIn(run)).not.toContain(KEY);
	});

	it('is not sent to the target of a redirect', async () => {
		const foreign = await start();
		const own = await start(() => wireAnswer(302, '', { location: foreign.url }));
		await send(own.url, sending(`http://127.0.0.1:${own.port}/any/path`));
		expect(own.received()).toHaveLength(1);
		expect(foreign.received()).toEqual([]);
	});
});
