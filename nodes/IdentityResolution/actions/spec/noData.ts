/**
 * Sentences about a hit that has nothing of what it was bought for. Later runs read them in the
 * reason of a row.
 */

export const EMPTY_HIT = 'The service reported a hit without data';

/** Of a hit that has only other columns than those that the operation is for. */
export const NOT_ITS_PURPOSE = 'Found, but without data in the main columns';

const MISSING = 'Not found: ';

const NOTHING_USABLE = 'Found, but nothing usable as ';
const UNRECOGNIZED = 'Returned, but not recognized: ';

/** @param part a wanted part in words, such as `a work email` */
export const nothingUsable = (part: string): string => NOTHING_USABLE + part;

/** @param fields the names of paid fields that no column shows */
export const notRecognized = (fields: string): string => UNRECOGNIZED + fields;

/**
 * Whether a reason says why a hit has nothing.
 * @param words for what the operation is for; empty if it has none
 */
export function saysWhyNone(reason: string, words: readonly string[]): boolean {
	if ([EMPTY_HIT, UNRECOGNIZED, NOT_ITS_PURPOSE].some((sentence) => reason.includes(sentence)))
		return true;
	return words.some((part) => reason.includes(NOTHING_USABLE + part));
}

const FOR_PHONE = 'For the phone, ';
const CHARGED_AGAIN = ' is charged again: choose Look Up Again';

/** @param tool the name of the only tool for the phone, which has returned the rest */
export const chargedAgain = (tool: string): string => FOR_PHONE + tool + CHARGED_AGAIN;

/** Returns the tool that a reason names as the one that is charged again; undefined without one. */
export function toolChargedAgain(reason: string): string | undefined {
	const start = reason.indexOf(FOR_PHONE);
	const end = reason.indexOf(CHARGED_AGAIN, start);
	if (start < 0 || end < 0) return undefined;
	return reason.slice(start + FOR_PHONE.length, end);
}

/** @param parts wanted parts in words */
export const notFound = (parts: string): string => MISSING + parts;

/** Whether a reason names a wanted part as missing, and not only as a word of another sentence. */
export function isNamedMissing(reason: string, words: string): boolean {
	return (
		saysWhyNone(reason, [words]) ||
		missingParts(reason).some((part) => part === words) ||
		isNamedUnusable(reason, words)
	);
}

/**
 * Whether a reason names a wanted part of which a hit was paid for that is of no use, such as an
 * obscured email.
 */
export const isNamedUnusable = (reason: string, words: string): boolean =>
	missingParts(reason).some((part) => part.startsWith(`${words} (`));

function missingParts(reason: string): string[] {
	const start = reason.indexOf(MISSING);
	return start < 0 ? [] : reason.slice(start + MISSING.length).split(/, | and |\. /);
}
