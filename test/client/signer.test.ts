import { createHmac, scryptSync } from 'node:crypto';
import { signer } from '../../nodes/IdentityResolution/client/client';

const SECRET = 'sk_secret_of_the_tests';
const ORIGIN = 'https://api.example.com';

describe('the signature of a text', () => {
	it.each([
		['text', SECRET, ORIGIN, 'another text'],
		['secret', 'sk_another_secret', ORIGIN, 'a text'],
		['service', SECRET, 'https://sandbox.example.com', 'a text'],
	])('is different for another %s', async (_what, secret, origin, text) => {
		const [sign, other] = [await signer(SECRET, ORIGIN), await signer(secret, origin)];
		expect(other(text)).not.toBe(sign('a text'));
	});

	it('has 22 characters that a link and a sheet keep', async () => {
		const sign = await signer(SECRET, ORIGIN);
		for (const text of ['', 'é例😀\ud800', 'x'.repeat(30_000)]) expect(sign(text)).toMatch(/^[\w-]{22}$/);
	});
});

describe('the key of a signer', () => {
	it('is derived by scrypt, so that nobody finds the secret by trying many', async () => {
		const key = scryptSync(SECRET, `n8n-nodes-identity-resolution resume ${ORIGIN}`, 32);
		const expected = createHmac('sha256', key).update('a text').digest('base64url').slice(0, 22);
		expect((await signer(SECRET, ORIGIN))('a text')).toBe(expected);
	});

	it('is derived in another thread, so that n8n is not blocked', async () => {
		let isDerived = false;
		const derivation = signer(SECRET, ORIGIN).then(() => {
			isDerived = true;
		});
		// A derivation in this thread would be done after a few microtasks.
		for (let microtask = 0; microtask < 100; microtask++) await Promise.resolve();
		expect(isDerived).toBe(false);
		await derivation;
		expect(isDerived).toBe(true);
	});
});
