import { parseUrl } from '../../../nodes/IdentityResolution/api/identifiers/identifier';

describe('parseUrl', () => {
	it('returns the parsed address, or null for any other text', () => {
		expect(parseUrl('https://Example.com/a?b')?.href).toBe('https://example.com/a?b');
		for (const text of ['', 'example.com', 'https://', '//example.com', 'a b']) expect(parseUrl(text)).toBeNull();
	});

	it('parses letters beyond ASCII 20,000 times', () => {
		const failed = Array.from({ length: 20_000 }, () => parseUrl('https://www.example.com/in/jos\u00e9')).filter(
			(url) => url === null,
		);
		expect(failed).toHaveLength(0);
	});
});
