import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { readHem } from '../../api/identifiers/hem';
import { isText, type Identifier } from '../../api/identifiers/identifier';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import { isObject } from '../../api/json';
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
export function readSuppressionList(items: readonly INodeExecutionData[], prefix: string): SuppressionList {
	const entries = items.filter(({ json }) => isSuppressed(json, prefix)).map(({ json }) => keysIn(json));
	const keys = new Set(entries.flat());
	return {
		suppression: keys.size === 0 ? NO_SUPPRESSION : suppressionOf(keys),
		entries: entries.length,
		nameless: entries.filter((found) => found.length === 0).length,
	};
}

function suppressionOf(keys: ReadonlySet<string>): Suppression {
	const names = (text: string) => keysInText(text).some((key) => keys.has(key));
	const namesAnyIn = (value: unknown): boolean => {
		if (typeof value === 'string') return names(value);
		if (Array.isArray(value)) return value.some(namesAnyIn);
		return isObject(value) && Object.values(value).some(namesAnyIn);
	};
	const has = (identifier: Identifier) =>
		isText(identifier) ? keysOf([identifier]).some((key) => keys.has(key)) : namesAnyIn(identifier.value);
	return { has, names };
}

const COLUMN = 'suppressed';

/** Stores may write a column name in another case. */
const isSuppressed = (json: IDataObject, prefix: string): boolean =>
	Object.entries(json).some(
		([column, cell]) =>
			[COLUMN, (prefix + COLUMN).toLowerCase()].includes(column.trim().toLowerCase()) && isTruthy(cell),
	);

const keysIn = (json: IDataObject): string[] =>
	Object.values(json).flatMap((cell) => {
		if (typeof cell !== 'string') return [];
		const answers = readResume(cell) ?? [];
		return answers.length > 0 ? answers.flatMap(({ key }) => keysInText(key)) : keysInText(cell);
	});

/** A cell may list several addresses, or hold the keys of a person. */
function keysInText(text: string): string[] {
	const parts = [text, ...text.split(SEPARATORS)].filter((part) => part !== '');
	// A key may be in another case, unless it is an id that LinkedIn issues.
	return [...new Set(parts)].flatMap((part) =>
		KEY.test(part) ? [part, part.toLowerCase()] : keysOf(identifiersIn(part)),
	);
}

/** Between the addresses of a list. */
export const SEPARATORS = /[\s,;|]+/;
const KEY = /^(?:linkedin|hem):\S+$/i;
const EMAIL_KEY = /^email:/i;

const identifiersIn = (text: string): Identifier[] =>
	[readLinkedinCell(text, 'refused'), readHem(text.replace(EMAIL_KEY, ''), 'hashed')].flatMap((reading) =>
		reading.is === 'identifier' ? reading.identifier : [],
	);
