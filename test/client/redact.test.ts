import { redact } from '../../nodes/IdentityResolution/client/redact';

const KEY = 'sandbox_a+b/"c=';

describe('redact', () => {
	it.each<[string, unknown, unknown]>([
		['in a text', `you sent ${KEY}, ${KEY}`, 'you sent [API key], [API key]'],
		['in a value', { a: [`Bearer ${KEY}`] }, { a: ['Bearer [API key]'] }],
		['in a field name', { [KEY]: 1 }, { '[API key]': 1 }],
		['percent-encoded', { url: `/?key=${encodeURIComponent(KEY)}` }, { url: '/?key=[API key]' }],
		['percent-encoded in a text', encodeURIComponent(KEY), '[API key]'],
	])('removes a key %s', (_place, body, redacted) => {
		expect(redact(body, KEY)).toEqual(redacted);
	});

	it('returns a body without the key unchanged', () => {
		const body = { a: [{ b: 'sandbox_a' }], c: null };
		expect(redact(body, KEY)).toBe(body);
		expect(redact(undefined, KEY)).toBeUndefined();
	});

	it.each(['', 'k', 'sandbox'])('ignores %j, which is too short for a key', (short) => {
		const body = { sandbox: 'token' };
		expect(redact(body, short)).toBe(body);
		expect(redact('sandbox', short)).toBe('sandbox');
	});
});
