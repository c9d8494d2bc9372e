import { DEEPEST, isContainer, isEmpty, toJson, toText } from './json';

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

/** Words for an empty value. */
interface WordSet {
	all: ReadonlySet<string>;
	/** Most other texts fail this quick test: a word has few first letters, no digit and no @. */
	start: RegExp;
}

const wordSet = (words: readonly string[]): WordSet => {
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
function standsForNothing(text: string, { all, start }: WordSet): boolean {
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
	if (!isContainer(value) || depth > DEEPEST) return true;
	return Object.values(value).some((part) => containsData(part, depth + 1));
}

/**
 * A status or an error of a reply; null for an empty one. Other words for nothing, such as
 * `not_found`, stay.
 */
export function toCode(value: unknown): string | null {
	const text = toText(value);
	if (text === null || NO_CODE.test(text)) return null;
	return text;
}

const NO_CODE = /^(?:null|none|nil|nan|undefined|n\/a|false|-|\s*)$/i;

/** Like `toText`, for a value of a reply: a word for an empty value is null. */
export function toFilledText(value: unknown): string | null {
	if (isNothing(value)) return null;
	return toText(value);
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
	return toFilledText(text);
}
