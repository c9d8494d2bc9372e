import { hash } from 'node:crypto';
import {
	decoded,
	canonicalHost,
	identifiersIn,
	type IdentifierReading,
} from '../identifiers/identifier';
import { isOpaque, readReturned, slugAsPath } from '../identifiers/linkedin';
import { profileIn } from '../identifiers/linkedinCell';
import { isMailService } from '../identifiers/name';
import { DEEPEST, isObject } from '../values/json';

/**
 * A person or company in a text: a profile, a mailbox, the hash of an address, a domain, or all its
 * mailboxes.
 */
export type Name =
	| { is: 'profile'; key: string }
	| { is: 'mailbox'; address: string; mailbox: string; host: string }
	| { is: 'digest'; hex: string }
	| { is: 'domain'; host: string }
	| { is: 'everyoneAt'; host: string };

/** A text in a value, with the name of its field; a list has that of the list. */
export interface TextInField {
	text: string;
	field: string;
}

/**
 * All texts in a value, also the names of fields: some tools return results by the identifier that
 * was sent.
 */
export function textsIn(value: unknown): TextInField[] {
	const texts: TextInField[] = [];
	// One list, because each level would copy that of the level below.
	const add = (part: unknown, field: string, depth: number): void => {
		if (typeof part === 'string') texts.push({ text: part, field });
		if (depth > DEEPEST) return;
		if (Array.isArray(part)) for (const one of part) add(one, field, depth + 1);
		if (!isObject(part)) return;
		for (const [name, one] of Object.entries(part)) {
			if (mayName(name)) texts.push({ text: name, field: '' });
			add(one, VALUES.test(name) ? field : name, depth + 1);
		}
	};
	add(value, '', 0);
	return texts;
}

/** Names of fields that only have the value of the field around them. */
const VALUES = /^(?:values?|text|plain_text|url|content)$/i;

/**
 * Yields every name in a text, and null for what might have been a name, so that its caller can
 * count the work and pause. The same person may come several times.
 */
export function* namesIn({ text, field }: TextInField): Generator<Name | null> {
	const isAboutProfile = ABOUT_PROFILES.test(field);
	const isAboutDomain = ABOUT_DOMAINS.test(field);
	if (!isAboutProfile && !isAboutDomain && !mayName(text)) return;
	// As most texts with a name are written.
	if (PLAIN_EMAIL.test(text)) {
		yield mailboxOf(text.toLowerCase());
		return;
	}
	const [, slug] = PLAIN_PROFILE.exec(text) ?? [];
	if (slug !== undefined && !isOpaque(slug)) {
		yield { is: 'profile', key: `linkedin:${slug.toLowerCase()}` };
		return;
	}
	for (const piece of piecesOf(text))
		for (const spelling of spellingsOf(piece)) {
			yield* domainsIn(spelling, isAboutDomain);
			yield* mailboxesIn(spelling);
			yield* digestsIn(spelling);
			yield* profilesIn(spelling, isAboutProfile);
		}
}

/** A quick test that most texts fail. */
const mayName = (text: string): boolean =>
	/[@\uff20%]|[\da-f]{32}|linkedin|in[/\\]/i.test(text) ||
	(/[^\0-\x7f]/.test(text) && /[/\\]/.test(text));

/** Parts of a very long text. No name is longer than what two of them share. */
function* piecesOf(text: string): Generator<string> {
	for (let start = 0; start === 0 || start + SHARED < text.length; start += PIECE - SHARED)
		yield text.slice(start, start + PIECE);
}

/** Characters. */
const PIECE = 50_000;
const SHARED = 1_000;

/**
 * The hashes of an address by which tools and lists name it: of the address, and of its mailbox.
 */
export function digestsOf({ address, mailbox }: Extract<Name, { is: 'mailbox' }>): string[] {
	const spellings = [...new Set([address, mailbox])];
	return spellings.flatMap((text) => HASHES.map((kind) => hash(kind, text, 'hex')));
}

const HASHES = ['md5', 'sha1', 'sha256'];

/** Names of fields in which a slug may stand without its address. */
const ABOUT_PROFILES =
	/linked|profile|slug|vanity|handle|user_?name|public_?id|(?:^|[\W_])li(?:$|[\W_])/i;
const ABOUT_DOMAINS = /domain|website/i;

const PLAIN_EMAIL = /^[a-z\d](?:[a-z\d._-]{0,62}[a-z\d])?@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}$/i;
const PLAIN_PROFILE = /^(?:https?:\/\/)?(?:www\.)?linkedin\.com\/in\/([a-z\d][a-z\d-]{1,99})\/?$/i;

/** A text as it stands, decoded, and in composed letters without what is invisible. */
function spellingsOf(text: string): Set<string> {
	const spellings = [text, decoded(text) ?? text];
	return new Set(spellings.flatMap((one) => [one, /[^\0-\x7f]/.test(one) ? unified(one) : one]));
}

const unified = (text: string) =>
	text.normalize('NFKC').replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '');

