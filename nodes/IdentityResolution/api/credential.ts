import { toText } from './json';
import { parseUrl } from './identifiers/identifier';

/** Path prefix of every tool's address (contract: Common request headers). */
export const BASE_PATH = '/api/v1/tools';

const TRAILING = /\/+$/;
/** The part of the base path that the user already typed. */
const TYPED_PATH = /(?:\/api(?:\/v1(?:\/tools)?)?)?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads a typed Base URL and returns an address that ends in `/api/v1/tools`. Spaces, slashes at the end and a missing
 * suffix are accepted. Plain http is invalid except on loopback, because the key would be sent unencrypted.
 */
export function readBaseUrl(value: unknown): { is: 'address'; url: string } | ReturnType<typeof refuse> {
	const text = (toText(value) ?? '').trim();
	if (text === '') return refuse('is empty');
	const url = parseUrl(text);
	if (url === null || !/^https?:$/.test(url.protocol)) return refuse('is not a web address');
	if (url.username !== '' || url.password !== '') return refuse('contains a user name or password');
	if (url.search !== '' || url.hash !== '') return refuse('contains a query or a fragment');
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
		return refuse('starts with http://, which would send the API key unencrypted');
	return { is: 'address', url: url.origin + url.pathname.replace(TRAILING, '').replace(TYPED_PATH, BASE_PATH) };
}

const refuse = (problem: string) => ({
	is: 'invalid' as const,
	why: `The Base URL of the credential ${problem}. Enter an address such as https://api.example.com${BASE_PATH}`,
});

/** Returns a pasted key without surrounding spaces and without a `Bearer` prefix. */
export const readKey = (value: unknown): string => (toText(value) ?? '').trim().replace(/^Bearer\s+/i, '');

/** Returns why a header cannot carry the key, and the remedy; null if it can. */
export function keyProblem(key: string): string | null {
	if (key === '') return 'The credential has no API Key. Paste one from the dashboard of your account';
	return /^[\x21-\x7e]+$/.test(key)
		? null
		: 'The API Key of the credential contains an invalid character. Paste the key again';
}

/** Characters of a Signing Secret. The API key never signs, so that keys may change, leak and be several. */
export const SHORTEST_SECRET = 16;

/** A test keeps this equal to the version in package.json, which the built node cannot read. */
const VERSION = '1.0.0';

/** The service refuses requests without a User-Agent (contract: Common request headers). */
export const USER_AGENT = `n8n-nodes-identity-resolution/${VERSION}`;
