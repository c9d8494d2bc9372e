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
		['HTTPS://API.Example.COM:443/api/v1/tools?', ADDRESS],
		['https://api.example.com:8443', 'https://api.example.com:8443/api/v1/tools'],
		['https://example.com/api/proxy', 'https://example.com/api/proxy/api/v1/tools'],
		['https://example.com/my-api', 'https://example.com/my-api/api/v1/tools'],
		['https://example.com/gateway/v2/api/v1/tools', 'https://example.com/gateway/v2/api/v1/tools'],
		['api.example.com:8443/api', 'https://api.example.com:8443/api/v1/tools'],
		['http://LOCALHOST:3000/', 'http://localhost:3000/api/v1/tools'],
		['http://127.100.20.3:3000', 'http://127.100.20.3:3000/api/v1/tools'],
		['http://127.1', 'http://127.0.0.1/api/v1/tools'],
		['http://[::1]:3000', 'http://[::1]:3000/api/v1/tools'],
	])('reads %j as %s', (typed, url) => {
		expect(readBaseUrl(typed)).toEqual({ is: 'address', url });
	});

	it.each(['http://api.example.com/api/v1/tools', 'http://evil-localhost', 'http://128.0.0.1', 'http://[::2]'])(
		'refuses plain http to another machine: %s',
		(typed) => {
			expect(readBaseUrl(typed)).toEqual(
				invalid('starts with http://, which would send the API key unencrypted'),
			);
		},
	);

	it.each([
		['is empty', ' \t\n'],
		['is empty', null],
		['is empty', ['https://api.example.com']],
		['is not a web address', '127.0.0.1:3000/api/v1/tools'],
		['contains a query or a fragment', 'api.example.com?key=secret'],
		...['/api/v2', '/api/v2/tools', '/v1/tools', '/api/tools', '/api/v1/tools/a/b'].map(
			(path): [string, string] => ['does not end in /api/v1/tools', `https://api.example.com${path}`],
		),
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

	it('reads an address the same with any known tail, in quotes, in other case and without its scheme', () => {
		const parts = fc.tuple(
			fc.constantFrom('', ' ', '"', "\n'", '\u201c', '<', '\u200b'),
			fc.constantFrom('https://', 'HTTPS://', ''),
			fc.constantFrom('', '/proxy'),
			fc.constantFrom('', '/api', '/api/v1', '/api/v1/tools', '/API/V1/Tools', '/api/v1/tools/get_account'),
			fc.constantFrom('', '/', '//\n', '?', '/#', '";', '\u201d', '>.', ' \u200b', '\u00a0'),
		);
		const read = fc.property(parts, ([before, scheme, prefix, tail, behind]) => {
			const url = `https://api.example.com${prefix}/api/v1/tools`;
			const typed = `${before}${scheme}api.example.com${prefix}${tail}${behind}`;
			expect(readBaseUrl(typed)).toEqual({ is: 'address', url });
		});
		fc.assert(read, { seed: 142, numRuns: 2_000 });
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
