import { toText } from './json';

/** A key as it is pasted: with blanks or line ends around it, or the word that goes before it in the header. */
export const readKey = (value: unknown): string => (toText(value) ?? '').trim().replace(/^Bearer\s+/i, '');
