import type { Identifier } from './identifiers/identifier';
import { echoedKey } from './identifiers/readIdentifier';
import { field, isObject, toText } from './json';
import type { Tool } from './tool';

/** What a batch asked, and the fields in which a row of its reply may repeat it. */
export interface AskedBatch {
	asked: readonly Identifier[];
	keys: ReadonlySet<string>;
	echoFields: readonly string[];
}

/** What a row says it answers: an identifier that was asked, something else, or nothing. */
export type Echo = { is: 'asked'; key: string } | { is: 'stranger' } | { is: 'absent' };

const PROFILE_ECHOES = ['url', 'slug'];

/** Whoever is asked for by e-mail comes with a profile, which is what was found and no echo of somebody else. */
const echoFieldsOf = ({ takes }: Tool) => [
	...Object.values(takes),
	...(takes.linkedin === undefined ? [] : PROFILE_ECHOES),
];

export const askedBatch = (tool: Tool, asked: readonly Identifier[]): AskedBatch => ({
	asked,
	keys: new Set(asked.map(({ key }) => key)),
	echoFields: echoFieldsOf(tool),
});

export function echoIn(row: unknown, batch: AskedBatch): Echo {
	const input = echoInInput(row, batch);
	// `input` is what was sent; the others may be the profile's own address after a rename.
	if (input.is !== 'absent') return input;
	return echoOf(
		batch.echoFields.flatMap((name) => textsIn(field(row, name))),
		batch,
	);
}

/** Of a row that stands under a name. One that says it was asked about somebody else than its name tells answers neither. */
export function echoOfKeyed(name: string, row: unknown, batch: AskedBatch): Echo {
	const key = echoOf([name], batch);
	const input = echoInInput(row, batch);
	const own = input.is === 'absent' ? key : input;
	return key.is === 'asked' && (own.is !== 'asked' || own.key !== key.key) ? { is: 'stranger' } : key;
}

/**
 * Whether any text in a row without an echo is the address of a profile that was asked, and is not the expected one. Its `input` may
 * repeat the whole batch, in the order in which it was asked.
 */
export function namesAnother(row: unknown, expected: string, { asked, keys }: AskedBatch): boolean {
	return textsIn(isObject(row) ? { ...row, input: null } : row).some((text) => {
		if (!/linkedin\.com/i.test(text)) return false;
		const key = echoedKey(asked[0], text);
		return key !== null && key !== expected && keys.has(key);
	});
}

/** One that repeats the whole batch as it was sent stands in every row, and does not say which of it a row answers. */
function echoInInput(row: unknown, batch: AskedBatch): Echo {
	const texts = textsIn(field(row, 'input'));
	const named = namedBy(texts, batch);
	return repeatsAll(named, batch) ? { is: 'absent' } : echoOfNamed(texts, named);
}

function repeatsAll(named: ReadonlySet<string>, { asked }: AskedBatch): boolean {
	const keys = [...named];
	return asked.length > 1 && keys.length === asked.length && asked.every(({ key }, place) => key === keys[place]);
}

const echoOf = (texts: readonly string[], batch: AskedBatch): Echo => echoOfNamed(texts, namedBy(texts, batch));

function echoOfNamed(texts: readonly string[], named: ReadonlySet<string>): Echo {
	if (texts.length === 0) return { is: 'absent' };
	const [key] = named;
	return named.size === 1 ? { is: 'asked', key } : { is: 'stranger' };
}

/** Whom of those that were asked the texts name. */
function namedBy(texts: readonly string[], { asked, keys }: AskedBatch): Set<string> {
	return new Set(
		texts.map((text) => echoedKey(asked[0], text)).filter((key): key is string => key !== null && keys.has(key)),
	);
}

/** Every text of a value in its order, however deep: what was asked may be repeated as the request that it was. */
function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	const left = [value];
	while (left.length > 0) {
		const part = left.pop();
		const text = toText(part);
		if (text !== null) texts.push(text);
		else if (typeof part === 'object' && part !== null)
			for (const inner of Object.values(part).reverse()) left.push(inner);
	}
	return texts;
}
