import { toText } from './json';

/** A key as it is pasted: with blanks or line ends around it, or the word that goes before it in the header. */
export const readKey = (value: unknown): string => (toText(value) ?? '').trim().replace(/^Bearer\s+/i, '');

/** What is wrong with a key that no header can carry: where a line or typographic quotes were pasted with it, say. */
export const UNSENDABLE_KEY = 'The API Key of the credential holds a character that no key has. Paste it again';

export const isSendable = (key: string) => /^[\x21-\x7e]*$/.test(key);
