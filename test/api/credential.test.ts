import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USER_AGENT, keyProblem, readBaseUrl, readKey } from '../../nodes/IdentityResolution/api/credential';
import { anyText } from '../support/api/unicode';

describe('readBaseUrl', () => {
	const ADDRESS = 'https://api.example.com/api/v1/tools';
	const invalid = (problem: string) => ({
		is: 'invalid',
		why: `The Base URL of the credential ${problem}. Enter an address such as ${ADDRESS}`,
	});

	it.each([
		[ADDRESS, ADDRESS],
		[`  ${ADDRESS}///\n`, ADDRESS],
		[`${ADDRESS}\u00a0`, ADDRESS],
		['https://api.example.com', ADDRESS],
		['https://api.example.com/api', ADDRESS],
		['https://api.example.com/api/v1/', ADDRESS],
		['HTTPS://API.Example.COM:443/api/v1/tools?', ADDRESS],
		['https://api.example.com:8443', 'https://api.example.com:8443/api/v1/tools'],
		['https://example.com/proxy/api/v1/tools/', 'https://example.com/proxy/api/v1/tools'],
		['https://example.com/api/proxy', 'https://example.com/api/proxy/api/v1/tools'],
		['https://example.com/my-api', 'https://example.com/my-api/api/v1/tools'],
		['https://example.com/api/v2', 'https://example.com/api/v2/api/v1/tools'],
		['https://example.com/v1/tools', 'https://example.com/v1/tools/api/v1/tools'],
		['http://LOCALHOST:3000/', 'http://localhost:3000/api/v1/tools'],
		['http://127.100.20.3:3000', 'http://127.100.20.3:3000/api/v1/tools'],
		['http://127.1', 'http://127.0.0.1/api/v1/tools'],
		['http://[::1]:3000', 'http://[::1]:3000/api/v1/tools'],
	])('reads %j as %s', (typed, url) => {
		expect(readBaseUrl(typed)).toEqual({ is: 'address', url });
	});

	it.each([
		'http://api.example.com/api/v1/tools',
		'http://localhost.evil.example',
		'http://evil-localhost',
		'http://127.0.0.1.evil.example',
		'http://192.168.0.1:3000',
		'http://0.0.0.0:3000',
		'http://128.0.0.1',
		'http://[::2]',
		'http://[::ffff:10.0.0.1]',
	])('refuses plain http to another machine: %s', (typed) => {
		expect(readBaseUrl(typed)).toEqual(invalid('starts with http://, which would send the API key unencrypted'));
	});

	it.each([
		['is empty', ' \t\n'],
		['is empty', null],
		['is empty', ['https://api.example.com']],
		['is not a web address', 'api.example.com/api/v1/tools'],
		['is not a web address', 'localhost:3000'],
		['is not a web address', '//api.example.com'],
		['is not a web address', 'https://'],
		['is not a web address', 'https://exa mple.com'],
		['is not a web address', 'ftp://api.example.com'],
		['is not a web address', 'javascript:alert(1)'],
		['is not a web address', 42],
		['contains a user name or password', 'https://ada@api.example.com'],
		['contains a user name or password', 'https://:secret@api.example.com'],
		['contains a query or a fragment', 'https://api.example.com/api/v1/tools?key=secret'],
		['contains a query or a fragment', 'https://api.example.com/api/v1/tools#tools'],
	])('refuses an address that %s, without quoting it: %j', (problem, typed) => {
		expect(readBaseUrl(typed)).toEqual(invalid(problem));
	});

	it('returns an address with the suffix, which it accepts unchanged, or refuses, for any value', () => {
		const typed = fc.oneof(
			anyText,
			fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https', 'ftp'] }),
			anyText.map((text) => `https://api.example.com/${text}`),
			fc.anything(),
		);
		fc.assert(
			fc.property(typed, (value) => {
				const reading = readBaseUrl(value);
				if (reading.is === 'invalid') return;
				expect(readBaseUrl(reading.url)).toEqual(reading);
				expect(reading.url).toMatch(/^https:\/\/[^?#]+[^/]\/api\/v1\/tools$/);
			}),
			{ seed: 141, numRuns: 3_000 },
		);
	});
});

it.each([
	['\u00a0example_0123456789\ufeff\n', 'example_0123456789'],
	[' bearer   example_0123456789 ', 'example_0123456789'],
	['BEARER\texample_0123456789', 'example_0123456789'],
	['bearer_0123456789', 'bearer_0123456789'],
	['Example_Bearer x', 'Example_Bearer x'],
	[12345, '12345'],
	['   ', ''],
	[undefined, ''],
	[['example_0123456789'], ''],
])('readKey returns for %j: %j', (pasted, key) => {
	expect(readKey(pasted)).toBe(key);
});

describe('keyProblem', () => {
	it.each(['example_0123456789', 'eyJhbGciOiJub25lIn0.e30.', '!~'])('accepts the key %j', (key) => {
		expect(keyProblem(key)).toBeNull();
	});

	it.each(['example_\u201c0123', 'example\n0123', 'example 0123', 'ex\u0000ample', 'ex\u007fample', 'clé'])(
		'refuses the key %j without quoting it',
		(key) => {
			expect(keyProblem(key)).toBe(
				'The API Key of the credential contains an invalid character. Paste the key again',
			);
		},
	);

	it('refuses an empty key', () => {
		expect(keyProblem('')).toMatch(/^The credential has no API Key\. Paste/);
	});
});

it('USER_AGENT contains the package and its version', () => {
	const text = readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8');
	const { name, version } = JSON.parse(text) as Record<string, string>;
	expect(USER_AGENT).toBe(`${name}/${version}`);
});
