import type { Identifier } from '../identifiers/identifier';
import { echoedKey } from '../identifiers/readIdentifier';
import { field, toText } from '../json';
import type { Tool } from '../tool';

/** What a batch asked, and the fields in which a row of its reply may repeat it. */
export interface RequestedBatch {
	asked: readonly Identifier[];
	keys: ReadonlySet<string>;
	echoFields: readonly string[];
}

/** What a row says it answers: an identifier that was asked, something else, or nothing. */
export type Echo = { is: 'requested'; key: string } | { is: 'unrequested' } | { is: 'absent' };

/** Usual names of fields that repeat the input. An address in any other field is data. */
const ECHOES = ['query', 'requested', 'identifier'];
const PROFILE_ECHOES = ['url', 'slug', 'profile_url', 'linkedinurl', 'linkedin'];

/** Whoever is asked for by e-mail comes with a profile, which is what was found and no echo of somebody else. */
const echoFieldsOf = ({ requestFields }: Tool) => [
	...Object.values(requestFields),
	...ECHOES,
	...(requestFields.linkedin === undefined ? [] : PROFILE_ECHOES),
];

export const requestedBatch = (tool: Tool, requested: readonly Identifier[]): RequestedBatch => ({
	asked: requested,
	keys: new Set(requested.map(({ key }) => key)),
	echoFields: echoFieldsOf(tool),
});

/** Reads the echo of a row. @param payload the payload of the row, which may contain the echo */
export function echoIn(row: unknown, payload: unknown, batch: RequestedBatch): Echo {
	const parts = payload === row ? [row] : [row, payload];
	const input = echoInInput(parts, batch);
	// `input` is what was sent; the others may be the profile's own address after a rename.
	if (input.is !== 'absent') return input;
	const texts = parts.flatMap((part) => batch.echoFields.flatMap((name) => textsIn(field(part, name))));
	const identifiers = texts.filter((text) => echoedKey(batch.asked[0], text) !== null);
	return echoOf(identifiers, batch);
}

/**
 * Of a row that stands under a name. One that says it was asked about somebody else than its name tells answers
 * neither.
 */
export function echoOfKeyed(name: string, row: unknown, batch: RequestedBatch): Echo {
	const key = echoOf([name], batch);
	const input = echoInInput([row], batch);
	const own = input.is === 'absent' ? key : input;
	return key.is === 'requested' && (own.is !== 'requested' || own.key !== key.key) ? { is: 'unrequested' } : key;
}

/** Whether a field of a payload is an echo and so no data. */
export const isEcho = (name: string, part: unknown, batch: RequestedBatch): boolean =>
	(name === 'input' || batch.echoFields.includes(name)) && namedBy(textsIn(part), batch).size > 0;

/** One that repeats the whole batch as it was sent stands in every row, and does not say which of it a row answers. */
function echoInInput(parts: readonly unknown[], batch: RequestedBatch): Echo {
	const texts = parts.flatMap((part) => textsIn(field(part, 'input')));
	const named = namedBy(texts, batch);
	return repeatsAll(named, batch) ? { is: 'absent' } : echoOfNamed(texts, named);
}

function repeatsAll(named: ReadonlySet<string>, { asked: requested }: RequestedBatch): boolean {
	const keys = [...named];
	return (
		requested.length > 1 &&
		keys.length === requested.length &&
		requested.every(({ key }, place) => key === keys[place])
	);
}

const echoOf = (texts: readonly string[], batch: RequestedBatch): Echo => echoOfNamed(texts, namedBy(texts, batch));

function echoOfNamed(texts: readonly string[], named: ReadonlySet<string>): Echo {
	if (texts.length === 0) return { is: 'absent' };
	const [key] = named;
	return named.size === 1 ? { is: 'requested', key } : { is: 'unrequested' };
}

/** Whom of those that were asked the texts name. */
function namedBy(texts: readonly string[], { asked: requested, keys }: RequestedBatch): Set<string> {
	return new Set(
		texts
			.map((text) => echoedKey(requested[0], text))
			.filter((key): key is string => key !== null && keys.has(key)),
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
