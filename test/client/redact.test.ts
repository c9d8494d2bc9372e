import { redact } from '../../nodes/IdentityResolution/client/redact';

const KEY = 'sandbox_a+b/"c=';

describe('a body', () => {
	it.each<[string, unknown, unknown]>([
		['as a text', `you sent ${KEY}, ${KEY}`, 'you sent [API key], [API key]'],
		['in a value', { a: [`Bearer ${KEY}`] }, { a: ['Bearer [API key]'] }],
		['as a name', { [KEY]: 1 }, { '[API key]': 1 }],
		['percent-encoded', { url: `/?key=${encodeURIComponent(KEY)}` }, { url: '/?key=[API key]' }],
		['percent-encoded in a text', encodeURIComponent(KEY), '[API key]'],
	])('with the key %s leaves without it', (_where, body, left) => {
		expect(redact(body, KEY)).toEqual(left);
	});

	it('without the key is left as it is', () => {
		const body = { a: [{ b: 'sandbox_a' }], c: null };
		expect(redact(body, KEY)).toBe(body);
		expect(redact(undefined, KEY)).toBeUndefined();
	});

	it.each(['', 'k', 'sandbox'])('is not taken apart for %j, which is no key', (short) => {
		const body = { sandbox: 'token' };
		expect(redact(body, short)).toBe(body);
		expect(redact('sandbox', short)).toBe('sandbox');
	});
});
