import { isOpaque, readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { ADDRESS, profileIn } from '../../support/api/profiles';

describe('an opaque id', () => {
	it.each([
		['https://www.linkedin.com/in/ACoAABcDeFgHiJkL', 'ACoAABcDeFgHiJkL'],
		['https://www.linkedin.com/in/ACwAABcDeFgHiJkL/?trk=x', 'ACwAABcDeFgHiJkL'],
		['http://uk.linkedin.com/IN/ACoAABcD_eFgH-iJkL#about', 'ACoAABcD_eFgH-iJkL'],
		['ACoAABcDeFgHiJkL', 'ACoAABcDeFgHiJkL'],
		['in/ACwAABcDeFgHiJkL', 'ACwAABcDeFgHiJkL'],
		['https://www.linkedin.com/in/%41CoAABcDeFgHiJkL', 'ACoAABcDeFgHiJkL'],
	])('keeps its case: %s', (spelling, id) => {
		expect(readLinkedin(spelling)).toEqual({
			is: 'identifier',
			identifier: { kind: 'linkedin', key: `linkedin:${id}`, value: `${ADDRESS}${id}` },
		});
	});

	it.each([
		['ACoAABcDeFgHiJkL', 'ACoAABcDeFgHiJkl'],
		['ACwAABcDeFgHiJkL', 'ACwAAbCDeFgHiJkL'],
		['ACoAABcDeFgHiJkL', 'ACwAABcDeFgHiJkL'],
		['ACoAABcDeFgHiJkL', 'acoaabcdefghijkl'],
		['ACoAABcDeFgHiJkL', 'ACOAABCDEFGHIJKL'],
	])('differs from an id with other letters or case: %s and %s', (one, other) => {
		expect(profileIn(one).key).not.toBe(profileIn(other).key);
	});

	it('is recognized by isOpaque', () => {
		expect(isOpaque(profileIn('ACoAABcDeFgHiJkL').key)).toBe(true);
	});
});

describe('a slug that resembles an opaque id', () => {
	it.each([
		['ada-example', 'Ada-Example'],
		['an id after a name', 'Ada-ACoAABcDeFg'],
		['an id with an invalid letter', 'ACoAAm\u00e9lie'],
		['an id without its end', 'ACoAA'],
		['an id in capitals', 'ACOAABCDEFG'],
	])('ignores case: %s', (_what, slug) => {
		expect(profileIn(slug).key).toBe(`linkedin:${slug.toLowerCase()}`);
		expect(isOpaque(profileIn(slug).key)).toBe(false);
	});
});
