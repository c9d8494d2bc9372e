/** Parses a URL; null for any other text. */
export function parseUrl(text: string, base?: string): URL | null {
	// `URL.canParse` of Node.js 20 rejects letters such as é after some thousands of calls.
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}

/** Returns a host in lower case, and one with other letters in Punycode; null if it is none. */
export function canonicalHost(host: string): string | null {
	const lower = host.toLowerCase();
	return /[^\0-\x7f]|xn--/.test(lower) ? (parseUrl(`http://${lower}/`)?.hostname ?? null) : lower;
}
