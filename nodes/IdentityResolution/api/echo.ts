import type { Identifier } from './identifiers/identifier';
import { echoedKey } from './identifiers/readIdentifier';
import { field, toText } from './json';
import type { Tool } from './tool';

/** What a batch asked, and the fields in which a row of its reply may repeat it. */
export interface AskedBatch {
	asked: readonly Identifier[];
	keys: ReadonlySet<string>;
	echoFields: readonly string[];
}

/** What a row says it answers: an identifier that was asked, something else, or nothing. */
export type Echo = { is: 'asked'; key: string } | { is: 'stranger' } | { is: 'absent' };

/** Usual names of fields that repeat the input. An address in any other field is data. */
const ECHOES = ['query', 'requested', 'identifier'];
const PROFILE_ECHOES = ['url', 'slug', 'profile_url', 'linkedinurl', 'linkedin'];

/** Whoever is asked for by e-mail comes with a profile, which is what was found and no echo of somebody else. */
const echoFieldsOf = ({ takes }: Tool) => [
	...Object.values(takes),
	...ECHOES,
	...(takes.linkedin === undefined ? [] : PROFILE_ECHOES),
];

export const askedBatch = (tool: Tool, asked: readonly Identifier[]): AskedBatch => ({
	asked,
	keys: new Set(asked.map(({ key }) => key)),
	echoFields: echoFieldsOf(tool),
});

/** Reads the echo of a row. @param payload the payload of the row, which may contain the echo */
export function echoIn(row: unknown, payload: unknown, batch: AskedBatch): Echo {
	const parts = payload === row ? [row] : [row, payload];
	const input = echoInInput(parts, batch);
	// `input` is what was sent; the others may be the profile's own address after a rename.
	if (input.is !== 'absent') return input;
	const texts = parts.flatMap((part) => batch.echoFields.flatMap((name) => textsIn(field(part, name))));
	const identifiers = texts.filter((text) => echoedKey(batch.asked[0], text) !== null);
	return echoOf(identifiers, batch);
}

/** Of a row that stands under a name. One that says it was asked about somebody else than its name tells answers neither. */
export function echoOfKeyed(name: string, row: unknown, batch: AskedBatch): Echo {
	const key = echoOf([name], batch);
	const input = echoInInput([row], batch);
	const own = input.is === 'absent' ? key : input;
	return key.is === 'asked' && (own.is !== 'asked' || own.key !== key.key) ? { is: 'stranger' } : key;
}

/** Whether a field of a payload is an echo and so no data. */
export const isEcho = (name: string, part: unknown, batch: AskedBatch): boolean =>
	(name === 'input' || batch.echoFields.includes(name)) && namedBy(textsIn(part), batch).size > 0;

/** One that repeats the whole batch as it was sent stands in every row, and does not say which of it a row answers. */
function echoInInput(parts: readonly unknown[], batch: AskedBatch): Echo {
	const texts = parts.flatMap((part) => textsIn(field(part, 'input')));
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
