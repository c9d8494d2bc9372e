import { testCredential } from '../../dev/n8n/engine/testCredential';
import { DEFAULT_USER_AGENT } from '../../nodes/IdentityResolution/api/credential';
import { startEcho } from '../support/wire/echoServer';
import { packedTypes, rowsOf, runOperation } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

const test = async (baseUrl: string, apiKey: string) =>
	await testCredential(await packedTypes(), 'identityResolutionApi', { baseUrl, apiKey, userAgent: '' });

describe('the test of the credential', () => {
	it('passes by a free call of get_account with an empty object', async () => {
		const sandbox = await start();
		expect(await test(sandbox.url, sandbox.key)).toEqual({ is: 'passed' });
		expect(sandbox.ledger.summary()).toMatchObject({ byTool: { get_account: { 200: 1 } }, tokensCharged: 0 });
	});

	it.each(['', '/', '/api', '/api/', '/api/v1', '/api/v1/tools', '/api/v1/tools//'])(
		'forgives the path "%s"',
		async (path) => {
			const sandbox = await start();
			const origin = new URL(sandbox.url).origin;
			expect(await test(` ${origin}${path} `, `  ${sandbox.key}\n`)).toEqual({ is: 'passed' });
		},
	);

	it('passes with the word Bearer pasted before the key', async () => {
		const sandbox = await start();
		expect(await test(sandbox.url, `Bearer ${sandbox.key}`)).toEqual({ is: 'passed' });
	});

	it('fails on a wrong key, and says what to do', async () => {
		const sandbox = await start();
		const message = 'The service rejected this key. Check that it is complete and not revoked';
		expect(await test(sandbox.url, 'sandbox_wrong')).toEqual({ is: 'failed', message });
	});

	it('fails on a key without access, and says what to do', async () => {
		const sandbox = await start({ keysWithoutAccess: ['sandbox_noaccess'] });
		const message = 'The service refused access. Check that the account is active and that this key has access';
		expect(await test(sandbox.url, 'sandbox_noaccess')).toEqual({ is: 'failed', message });
	});

	it('fails on a wrong path, and says what to do', async () => {
		const sandbox = await start();
		const message = 'There is no service at this address. Check the Base URL';
		expect(await test(`${new URL(sandbox.url).origin}/other/path`, sandbox.key)).toEqual({ is: 'failed', message });
	});

	it('fails on an address that answers 200 with something else', async () => {
		const echo = await startEcho();
		try {
			expect(await test(echo.url, 'sandbox_key')).toEqual({
				is: 'failed',
				message: 'Another server answered instead of the service. Check the Base URL',
			});
		} finally {
			await echo.close();
		}
	});

	it('fails where nothing is listening', async () => {
		expect(await test('http://127.0.0.1:9', 'sandbox_key')).toMatchObject({ is: 'failed' });
	});

	it('sends no key that a header cannot carry, and says so', async () => {
		const sandbox = await start();
		const { message } = (await test(sandbox.url, `${sandbox.key}\u201d`)) as { message: string };
		expect(message).toContain('contains an invalid character');
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('sends no key over plain http to another machine', async () => {
		const { message } = (await test('http://api.example.com', 'sandbox_key')) as { message: string };
		expect(message).toContain('would send the API key unencrypted');
	});
});

describe('every request', () => {
	const get = {
		resource: 'account',
		operation: 'get',
		rows: [{ a: 1 }],
		node: { onError: 'continueRegularOutput' as const },
	};

	it('carries the headers of the contract, and an empty object as text', async () => {
		const echo = await startEcho();
		try {
			await runOperation({ url: echo.url, key: 'sandbox_key' }, get);
			expect(echo.received[0]).toMatchObject({
				url: '/api/v1/tools/get_account',
				authorization: 'Bearer sandbox_key',
				headers: { 'content-type': 'application/json', 'user-agent': DEFAULT_USER_AGENT },
				body: '{}',
			});
		} finally {
			await echo.close();
		}
	});

	it('is not sent at all with a key that a header cannot carry', async () => {
		const sandbox = await start();
		const run = await runOperation({ url: sandbox.url, key: `${sandbox.key}\n${sandbox.key}` }, get);
		expect(rowsOf(run)).toMatchObject([
			{ status: 'deferred', reason: expect.stringContaining('contains an invalid character') as string },
		]);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it.each([
		['my-agent/1.0', 'my-agent/1.0'],
		['my-agent\r\nX-Other: 1', 'my-agent X-Other: 1'],
		['  ', DEFAULT_USER_AGENT],
	])('with the User Agent "%s" names the client %s', async (userAgent, sent) => {
		const echo = await startEcho();
		try {
			const credential = { baseUrl: echo.url, apiKey: 'sandbox_key', userAgent };
			await runOperation({ url: echo.url, key: '' }, { ...get, credential });
			expect(echo.received[0].headers['user-agent']).toBe(sent);
		} finally {
			await echo.close();
		}
	});
});
