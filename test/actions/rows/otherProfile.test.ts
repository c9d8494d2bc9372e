import { otherProfile } from '../../../nodes/IdentityResolution/actions/rows/otherProfile';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import { businessProfile, hashedEmail, identify, lookupFor, reverseEmail } from '../../support/lookups';

const OPAQUE = 'ACoAABcDeFgHiJkLmNoPqRsTuVwXyZ0123456';

/** A tool that was asked by e-mail, or by profile where it takes no other identifier, and told a profile. */
const tells = (tool: Tool, profile: string | null): Step =>
	({
		lookup: lookupFor(tool, 'email' in tool.requestFields ? 'ada@example.com' : 'ada-example'),
		outcome: {
			is: 'found',
			answer: { found: true, results: { linkedinurl: profile, linkedin_url: profile }, metadata: null },
			phone: 'as_requested',
		},
	}) as unknown as Step;
const misses = (tool: Tool) => ({ ...tells(tool, null), outcome: { is: 'not_found' } }) as unknown as Step;

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
				tells(hashedEmail, 'https://www.linkedin.com/in/bea-other'),
			),
		).toBe(
			`${hashedEmail.name} returned another LinkedIn profile than the row has. Check that both are the same person`,
		);
	});

	it('names a tool that returned another profile than the requested one', () => {
		expect(remarkOn(['ada-example'], tells(businessProfile, 'bob-example'))).toContain(businessProfile.name);
	});

	it.each<[string, string[], Step[]]>([
		['the row has no profile', [], [tells(reverseEmail, 'bea-other')]],
		[
			'the profile is the same in another spelling',
			['https://uk.linkedin.com/in/ADA-example/'],
			[tells(reverseEmail, 'linkedin.com/in/ada-example')],
		],
		['no profile is returned', ['ada-example'], [tells(reverseEmail, null), misses(hashedEmail)]],
		[
			'the returned text is not a profile',
			['ada-example'],
			[tells(reverseEmail, 'https://www.linkedin.com/company/example')],
		],
		['the row has an opaque id, which cannot be compared', [OPAQUE], [tells(reverseEmail, 'bea-other')]],
		['the tool returned an opaque id', ['ada-example'], [tells(reverseEmail, OPAQUE)]],
	])('returns null if %s', (_when, given, steps) => {
		expect(remarkOn(given, ...steps)).toBeNull();
	});
});
