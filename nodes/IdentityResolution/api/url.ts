/**
 * Parses a URL; null for any other text. Not `URL.canParse`: in Node.js 20 it rejects texts with letters such
 * as é after some thousands of calls.
 */
export function parseUrl(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}
