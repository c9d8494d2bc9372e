/** What stands where the key stood. */
const REDACTED = '[API key]';

/**
 * A reply's body without the key. A service, or whatever answers in its place, may send back what it got; from there
 * the key would go on into items, errors and hints.
 */
export function redact(body: unknown, key: string): unknown {
	if (key === '') return body;
	if (typeof body === 'string') return body.replaceAll(key, REDACTED);
	const json = JSON.stringify(body) as string | undefined;
	const written = JSON.stringify(key).slice(1, -1);
	return json?.includes(written) ? JSON.parse(json.replaceAll(written, REDACTED)) : body;
}
