export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object: not an array, not null. */
export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns an own field of a JSON object. Inherited fields (`constructor`, `__proto__`) count as
 * absent.
 */
export function field(value: unknown, name: string): unknown {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Sets an own field, also one named `__proto__`, which an assignment would not create. */
export function setField(object: JsonObject, name: string, value: unknown): void {
	if (name === '__proto__')
		Object.defineProperty(object, name, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	else object[name] = value;
}

/**
 * Decides once for each key of what rows have in common, by default a text such as the name of a
 * column.
 */
export function memoize<T, Given = string>(
	decide: (given: Given) => T,
	keyOf?: (given: Given) => unknown,
) {
	const known = new Map<unknown, T>();
	return (given: Given): T => {
		const key = keyOf === undefined ? given : keyOf(given);
		let decided = known.get(key);
		if (decided === undefined) known.set(key, (decided = decide(given)));
		return decided;
	};
}

/** Returns the value at a dotted path; undefined if the path does not exist. */
export const at = (value: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>(field, value);

const DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * Returns a number, also from a plain decimal text up to 2^53, so that none is rounded; null for
 * anything else.
 */
export function toNumber(value: unknown): number | null {
	if (typeof value === 'number') return Number.isFinite(value) ? value : null;
	const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : NaN;
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null;
}

/** Returns a non-empty text, also from a number; null for anything else. */
export function toText(value: unknown): string | null {
	if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
	return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * A status or an error of a reply; null for an empty one. Other words for nothing, such as
 * `not_found`, stay.
 */
export const toCode = (value: unknown): string | null => {
	const text = toText(value);
	return text === null || /^(?:null|none|nil|nan|undefined|n\/a|false|-|\s*)$/i.test(text)
		? null
		: text;
};

/** Like `toText`, for a value of a reply: a word for an empty value is null. */
export const toFilledText = (value: unknown): string | null =>
	isNothing(value) ? null : toText(value);

/**
 * Returns the first characters of a text without splitting a surrogate pair. The result is a copy,
 * because V8 keeps a whole text in memory as long as a slice of it is used.
 */
export function firstOf(text: string, characters: number): string {
	if (text.length <= characters) return text;
	const first = text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
	return JSON.parse(JSON.stringify(first)) as string;
}

/** Replaces line breaks, control characters and bidirectional marks with spaces. */
export const onOneLine = (text: string): string =>
	text.replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');

/** Returns a value as JSON; null if it has none or is nested too deeply. */
export function toJson(value: unknown): string | null {
	try {
		return JSON.stringify(value) ?? null;
	} catch {
		return null;
	}
}

/** Returns what a function reads; null if it throws, for what a run can do without. */
export function readable<Value>(read: () => Value): Value | null {
	try {
		return read();
	} catch {
		return null;
	}
}

/**
 * A value of a reply as the text of a cell: a list becomes one text, an object JSON, a word for
 * nothing null.
 */
export function asText(value: unknown): string | null {
	if (!Array.isArray(value)) return partAsText(value);
	const parts = value.flat(DEEPEST).map(partAsText);
	return parts.filter((part) => part !== null).join(', ') || null;
}

function partAsText(value: unknown): string | null {
	// JSON may contain a number that is too large for JavaScript.
	if (isNothing(value) || (typeof value === 'number' && !Number.isFinite(value))) return null;
	const text = typeof value === 'object' ? toJson(value) : String(value);
	// Such as an empty object.
	return isNothing(text) ? null : text;
}

/** Levels of nesting that are searched, more than any result has. */
export const DEEPEST = 32;

export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || value === '';

/** Words that programs write for an empty value, in lower case. */
const MACHINE_WORDS = [
	...['', '/', '.', '-', '_', ' '].flatMap((between) => [`n${between}a`, `n${between}a.`]),
	...['#n/a', 'none', 'null', 'nil', 'nan', 'undefined', 'unknown', 'unavailable'],
	...['object object', 'linkedin member'],
	...['found', 'available', 'applicable', 'known', 'provided', 'set', 'specified'].flatMap(
		(what) => ['', ' ', '_', '-'].map((between) => `not${between}${what}`),
	),
];
/**
 * Words that people and exports write for an empty cell. A company may have such a name, but no
 * person.
 */
const HUMAN_WORDS = [
	'nothing|blank|empty|missing|tba|tbd|todo|no value|no data|no email|no linkedin|#nv|#n/d|#n/b|n/d|keine',
	'unbekannt|entfällt|k. a.|k.a.|k.a|k/a|keine angabe|keine angaben|nicht vorhanden|nicht verfügbar|néant|aucun',
	'aucune|inconnu|non renseigné|non disponible|sans objet|ninguno|ninguna|desconocido|no disponible|no aplica',
	'sin datos|n.v.t.|sin información|en blanco|nessuno|nessuna|sconosciuto|non disponibile|nenhum|nenhuma',
	'não disponível|não informado|sem informação|onbekend|niet beschikbaar|なし|無し|不明|未設定|未入力|該当なし|空白|无|没有|未知|暂无|不详',
	'未填写',
].flatMap((line) => line.split('|'));
export const WORDS_FOR_NOTHING: readonly string[] = [...MACHINE_WORDS, ...HUMAN_WORDS];

/**
 * A set of words, and a quick test that most other texts fail: a word has few first letters, no
 * digit and no @.
 */
const wordSet = (words: readonly string[]) => {
	const letters = words.map((word) => word.replace(/^\P{L}+/u, '').charAt(0));
	return {
		all: new Set(words),
		start: new RegExp(`^[^\\p{L}\\p{N}]*(?:[${letters.join('')}][^\\p{N}@]*)?$`, 'iu'),
	};
};

const IN_REPLIES = wordSet(MACHINE_WORDS);
const IN_CELLS = wordSet(WORDS_FOR_NOTHING);
const SIGNS = /^[-\u2010-\u2015\u2212_.?*~/\u2026\s]*$/;
const AROUND = /["'`<>()[\]{}]/g;
/** Characters. A word for an empty value may be repeated and in brackets. */
const LONGEST_PLACEHOLDER = 60;

/**
 * Whether a text stands for an empty value: a word such as `n/a`, also repeated or in brackets, or
 * only signs.
 */
function standsForNothing(text: string, { all, start }: ReturnType<typeof wordSet>): boolean {
	if (text.length > LONGEST_PLACEHOLDER || !start.test(text)) return false;
	const isWord = (part: string) => all.has(part) || SIGNS.test(part);
	return text
		.toLowerCase()
		.replace(AROUND, ' ')
		.split(/[,;|]/)
		.map((part) => part.trim())
		.every((part) => isWord(part) || part.split(/\s+/).every(isWord));
}

export const isPlaceholder = (text: string): boolean => standsForNothing(text, IN_CELLS);

/** Whether a value of a reply is empty, or a word for that (contract: Silent points, 19). */
export const isNothing = (value: unknown): boolean =>
	isEmpty(value) ||
	value === false ||
	(typeof value === 'string' && standsForNothing(value, IN_REPLIES));

/** Whether a value contains data. Values nested deeper than `DEEPEST` count as data. */
export function containsData(value: unknown, depth = 0): boolean {
	if (isNothing(value)) return false;
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return true;
	return Object.values(value).some((part) => containsData(part, depth + 1));
}

/**
 * Levels. n8n cannot save data that is nested thousands of levels deep, and would lose the whole
 * run.
 */
const DEEPEST_KEPT = 100;
export const TOO_DEEP = '[nested too deep]';

/** Truncates data that is nested too deeply; returns any other value unchanged. */
export const withoutDepths = (value: unknown): unknown =>
	isDeeperThan(DEEPEST_KEPT, value) ? truncate(DEEPEST_KEPT, value) : value;

const isDeeperThan = (levels: number, value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || partsOf(value).some((part) => isDeeperThan(levels - 1, part)));

/**
 * The parts of a list or an object. A list is not copied, because it may have a million entries.
 */
export const partsOf = (value: object): readonly unknown[] =>
	Array.isArray(value) ? value : Object.values(value);

function truncate(levels: number, value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return TOO_DEEP;
	if (Array.isArray(value)) return value.map((part) => truncate(levels - 1, part));
	return Object.fromEntries(
		Object.entries(value).map(([name, part]) => [name, truncate(levels - 1, part)]),
	);
}

/** Also as spreadsheets write them in other languages. */
const YES = /^(?:true|yes|y|on|1|x|wahr|ja|vrai|oui|verdadero|s[ií]|verdadeiro|sim|vero|sì|waar)$/i;
const NO =
	/^(?:false|no|n|off|0|null|undefined|none|n\/a|-|falsch|nein|faux|non|falso|não|onwaar|nee)?$/i;

/** Whether a cell means yes: any value except an empty one and a written no. */
export const isTruthy = (value: unknown): boolean =>
	typeof value === 'string'
		? !NO.test(value.trim())
		: Boolean(Array.isArray(value) ? value.length : value);

/** Whether a cell means yes if a yes costs tokens: only a written yes. */
export const isExplicitYes = (value: unknown): boolean =>
	typeof value === 'string' ? YES.test(value.trim()) : value === true || value === 1;

/** Characters of a reply, or bytes in memory, per lookup. An ordinary answer has a tenth of it. */
export const LARGE_ANSWER = 16 * 1024;

/** Bytes, about, in V8. */
const VALUE = 16;
const CONTAINER = 48;
const FIELD = 24;

/**
 * Estimates the memory of a JSON value in bytes. Small lists and objects need ten times as much as
 * their text.
 */
export function memoryOf(value: unknown): number {
	if (typeof value === 'string') return VALUE + value.length;
	if (typeof value !== 'object' || value === null) return VALUE;
	const perPart = Array.isArray(value) ? 0 : FIELD;
	return partsOf(value).reduce<number>(
		(bytes, part) => bytes + perPart + memoryOf(part),
		CONTAINER,
	);
}
