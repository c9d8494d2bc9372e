import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeType,
	type IRequestOptions,
} from 'n8n-workflow';
import { runNode } from '../../dev/n8n/engine/runNode';
import { everythingIn } from '../support/everything';
import { packedTypes } from '../support/nodeRun';
import { keyIn, wireAnswer, wires } from '../support/wireServer';

const start = wires();
const KEY = 'sandbox_markerkey9Z';
const CREDENTIAL = 'identityResolutionApi';
const TYPE = 'another-package.sender';

type Sending = { by: 'httpRequest'; request: IHttpRequestOptions } | { by: 'request'; request: IRequestOptions };

/** A node of somebody else's that sends with our credential, as n8n's HTTP Request does where our credential is chosen in it. */
const sender = (sending: Sending): INodeType => ({
	description: {
		displayName: 'Sender',
		name: 'sender',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Sender' },
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

const send = async (baseUrl: string, sending: Sending) =>
	await runNode({
		types: (await packedTypes()).with({ [TYPE]: sender(sending) }),
		node: { type: TYPE, parameters: {} },
		items: [{ json: {} }],
		credentials: { [CREDENTIAL]: { baseUrl, apiKey: KEY } },
		outputs: 1,
	});

/** The ways in which a node can name an address to n8n. */
const WAYS: ReadonlyArray<[way: string, sending: (address: string) => Sending]> = [
	['as one address', (url) => ({ by: 'httpRequest', request: { method: 'GET', url } })],
	[
		'in two parts',
		(address) => ({
			by: 'httpRequest',
			request: { method: 'GET', baseURL: new URL(address).origin, url: new URL(address).pathname },
		}),
	],
	[
		'as the older helper takes it',
		(uri) => ({ by: 'request', request: { method: 'GET', uri, followRedirect: true, followAllRedirects: true } }),
	],
	[
		'as the older helper takes it, by its other name',
		(url) => ({ by: 'request', request: { method: 'GET', url, followRedirect: true, followAllRedirects: true } }),
	],
];

describe.each(WAYS)("in a node of somebody else's that names its address %s, the key", (_way, sending) => {
	it("goes to the Base URL's own origin", async () => {
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
	])('does not go to %s', async (_what, address) => {
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

	it('does not go along a redirect', async () => {
		const foreign = await start();
		const own = await start(() => wireAnswer(302, '', { location: foreign.url }));
		await send(own.url, sending(`http://127.0.0.1:${own.port}/any/path`));
		expect(own.received()).toHaveLength(1);
		expect(foreign.received()).toEqual([]);
	});
});
