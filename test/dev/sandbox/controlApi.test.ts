import { request } from 'undici';
import type { Sandbox } from '../../../dev/sandbox/server';
import { defaultSettings, mergeSettings, SettingsError } from '../../../dev/sandbox/settings';
import { sandboxes } from '../../support/node/sandboxes';
import { NOON, post, serviceUnder, SINGLE, urlOf } from '../../support/asking';

const start = sandboxes();
const hit = { linkedin_url: urlOf('test-found') };

async function control(sandbox: Sandbox, method: 'GET' | 'DELETE' | 'PATCH' | 'POST', path: string, body?: string) {
	const reply = await request(new URL(`/_sandbox/${path}`, sandbox.url), { method, body });
	return { status: reply.statusCode, body: await reply.body.json() };
}

test('ledger can be read and cleared, settings changed and the clock advanced, without faults and latency', async () => {
	const sandbox = await start({ account: { tokens: 5 } }, () => NOON);
	await post(sandbox, SINGLE, hit);
	sandbox.configure({ faults: [{ kind: 'reset' }], latency: 600_000 });
	expect((await control(sandbox, 'GET', 'ledger')).body).toMatchObject({
		summary: { requests: 1, byTool: { [SINGLE]: { 200: 1 } }, tokensCharged: 1, maxInFlight: 1 },
		requests: [{ number: 1, time: NOON, tool: SINGLE, status: 200, keys: ['linkedin:test-found'] }],
		charges: [{ tool: SINGLE, key: 'linkedin:test-found', times: 1, tokens: 1 }],
	});
	expect((await control(sandbox, 'DELETE', 'ledger')).body).toMatchObject({ summary: { requests: 0 } });
	expect((await control(sandbox, 'GET', 'settings')).body).toMatchObject({ hitRate: 1, account: { tokens: 4 } });
	const settings = { faults: [], latency: 0, account: { personalEmailAvailable: false } };
	const patched = await control(sandbox, 'PATCH', 'settings', JSON.stringify(settings));
	expect(patched).toMatchObject({ status: 200, body: { account: { personalEmailAvailable: false, tokens: 4 } } });
	expect((await post(sandbox, SINGLE, hit)).status).toBe(403);
	const advanced = await control(sandbox, 'POST', 'clock', '{"advance":3600000}');
	expect(advanced).toEqual({ status: 200, body: { now: '2030-01-01T13:00:00.000Z' } });
});

test.each([
	['settings', 'PATCH', '{"colour":"blue"}', /colour/],
	['settings', 'PATCH', '{', /JSON/],
	['clock', 'POST', '{"advance":-1}', /not negative/],
] as const)('%s refuses a %s of %p and changes nothing', async (path, method, body, message) => {
	const sandbox = await start({}, () => NOON);
	const before = [sandbox.settings(), sandbox.now()];
	const reply = await control(sandbox, method, path, body);
	expect(reply).toMatchObject({
		status: 400,
		body: { error: { message: expect.stringMatching(message) as string } },
	});
	expect([sandbox.settings(), sandbox.now()]).toEqual(before);
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
	[null, /settings/],
	[{ account: { tokens: -1 } }, /account\.tokens/],
	[{ limits: { enrich: { records: { '1d': 5 } } } }, /1d/],
	[{ faults: [{ kind: 'fire' }] }, /faults\.0\.kind/],
	[{ faults: [{ kind: 'status' }] }, /needs a status/],
	[{ faults: [{ kind: 'large' }] }, /needs bytes/],
	[{ faults: [{ kind: 'reset', rate: 0.5, every: 2 }] }, /one of/],
	[{ faults: [{ kind: 'redirect', headers: { 'retry-after': '1\r\nx: y' } }] }, /headers/],
])('mergeSettings refuses %j and names the setting', (patch, message) => {
	expect(() => mergeSettings(defaultSettings(), patch)).toThrow(SettingsError);
	expect(() => mergeSettings(defaultSettings(), patch)).toThrow(message);
});

test('service has its own settings: a balance is set, not added to, and a refused patch changes nothing', () => {
	const given = { account: { tokens: 5 } };
	const { ask, service } = serviceUnder(given);
	service.settings().account.tokens = 0;
	given.account.tokens = 0;
	expect(service.settings().account.tokens).toBe(5);
	ask(SINGLE, hit);
	service.configure({ account: { tokens: 100 } });
	expect(() => service.configure({ account: { tokens: 7, phoneTokens: -1 } })).toThrow(SettingsError);
	expect(service.settings().account.tokens).toBe(100);
});
