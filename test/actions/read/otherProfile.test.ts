import { otherProfile } from '../../../nodes/IdentityResolution/actions/read/personKey';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import { businessProfile, hashedEmail, identify, lookupFor, reverseEmail } from '../../support/run/lookups';

const OPAQUE = 'ACoAABcDeFgHiJkLmNoPqRsTuVwXyZ0123456';

/** A hit of a tool with this profile. The lookup was by email, or by profile if the tool accepts no email. */
const returning = (tool: Tool, profile: string | null): Step =>
	({
		lookup: lookupFor(tool, 'email' in tool.requestFields ? 'ada@example.com' : 'ada-example'),
		outcome: {
			is: 'found',
			answer: { found: true, results: { linkedinurl: profile, linkedin_url: profile }, metadata: null },
			phone: 'as_requested',
		},
	}) as unknown as Step;
const misses = (tool: Tool) => ({ ...returning(tool, null), outcome: { is: 'not_found' } }) as unknown as Step;

const remarkOn = (given: string[], ...steps: Step[]) =>
	otherProfile(
		given.map((slug) => identify(businessProfile, slug)),
		steps,
	);

describe('otherProfile', () => {
	it('names the first tool that returned another profile than the row has', () => {
		expect(
			remarkOn(
				['ada-example'],
				misses(reverseEmail),
				returning(hashedEmail, 'https://www.linkedin.com/in/bea-other'),
			),
		).toBe(
			`${hashedEmail.name} returned another LinkedIn profile than the row has. Check that both are the same person`,
		);
	});

	it('names a tool that returned another profile than the requested one', () => {
		expect(remarkOn(['ada-example'], returning(businessProfile, 'bob-example'))).toContain(businessProfile.name);
	});

	it.each<[string, string[], Step[]]>([
		['the row has no profile', [], [returning(reverseEmail, 'bea-other')]],
		[
			'the profile is the same in another spelling',
			['https://uk.linkedin.com/in/ADA-example/'],
			[returning(reverseEmail, 'linkedin.com/in/ada-example')],
		],
		['no profile is returned', ['ada-example'], [returning(reverseEmail, null), misses(hashedEmail)]],
		[
			'the returned text is not a profile',
			['ada-example'],
			[returning(reverseEmail, 'https://www.linkedin.com/company/example')],
		],
		['the row has an opaque id, which cannot be compared', [OPAQUE], [returning(reverseEmail, 'bea-other')]],
		['the tool returned an opaque id', ['ada-example'], [returning(reverseEmail, OPAQUE)]],
	])('returns null if %s', (_when, given, steps) => {
		expect(remarkOn(given, ...steps)).toBeNull();
	});
});
