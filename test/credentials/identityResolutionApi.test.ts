import { testCredential } from '../../dev/n8n/engine/testCredential';
import { USER_AGENT } from '../../nodes/IdentityResolution/api/credential';
import { startEcho } from '../support/wire/echoServer';
import { packedTypes, rowsOf, runOperation } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();
let echo: Awaited<ReturnType<typeof startEcho>>;
beforeAll(async () => {
	echo = await startEcho();
});
afterAll(async () => await echo.close());

const test = async (baseUrl: string, apiKey: string) =>
	await testCredential(await packedTypes(), 'identityResolutionApi', { baseUrl, apiKey });

describe('the test of the credential', () => {
	it('passes by a free call of get_account with an empty object, also with "Bearer" before the key', async () => {
		const sandbox = await start();
		expect(await test(sandbox.url, `Bearer ${sandbox.key}`)).toEqual({ is: 'passed' });
		expect(sandbox.ledger.summary()).toMatchObject({ byTool: { get_account: { 200: 1 } }, tokensCharged: 0 });
	});

	it.each(['', '/', '/api', '/api/', '/api/v1', '/api/v1/tools', '/api/v1/tools//', '/api/v1/tools/get_usage"'])(
		'forgives the path "%s"',
		async (path) => {
			const sandbox = await start();
			const origin = new URL(sandbox.url).origin;
			expect(await test(` ${origin}${path} `, `  ${sandbox.key}\n`)).toEqual({ is: 'passed' });
		},
	);

	it.each([
		[
			'a wrong key',
			'sandbox_wrong',
			'/api',
			'The service rejected this key. Check that it is complete, and neither revoked nor expired',
		],
		[
			'a key without access',
			'sandbox_noaccess',
			'/api',
			'The service refused access. Check that the account is active and that this key has access',
		],
		['a wrong path', null, '/other/path', 'There is no service at this address. Check the Base URL'],
	])('fails on %s, and says what to do', async (_what, key, path, message) => {
		const sandbox = await start({ keysWithoutAccess: ['sandbox_noaccess'] });
		expect(await test(new URL(sandbox.url).origin + path, key ?? sandbox.key)).toEqual({ is: 'failed', message });
	});

	it('fails on an address that answers 200 with something else', async () => {
		const message = 'Another server answered instead of the service. Check the Base URL';
		expect(await test(echo.url, 'sandbox_key')).toEqual({ is: 'failed', message });
	});

	it('fails if nothing listens at the address', async () => {
		expect(await test('http://127.0.0.1:9', 'sandbox_key')).toMatchObject({ is: 'failed' });
	});

	it('sends no key that a header cannot carry, and says so', async () => {
		const sandbox = await start();
		const { message } = (await test(sandbox.url, `${sandbox.key}\u201d`)) as { message: string };
		expect(message).toContain('contains an invalid character');
		expect(sandbox.ledger.summary().requests).toBe(0);
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
		await runOperation({ url: echo.url, key: 'sandbox_key' }, get);
		expect(echo.received.at(-1)).toMatchObject({
			url: '/api/v1/tools/get_account',
			authorization: 'Bearer sandbox_key',
			headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
			body: '{}',
		});
	});

	it('is not sent at all with a key that a header cannot carry', async () => {
		const sandbox = await start();
		const run = await runOperation({ url: sandbox.url, key: `${sandbox.key}\n${sandbox.key}` }, get);
		expect(rowsOf(run)).toMatchObject([
			{ status: 'deferred', reason: expect.stringContaining('contains an invalid character') as string },
		]);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});
});