/** @param isAboutDomain whether a domain may stand without a sign before it */
function* domainsIn(text: string, isAboutDomain: boolean): Generator<Name> {
	const whole = text.length > LONGEST_HOST ? '' : text.trim();
	const [, at, host] = WHOLE_DOMAIN.exec(whole) ?? [];
	if (host === undefined || (at === '' && !isAboutDomain)) return;
	const canonical = canonicalHost(host);
	// Everybody may have a mailbox there.
	if (canonical === null || isMailService(canonical)) return;
	yield { is: at === '' ? 'domain' : 'everyoneAt', host: canonical };
}

const LONGEST_HOST = 300;
const WHOLE_DOMAIN =
	/^(?:https?:\/\/)?(?:www\.)?(\*?@|)((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/?#].*)?$/iu;

/** The addresses around each @. */
function* mailboxesIn(text: string): Generator<Name | null> {
	for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
		const [host = ''] = HOST.exec(text.slice(at + 1, at + 1 + LONGEST_HOST)) ?? [];
		const canonical = canonicalHost(host.replace(/[.-]+$/, ''));
		if (!canonical) {
			yield null;
			continue;
		}
		const before = text.slice(Math.max(0, at - LONGEST_LOCAL), at);
		// Signs such as a quotation mark may be a part of an address, or stand before it.
		const locals = [LOCAL, PLAIN_LOCAL].map((pattern) => pattern.exec(before)?.[0] ?? '');
		for (const local of new Set(locals))
			if (local !== '') yield mailboxOf(`${local.toLowerCase()}@${canonical}`);
	}
}

const LONGEST_LOCAL = 64;
const HOST = /^(?:[\p{L}\p{N}\p{M}_-]+\.)+[\p{L}\p{N}\p{M}-]{2,}/u;
const LOCAL = /[\p{L}\p{N}\p{M}_][\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~-]*$/u;
const PLAIN_LOCAL = /[\p{L}\p{N}\p{M}_][\p{L}\p{N}\p{M}._+-]*$/u;

/**
 * Returns the mailbox of an address in lower case: without what stands behind a plus; at Gmail also
 * without dots.
 */
function mailboxOf(address: string): Extract<Name, { is: 'mailbox' }> {
	const at = address.lastIndexOf('@');
	const host = address.slice(at + 1);
	const local = address.slice(0, at);
	const plus = local.indexOf('+', 1);
	const untagged = plus < 0 ? local : local.slice(0, plus);
	const mailbox = `${untagged}@${host}`;
	if (!GMAIL.includes(host)) return { is: 'mailbox', address, mailbox, host };
	const dotless = `${untagged.replaceAll('.', '')}@gmail.com`;
	return { is: 'mailbox', address, mailbox: dotless, host };
}

const GMAIL = ['gmail.com', 'googlemail.com'];

function* digestsIn(text: string): Generator<Name> {
	for (const [hex] of text.matchAll(/[\da-f]{32,}/gi))
		if ([32, 40, 64].includes(hex.length)) yield { is: 'digest', hex: hex.toLowerCase() };
}

/** @param isAboutProfile whether a slug may stand without its address */
function* profilesIn(text: string, isAboutProfile: boolean): Generator<Name | null> {
	for (const [, slug] of text.matchAll(KEYS)) yield* profilesOf(slug);
	if (isAboutProfile && text.length <= LONGEST_HOST)
		yield* profileOf(readReturned(slugAsPath(text)));
	if (!mayBeProfile(text)) return;
	const parts = new Set([text]);
	for (const [address] of text.matchAll(ADDRESSES)) parts.add(address);
	for (const signs of [SEPARATORS, ALL_SIGNS])
		for (const part of text.split(signs)) if (mayBeProfile(part)) parts.add(part);
	for (const part of parts) {
		yield null;
		yield* profileOf(profileIn(part));
	}
}

function* profilesOf(slug: string): Generator<Name> {
	yield { is: 'profile', key: `linkedin:${slug}` };
	// A key may be in another case, unless it is an id that LinkedIn issues.
	if (!isOpaque(slug)) yield { is: 'profile', key: `linkedin:${slug.toLowerCase()}` };
}

function* profileOf(reading: IdentifierReading): Generator<Name> {
	for (const { key } of identifiersIn(reading)) yield { is: 'profile', key };
}

/** The host may be encoded, or in letters that become those of `linkedin`. */
const mayBeProfile = (text: string): boolean =>
	/[/\\]|%2f/i.test(text) && /linkedin|in[/\\]|[%\x80-\uffff]/i.test(text);

/** Keys as the column `person_key` has them; those behind a ~ are hashes. */
const KEYS = /(?<![~\w])linkedin:([^\s/\\:,;|]+)/gi;
const ADDRESSES = /linkedin\.com[/\\]+(?:in|pub)[/\\]+[^\s?#,;|<>()"'*→]+/gi;
/** Between the addresses of a list. */
const SEPARATORS = /[\s,;|<>()[\]{}"'!?=&]+/;
/** Any sign that only few addresses have. */
const ALL_SIGNS = /[^\p{L}\p{N}\p{M}@._%+-]+/u;
