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

/** A parsed Base URL, without a slash at the end; or why it is invalid, with the remedy. */
export type BaseUrlReading = { is: 'address'; url: string } | { is: 'invalid'; why: string };

/**
 * Reads a typed Base URL and returns an address that ends in `/api/v1/tools`. Accepts spaces,
 * quotes, a missing `https://`, slashes and a tool at the end, and only a part of the suffix or
 * none. Plain http is invalid except on loopback, because the key would be sent unencrypted.
 */
export function readBaseUrl(value: unknown): BaseUrlReading {
	const text = withoutEnd(withoutStart(trimmed(toText(value) ?? ''), BEFORE), BEHIND);
	if (text === '') return refuse('is empty');
	const url = parseUrl(HOST_FIRST.test(text) ? `https://${text}` : text);
	if (url === null || !/^https?:$/.test(url.protocol)) return refuse('is not a web address');
	const excluded = EXCLUDED.find(([isExcluded]) => isExcluded(url));
	if (excluded !== undefined) return refuse(excluded[1]);
	return withPath(url);
}

/** Completes the path of an address. */
function withPath(url: URL): BaseUrlReading {
	const path = withoutEnd(url.pathname, /\//);
	const isWhole = WHOLE_PATH.test(path);
	const start = path.replace(isWhole ? WHOLE_PATH : PART_OF_PATH, '');
	if (!isWhole && OTHER_PATH.test(start)) return refuse(`does not end in ${BASE_PATH}`);
	return { is: 'address', url: url.origin + start + BASE_PATH };
}

/** Addresses that are refused, with what is wrong with them. */
const EXCLUDED: ReadonlyArray<[(url: URL) => boolean, problem: string]> = [
	[({ username, password }) => username + password !== '', 'contains a user name or password'],
	[({ search, hash }) => search + hash !== '', 'contains a query or a fragment'],
	[
		({ protocol, hostname }) => protocol === 'http:' && !LOOPBACK.test(hostname),
		'starts with http://, which would send the API key unencrypted',
	],
];

const refuse = (problem: string): BaseUrlReading => ({
	is: 'invalid',
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
