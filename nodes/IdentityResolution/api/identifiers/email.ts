import { hash } from 'node:crypto';
import { isPlaceholder, WORDS_FOR_NOTHING } from '../values/nothing';
import {
	canonicalHost,
	hasLookalikes,
	identified,
	invalid,
	quoted,
	trimmed,
	withoutEnd,
	withoutStart,
	withoutInvisible,
	withoutJoiners,
	type Identifier,
	type IdentifierReading,
	type TextIdentifier,
} from './identifier';

export const EXPECTED_EMAIL = 'Use an email address such as ada@example.com';

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

/**
 * Addresses that belong to no person, by what they are, in words. Data about them would not be
 * about the row.
 */
const OF_NO_PERSON: ReadonlyArray<[is: string, ...patterns: RegExp[]]> = [
	['a guest account', /#ext#/],
	[
		'a return address of mail software',
		/^(?:bounces?|verp|prvs|msprvs\d?|srs[01])[-+=]|^(?:bounces?|mailer-daemon)@|[-+]bounces[@+]|@bounces?\.[^@.]+\./,
		/=[^@=]+\.\p{L}{2,}@/u,
	],
	[
		'an address that accepts no mail',
		/^(?:no[-_.]?(?:reply|responder?)|(?:do|please|ne)?[-_.]?(?:not|no|pas)[-_.]?(?:reply|repondre)|keine?[-_.]?antwort|nao[-_.]?responda)(?:[-_+][^@]*|\d*)@/,
		/[@.]noreply\.|@bcc\.hubspot\.com$|@(?:group|resource|import)\.calendar\.google\.com$|^healthmailbox[\da-f]{10}/,
	],
	[
		'the id of a message',
		/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}@|^(?:\d{12,14}\.[^@]*|(?=[\d.]{16})\d+(?:\.\d+){2,})@/,
		/^[\da-f]{8,}\$[\da-f$]+@|^tencent_[\da-f]+@|^(?=(?:[^@\d]*\d){4})(?:e?1[\da-z]{5}-[\da-z]{6,11}-[\da-z]{2,4})@|^[\da-f]{8}\.\d{7}@/,
		/^of[\da-f]{8}\.[\da-f]{8}-on|\.javamail\.|\.qmail@|^(?=(?:[^@\d]*\d+[a-z]){4})(?=[^@]*[g-z])[\w=$-]{32,}@/,
		/@(?:mail\.gmail\.com|(?:[^@]+\.)?mail\.yahoo\.com|(?:[^@]+\.)?amazonses\.com|[^@]+\.prod\.(?:outlook|exchangelabs)\.com)$/,
	],
	['an id of WhatsApp', /^[\d-]+@(?:s\.whatsapp\.net|[cg]\.us)$/],
	['at a server that is not on the internet', /\.(?:invalid|localhost)$|\.\d+$/],
	[
		'a placeholder',
		/^(?:no[-_.]?e?mail|null|undefined|none|unknown|not[-_.]?(?:available|provided|known)|your[-_.]?e?mail)@/,
		/^(na|test|asdf|xxx|example)@\1\./,
	],
];

/** What an address of no person is, in words; undefined for others. */
export const ofNoPerson = (address: string): string | undefined => {
	const lower = address.toLowerCase();
	return OF_NO_PERSON.find(([, ...patterns]) =>
		patterns.some((pattern) => pattern.test(lower)),
	)?.[0];
};

/**
 * Reads an email address (contract: Reverse email profile). The value is what the key is made of,
 * except for the case of the part before the @: composed letters, and the host in lower case and
 * ASCII.
 */
export function readEmail(cell: string): IdentifierReading {
	const text = withoutInvisible(trimmed(cell));
	if (!isEmail(text)) return notAnAddress(text);
	if (hasLookalikes(text))
		return invalid(
			`${quoted(text)} has a letter that only looks like one of A to Z. Type the address again`,
		);
	const at = text.indexOf('@');
	const host = canonicalHost(text.slice(at + 1).normalize('NFC'));
	if (host === null) return notAnAddress(text);
	const value = `${text.slice(0, at).normalize('NFC')}@${host}`;
	return identified({ kind: 'email', key: `email:${value.toLowerCase()}`, value });
}

const notAnAddress = (text: string) =>
	invalid(`${quoted(text)} is not an email address. ${EXPECTED_EMAIL}`);

/** Characters of a cell that contains a name and an address. */
const LONGEST_CELL = 1_000;

/**
 * Reads a cell with one email address, also with a name, a label or brackets around it, or several
 * times. Stricter than `readEmail`, which reads the service's replies: an address of no person
 * could match a stranger.
 */
