import { request } from 'undici';
import { HELP, readCommandLine } from '../../../dev/sandbox/commandLine';
import { TEST_IDENTIFIERS } from '../../../dev/sandbox/rules/testIdentifiers';
import { createService } from '../../../dev/sandbox/service';
import { defaultSettings, type SandboxSettings } from '../../../dev/sandbox/settings';
import { addressIn, startSandboxCommand } from '../../support/sandboxCommand';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { HEADERS } from './asking';
import { errorCode, withSandbox } from './serving';

/** The settings of a service that these arguments start. */
function settingsUnder(...args: string[]): SandboxSettings {
	const command = readCommandLine(args);
	if (command.is !== 'run') throw new Error(`${args.join(' ')} does not run`);
	return createService(command.settings).settings();
}

test('without arguments the defaults apply, with misses', () => {
	expect(readCommandLine([])).toMatchObject({ is: 'run', port: 4010 });
	expect(settingsUnder()).toEqual({ ...defaultSettings(), hitRate: 0.8 });
	expect(readCommandLine(['--port', '0'])).toMatchObject({ port: 0 });
});

const limits = (limit: object) => ({ limits: { enrich: limit, search: limit } });

test.each<[string[], object]>([
	[['--key', 'sandbox_abcdefghijk'], { keys: ['sandbox_abcdefghijk'] }],
	[['--tokens', '7'], { account: { tokens: 7, phoneTokens: 1000 } }],
	[['--phone-tokens', '0'], { account: { tokens: 100_000, phoneTokens: 0 } }],
	[['--hit-rate', '0.25'], { hitRate: 0.25 }],
	[['--latency=80'], { latency: 80 }],
	[['--plan', 'free'], { account: { plan: 'free' } }],
	[['--no-personal-email'], { account: { personalEmailAvailable: false } }],
	[['--batch-shape', 'keyed'], { batchShape: 'keyed' }],
	[['--burst', '10'], { burst: { perSecond: 10, burst: 10 } }],
	[['--burst', '0.5'], { burst: { perSecond: 0.5, burst: 1 } }],
	[['--burst', '10:25'], { burst: { perSecond: 10, burst: 25 } }],
	[['--records-5h', '50'], limits({ records: { '5h': 50 } })],
	[['--requests-5h', '60'], limits({ requests: { '5h': 60 } })],
	[['--seed=-9'], { seed: -9 }],
])('%j sets %j', (args, settings) => expect(settingsUnder(...args)).toMatchObject(settings));

test.each([
	[['--port', '70000'], '--port must be a whole number from 0 to 65535, not "70000".'],
	[['--tokens', '1.5'], '--tokens must be a whole number from 0, not "1.5".'],
	[['--tokens=-5'], '--tokens must be a whole number from 0, not "-5".'],
	[['--hit-rate', '80'], '--hit-rate must be a number from 0 to 1, not "80".'],
	[['--hit-rate', ''], '--hit-rate must be a number from 0 to 1, not "".'],
	[['--seed', 'x'], '--seed must be a whole number, not "x".'],
	[['--key', 'a b'], '--key must be a word without blanks, not "a b".'],
	[['--batch-shape', 'heap'], '--batch-shape must be one of echo, nested, keyed, positional, not "heap".'],
	[['--burst', '0'], '--burst must be a number of requests per second, such as 10 or 10:20, not "0".'],
	[['--burst', 'many'], '--burst must be a number of requests per second, such as 10 or 10:20, not "many".'],
])('%j is invalid: %s', (args, message) => expect(readCommandLine(args)).toEqual({ is: 'invalid', message }));

test.each([
	[['--colour', 'blue'], '--colour'],
	[['serve'], 'serve'],
	[['--tokens'], '--tokens'],
	[['--tokens', '-5'], '--tokens'],
	[['--no-personal-email=yes'], '--no-personal-email'],
])('%j is invalid, in one sentence with %s', (args, name) => {
	const command = readCommandLine(args);
	expect(command).toEqual({ is: 'invalid', message: expect.stringMatching(/^[^\n]+[^.]\.$/) as string });
	expect(command.is === 'invalid' && command.message).toContain(name);
});

test('command prints its address, key and test identifiers, serves, and ends with Ctrl-C despite an open answer', async () => {
	const { child, printed, ended } = startSandboxCommand([
		'--port',
		'0',
		'--key',
		'sandbox_fromthecli1',
		'--latency',
		'600000',
	]);
	try {
		await waitFor('The address', () => printed.out.includes('Control API:') || child.exitCode !== null);
		const { url, key } = addressIn(printed);
		expect(key).toBe('sandbox_fromthecli1');
		for (const { name, description } of TEST_IDENTIFIERS)
			expect(printed.out).toMatch(new RegExp(`  ${name} +${description.replace(/[.()]/g, '\\$&')}\n`));
		const headers = { ...HEADERS, authorization: `Bearer ${key}` };
		const answer = errorCode(request(`${url}/get_account`, { method: 'POST', headers, body: '{}' }));
		const ledger = async () => await (await request(new URL('/_sandbox/ledger', url))).body.json();
		while (((await ledger()) as { requests: unknown[] }).requests.length === 0);
		child.kill('SIGINT');
		expect([await ended, await answer]).toEqual([0, expect.stringMatching(/^(?:ECONNRESET|UND_ERR_SOCKET)$/)]);
		expect(printed.err).toBe('');
	} finally {
		child.kill('SIGKILL');
	}
});

test('command prints help, and one sentence about an invalid option or a port in use', async () => {
	await withSandbox({}, async ({ url }) => {
		const { port } = new URL(url);
		const results = [['--help'], ['--tokens', 'many'], ['--port', port]].map(async (args) => {
			const { printed, ended } = startSandboxCommand(args);
			return { code: await ended, ...printed };
		});
		const inUse = `Port ${port} is in use. Choose another one with --port, or 0 for a free one.\n`;
		expect(await Promise.all(results)).toEqual([
			{ code: 0, out: HELP, err: '' },
			{ code: 1, out: '', err: '--tokens must be a whole number from 0, not "many". See --help.\n' },
			{ code: 1, out: '', err: inUse },
		]);
	});
});
