import { searchProfilesByName } from '../../nodes/IdentityResolution/actions/linkedinProfile/findByName.operation';
import { findProfileByName } from '../../nodes/IdentityResolution/actions/businessProfile/findByName.operation';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { Prices } from '../../nodes/IdentityResolution/service/budget';
import { conflictIn, endingAtOtherName } from '../../nodes/IdentityResolution/run/conflict';
import { lookupOf } from '../../nodes/IdentityResolution/service/lookup';
import type { Outcome } from '../../nodes/IdentityResolution/service/outcome';
import { businessProfile, identifierOf, reverseEmail } from '../support/run/lookups';
import { found, MISS, rowOf } from '../support/run/settledRows';

const ZOE = { first_name: 'Zoe', last_name: 'Other', linkedinurl: 'https://www.linkedin.com/in/zoe-other' };
const given = (slug: string) => ({
	linkedin: slug === '' ? [] : [identifierOf('linkedin', `in/${slug}`)],
	email: [],
	hem: [],
});
const byEmail = (results: object, attempts = 1) =>
	rowOf(reverseEmail, 'ada@example.com', found(results), { attempts }).steps;

describe('an answer by email is about somebody else', () => {
	it('if it has another profile, and a name that is not in the slug of the row', () => {
		const [step] = byEmail(ZOE);
		const why = 'The email belongs to "Zoe Other", not to the LinkedIn profile of the row. Check both.';
		expect(conflictIn(given('ada-example'), [step])).toEqual({ step, why: `${why} Charged: ${reverseEmail.name}` });
		expect(conflictIn(given('ada-example'), byEmail(ZOE, 0))?.why).toBe(why.slice(0, -1));
	});

	it.each<[string, string, object]>([
		['the row has no profile', '', ZOE],
		['the profile is that of the row', 'zoe-other', ZOE],
		['the profile was renamed', 'zoe-other-1a2b', { ...ZOE, linkedinurl: 'linkedin.com/in/zoe-new' }],
		['the answer has no profile', 'ada-example', { ...ZOE, linkedinurl: null }],
		['the answer has no name', 'ada-example', { linkedinurl: ZOE.linkedinurl }],
		['the slug tells no name', 'adaexample', ZOE],
		['the row has an id that LinkedIn issues', 'ACoAAB1cDeF', ZOE],
		['the answer has such an id', 'ada-example', { ...ZOE, linkedinurl: 'linkedin.com/in/ACoAAB1cDeF' }],
	])('but not if %s', (_why, slug, results) => {
		expect(conflictIn(given(slug), byEmail(results))).toBeNull();
	});

	it('never by the profile of the row itself, or by a miss', () => {
		expect(conflictIn(given('ada-example'), rowOf(businessProfile, 'ada-example', found(ZOE)).steps)).toBeNull();
		expect(conflictIn(given('ada-example'), rowOf(reverseEmail, 'ada@example.com', MISS).steps)).toBeNull();
	});
});

describe('the only result of a lookup by name', () => {
	const PROFILE = findProfileByName.tools[0];
	const SEARCH = searchProfilesByName.tools[0];
	const outcomeOf = (tool: Tool, asked: object, results: object): Outcome['is'] => {
		const { outcome, steps: made } = rowOf(businessProfile, 'in/any-example', found(results));
		const steps = made.map((step) => ({ ...step, lookup: lookupOf(tool, step.lookup.identifier, 'without') }));
		const next = endingAtOtherName({ ...asked }, () => ({ outcome }))(steps, new Prices());
		if ('lookup' in next) throw new Error('The route goes on');
		return next.outcome.is;
	};
	const ADA = { name: 'Ada Example' };

	it.each<[string, Tool, object, object, Outcome['is']]>([
		['somebody else', PROFILE, ADA, { full_name: 'Zoe Other' }, 'conflict'],
		['somebody else, asked by two names', PROFILE, { first_name: 'Ada', last_name: 'Example' }, ZOE, 'conflict'],
		['the person with another last name', PROFILE, ADA, { full_name: 'Ada Newname' }, 'found'],
		['nobody by name', PROFILE, ADA, { company: 'Example Org' }, 'found'],
		['a name in other letters', PROFILE, ADA, { full_name: 'Ада Пример' }, 'found'],
		['the only profile of a search', SEARCH, ADA, { profiles: [{ name: 'Zoe Other' }] }, 'conflict'],
		[
			'one of two profiles of a search',
			SEARCH,
			ADA,
			{ profiles: [{ name: 'Zoe Other' }, { name: 'Eve Any' }] },
			'found',
		],
	])('%s: is a conflict or not', (_who, tool, asked, results, is) => {
		expect(outcomeOf(tool, asked, results)).toBe(is);
	});
});
