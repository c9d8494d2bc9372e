import { simplifier } from '../../../../nodes/IdentityResolution/api/person/simplify';
import { searchLinkedinProfile } from '../../../../nodes/IdentityResolution/api/tools/search/searchLinkedinProfile';

it.each([
	['an address', 'https://www.linkedin.com/in/ada-example', 'https://www.linkedin.com/in/ada-example'],
	['any other text', 'ada-example', null],
])('search_linkedin_profile reads %s alone as a result: %s', (_what, result, address) => {
	expect(simplifier(searchLinkedinProfile.columns)(result).linkedin_url).toBe(address);
});
