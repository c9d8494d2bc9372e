import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { bare, readEmail, readHem } from '../../api/identifiers/email';
import { identifiersIn, isText, type Identifier } from '../../api/identifiers/identifier';
import { decoded, profileIn, slugAsPath } from '../../api/identifiers/linkedin';
import { DEEPEST, isObject } from '../../api/json';
import type { StoredAnswer } from '../../api/resume';
import { NO_SUPPRESSION, type Suppression } from '../../run/answerStore';
import { keysOf } from './previousColumns';

/** People who are never sent to the service. @param keys as `keysOfEntry` returns them */
export function suppressionOf(keys: ReadonlySet<string>): Suppression {
	if (keys.size === 0) return NO_SUPPRESSION;
	const names = (text: string) => keysInText(text).some((key) => keys.has(key));
	const isIn = (value: unknown): boolean => textsIn(value).some(names);
	const has = (identifier: Identifier) =>
		isText(identifier) ? keysOf([identifier]).some((key) => keys.has(key)) : isIn(identifier.value);
	return { isEmpty: false, has, isIn };
}

const COLUMN = /(?:^|[\W_])(?:is[\W_]?)?(?<!not[\W_]?)suppressed[\s_-]*((at|on|date|since)\s*)?(\?|\([^()]*\))?$/i;
/** Whether a column marks people: with any prefix, as a question or with a date, because stores rename columns. */
export const marksPeople = (column: string): boolean => COLUMN.test(column.trimEnd());

/** Whether a column may mark people, but is not read. */
export const mayMarkPeople = (column: string): boolean => LIST.test(column) && !marksPeople(column);
const LIST = /suppress|do[\W_]*not[\W_]*(?:contact|call|e?mail)|(?<![a-z])dnc(?![a-z])|unsubscri|opt(?:ed)?[\W_]*out/i;

/** The keys of all people whom an entry names: in its cells, and in the authentic answers of its `resume`. */
export const keysOfEntry = (json: IDataObject, stored: readonly StoredAnswer[]): string[] =>
	[...textsIn(json), ...stored.map(({ key }) => key)].flatMap((text) => keysInText(text, ALL));

/** All texts in a value, also the names of fields. Levels that no result has are not searched. */
function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	// One list, because each level would copy that of the level below.
	const add = (part: unknown, field: string, depth: number): void => {
		if (typeof part === 'string') texts.push(SLUG_FIELD.test(field) ? slugAsPath(part) : part);
		if (depth > DEEPEST) return;
		if (Array.isArray(part)) for (const one of part) add(one, field, depth + 1);
		else if (isObject(part))
			for (const [name, one] of Object.entries(part)) {
				texts.push(name);
				add(one, name, depth + 1);
			}
	};
	add(value, '', 0);
	return texts;
}

/** Some tools accept the slug of a profile instead of its address, and return it. */
const SLUG_FIELD = /linkedin|slug/i;

/** A cell may list several addresses, or hold the keys of a person. @param most parts of a list that are read */
function keysInText(given: string, most = MOST_PARTS): string[] {
	if (!MAY_NAME.test(given) && !mayBeProfile(given)) return [];
	const text = given.includes('%') ? `${given} ${decoded(given) ?? ''}` : given;
	const profiles = Array.from(text.matchAll(PROFILE), ([address]) => address);
	const parts = [given, ...text.split(SEPARATORS, most), ...text.split(ALL_SIGNS, most), ...profiles.slice(0, most)];
	// A key may be in another case, unless it is an id that LinkedIn issues.
	return [...new Set(parts)]
		.filter(mayIdentify)
		.flatMap((part) =>
			KEY.test(part) ? [part, part.toLowerCase()] : [...profileKeysIn(part), ...emailKeysIn(part)],
		);
}

/** Whether a text may contain a key, an email, a hash or an address. Much faster than reading it. */
const mayIdentify = (text: string): boolean => /@|[0-9a-f]{32}|^linkedin:/i.test(text) || mayBeProfile(text);
/** The host may be encoded, or in letters that become those of `linkedin`. */
const mayBeProfile = (text: string): boolean =>
	/[/\\]|%2f/i.test(text) && /linkedin|in[/\\]|[%\x80-\uffff]/i.test(text);

const profileKeysIn = (text: string): string[] =>
	mayBeProfile(text) ? identifiersIn(profileIn(text)).map(({ key }) => key) : [];

/** Some tools return an email only as its SHA-256, which cannot be compared with its MD5. */
function emailKeysIn(text: string): string[] {
	if (SHA256.test(text)) return [`sha256:${text.toLowerCase()}`];
	const plain = text.replace(EMAIL_KEY, '');
	// As a row reads it, and also an address that no person has, and that is never sent.
	const readings = [readHem(plain), readHem(plain, (address) => readEmail(bare(address)))];
	return readings
		.flatMap(identifiersIn)
		.flatMap(({ kind, key, value }) =>
			kind === 'email'
				? [key, `sha256:${createHash('sha256').update(String(value).toLowerCase()).digest('hex')}`]
				: [key],
		);
}

/** Most texts of an answer name no person, and are not split. */
const MAY_NAME = /[@%]|[0-9a-f]{32}|linkedin/i;
/** Between the addresses of a list. */
const SEPARATORS = /[\s,;|<>()[\]{}"'!?=&]+/;
/** Any sign that only few addresses have. */
const ALL_SIGNS = /[^\p{L}\p{N}\p{M}@._%+-]+/u;
const PROFILE = /linkedin\.com[/\\]+(?:in|pub)[/\\]+[^\s?#,;|<>()"'*→]+/gi;
/** Of a list in one text of a row. An entry is the user's own. */
const MOST_PARTS = 5_000;
const ALL = 2 ** 32 - 1;
const KEY = /^(?:linkedin:[^\s/]+|hem:[0-9a-f]{32})$/i;
const EMAIL_KEY = /^email:/i;
const SHA256 = /^[0-9a-f]{64}$/i;
