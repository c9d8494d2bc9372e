import { createHmac, scrypt } from 'node:crypto';
import { SIGNATURE_LENGTH, type Sign } from '../api/resume';

/** Separates the signing key from other uses of the secret. */
const PURPOSE = 'n8n-nodes-identity-resolution resume';

/** Bytes. */
const KEY_LENGTH = 32;

/**
 * Returns a function that signs with a key derived from a secret (HMAC-SHA256). The derivation is slow (scrypt, about
 * 50 ms in another thread), so that guessing the API key from a cell is slow.
 * @param origin of the service: answers of a sandbox mean nothing in production
 */
export async function signer(secret: string, origin: string): Promise<Sign> {
	const key = await new Promise<Buffer>((resolve, reject) => {
		scrypt(secret, `${PURPOSE} ${origin}`, KEY_LENGTH, (error, derived) =>
			error ? reject(error) : resolve(derived),
		);
	});
	return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
}
