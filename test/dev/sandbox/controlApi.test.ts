import { request } from 'undici';
import type { Sandbox } from '../../../dev/sandbox/server';
import { sandboxes } from '../../support/node/sandboxes';
import { NOON, post, SINGLE, urlOf } from '../../support/asking';

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
