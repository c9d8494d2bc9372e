import fc from 'fast-check';
import { readBaseUrl } from '../../nodes/IdentityResolution/api/address';
import { anyText } from '../support/unicode';

const LOOKS_LIKE = 'It looks like https://api.example.com/api/v1/tools';

describe('a Base URL is forgiven', () => {
	it.each([
		['as it should be', 'https://api.example.com/api/v1/tools'],
		['a slash at its end', 'https://api.example.com/api/v1/tools/'],
		['slashes at its end', 'https://api.example.com/api/v1/tools///'],
		['a missing suffix', 'https://api.example.com'],
		['a missing suffix, with a slash', 'https://api.example.com/'],
		['a suffix cut behind api', 'https://api.example.com/api'],
		['a suffix cut behind v1', 'https://api.example.com/api/v1/'],
		['blanks around it', '  https://api.example.com/api/v1/tools\n'],
		['a no-break space behind it', 'https://api.example.com/api/v1/tools\u00a0'],
		['upper case in scheme and host', 'HTTPS://API.Example.COM/api/v1/tools'],
		['the port of https', 'https://api.example.com:443/api/v1/tools'],
		['an empty query', 'https://api.example.com/api/v1/tools?'],
	])('%s', (_what, typed) => {
		expect(readBaseUrl(typed)).toEqual({ is: 'address', url: 'https://api.example.com/api/v1/tools' });
	});

	it.each([
		['https://api.example.com:8443', 'https://api.example.com:8443/api/v1/tools'],
		['https://example.com/proxy', 'https://example.com/proxy/api/v1/tools'],
		['https://example.com/proxy/api/v1/tools/', 'https://example.com/proxy/api/v1/tools'],
		['https://example.com/api/proxy', 'https://example.com/api/proxy/api/v1/tools'],
		['https://example.com/my-api', 'https://example.com/my-api/api/v1/tools'],
		['https://example.com/api/v2', 'https://example.com/api/v2/api/v1/tools'],
		['https://example.com/v1/tools', 'https://example.com/v1/tools/api/v1/tools'],
	])('%s keeps what is not the suffix', (typed, url) => {
		expect(readBaseUrl(typed)).toEqual({ is: 'address', url });
	});
});

describe('plain http is for this machine alone', () => {
	it.each([
		['http://localhost', 'http://localhost/api/v1/tools'],
		['http://localhost:3000/', 'http://localhost:3000/api/v1/tools'],
		['http://LOCALHOST:3000', 'http://localhost:3000/api/v1/tools'],
		['http://127.0.0.1:3000/api/v1/tools', 'http://127.0.0.1:3000/api/v1/tools'],
		['http://127.1.2.3', 'http://127.1.2.3/api/v1/tools'],
		['http://127.0.0.53', 'http://127.0.0.53/api/v1/tools'],
		['http://127.100.20.3:3000', 'http://127.100.20.3:3000/api/v1/tools'],
		['http://127.1', 'http://127.0.0.1/api/v1/tools'],
		['http://[::1]:3000', 'http://[::1]:3000/api/v1/tools'],
	])('%s is taken', (typed, url) => {
		expect(readBaseUrl(typed)).toEqual({ is: 'address', url });
	});

	it.each([
		'http://api.example.com',
		'http://api.example.com/api/v1/tools',
		'http://localhost.evil.example',
		'http://evil-localhost',
		'http://127.0.0.1.evil.example',
		'http://10.0.0.1',
		'http://192.168.0.1:3000',
		'http://0.0.0.0:3000',
		'http://128.0.0.1',
		'http://[::2]',
		'http://[::ffff:10.0.0.1]',
	])('%s would send the key unprotected', (typed) => {
		expect(readBaseUrl(typed)).toEqual({
			is: 'invalid',
			why: `The Base URL of the credential starts with http://, which would send the key unprotected. ${LOOKS_LIKE}`,
		});
	});
});

describe('a Base URL is refused', () => {
	it.each([
		['is empty', ''],
		['is empty', ' \t\n'],
		['is empty', null],
		['is empty', undefined],
		['is empty', {}],
		['is empty', ['https://api.example.com']],
		['is empty', true],
		['is not a web address', 'api.example.com'],
		['is not a web address', 'api.example.com/api/v1/tools'],
		['is not a web address', 'localhost:3000'],
		['is not a web address', '//api.example.com'],
		['is not a web address', '/api/v1/tools'],
		['is not a web address', 'https://'],
		['is not a web address', 'https://exa mple.com'],
		['is not a web address', 'ftp://api.example.com'],
		['is not a web address', 'file:///api/v1/tools'],
		['is not a web address', 'javascript:alert(1)'],
		['is not a web address', 42],
		['holds a user name', 'https://ada@api.example.com'],
		['holds a user name', 'https://ada:secret@api.example.com/api/v1/tools'],
		['holds a user name', 'https://:secret@api.example.com'],
		['has a query or a fragment', 'https://api.example.com/api/v1/tools?key=secret'],
		['has a query or a fragment', 'https://api.example.com/api/v1/tools#tools'],
	])('that %s: %j', (what, typed) => {
		expect(readBaseUrl(typed)).toEqual({
			is: 'invalid',
			why: `The Base URL of the credential ${what}. ${LOOKS_LIKE}`,
		});
	});

	it('without repeating what may be a secret', () => {
		expect(JSON.stringify(readBaseUrl('https://ada:hush@api.example.com'))).not.toContain('hush');
	});
});

describe('promises of the Base URL', () => {
	const typed = fc.oneof(
		anyText,
		fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https', 'ftp'] }),
		anyText.map((text) => `https://api.example.com/${text}`),
	);

	it('an address that was taken is taken again unchanged, ends in the suffix and protects the key', () => {
		fc.assert(
			fc.property(typed, (text) => {
				const reading = readBaseUrl(text);
				if (reading.is !== 'address') return;
				expect(readBaseUrl(reading.url)).toEqual(reading);
				expect(reading.url).toMatch(/^https:\/\/[^?#]+[^/]\/api\/v1\/tools$/);
			}),
			{ seed: 141, numRuns: 3_000 },
		);
	});

	it('nothing that a credential can hold makes it throw', () => {
		fc.assert(
			fc.property(fc.oneof(typed, fc.anything()), (value) => {
				expect(['address', 'invalid']).toContain(readBaseUrl(value).is);
			}),
			{ seed: 142, numRuns: 2_000 },
		);
	});
});
