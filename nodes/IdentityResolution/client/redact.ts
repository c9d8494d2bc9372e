/** What stands where the key stood. */
const REDACTED = '[API key]';
/** Characters. No service gives a shorter key, and one of a letter or two is found in every other word of an answer. */
const SHORTEST = 8;

/**
 * A reply's body without the key. A service, or whatever answers in its place, may send back what it got; from there
 * the key would go on into items, errors and hints.
 */
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
	spellings.reduce((left, spelling) => left.replaceAll(spelling, REDACTED), text);
