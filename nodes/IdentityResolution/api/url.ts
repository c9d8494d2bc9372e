/** Parses a URL; null for any other text. */
export function parseUrl(text: string, base?: string): URL | null {
	// `URL.canParse` of Node.js 20 rejects letters such as é after some thousands of calls.
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}
