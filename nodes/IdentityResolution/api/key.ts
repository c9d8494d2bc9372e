import { toText } from './json';

/** Returns a pasted key without surrounding spaces and without a `Bearer` prefix. */
export const readKey = (value: unknown): string => (toText(value) ?? '').trim().replace(/^Bearer\s+/i, '');

/** Returns why a header cannot carry the key, and the remedy; null if it can. */
export function keyProblem(key: string): string | null {
	if (key === '') return 'The credential has no API Key. Paste one from the dashboard of your account';
	return /^[\x21-\x7e]+$/.test(key)
		? null
		: 'The API Key of the credential contains an invalid character. Paste the key again';
}
