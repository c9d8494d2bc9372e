import { Socket } from 'node:net';
import { everythingIn } from '../../support/everything';
import { CALLERS } from '../../support/wire/wireCallers';
import { keyIn, wireServers } from '../../support/wire/wireServer';

const start = wireServers();
const KEY = 'sandbox_markerkey9Z';

const connect = jest.spyOn(Socket.prototype, 'connect');
beforeEach(() => void connect.mockClear());
afterAll(() => connect.mockRestore());

const UNPROTECTED = 'would send the API key unencrypted';
const USER_NAME = 'contains a user name or password';
const NO_ADDRESS = 'is not a web address';

/** Addresses that look like localhost or bypass the check, with the host that `new URL` parses. */
const REFUSED: ReadonlyArray<[address: (port: number) => string, host: string | null, why: string]> = [
	[(port) => `http://127.0.0.1.example.com:${port}`, '127.0.0.1.example.com', UNPROTECTED],
	[(port) => `http://localhost.example.com:${port}`, 'localhost.example.com', UNPROTECTED],
	[(port) => `http://localhost.:${port}`, 'localhost.', UNPROTECTED],
	[(port) => `http://127.0.0.1%2eexample.com:${port}`, '127.0.0.1.example.com', UNPROTECTED],
	[(port) => `http://127.0.0.1\n.example.com:${port}`, '127.0.0.1.example.com', UNPROTECTED],
	[(port) => `http://0.0.0.0:${port}`, '0.0.0.0', UNPROTECTED],
	[(port) => `http://0:${port}`, '0.0.0.0', UNPROTECTED],
	[(port) => `http://[::]:${port}`, '[::]', UNPROTECTED],
	[(port) => `http://[::ffff:127.0.0.1]:${port}`, '[::ffff:7f00:1]', UNPROTECTED],
	[(port) => `http://2130706434.example.com:${port}`, '2130706434.example.com', UNPROTECTED],
	[(port) => `http://3232235521:${port}`, '192.168.0.1', UNPROTECTED],
	[(port) => `http://api.example.com:${port}`, 'api.example.com', UNPROTECTED],
	[(port) => `http://evil.example:80\\@127.0.0.1:${port}`, 'evil.example', UNPROTECTED],
	[(port) => `http://127.0.0.1@evil.example:${port}`, 'evil.example', USER_NAME],
	[(port) => `http://localhost:${port}@evil.example`, 'evil.example', USER_NAME],
	[(port) => `http://someone@127.0.0.1:${port}`, '127.0.0.1', USER_NAME],
	[(port) => `https://someone:secret@127.0.0.1:${port}`, '127.0.0.1', USER_NAME],
	[(port) => `ws://127.0.0.1:${port}`, '127.0.0.1', NO_ADDRESS],
	[() => 'file:///etc/hostname', '', NO_ADDRESS],
	[(port) => `127.0.0.1:${port}`, null, NO_ADDRESS],
];

/** Spellings of this machine. */
const LOCALHOST = ['127.0.0.1', 'localhost', 'LOCALHOST', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '①②⑦.0.0.1'];

describe.each(CALLERS)('%s', (_name, call) => {
	it('opens no connection to an address that only looks like localhost, or that contains a user name', async () => {
		const server = await start();
		for (const [addressOf, host, why] of REFUSED) {
			const baseUrl = addressOf(server.port);
			expect([baseUrl, URL.canParse(baseUrl) ? new URL(baseUrl).hostname : null]).toEqual([baseUrl, host]);
			const output = everythingIn(await call({ baseUrl, apiKey: KEY }));
			expect(output).toContain(why);
			expect(output).not.toContain(KEY);
		}
		expect(connect).not.toHaveBeenCalled();
		expect(server.received()).toEqual([]);
	});

	it('sends the key to localhost in any spelling', async () => {
		const server = await start();
		const { port } = server;
		for (const host of LOCALHOST) {
			server.clear();
			await call({ baseUrl: `http://${host}:${port}`, apiKey: KEY });
			expect([host, new Set(server.requests().map(keyIn))]).toEqual([host, new Set([KEY])]);
		}
		expect(connect).toHaveBeenCalled();
	});
});

it.each([
	['with a line break', `${KEY}\r\nX-Planted: yes`, 'The API Key'],
	['with a character that is invalid in headers', `${KEY}\u2028☃`, 'The API Key'],
	['of blanks', ' ', 'has no API Key'],
])('a key %s sends nothing, and no output contains it', async (_what, apiKey, why) => {
	const server = await start();
	for (const [, call] of CALLERS) {
		const output = everythingIn(await call({ baseUrl: server.url, apiKey }));
		expect(output).not.toContain(KEY);
		expect(output).toContain(why);
	}
	expect(server.received()).toEqual([]);
});
