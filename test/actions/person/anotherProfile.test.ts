import { anotherProfile } from '../../../nodes/IdentityResolution/actions/person/anotherProfile';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import { businessProfile, hashedEmail, identify, lookupFor, reverseEmail } from '../../support/lookups';

const OPAQUE = 'ACoAABcDeFgHiJkLmNoPqRsTuVwXyZ0123456';

/** A tool that was asked by e-mail, or by profile where it takes no other identifier, and told a profile. */
const tells = (tool: Tool, profile: string | null): Step =>
	({
		lookup: lookupFor(tool, 'email' in tool.takes ? 'ada@example.com' : 'ada-example'),
		outcome: {
			is: 'found',
			answer: { found: true, results: { linkedinurl: profile, linkedin_url: profile }, metadata: null },
			phone: 'as_asked',
		},
	}) as unknown as Step;
const misses = (tool: Tool) => ({ ...tells(tool, null), outcome: { is: 'not_found' } }) as unknown as Step;

const remarkOn = (given: string[], ...steps: Step[]) =>
	anotherProfile(
		given.map((slug) => identify(businessProfile, slug)),
		steps,
	);

it('names the first tool that tells another profile than the row came in with', () => {
	expect(
		remarkOn(['ada-example'], misses(reverseEmail), tells(hashedEmail, 'https://www.linkedin.com/in/bea-other')),
	).toBe(
		`${hashedEmail.name} tells another LinkedIn profile than that of the row: check that its identifiers are one person's`,
	);
});

it.each<[string, string[], Step[]]>([
	['the row came in without a profile', [], [tells(reverseEmail, 'bea-other')]],
	[
		'it is the same profile, spelled otherwise',
		['https://uk.linkedin.com/in/ADA-example/'],
		[tells(reverseEmail, 'linkedin.com/in/ada-example')],
	],
	['no profile is told', ['ada-example'], [tells(reverseEmail, null), misses(hashedEmail)]],
	['what is told is no profile', ['ada-example'], [tells(reverseEmail, 'https://www.linkedin.com/company/example')]],
	[
		'the tool was asked by the profile, which may have been renamed',
		['ada-example'],
		[tells(businessProfile, 'ada-renamed')],
	],
	['the row holds an opaque id, which is another name of anybody', [OPAQUE], [tells(reverseEmail, 'bea-other')]],
	['the tool tells an opaque id', ['ada-example'], [tells(reverseEmail, OPAQUE)]],
])('says nothing where %s', (_where, given, steps) => {
	expect(remarkOn(given, ...steps)).toBeNull();
});
