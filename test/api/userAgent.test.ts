import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_USER_AGENT, readUserAgent } from '../../nodes/IdentityResolution/api/credential';

const { name, version } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as Record<
	string,
	string
>;

describe('DEFAULT_USER_AGENT', () => {
	it('contains the package and its version', () => {
		expect(DEFAULT_USER_AGENT).toBe(`${name}/${version}`);
	});

	it('contains only characters that a header can carry', () => {
		expect(DEFAULT_USER_AGENT).toMatch(/^[\x21-\x7e]+$/);
	});
});

describe('readUserAgent', () => {
	it.each<[unknown, string]>([
		['revops-sync/2.1 (staging)', 'revops-sync/2.1 (staging)'],
		['  revops-sync  ', 'revops-sync'],
		['revops\r\nX-Other: 1', 'revops X-Other: 1'],
		['caf\u00e9 bot', 'caf bot'],
		['\u201c\u201d', DEFAULT_USER_AGENT],
		['', DEFAULT_USER_AGENT],
		['   ', DEFAULT_USER_AGENT],
		[null, DEFAULT_USER_AGENT],
		[{ name: 'revops' }, DEFAULT_USER_AGENT],
	])('returns for %j: %j', (typed, sent) => {
		expect(readUserAgent(typed)).toBe(sent);
	});
});
