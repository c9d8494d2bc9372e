import fc from 'fast-check';
import { readBaseUrl } from '../../nodes/IdentityResolution/api/credential';
import { anyText } from '../support/api/unicode';

const REMEDY = 'Enter an address such as https://api.example.com/api/v1/tools';

describe('readBaseUrl', () => {
	it.each([
		['a complete address', 'https://api.example.com/api/v1/tools'],
		['a slash at its end', 'https://api.example.com/api/v1/tools/'],
		['slashes at its end', 'https://api.example.com/api/v1/tools///'],
		['an address without the suffix', 'https://api.example.com'],
		['an address without the suffix, with a slash', 'https://api.example.com/'],
		['a suffix that ends after api', 'https://api.example.com/api'],
		['a suffix that ends after v1', 'https://api.example.com/api/v1/'],
		['white space around it', '  https://api.example.com/api/v1/tools\n'],
		['a no-break space after it', 'https://api.example.com/api/v1/tools\u00a0'],
		['upper case in scheme and host', 'HTTPS://API.Example.COM/api/v1/tools'],
		['the port of https', 'https://api.example.com:443/api/v1/tools'],
		['an empty query', 'https://api.example.com/api/v1/tools?'],
	])('accepts %s', (_what, typed) => {
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
	])('completes %s to %s', (typed, url) => {
		expect(readBaseUrl(typed)).toEqual({ is: 'address', url });
	});
});

describe('readBaseUrl with plain http', () => {
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
	])('accepts %s', (typed, url) => {
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
	])('refuses %s', (typed) => {
		expect(readBaseUrl(typed)).toEqual({
			is: 'invalid',
			why:
				'The Base URL of the credential starts with http://, which would send the API key unencrypted. ' +
				REMEDY,
		});
	});
});

describe('readBaseUrl refuses an address', () => {
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
		['contains a user name or password', 'https://ada@api.example.com'],
		['contains a user name or password', 'https://ada:secret@api.example.com/api/v1/tools'],
		['contains a user name or password', 'https://:secret@api.example.com'],
		['contains a query or a fragment', 'https://api.example.com/api/v1/tools?key=secret'],
		['contains a query or a fragment', 'https://api.example.com/api/v1/tools#tools'],
	])('that %s: %j', (problem, typed) => {
		expect(readBaseUrl(typed)).toEqual({
			is: 'invalid',
			why: `The Base URL of the credential ${problem}. ${REMEDY}`,
		});
	});

	it('without quoting a possible secret', () => {
		expect(JSON.stringify(readBaseUrl('https://ada:hush@api.example.com'))).not.toContain('hush');
	});
});

describe('readBaseUrl with random values', () => {
	const typed = fc.oneof(
		anyText,
		fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https', 'ftp'] }),
		anyText.map((text) => `https://api.example.com/${text}`),
	);

	it('returns an https address with the suffix, which it accepts unchanged', () => {
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

	it('never throws', () => {
		fc.assert(
			fc.property(fc.oneof(typed, fc.anything()), (value) => {
				expect(['address', 'invalid']).toContain(readBaseUrl(value).is);
			}),
			{ seed: 142, numRuns: 2_000 },
		);
	});
});
