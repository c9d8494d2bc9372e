import { toText } from './json';
import { parseUrl } from './url';

/** The path prefix that every tool's address has (contract: Versioning). */
export const BASE_PATH = '/api/v1/tools';

export type AddressReading = { is: 'address'; url: string } | { is: 'invalid'; why: string };

const TRAILING = /\/+$/;
/** As much of the base path as was typed, at the end. */
const TYPED_PATH = /(?:\/api(?:\/v1(?:\/tools)?)?)?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads a Base URL as a person types it: blanks and slashes at its ends and a missing suffix are forgiven.
 * Plain http is refused except on loopback, since the key would travel in the clear.
 * @returns an address that ends in `/api/v1/tools`, without a slash at its end
 */
export function readBaseUrl(value: unknown): AddressReading {
	const text = (toText(value) ?? '').trim();
	if (text === '') return refuse('is empty');
	const url = parseUrl(text);
	if (url === null) return refuse('is not a web address');
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('is not a web address');
	if (url.username !== '' || url.password !== '') return refuse('holds a user name');
	if (url.search !== '' || url.hash !== '') return refuse('has a query or a fragment');
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
		return refuse('starts with http://, which would send the key unprotected');
	return { is: 'address', url: url.origin + url.pathname.replace(TRAILING, '').replace(TYPED_PATH, BASE_PATH) };
}

const refuse = (what: string): AddressReading => ({
	is: 'invalid',
	why: `The Base URL of the credential ${what}. It looks like https://api.example.com${BASE_PATH}`,
});
