import { toText } from './json';
import { parseUrl } from './url';

/** Path prefix of every tool's address (contract: Common request headers). */
export const BASE_PATH = '/api/v1/tools';

export type AddressReading = { is: 'address'; url: string } | { is: 'invalid'; why: string };

const TRAILING = /\/+$/;
/** The part of the base path that the user already typed. */
const TYPED_PATH = /(?:\/api(?:\/v1(?:\/tools)?)?)?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads a typed Base URL and returns an address that ends in `/api/v1/tools`. Spaces, slashes at the end and a missing
 * suffix are accepted. Plain http is invalid except on loopback, because the key would be sent unencrypted.
 */
export function readBaseUrl(value: unknown): AddressReading {
	const text = (toText(value) ?? '').trim();
	if (text === '') return refuse('is empty');
	const url = parseUrl(text);
	if (url === null) return refuse('is not a web address');
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('is not a web address');
	if (url.username !== '' || url.password !== '') return refuse('contains a user name or password');
	if (url.search !== '' || url.hash !== '') return refuse('contains a query or a fragment');
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
		return refuse('starts with http://, which would send the API key unencrypted');
	return { is: 'address', url: url.origin + url.pathname.replace(TRAILING, '').replace(TYPED_PATH, BASE_PATH) };
}

const refuse = (problem: string): AddressReading => ({
	is: 'invalid',
	why: `The Base URL of the credential ${problem}. Enter an address such as https://api.example.com${BASE_PATH}`,
});
