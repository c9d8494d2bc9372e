import { createHmac } from 'node:crypto';

/** Signs a text. Only the same API key produces the same signature. */
export type Sign = (text: string) => string;

/** Separates the signing key from the API key, which appears in requests. */
const PURPOSE = 'n8n-nodes-identity-resolution resume';

/** Characters of 6 bits each. */
const LENGTH = 22;

/** Returns a function that signs with a key derived from the API key (HMAC-SHA256). */
export function signer(apiKey: string): Sign {
	const derived = createHmac('sha256', apiKey).update(PURPOSE).digest();
	return (text) => createHmac('sha256', derived).update(text).digest('base64url').slice(0, LENGTH);
}
