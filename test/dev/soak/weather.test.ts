import * as fc from 'fast-check';
import { drawsOf } from '../../../dev/sandbox/random';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/server';
import { SHORTEST_TIMEOUT_S } from '../../../dev/soak/runOptions';
import { CALM, drawWeather, SERVICE, turnTo, type Weather } from '../../../dev/soak/weather';

let sandbox: Sandbox;
let now = Date.UTC(2030, 0, 1);

beforeAll(async () => {
	sandbox = await startSandbox({ settings: CALM, now: () => now });
});

afterAll(async () => await sandbox.close());

const ask = (email: string) => {
	const headers = {
		'content-type': 'application/json',
		'user-agent': 'test',
		authorization: `Bearer ${sandbox.key}`,
	};
	return sandbox.service.handle(
		{ tool: 'reverse_email_lookup', method: 'POST', headers, body: JSON.stringify({ email }) },
		sandbox.now(),
	);
};

it('the sandbox takes any weather, who is found stays the same, and no fault leaves a doubt about who gave up', () => {
	fc.assert(
		fc.property(fc.integer(), (seed) => {
			turnTo(sandbox, drawWeather(drawsOf(seed, 'weather')));
			const { batchShape, batchFaults, faults, ...settings } = sandbox.settings();
			expect(settings).toMatchObject(SERVICE);
			expect(batchShape).not.toBe('positional');
			expect(batchFaults.dropRows ?? 0).toBe(0);
			for (const { kind, ms = 0 } of faults)
				if (kind === 'slow') expect(ms < 1_000 || ms > 5 * SHORTEST_TIMEOUT_S * 1_000).toBe(true);
		}),
	);
});

it('a limit of one weather is gone in the next', () => {
	for (let seed = 0; seed < 50; seed++) turnTo(sandbox, drawWeather(drawsOf(seed, 'weather')));
	turnTo(sandbox, { settings: { latency: 0 }, used: { records: 0, requests: 0, leaveInMs: 0 } });
	expect(sandbox.settings()).toMatchObject({
		account: { status: 'active' },
		burst: null,
		faults: [],
		keys: [sandbox.key],
	});
	expect(ask('ada@example.com').status).toBe(200);
});

it.each<[string, Weather['settings'], Partial<Weather['used']>]>([
	['records', { limits: { enrich: { records: { '5h': 50 } } } }, { records: 50 }],
	['requests', { limits: { enrich: { requests: { '5h': 50 } } } }, { requests: 50 }],
])('a full window of %s opens again after seconds, and is told to', (_of, settings, used) => {
	now += 1_000;
	turnTo(sandbox, { settings, used: { records: 0, requests: 0, ...used, leaveInMs: 7_000 } });
	const refused = ask('ada@example.com');
	expect(refused.status).toBe(429);
	const wait = Number(refused.headers['retry-after']);
	expect(wait).toBeGreaterThanOrEqual(7);
	expect(wait).toBeLessThanOrEqual(8);
	now += wait * 1_000;
	expect(ask('ada@example.com').status).toBe(200);
});

it('many kinds of weather occur', () => {
	const drawn = Array.from({ length: 300 }, (_, seed) => drawWeather(drawsOf(seed, 'weather')));
	const kinds = new Set(drawn.flatMap(({ settings }) => (settings.faults ?? []).map(({ kind }) => kind)));
	expect(kinds.size).toBeGreaterThanOrEqual(15);
	const limited: Array<(weather: Weather) => boolean> = [
		({ settings }) => settings.burst !== undefined,
		({ settings }) => settings.account?.tokens !== undefined,
		({ settings }) => settings.account?.status !== undefined,
		({ settings }) => settings.keys !== undefined,
		({ used }) => used.records > 0,
		({ used }) => used.requests > 0,
		({ settings }) => (settings.faults ?? []).length === 0,
	];
	for (const is of limited) expect(drawn.some(is)).toBe(true);
});
