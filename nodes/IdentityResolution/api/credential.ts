import { toText } from './values/json';
import { parseUrl, trimmed, withoutEnd, withoutStart } from './identifiers/identifier';

/** Path prefix of every tool's address (contract: Common request headers). */
export const BASE_PATH = '/api/v1/tools';

/** The base path as users type or copy it, also with the name of a tool behind it. */
const WHOLE_PATH = /\/api\/v1\/tools(?:\/\w+)?$/i;
const PART_OF_PATH = /\/api(?:\/v1)?$/i;
/**
 * A path that belongs to an API, but not to this version of it, so that completing it would make no
 * sense.
 */
const OTHER_PATH = /\/v\d[\w.]*(?:\/|$)|\/tools$/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** A host with a top-level domain, as in an address that was typed without a scheme. */
const HOST_FIRST = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i;
/** What is copied with an address from a text or from code. */
const BEFORE = /["'`<\u2018-\u201F]/;
const BEHIND = /["'`>\u2018-\u201F.,;\s]/;

/**
 * Reads a typed Base URL and returns an address that ends in `/api/v1/tools`. Accepts spaces,
 * quotes, a missing `https://`, slashes and a tool at the end, and only a part of the suffix or
 * none. Plain http is invalid except on loopback, because the key would be sent unencrypted.
 */
export function readBaseUrl(
	value: unknown,
): { is: 'address'; url: string } | ReturnType<typeof refuse> {
	const text = withoutEnd(withoutStart(trimmed(toText(value) ?? ''), BEFORE), BEHIND);
	if (text === '') return refuse('is empty');
	const url = parseUrl(HOST_FIRST.test(text) ? `https://${text}` : text);
	if (url === null || !/^https?:$/.test(url.protocol)) return refuse('is not a web address');
	if (url.username !== '' || url.password !== '')
		return refuse('contains a user name or password');
	if (url.search !== '' || url.hash !== '') return refuse('contains a query or a fragment');
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
		return refuse('starts with http://, which would send the API key unencrypted');
	const path = withoutEnd(url.pathname, /\//);
	const start = WHOLE_PATH.test(path)
		? path.replace(WHOLE_PATH, '')
		: path.replace(PART_OF_PATH, '');
	if (!WHOLE_PATH.test(path) && OTHER_PATH.test(start))
		return refuse(`does not end in ${BASE_PATH}`);
	return { is: 'address', url: url.origin + start + BASE_PATH };
}

const refuse = (problem: string) => ({
	is: 'invalid' as const,
	why: `The Base URL of the credential ${problem}. Enter an address such as https://api.example.com${BASE_PATH}`,
});

/** Returns a pasted key without surrounding spaces and without a `Bearer` prefix. */
export const readKey = (value: unknown): string =>
	(toText(value) ?? '').trim().replace(/^Bearer\s+/i, '');

/** Returns why a header cannot carry the key, and the remedy; null if it can. */
export function keyProblem(key: string): string | null {
	if (key === '')
		return 'The credential has no API Key. Paste one from the dashboard of your account';
	return /^[\x21-\x7e]+$/.test(key)
		? null
		: 'The API Key of the credential contains an invalid character. Paste the key again';
}

/**
 * Characters of a Signing Secret. The API key never signs, so that keys may change, leak and be
 * several.
 */
export const SHORTEST_SECRET = 16;

/** A test keeps this equal to the version in package.json, which the built node cannot read. */
const VERSION = '1.0.0';

/** The service refuses requests without a User-Agent (contract: Common request headers). */
export const USER_AGENT = `n8n-nodes-identity-resolution/${VERSION}`;
