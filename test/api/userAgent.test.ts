import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_USER_AGENT } from '../../nodes/IdentityResolution/api/userAgent';

const { name, version } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as Record<string, string>;

describe('the default User-Agent', () => {
	it('names the package and its version', () => {
		expect(DEFAULT_USER_AGENT).toBe(`${name}/${version}`);
	});

	it('can stand in a header', () => {
		expect(DEFAULT_USER_AGENT).toMatch(/^[\x21-\x7e]+$/);
	});
});
