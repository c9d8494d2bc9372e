import { createHmac, scryptSync } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { connect, signer } from '../../nodes/IdentityResolution/client/client';

const SECRET = 'a long secret of the tests';
const ORIGIN = 'https://api.example.com';

describe('the signature of a text', () => {
	it.each([
		['text', SECRET, ORIGIN, 'another text'],
		['secret', 'another long secret', ORIGIN, 'a text'],
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
		const key = scryptSync(SECRET, `n8n-nodes-identity-resolution answers ${ORIGIN}`, 32);
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

describe('a connection', () => {
	const connected = async (credential: object = {}) => {
		const data = { baseUrl: `${ORIGIN}/api`, apiKey: 'sk_key', signingSecret: SECRET, ...credential };
		const host = { getCredentials: async () => await Promise.resolve(data) };
		const connection = await connect(host as unknown as IExecuteFunctions, {});
		if (connection.is === 'refused') throw new Error('refused');
		return { account: connection.account, sign: await connection.signer() };
	};

	it.each([undefined, '', '15 characters..', '  15 characters..  ', 5])(
		'signs nothing with the secret %j',
		async (secret) => {
			expect((await connected({ signingSecret: secret })).sign).toBeNull();
		},
	);

	it('signs with the secret and the service alone, whatever the key', async () => {
		const expected = (await signer(SECRET, ORIGIN))('a text');
		for (const credential of [{}, { apiKey: 'sk_other' }, { signingSecret: ` ${SECRET}\n` }])
			expect((await connected(credential)).sign?.('a text')).toBe(expected);
		expect((await connected({ signingSecret: '16 characters...' })).sign).not.toBeNull();
	});

	it('has another account with another key or service, and does not show the key', async () => {
		const changes = [{}, { baseUrl: ORIGIN }, { apiKey: 'sk_other' }, { baseUrl: 'https://sandbox.example.com' }];
		const accounts = await Promise.all(changes.map(async (credential) => (await connected(credential)).account));
		expect(accounts[1]).toBe(accounts[0]);
		expect(new Set(accounts).size).toBe(3);
		for (const account of accounts) expect(account).toMatch(/^[\w-]{16}$/);
	});
});
