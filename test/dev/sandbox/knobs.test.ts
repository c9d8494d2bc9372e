import { TEST_IDENTIFIERS } from '../../../dev/sandbox/testIdentifiers';
import { NOON, SINGLE, urlOf } from './asking';
import { knob, post, withSandbox } from './serving';

const hit = { linkedin_url: urlOf('test-found') };

test('the ledger can be read, in whole or summed up, and cleared', async () => {
	await withSandbox({ now: () => NOON }, async (sandbox) => {
		await post(sandbox, SINGLE, hit);
		const { body } = await knob(sandbox, 'GET', 'ledger');
		expect(body).toMatchObject({
			summary: { requests: 1, byTool: { [SINGLE]: { 200: 1 } }, tokensCharged: 1, maxInFlight: 1 },
			requests: [
				{ number: 1, time: NOON, tool: SINGLE, status: 200, keys: ['linkedin:test-found'], fate: 'answered' },
			],
			charges: [{ tool: SINGLE, key: 'linkedin:test-found', times: 1, tokens: 1 }],
		});
		expect(Object.keys((await knob(sandbox, 'GET', 'ledger?part=summary')).body as object)).toEqual(['summary']);
		expect((await knob(sandbox, 'GET', 'ledger?part=all')).status).toBe(400);
		await knob(sandbox, 'DELETE', 'ledger');
		expect((await knob(sandbox, 'GET', 'ledger')).body).toMatchObject({
			summary: { requests: 0 },
			requests: [],
			charges: [],
		});
	});
});

test('settings can be read and changed', async () => {
	await withSandbox({ settings: { account: { tokens: 5 } } }, async (sandbox) => {
		await post(sandbox, SINGLE, hit);
		expect((await knob(sandbox, 'GET', 'settings')).body).toMatchObject({ hitRate: 1, account: { tokens: 4 } });
		const patched = await knob(sandbox, 'PATCH', 'settings', '{"account":{"personalEmailAvailable":false}}');
		expect(patched).toMatchObject({ status: 200, body: { account: { personalEmailAvailable: false, tokens: 4 } } });
		expect((await post(sandbox, SINGLE, hit)).status).toBe(403);
	});
});

test.each([
	['an unknown setting', 'settings', '{"colour":"blue"}', /colour/],
	['no JSON', 'settings', '{', /JSON/],
	['no object', 'settings', 'null', /settings/],
])('a patch with %s is refused and changes nothing', async (_name, name, patch, message) => {
	await withSandbox({}, async (sandbox) => {
		const before = sandbox.settings();
		const reply = await knob(sandbox, 'PATCH', name, patch);
		expect(reply).toEqual({ status: 400, body: { error: expect.stringMatching(message) as string } });
		expect(sandbox.settings()).toEqual(before);
	});
});

test('the clock is moved ahead, never back', async () => {
	await withSandbox({ now: () => NOON }, async (sandbox) => {
		expect(await knob(sandbox, 'POST', 'clock', '{"advance":3600000}')).toEqual({
			status: 200,
			body: { now: '2030-01-01T13:00:00.000Z' },
		});
		for (const body of ['{"advance":-1}', '{}', '', '{"advance":"1"}'])
			expect((await knob(sandbox, 'POST', 'clock', body)).status).toBe(400);
		expect(sandbox.now()).toBe(NOON + 3_600_000);
	});
});

test('test identifiers are listed', async () => {
	await withSandbox({}, async (sandbox) => {
		const { body } = await knob(sandbox, 'GET', 'test-identifiers');
		expect(body).toEqual(TEST_IDENTIFIERS.map(({ name, description }) => ({ name, description })));
	});
});

test('knobs are no requests to the service', async () => {
	await withSandbox({ settings: { faults: [{ kind: 'reset' }], latency: 600_000 } }, async (sandbox) => {
		for (const name of ['settings', 'ledger', 'test-identifiers'])
			expect((await knob(sandbox, 'GET', name)).status).toBe(200);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});
});
