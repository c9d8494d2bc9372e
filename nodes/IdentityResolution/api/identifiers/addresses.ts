// Recognizes addresses and hashes in a text, also with something around them.
import { isPlaceholder } from '../values/nothing';
import { trimmed, withoutEnd, withoutInvisible, withoutJoiners, withoutStart } from './identifier';

/**
 * Loose, because the service decides. Excludes the characters of masks, of lists and of templates,
 * invisible ones, and lone surrogates, which all encode to the same bytes and so one MD5.
 */
const MAILBOX =
	/^(?!["'`“”‘’«»/]|.*\.\.\.|e?-?mail=)[^\s@<>()[\]{}|?,;:：（）【】，；"\\*•…\uFFFD\p{Cc}\p{Cf}\p{Cs}]+$/u;
const HOST =
	/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}]$/u;
const LONGEST = 254;

export function isEmail(text: string): boolean {
	const at = text.indexOf('@');
	return (
		at > 0 &&
		text.length <= LONGEST &&
		MAILBOX.test(text.slice(0, at)) &&
		HOST.test(text.slice(at + 1))
	);
}

/** As most services write an address. */
const ORDINARY = /^[a-z\d](?:[._+-]?[a-z\d])*@(?:[a-z\d](?:-?[a-z\d])*\.)+[a-z]{2,}$/i;
const MAY_BE_ADDRESS = /@|%40|&#(?:64|x40);/i;
/** Characters of a text in a reply that may be an address with something around it. */
const LONGEST_WRAPPED = 320;
/** Signs that mask a part of an address, also with blanks between them. */
const MASKS = /[*•…]|\.\.\.|[._#-]\s+[._#-]/;

/**
 * Returns the addresses in a text of a reply as they stand there, without what writers and programs
 * put around them: blanks, quotes, a label, a name, a remark (contract: Silent points, 18). Of a
 * mask, and of what may be only a part of an address, there is none.
 */
export function addressesOf(text: string): string[] {
	if (text.length <= LONGEST && ORDINARY.test(text)) return [text];
	if (text.length > LONGEST_WRAPPED || !MAY_BE_ADDRESS.test(text)) return [];
	return decodedText(text)
		.split(/[,;|\n]/)
		.flatMap((entry) => addressIn(withoutDecoration(entry)) ?? []);
}

function addressIn(entry: string): string | null {
	if (MASKS.test(entry)) return null;
	const [word] = entry.split(/\s/);
	// No address has a colon or a slash: before it stands a label or a path, behind it a remark.
	const unlabeled = word.replace(/^[^@]*[:/]/, '').replace(/:[^@]*$/, '');
	const joined = BLANK_AT_SIGN.test(entry) ? entry.replace(/\s/g, '') : entry;
	const readings = [joined, ...(entry.includes('@') ? addressesIn(entry) : []), word, unlabeled];
	return readings.map((one) => bare(one).replace(LDAP_KEY, '')).find(isUsable) ?? null;
}

/** Two words with an @ between them, as somebody may have typed an address. */
const BLANK_AT_SIGN = /^[^\s@]+\s*@\s*[^\s@]+$/;
const LDAP_KEY = /^(?:cn|mail|uid|smtp|e?-?mail)=/i;
const isUsable = (text: string): boolean =>
	/^[\p{L}\p{N}_]/u.test(text) && !text.includes('%') && isEmail(text);

const ENTITIES: Readonly<Record<string, string>> = {
	lt: '<',
	gt: '>',
	quot: '"',
	nbsp: ' ',
	'#64': '@',
	'#x40': '@',
};

/** Decodes what HTML, URLs and JSON make of the signs around an address. */
const decodedText = (text: string): string =>
	withoutJoiners(withoutInvisible(text))
		.replace(
			/&(lt|gt|quot|nbsp|#64|#x40);/gi,
			(_all, name: string) => ENTITIES[name.toLowerCase()],
		)
		.replace(/%(20|22|27|3c|3e|40)/gi, (code) => decodeURIComponent(code))
		.replace(/\\(?:[nrt]|(["']))/g, (_all, quote?: string) => quote ?? ' ')
		.replace(/＜/g, '<')
		.replace(/＞/g, '>');

/** Removes bullets, symbols and the signs with which Markdown makes a text bold. */
const withoutDecoration = (entry: string): string =>
	entry
		.trim()
		.replace(/^(?:[•*·-]\s+|[\p{So}\uFE0F\s]+)/u, '')
		.replace(/[\p{So}\uFE0F\s]+$/u, '')
		.replace(/^([*_]{1,3})([^*_]+@[^*_]+)\1$/, '$2');

/** Characters around an address that are no part of it. */
const BEFORE = /[\s"'`“”‘’„‚«»‹›<>()[\]{}（）【】《》「」]/;
const BEHIND = /[\s"'`“”‘’„‚«»‹›<>()[\]{}（）【】《》「」.,;:!?/，；：。]/;
/** An address without what surrounds it. */
const bare = (text: string): string => withoutEnd(withoutStart(text, BEFORE), BEHIND);
const LINK = /mailto:([^\s"'<>()?]+)/gi;
/** An address in brackets, behind or before a name. */
const IN_BRACKETS = /[<([{]([^<>()[\]{}@]*@[^<>()[\]{}]*)[>)\]}]/g;
/** A label in brackets, or one with a colon, which is not a scheme such as `https://`. */
const LABELS = [
	/^[<([{][^@<>()[\]{}]{0,60}[>)\]}]/,
	/[<([{][^@<>()[\]{}]{0,60}[>)\]}]$/,
	/^["'“]?(?:\p{L}[\p{L}\p{N} ._-]{0,30}(?:：|:\s)|(?:mailto|smtp|sip|e-?mail|mail|work|home|to|cc|from)[:=])/iu,
];

/** The addresses in a text; a text with other words, if they may be a part of an address. */
export function addressesIn(text: string): string[] {
	const links = Array.from(text.matchAll(LINK), ([, address]) => address);
	if (links.length > 0) return links.flatMap(listed);
	const inBrackets = Array.from(text.matchAll(IN_BRACKETS), ([, content]) => content);
	if (inBrackets.length > 0) {
		const outside = text.replace(IN_BRACKETS, ' ');
		return [...inBrackets, ...(outside.includes('@') ? [outside] : [])].flatMap(listed);
	}
	return listed(LABELS.reduce((rest, label) => trimmed(rest.replace(label, '')), text));
}

/**
 * The entries of a list of addresses; else the text alone, without what surrounds or follows an
 * address.
 */
function listed(text: string): string[] {
	const entries = text
		.split(/[\s,;|]/)
		.map(bare)
		.filter((entry) => !isPlaceholder(entry));
	return entries.every(isEmail) ? entries : [bare(text.replace(/(?<=@[^?]+)\?[^]*$/, ''))];
}

/** The number of different addresses in a text. */
export const countAddresses = (text: string): number =>
	new Set(
		text
			.toLowerCase()
			.split(/[\s<>()[\]{},;:|"'?=&：]/)
			.map(bare)
			.filter(isEmail),
	).size;

export const isMd5 = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text);
/** Whether a text is a SHA-1 or SHA-256. */
export const isSha = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);
export const isHash = (text: string): boolean => isMd5(text) || isSha(text);

/** A hash in a text of a reply, in quotation marks or with a prefix such as `md5:`. */
const WRAPPED_HASH =
	/^[\s"'`([{<]*(?:(?:md5|sha-?1|sha-?256|hash)[:=]\s*|0x)?([\da-f]{32}|[\da-f]{40}|[\da-f]{64})[\s"'`)\]}>]*$/i;

/** Returns the hash in a text without what is around it; null if it is none. */
export function hashIn(text: string): string | null {
	if (text.length > LONGEST_WRAPPED) return null;
	return WRAPPED_HASH.exec(text)?.[1] ?? null;
}
