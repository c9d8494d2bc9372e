import { createService } from '../../../dev/sandbox/service';
import { defaultSettings, mergeSettings, SettingsError } from '../../../dev/sandbox/settings';
import { serviceUnder, SINGLE } from './asking';

test('the defaults are as documented', () => {
	expect(defaultSettings()).toMatchObject({
		account: {
			status: 'active',
			plan: 'growth',
			personalEmailAvailable: true,
			unlimited: false,
			tokens: 100_000,
			phoneTokens: 1000,
			showsPhoneTokens: false,
			searchTrialUsed: false,
		},
		burst: null,
		burstWait: 'told',
		hitRate: 1,
		batchShape: 'echo',
		batchOrder: 'asked',
		errorShape: 'nested',
		retryAfterIn: 'both',
		faults: [],
		latency: 0,
	});
	expect(defaultSettings().keys[0]).toMatch(/^sandbox_.{11}$/);
});

test('objects are merged name by name, lists and values replaced', () => {
	const merged = mergeSettings(defaultSettings(), {
		account: { tokens: 5 },
		keys: ['sandbox_other000000'],
		prices: { a: 2 },
		burst: { perSecond: 1, burst: 2 },
	});
	expect(merged).toEqual({
		...defaultSettings(),
		account: { ...defaultSettings().account, tokens: 5 },
		keys: ['sandbox_other000000'],
		prices: { a: 2 },
		burst: { perSecond: 1, burst: 2 },
	});
	expect(mergeSettings(merged, { burst: null, prices: { b: 3 } })).toMatchObject({
		burst: null,
		prices: { a: 2, b: 3 },
	});
});

test.each([
	[{ colour: 'blue' }, /colour/],
	[{ account: { tokens: -1 } }, /account\.tokens/],
	[{ account: { tokens: 1.5 } }, /account\.tokens/],
	[{ account: null }, /account/],
	[{ hitRate: 1.1 }, /hitRate/],
	[{ toolHitRates: { reverse_email_lookup: 2 } }, /toolHitRates/],
	[{ limits: { enrich: { records: { '1d': 5 } } } }, /1d/],
	[{ keys: [] }, /keys/],
	[{ batchShape: 'heap' }, /batchShape/],
	[{ faults: [{ kind: 'fire' }] }, /faults\.0\.kind/],
	[{ faults: [{ kind: 'status' }] }, /status/],
	[{ faults: [{ kind: 'reset', rate: 0.5, every: 2 }] }, /one of/],
	[{ burst: { perSecond: 0, burst: 1 } }, /burst\.perSecond/],
	[7, /settings/],
])('%j is refused, and the message says where', (patch, message) => {
	expect(() => mergeSettings(defaultSettings(), patch)).toThrow(SettingsError);
	expect(() => mergeSettings(defaultSettings(), patch)).toThrow(message);
});

test('nobody shares settings with a service', () => {
	const given = { account: { tokens: 5 } };
	const service = createService(given);
	service.settings().account.tokens = 0;
	given.account.tokens = 0;
	expect(service.settings().account.tokens).toBe(5);
});

test('a balance is set and not added to, and a refused patch changes nothing', () => {
	const { ask, service } = serviceUnder({ account: { tokens: 5 } });
	ask(SINGLE, { linkedin_url: 'test-found' });
	service.configure({ hitRate: 0.5 });
	expect(service.settings().account.tokens).toBe(4);
	service.configure({ account: { tokens: 100 } });
	expect(() => service.configure({ account: { tokens: 7, phoneTokens: -1 } })).toThrow(SettingsError);
	expect(service.settings().account.tokens).toBe(100);
});
