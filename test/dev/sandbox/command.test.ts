import { request } from 'undici';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { TEST_IDENTIFIERS } from '../../../dev/sandbox/rules/testIdentifiers';
import { startProgram } from '../../support/sheetCommand';
import { errorCode, HEADERS } from '../../support/asking';

type Ledger = { requests: unknown[] };
const start = (...args: string[]) => startProgram('dev/sandbox/main.ts', args);

test('command prints its address, key and test identifiers, and ends with Ctrl-C despite an open answer', async () => {
	const settings = JSON.stringify({ keys: ['sandbox_fromthecli1'], latency: 600_000 });
	const { child, printed, ended } = start('--port', '0', '--settings', settings);
	try {
		await waitFor('The address', () => printed.out.includes('/_sandbox/clock') || child.exitCode !== null);
		const [, url = ''] = /Base URL +(\S+)/.exec(printed.out) ?? [];
		const [, key = ''] = /API key +(\S+)/.exec(printed.out) ?? [];
		expect(key).toBe('sandbox_fromthecli1');
		for (const { name, description } of TEST_IDENTIFIERS)
			expect(printed.out.replace(/ +/g, ' ')).toContain(` ${name} ${description}\n`);
		const headers = { ...HEADERS, authorization: `Bearer ${key}` };
		const answer = errorCode(request(`${url}/get_account`, { method: 'POST', headers, body: '{}' }));
		const received = async () =>
			((await (await request(new URL('/_sandbox/ledger', url))).body.json()) as Ledger).requests.length > 0;
		await waitFor('The request', received);
		child.kill('SIGINT');
		expect([await ended, await answer]).toEqual([0, expect.stringMatching(/^(?:ECONNRESET|UND_ERR_SOCKET)$/)]);
		expect(printed.err).toBe('');
	} finally {
		child.kill('SIGKILL');
	}
});
