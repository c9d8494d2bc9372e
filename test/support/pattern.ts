/**
 * Patterns of the contract cases. A pattern is JSON: objects match in part, lists item by item, other values exactly,
 * and these texts stand for a kind of value: "$string" (not empty), "$integer", "$number", "$boolean", "$date"
 * (YYYY-MM-DD), "$timestamp" (ISO 8601, UTC), "$url", "$digits", "$any" (present), "$absent". A "?" behind one allows
 * null. `["$each", pattern]` matches a list that is not empty and whose every item matches.
 */
export type Pattern = null | boolean | number | string | Pattern[] | { [name: string]: Pattern };

const isText = (value: unknown): value is string => typeof value === 'string';

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
	$string: (value) => isText(value) && value !== '',
	$integer: Number.isInteger,
	$number: (value) => typeof value === 'number' && Number.isFinite(value),
	$boolean: (value) => typeof value === 'boolean',
	$date: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && isTime(`${value}T00:00:00.000Z`),
	$timestamp: (value) =>
		isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/.test(value) && isTime(value),
	$url: (value) => isText(value) && /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value),
	$digits: (value) => isText(value) && /^\d+$/.test(value),
	$any: (value) => value !== undefined,
	$absent: (value) => value === undefined,
};

/** Whether a text is a time that exists: `Date` rolls the 31st of a short month over. */
function isTime(text: string): boolean {
	const time = Date.parse(text);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
}

/**
 * The differences between a value and a pattern, one line each; empty if it matches.
 * @throws for a pattern that starts with "$" but is not known, so that a typo in a case matches nothing
 */
export function mismatches(pattern: Pattern, value: unknown, path = 'reply'): string[] {
	if (isText(pattern) && pattern.startsWith('$')) return kindMismatch(pattern, value, path);
	if (Array.isArray(pattern)) return listMismatches(pattern, value, path);
	if (typeof pattern === 'object' && pattern !== null) {
		if (typeof value !== 'object' || value === null || Array.isArray(value))
			return [`${path} is ${shown(value)}, not an object`];
		return Object.entries(pattern).flatMap(([name, part]) => mismatches(part, own(value, name), `${path}.${name}`));
	}
	return Object.is(pattern, value) ? [] : [`${path} is ${shown(value)}, not ${shown(pattern)}`];
}

function kindMismatch(pattern: string, value: unknown, path: string): string[] {
	const name = pattern.replace(/\?$/, '');
	if (!Object.hasOwn(KINDS, name)) throw new Error(`${pattern} is no pattern`);
	const fits = (pattern.endsWith('?') && value === null) || KINDS[name](value);
	return fits ? [] : [`${path} is ${shown(value)}, not ${pattern}`];
}

function listMismatches(pattern: Pattern[], value: unknown, path: string): string[] {
	if (!Array.isArray(value)) return [`${path} is ${shown(value)}, not a list`];
	const [first, each] = pattern;
	if (first === '$each') {
		if (value.length === 0) return [`${path} is empty`];
		return value.flatMap((item: unknown, index) => mismatches(each, item, `${path}[${index}]`));
	}
	if (value.length !== pattern.length) return [`${path} has ${value.length} items, not ${pattern.length}`];
	return pattern.flatMap((part, index) => mismatches(part, value[index], `${path}[${index}]`));
}

const own = (value: object, name: string): unknown =>
	Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

const shown = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value));
