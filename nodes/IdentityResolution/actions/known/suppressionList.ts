import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { readEmail } from '../../api/identifiers/email';
import { readHem } from '../../api/identifiers/hem';
import { isText, type Identifier } from '../../api/identifiers/identifier';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import { isBareSlug } from '../../api/identifiers/linkedin';
import { DEEPEST, isObject } from '../../api/json';
import { readResume } from '../../api/resume';
import { NO_SUPPRESSION, type Suppression } from '../../run/suppression';
import { isTruthy } from '../parameters/booleans';
import { keysOf } from '../rows/personKey';

/** People who are never sent to the service. */
export interface SuppressionList {
	suppression: Suppression;
	/** Number of entries. */
	entries: number;
	/** Number of entries that name nobody. */
	nameless: number;
}

export const EMPTY_LIST: SuppressionList = { suppression: NO_SUPPRESSION, entries: 0, nameless: 0 };

/** Reads the rows that are marked. Each names people by all LinkedIn addresses, e-mails and MD5s in its cells. */
export function readSuppressionList(items: readonly INodeExecutionData[]): SuppressionList {
	const entries = items.filter(({ json }) => isSuppressed(json)).map(({ json }) => keysIn(json));
	const keys = new Set(entries.flat());
	return {
		suppression: keys.size === 0 ? NO_SUPPRESSION : suppressionOf(keys),
		entries: entries.length,
		nameless: entries.filter((found) => found.length === 0).length,
	};
}

function suppressionOf(keys: ReadonlySet<string>): Suppression {
	const names = (text: string) => keysInText(text).some((key) => keys.has(key));
	const isIn = (value: unknown): boolean => textsIn(value).some(names);
	const has = (identifier: Identifier) =>
		isText(identifier) ? keysOf([identifier]).some((key) => keys.has(key)) : isIn(identifier.value);
	return { has, isIn };
}

/** With any prefix and in any case, because stores rename columns. */
const COLUMN = /(?:^|[\W_])suppressed\s*$/i;

const isSuppressed = (json: IDataObject): boolean =>
	Object.entries(json).some(([column, cell]) => COLUMN.test(column) && isTruthy(cell));

const keysIn = (json: IDataObject): string[] =>
	textsIn(json).flatMap((text) => {
		const answers = readResume(text)?.filter(({ unverified }) => !unverified) ?? [];
		return answers.length > 0 ? answers.flatMap(({ key }) => keysInText(key)) : keysInText(text);
	});

/** All texts in a value, also the names of fields. Levels that no result has are not searched. */
function textsIn(value: unknown, field = '', depth = 0): string[] {
	if (typeof value === 'string') return SLUG_FIELD.test(field) && isBareSlug(value) ? [`in/${value}`] : [value];
	if (depth > DEEPEST) return [];
	if (Array.isArray(value)) return value.flatMap((part) => textsIn(part, field, depth + 1));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, part]) => [name, ...textsIn(part, name, depth + 1)]);
}

/** Some tools accept the slug of a profile instead of its address, and return it. */
const SLUG_FIELD = /linkedin|slug/i;

/** A cell may list several addresses, or hold the keys of a person. */
function keysInText(text: string): string[] {
	const parts = [text, ...text.split(SEPARATORS)].filter((part) => part !== '');
	// A key may be in another case, unless it is an id that LinkedIn issues.
	return [...new Set(parts)].flatMap((part) =>
		KEY.test(part) ? [part, part.toLowerCase()] : [...keysOf(identifiersIn(part)), ...sha256KeysIn(part)],
	);
}

/** Some tools return an e-mail only as its SHA-256, which cannot be compared with its MD5. */
function sha256KeysIn(text: string): string[] {
	if (SHA256.test(text)) return [`sha256:${text.toLowerCase()}`];
	const email = readEmail(text.replace(EMAIL_KEY, ''));
	if (email.is !== 'identifier' || !isText(email.identifier)) return [];
	return [`sha256:${createHash('sha256').update(email.identifier.value.toLowerCase()).digest('hex')}`];
}

/** Between the addresses of a list. */
const SEPARATORS = /[\s,;|<>()[\]{}"'!?=&]+/;
const KEY = /^(?:linkedin:[^\s/]+|hem:[0-9a-f]{32})$/i;
const EMAIL_KEY = /^email:/i;
const SHA256 = /^[0-9a-f]{64}$/i;

const identifiersIn = (text: string): Identifier[] =>
	[readLinkedinCell(text, 'refused'), readHem(text.replace(EMAIL_KEY, ''), 'hashed')].flatMap((reading) =>
		reading.is === 'identifier' ? reading.identifier : [],
	);
