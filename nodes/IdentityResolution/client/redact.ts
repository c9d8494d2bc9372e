/** Replaces the key. */
const REDACTED = '[API key]';
/** Characters. Services issue no shorter keys, and a very short one would match parts of ordinary words. */
const SHORTEST = 8;

/** Removes the key from a body: a server may echo it, and it would reach items, errors and hints. */
export function redact(body: unknown, key: string): unknown {
	if (key.length < SHORTEST) return body;
	const spellings = [...new Set([key, encodeURIComponent(key)])];
	if (typeof body === 'string') return without(spellings, body);
	const json = JSON.stringify(body) as string | undefined;
	const written = spellings.map((spelling) => JSON.stringify(spelling).slice(1, -1));
	return json !== undefined && written.some((text) => json.includes(text))
		? JSON.parse(without(written, json))
		: body;
}

const without = (spellings: readonly string[], text: string) =>
	spellings.reduce((redacted, spelling) => redacted.replaceAll(spelling, REDACTED), text);
