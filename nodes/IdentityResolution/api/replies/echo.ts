import { readEmail, readHem } from '../identifiers/email';
import type { Identifier, IdentifierKind, IdentifierReading } from '../identifiers/identifier';
import { readIp } from '../identifiers/ip';
import { readLinkedin } from '../identifiers/linkedin';
import { field, toFilledText } from '../json';
import type { Tool } from '../tool';

/** The identifiers of a batch, and the fields in which a row of its reply may echo one of them. */
export interface RequestedBatch {
	identifiers: readonly Identifier[];
	keys: ReadonlySet<string>;
	echoFields: readonly string[];
}

/** The input that a row echoes: a requested identifier, another input, or none. */
export type Echo = { is: 'requested'; key: string } | { is: 'unrequested' } | { is: 'absent' };

/** Usual names of echo fields. An address in any other field is data. */
const ECHOES = ['query', 'requested', 'identifier'];
const PROFILE_ECHOES = ['url', 'slug', 'profile_url', 'linkedinurl', 'linkedin'];

export const requestedBatch = ({ requestFields }: Tool, requested: readonly Identifier[]): RequestedBatch => ({
	identifiers: requested,
	keys: new Set(requested.map(({ key }) => key)),
	echoFields: [
		...Object.values(requestFields),
		...ECHOES,
		// If a tool does not accept profiles, a profile in its reply is a result and not an echo.
		...(requestFields.linkedin === undefined ? [] : PROFILE_ECHOES),
	],
});

/** Reads the echo of a row, which may be in its payload. */
export function echoIn(row: unknown, payload: unknown, batch: RequestedBatch): Echo {
	const parts = payload === row ? [row] : [row, payload];
	const input = echoInInput(parts, batch);
	// `input` repeats the request; the other fields may contain the profile's new address after a rename.
	if (input.is !== 'absent') return input;
	const texts = parts.flatMap((part) => batch.echoFields.flatMap((name) => textsIn(field(part, name))));
	const echoes = texts.filter((text) => echoedKey(batch.identifiers[0], text) !== null);
	return echoOf(echoes, batch);
}

/** Reads the echo of a row keyed by input. A row whose own echo contradicts its key matches neither. */
export function echoOfKeyed(name: string, row: unknown, batch: RequestedBatch): Echo {
	const key = echoOf([name], batch);
	const input = echoInInput([row], batch);
	const own = input.is === 'absent' ? key : input;
	return key.is === 'requested' && (own.is !== 'requested' || own.key !== key.key) ? { is: 'unrequested' } : key;
}

/** Whether a field of a payload is an echo and not data. */
export const isEcho = (name: string, part: unknown, batch: RequestedBatch): boolean =>
	(name === 'input' || batch.echoFields.includes(name)) && namedBy(textsIn(part), batch).size > 0;

/** Reads the echo in `input`. An echo of the whole batch does not identify the input of a row. */
function echoInInput(parts: readonly unknown[], batch: RequestedBatch): Echo {
	const texts = parts.flatMap((part) => textsIn(field(part, 'input')));
	const named = namedBy(texts, batch);
	return repeatsAll(named, batch) ? { is: 'absent' } : echoOfNamed(texts, named);
}

function repeatsAll(named: ReadonlySet<string>, { identifiers }: RequestedBatch): boolean {
	const keys = [...named];
	return (
		identifiers.length > 1 &&
		keys.length === identifiers.length &&
		identifiers.every(({ key }, position) => key === keys[position])
	);
}

const echoOf = (texts: readonly string[], batch: RequestedBatch): Echo => echoOfNamed(texts, namedBy(texts, batch));

function echoOfNamed(texts: readonly string[], named: ReadonlySet<string>): Echo {
	if (texts.length === 0) return { is: 'absent' };
	const [key] = named;
	return named.size === 1 ? { is: 'requested', key } : { is: 'unrequested' };
}

/** Returns the keys of the requested identifiers among the texts. */
function namedBy(texts: readonly string[], { identifiers, keys }: RequestedBatch): Set<string> {
	return new Set(texts.flatMap((text) => echoedKey(identifiers[0], text) ?? []).filter((key) => keys.has(key)));
}

/** Returns all texts of a value in order, at any depth: the echo may be the whole request. */
function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	const pending = [value];
	while (pending.length > 0) {
		const part = pending.pop();
		const text = toFilledText(part);
		if (text !== null) texts.push(text);
		else if (typeof part === 'object' && part !== null)
			for (const inner of Object.values(part).reverse()) pending.push(inner);
	}
	return texts;
}

const READERS: Partial<Record<IdentifierKind, (text: string) => IdentifierReading>> = {
	linkedin: readLinkedin,
	email: readEmail,
	hem: (text) => readHem(text, 'plain'),
	ip: readIp,
};

/** Returns the key of an echo, comparable with the key of `requested`; null if the echo is no identifier. */
export function echoedKey({ kind, key }: Identifier, echo: string): string | null {
	// A tool for hashed emails identifies an email by its MD5.
	const reading = READERS[key.startsWith('hem:') ? 'hem' : kind]?.(echo);
	return reading?.is === 'identifier' ? reading.identifier.key : null;
}
