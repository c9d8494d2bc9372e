import { toText } from './json';

/** A key as it is pasted: with blanks or line ends around it, or the word that goes before it in the header. */
export const readKey = (value: unknown): string => (toText(value) ?? '').trim().replace(/^Bearer\s+/i, '');

/**
 * Why no header can carry a key, and what to do; null where one can. A line or typographic quotes may have been pasted
 * with it.
 */
export function keyProblem(key: string): string | null {
	if (key === '') return 'The credential has no API Key. Paste one from the dashboard of the account';
	return /^[\x21-\x7e]+$/.test(key)
		? null
		: 'The API Key of the credential holds a character that no key has. Paste it again';
}