export function readEmailCell(cell: string): IdentifierReading {
	const text = trimmed(cell);
	if (text.length > LONGEST_CELL) return readEmail(text);
	const clean = withoutJoiners(withoutInvisible(text));
	const addresses = isEmail(clean) ? [clean] : addressesIn(clean);
	if (addresses.length === 0) return { is: 'blank' };
	const readings = new Map<string, IdentifierReading>();
	for (const address of addresses) {
		const reading = readEmail(address);
		if (reading.is !== 'identifier') return isEmail(address) ? reading : notOneAddress(text);
		if (!readings.has(reading.identifier.key)) readings.set(reading.identifier.key, reading);
	}
	const [first, ...others] = readings.values();
	if (others.length > 0 || (clean !== addresses[0] && countAddresses(text) > 1))
		return notOneAddress(text);
	const wrong = ofNoPerson(addresses[0]);
	return wrong === undefined
		? first
		: invalid(`${quoted(text)} is ${wrong}, not an address of a person`);
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
export const bare = (text: string): string => withoutEnd(withoutStart(text, BEFORE), BEHIND);
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
function addressesIn(text: string): string[] {
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

function notOneAddress(text: string): IdentifierReading {
	const count = countAddresses(text);
	if (count > 1) return invalid(`${quoted(text)} contains ${count} email addresses. Keep one`);
	return count === 1 && /[\s,;|]/.test(text)
		? invalid(
				`${quoted(text)} contains other words than an email address. Keep the address alone`,
			)
		: notAnAddress(text);
}

/** An MD5 in quotation marks or brackets, or with a prefix such as `md5:` or `0x`. */
const AROUND_MD5 = /^["'`([{<]*(?:(?:md5|hash)[:=]\s*|0x|\\x)?([0-9a-f]{32})["'`)\]}>;,]*$/i;
export const EXPECTED_HEM = 'Use an email address or its MD5 (32 hex digits)';

export const isMd5 = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text);
/** Whether a text is a SHA-1 or SHA-256. */
export const isSha = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);
export const isHash = (text: string): boolean => isMd5(text) || isSha(text);

/** A hash in a text of a reply, in quotation marks or with a prefix such as `md5:`. */
const WRAPPED_HASH =
	/^[\s"'`([{<]*(?:(?:md5|sha-?1|sha-?256|hash)[:=]\s*|0x)?([\da-f]{32}|[\da-f]{40}|[\da-f]{64})[\s"'`)\]}>]*$/i;

/** Returns the hash in a text without what is around it; null if it is none. */
export const hashIn = (text: string): string | null =>
	text.length > LONGEST_WRAPPED ? null : (WRAPPED_HASH.exec(text)?.[1] ?? null);

/** Returns the MD5 of the trimmed, lower-case email, the usual form of a hashed email. */
export const md5OfEmail = (email: string) => hash('md5', email.trim().toLowerCase(), 'hex');

/** What sheets and programs have in empty cells besides words. */
const NO_VALUES = [
	'',
	'""',
	"''",
	' ',
	'\t',
	'\n',
	'\r\n',
	'-',
	'--',
	'?',
	'.',
	'_',
	'0',
	'true',
	'false',
	'[]',
	'{}',
];

/**
 * Hashes of empty values, of which a sheet has many. A hit would assign one stranger to all of
 * their rows.
 */
const HASHES_OF_NOTHING: ReadonlySet<string> = new Set(
	[...NO_VALUES, ...WORDS_FOR_NOTHING, '[object Object]'].flatMap((word) =>
		[
			word,
			word.toUpperCase(),
			word.charAt(0).toUpperCase() + word.slice(1),
			word === 'nan' ? 'NaN' : word,
		].flatMap((spelling) =>
			['md5', 'sha1', 'sha256'].map((kind) => hash(kind, spelling, 'hex')),
		),
	),
);

/** Whether a hash is that of an empty value, or one digit repeated. */
export const isHashOfNothing = (hash: string): boolean =>
	HASHES_OF_NOTHING.has(hash.toLowerCase()) || (isHash(hash) && /^(.)\1+$/.test(hash));

/**
 * Reads an email or its MD5 (contract: Hashed-email business profile). Both get the same key and
 * share one lookup.
 */
export function readHem(cell: string, read = readEmailCell): IdentifierReading {
	const text = trimmed(cell).replace(AROUND_MD5, '$1');
	if (isMd5(text)) return isHashOfNothing(text) ? { is: 'blank' } : hem(text.toLowerCase());
	if (isSha(text))
		return invalid(
			`${quoted(text)} is a SHA hash, which the service does not support. ${EXPECTED_HEM}`,
		);
	const email = read(text);
	if (email.is === 'blank') return email;
	if (email.is === 'invalid')
		return email.why.endsWith(EXPECTED_EMAIL)
			? invalid(`${quoted(text)} is neither an email address nor an MD5. ${EXPECTED_HEM}`)
			: email;
	const value = String(email.identifier.value);
	return identified({ kind: 'email', key: `hem:${md5OfEmail(value)}`, value });
}

const hem = (digest: string) => identified({ kind: 'hem', key: `hem:${digest}`, value: digest });

/** An email as its MD5; any other identifier unchanged. */
export const hashed = <Given extends Identifier>(identifier: Given): Given | TextIdentifier =>
	identifier.kind === 'email'
		? { ...identifier, kind: 'hem', value: md5OfEmail(identifier.value) }
		: identifier;
