import { keyProblem, readKey } from '../../nodes/IdentityResolution/api/credential';

describe('readKey', () => {
	it.each([
		['example_0123456789', 'example_0123456789'],
		['  example_0123456789\n', 'example_0123456789'],
		['\u00a0example_0123456789\ufeff', 'example_0123456789'],
		['Bearer example_0123456789', 'example_0123456789'],
		[' bearer   example_0123456789 ', 'example_0123456789'],
		['BEARER\texample_0123456789', 'example_0123456789'],
		['bearer_0123456789', 'bearer_0123456789'],
		['Example_Bearer x', 'Example_Bearer x'],
		[12345, '12345'],
		['', ''],
		['   ', ''],
		[null, ''],
		[undefined, ''],
		[{ key: 'example_0123456789' }, ''],
		[['example_0123456789'], ''],
	])('returns for %j: %j', (pasted, key) => {
		expect(readKey(pasted)).toBe(key);
	});
});

describe('keyProblem', () => {
	it.each(['example_0123456789', 'eyJhbGciOiJub25lIn0.e30.', '!~'])('accepts the key %j', (key) => {
		expect(keyProblem(key)).toBeNull();
	});

	it.each(['example_\u201c0123', 'example\n0123', 'example 0123', 'ex\u0000ample', 'ex\u007fample', 'clé'])(
		'refuses the key %j',
		(key) => {
			expect(keyProblem(key)).toMatch(/^The API Key of the credential .+\. Paste the key again$/);
		},
	);

	it('refuses an empty key', () => {
		expect(keyProblem('')).toMatch(/^The credential has no API Key\. Paste/);
	});
});
