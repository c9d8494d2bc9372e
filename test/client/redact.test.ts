import { redact } from '../../nodes/IdentityResolution/client/responseBody';

const KEY = 'sandbox_a+b/"c=';

/** As for a body that a server sent. */
const redacted = (body: unknown, key: string) => redact(JSON.stringify(body), body, key);

describe('redact', () => {
	it.each<[string, unknown, unknown]>([
		['in a text', `you sent ${KEY}, ${KEY}`, 'you sent [API key], [API key]'],
		['in a value', { a: [`Bearer ${KEY}`] }, { a: ['Bearer [API key]'] }],
		['in a field name', { [KEY]: 1 }, { '[API key]': 1 }],
		['percent-encoded', { url: `/?key=${encodeURIComponent(KEY)}` }, { url: '/?key=[API key]' }],
		['percent-encoded in a text', encodeURIComponent(KEY), '[API key]'],
	])('removes a key %s', (_place, body, expected) => {
		expect(redacted(body, KEY)).toEqual(expected);
	});

	it('returns a body without the key unchanged', () => {
		const body = { a: [{ b: 'sandbox_a' }], c: null };
		expect(redacted(body, KEY)).toBe(body);
	});

	it.each(['', 'k', 'sandbox'])('ignores %j, which is too short for a key', (short) => {
		const body = { sandbox: 'token' };
		expect(redacted(body, short)).toBe(body);
		expect(redacted('sandbox', short)).toBe('sandbox');
	});

	it('replaces numbers that contain a key of digits, and keeps the rest of the answer', () => {
		const body = { phone: 12025550123, count: 7, text: 'call 12025550123' };
		expect(redacted(body, '12025550123')).toEqual({ phone: '[API key]', count: 7, text: 'call [API key]' });
	});
});
