import { request } from 'undici';
import { TEST_IDENTIFIERS } from '../../../dev/sandbox/testIdentifiers';
import { addressIn, startSandboxCommand } from '../../support/sandboxCommand';
import { until } from '../../support/until';
import { HEADERS } from './asking';
import { errorCode, withSandbox } from './serving';

const start = (...args: string[]) => startSandboxCommand(args);

test('prints its address, a ready key and the test identifiers, serves, and ends with Ctrl-C', async () => {
	const { child, printed, ended } = start('--port', '0', '--key', 'sandbox_fromthecli1', '--tokens', '77');
	try {
		await until(() => printed.out.includes('Knobs:') || child.exitCode !== null);
		const { url } = addressIn(printed);
		expect(printed.out).toMatch(/API key +sandbox_fromthecli1/);
		for (const { name, description } of TEST_IDENTIFIERS)
			expect(printed.out).toMatch(new RegExp(`  ${name} +${description.replace(/[.()]/g, '\\$&')}\n`));
		const reply = await request(`${url}/get_account`, {
			method: 'POST',
			headers: { ...HEADERS, authorization: 'Bearer sandbox_fromthecli1' },
			body: '{}',
		});
		expect(await reply.body.json()).toMatchObject({ results: { token_balance: 77 } });
		child.kill('SIGINT');
		expect([await ended, printed.err]).toEqual([0, '']);
	} finally {
		child.kill('SIGKILL');
	}
});

test('Ctrl-C does not wait for an answer that is still to come', async () => {
	const { child, printed, ended } = start('--port', '0', '--latency', '600000');
	try {
		await until(() => printed.out.includes('Knobs:') || child.exitCode !== null);
		const { url } = addressIn(printed);
		const asking = errorCode(request(`${url}/get_account`, { method: 'POST', headers: HEADERS, body: '{}' }));
		const asked = async () =>
			(await (await request(new URL('/_sandbox/ledger', url))).body.json()) as { requests: unknown[] };
		while ((await asked()).requests.length === 0);
		child.kill('SIGINT');
		expect([await ended, await asking]).toEqual([0, expect.stringMatching(/^(?:ECONNRESET|UND_ERR_SOCKET)$/)]);
	} finally {
		child.kill('SIGKILL');
	}
});

test('a bad flag gets one sentence and exit code 1', async () => {
	const { printed, ended } = start('--tokens', 'many');
	expect(await ended).toBe(1);
	expect(printed).toEqual({ out: '', err: '--tokens must be a whole number from 0, not "many". See --help.\n' });
});

test('a port in use gets one sentence and exit code 1', async () => {
	await withSandbox({}, async ({ url }) => {
		const { port } = new URL(url);
		const { printed, ended } = start('--port', port);
		expect(await ended).toBe(1);
		expect(printed).toEqual({
			out: '',
			err: `Port ${port} is in use. Choose another one with --port, or 0 for a free one.\n`,
		});
	});
});

test('help is printed, and nothing is started', async () => {
	const { printed, ended } = start('--help');
	expect(await ended).toBe(0);
	expect(printed).toEqual({
		out: expect.stringContaining('Usage: npm run sandbox -- [options]\n') as string,
		err: '',
	});
});
