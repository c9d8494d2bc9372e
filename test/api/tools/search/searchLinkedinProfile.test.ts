import { searchLinkedinProfile } from '../../../../nodes/IdentityResolution/actions/linkedinProfile/findByName.operation';

it.each([
	['an address', 'https://www.linkedin.com/in/ada-example', 'https://www.linkedin.com/in/ada-example'],
	['any other text', 'ada-example', null],
])('search_linkedin_profile reads %s alone as a result: %s', (_what, result, address) => {
	expect(searchLinkedinProfile.columns.read(result).linkedin_url).toBe(address);
});
