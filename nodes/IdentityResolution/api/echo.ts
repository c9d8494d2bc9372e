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

const PROFILE_ECHOES = ['url', 'slug'];

/** Whoever is asked for by e-mail comes with a profile, which is what was found and no echo of somebody else. */
const echoFieldsOf = ({ takes }: Tool) => [...Object.values(takes), ...(takes.linkedin === undefined ? [] : PROFILE_ECHOES)];

export const askedBatch = (tool: Tool, asked: readonly Identifier[]): AskedBatch => ({
	asked,
	keys: new Set(asked.map(({ key }) => key)),
	echoFields: echoFieldsOf(tool),
});

export function echoIn(row: unknown, batch: AskedBatch): Echo {
	const input = echoOf(textsIn(field(row, 'input')), batch);
	// `input` is what was sent; the others may be the profile's own address after a rename.
	if (input.is !== 'absent') return input;
	return echoOf(batch.echoFields.flatMap((name) => textsIn(field(row, name))), batch);
}

/** Of a row that stands under a name. One that says it was asked about somebody else than its name tells answers neither. */
export function echoOfKeyed(name: string, row: unknown, batch: AskedBatch): Echo {
	const key = echoOf([name], batch);
	const input = echoOf(textsIn(field(row, 'input')), batch);
	const own = input.is === 'absent' ? key : input;
	return key.is === 'asked' && (own.is !== 'asked' || own.key !== key.key) ? { is: 'stranger' } : key;
}

/** Whether any text in the row is the address of a profile that was asked, and is not the expected one. */
export function namesAnother(row: unknown, expected: string, { asked, keys }: AskedBatch): boolean {
	return textsIn(row).some((text) => {
		if (!/linkedin\.com/i.test(text)) return false;
		const key = echoedKey(asked[0], text);
		return key !== null && key !== expected && keys.has(key);
	});
}

function echoOf(texts: readonly string[], { asked, keys }: AskedBatch): Echo {
	if (texts.length === 0) return { is: 'absent' };
	const named = new Set(texts.map((text) => echoedKey(asked[0], text)).filter((key) => key !== null && keys.has(key)));
	const [key] = named;
	return named.size === 1 && key ? { is: 'asked', key } : { is: 'stranger' };
}

/** Every text of a value, however deep: what was asked may be repeated as the request that it was. */
function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	const left = [value];
	while (left.length > 0) {
		const part = left.pop();
		const text = toText(part);
		if (text !== null) texts.push(text);
		else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) left.push(inner);
	}
	return texts;
}
