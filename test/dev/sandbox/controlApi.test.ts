import { controlApiLines } from '../../../dev/sandbox/http/controlApi';
import { TEST_IDENTIFIERS } from '../../../dev/sandbox/rules/testIdentifiers';
import { createService } from '../../../dev/sandbox/service';
import { defaultSettings, mergeSettings, SettingsError } from '../../../dev/sandbox/settings';
import { NOON, serviceUnder, SINGLE, urlOf } from './asking';
import { control, post, withSandbox } from './serving';

const hit = { linkedin_url: urlOf('test-found') };

test('every printed route answers to every printed method, without the faults and latency of the service', async () => {
	const bodies: Record<string, string> = { PATCH: '{"hitRate": 0.5}', POST: '{"advance": 1000}' };
	await withSandbox({ settings: { faults: [{ kind: 'reset' }], latency: 600_000 } }, async (sandbox) => {
		const answered: string[] = [];
		for (const line of controlApiLines(new URL(sandbox.url).origin)) {
			const [, methods = '', path = ''] = /^ +(\S.*?) +http:\/\/[^/]+\/_sandbox\/(\S+)/.exec(line) ?? [];
			for (const method of methods.split(' or ')) {
				const { status } = await control(sandbox, method, path, bodies[method]);
				answered.push(`${method} ${path} ${status}`);
			}
		}
		expect(answered).toEqual([
			...['GET ledger 200', 'DELETE ledger 200', 'GET settings 200', 'PATCH settings 200', 'POST clock 200'],
			'GET test-identifiers 200',
		]);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});
});

test('ledger can be read in whole or in summary, and cleared', async () => {
	await withSandbox({ now: () => NOON }, async (sandbox) => {
		await post(sandbox, SINGLE, hit);
		const summary = { requests: 1, byTool: { [SINGLE]: { 200: 1 } }, tokensCharged: 1, maxInFlight: 1 };
		expect((await control(sandbox, 'GET', 'ledger')).body).toMatchObject({
			summary,
			requests: [{ number: 1, time: NOON, tool: SINGLE, status: 200, keys: ['linkedin:test-found'] }],
			charges: [{ tool: SINGLE, key: 'linkedin:test-found', times: 1, tokens: 1 }],
		});
		const { body } = await control(sandbox, 'GET', 'ledger?part=summary');
		expect(body).toEqual({ summary: expect.objectContaining(summary) as object });
		expect((await control(sandbox, 'GET', 'ledger?part=all')).status).toBe(400);
		expect((await control(sandbox, 'DELETE', 'ledger')).body).toMatchObject({ summary: { requests: 0 } });
	});
});

test('settings can be read and changed', async () => {
	await withSandbox({ settings: { account: { tokens: 5 } } }, async (sandbox) => {
		await post(sandbox, SINGLE, hit);
		expect((await control(sandbox, 'GET', 'settings')).body).toMatchObject({ hitRate: 1, account: { tokens: 4 } });
		const patched = await control(sandbox, 'PATCH', 'settings', '{"account":{"personalEmailAvailable":false}}');
		expect(patched).toMatchObject({ status: 200, body: { account: { personalEmailAvailable: false, tokens: 4 } } });
		expect((await post(sandbox, SINGLE, hit)).status).toBe(403);
	});
});

test.each([
	['settings', 'PATCH', '{"colour":"blue"}', /colour/],
	['settings', 'PATCH', '{', /JSON/],
	['settings', 'PATCH', 'null', /settings/],
	['clock', 'POST', '{"advance":-1}', /not negative/],
	['clock', 'POST', '', /not negative/],
])('%s refuses a %s of %p and changes nothing', async (path, method, body, message) => {
	await withSandbox({ now: () => NOON }, async (sandbox) => {
		const before = [sandbox.settings(), sandbox.now()];
		const reply = await control(sandbox, method, path, body);
		expect(reply).toEqual({ status: 400, body: { error: expect.stringMatching(message) as string } });
		expect([sandbox.settings(), sandbox.now()]).toEqual(before);
	});
});

test('clock is advanced, and test identifiers are listed', async () => {
	await withSandbox({ now: () => NOON }, async (sandbox) => {
		const advanced = await control(sandbox, 'POST', 'clock', '{"advance":3600000}');
		expect(advanced).toEqual({ status: 200, body: { now: '2030-01-01T13:00:00.000Z' } });
		const { body } = await control(sandbox, 'GET', 'test-identifiers');
		expect(body).toEqual(TEST_IDENTIFIERS.map(({ name, description }) => ({ name, description })));
	});
});

test('mergeSettings merges objects name by name, and replaces lists and values', () => {
	const patch = { account: { tokens: 5 }, keys: ['sandbox_other000000'], burst: { perSecond: 1, burst: 2 } };
	const merged = mergeSettings(defaultSettings(), { ...patch, prices: { a: 2 } });
	const account = { ...defaultSettings().account, tokens: 5 };
	expect(merged).toEqual({ ...defaultSettings(), ...patch, account, prices: { a: 2 } });
	const again = mergeSettings(merged, { burst: null, prices: { b: 3 } });
	expect(again).toMatchObject({ burst: null, prices: { a: 2, b: 3 } });
});

test.each([
	[{ colour: 'blue' }, /colour/],
	[{ account: { tokens: -1 } }, /account\.tokens/],
	[{ account: null }, /account/],
	[{ toolHitRates: { reverse_email_lookup: 2 } }, /toolHitRates/],
	[{ limits: { enrich: { records: { '1d': 5 } } } }, /1d/],
	[{ faults: [{ kind: 'fire' }] }, /faults\.0\.kind/],
	[{ faults: [{ kind: 'status' }] }, /needs a status/],
	[{ faults: [{ kind: 'large' }] }, /needs bytes/],
	[{ faults: [{ kind: 'reset', rate: 0.5, every: 2 }] }, /one of/],
	[{ faults: [{ kind: 'redirect', headers: { 'retry-after': '1\r\nx: y' } }] }, /headers/],
	[{ burst: { perSecond: 0, burst: 1 } }, /burst\.perSecond/],
])('mergeSettings refuses %j and names the setting', (patch, message) => {
	expect(() => mergeSettings(defaultSettings(), patch)).toThrow(SettingsError);
	expect(() => mergeSettings(defaultSettings(), patch)).toThrow(message);
});

test('service has its own copy of the settings', () => {
	const given = { account: { tokens: 5 } };
	const service = createService(given);
	service.settings().account.tokens = 0;
	given.account.tokens = 0;
	expect(service.settings().account.tokens).toBe(5);
});

test('a balance is set, not added to, and a refused patch changes nothing', () => {
	const { ask, service } = serviceUnder({ account: { tokens: 5 } });
	ask(SINGLE, hit);
	service.configure({ account: { tokens: 100 } });
	expect(() => service.configure({ account: { tokens: 7, phoneTokens: -1 } })).toThrow(SettingsError);
	expect(service.settings().account.tokens).toBe(100);
});
