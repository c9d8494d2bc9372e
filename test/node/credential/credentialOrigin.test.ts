import { everythingIn } from '../../support/everything';
import { sendFromForeignNode, type Sending } from '../../support/node/foreignNode';
import { keyIn, wireAnswer, wireServers } from '../../support/wire/wireServer';

const start = wireServers();
const KEY = 'sandbox_markerkey9Z';

const send = async (baseUrl: string, sending: Sending) => await sendFromForeignNode({ baseUrl, apiKey: KEY }, sending);

/** The forms in which a node can pass a URL to n8n. */
const URL_FORMS: ReadonlyArray<[form: string, sending: (address: string) => Sending]> = [
	['as one string', (url) => ({ by: 'httpRequest', request: { method: 'GET', url } })],
	[
		'in two parts',
		(address) => ({
			by: 'httpRequest',
			request: { method: 'GET', baseURL: new URL(address).origin, url: new URL(address).pathname },
		}),
	],
	[
		'as uri, with the old helper',
		(uri) => ({ by: 'request', request: { method: 'GET', uri, followRedirect: true, followAllRedirects: true } }),
	],
	[
		'as url, with the old helper',
		(url) => ({ by: 'request', request: { method: 'GET', url, followRedirect: true, followAllRedirects: true } }),
	],
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
