import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/sources';
import type { PersonKind, Source } from '../../../nodes/IdentityResolution/api/person/sources';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Outcome, PhoneResult } from '../../../nodes/IdentityResolution/run/outcome';
import type { AnswerCache } from '../../../nodes/IdentityResolution/run/answerStore';
import { hit, MISS, resolveRow as resolveWithAll, type Service } from '../../support/run/resolving';

const sourceOf = (name: string) => SOURCES.find(({ tool }) => tool.name === name) as Source;

/** Four tools whose data overlap. */
const BEST = sourceOf('linkedin_to_best_personal_email_usa');
const REVERSE = sourceOf('reverse_email_lookup');
const HEM = sourceOf('hem_to_business_profile');
const PROFILE = sourceOf('linkedin_to_business_profile');
const FOUR = [BEST, REVERSE, HEM, PROFILE];

/** Resolves a row with the four tools. */
const resolveRow: typeof resolveWithAll = (kinds, wants, service, settings = {}) =>
	resolveWithAll(kinds, wants, service, { sources: FOUR, ...settings });

/** Requested for emails too, and for free. */
const REVERSE_FOR_EMAILS: Source = { ...REVERSE, gives: ['personalEmail'], madeFor: ['personalEmail'], tokens: 0 };

const best = BEST.tool.name;
const reverse = REVERSE.tool.name;
const hem = HEM.tool.name;
const profile = PROFILE.tool.name;

const deferred = (reason: Extract<Outcome, { is: 'deferred' }>['stop']['reason']): Outcome => ({
	is: 'deferred',
	stop: { reason, retryAt: null, refusal: null, tool: null },
});
/** The account cannot use this tool. */
const notOffered = (source: Source, reason: 'plan_restricted' | 'unknown_tool' = 'unknown_tool'): Outcome => ({
	is: 'deferred',
	stop: { reason, retryAt: null, refusal: null, tool: source.tool.name },
});
const FAILED: Outcome = {
	is: 'failed',
	refusal: { reason: 'internal_error', httpStatus: 500, code: null, message: '', retryAfter: null },
};

/** A service with a full hit for every lookup, except for these sources. */
const serviceWith =
	(...exceptions: Array<[Source, Outcome | ((phone: 'with' | 'without') => Outcome)]>): Service =>
	(source, phone) => {
		const exception = exceptions.find(([one]) => one === source)?.[1];
		return typeof exception === 'function' ? exception(phone) : (exception ?? hit(source, source.gives, phone));
	};

/** A hit with only this data. */
const hitWith =
	(source: Source, ...data: WantName[]) =>
	(phone: 'with' | 'without') =>
		hit(source, data, phone);

/** A hit with another LinkedIn profile. */
function hitWithProfile(source: Source, slug: string): Outcome {
	const full = hit(source, source.gives, 'without') as Extract<Outcome, { is: 'found' }>;
	const results = { ...(full.answer.results as object), linkedinurl: `https://www.linkedin.com/in/${slug}` };
	return { ...full, answer: { ...full.answer, results } };
}

it('the resolver pays for no email that the row was looked up by, although the tool returns only its hash', () => {
	const hash = { results: { company_name: 'Example Works', personal_emails: [md5OfEmail('ada@example.com')] } };
	const answered = hit(REVERSE, [], 'without') as Extract<Outcome, { is: 'found' }>;
	const service = serviceWith([REVERSE_FOR_EMAILS, { ...answered, answer: { ...answered.answer, ...hash } }]);
	expect(
		resolveRow(['email', 'linkedin'], ['personalEmail'], service, { sources: [REVERSE_FOR_EMAILS, BEST] }),
	).toMatchObject({ outcome: { is: 'found' }, lookups: [reverse] });
});

describe('the resolver', () => {
	it.each<[string, PersonKind[], WantName[], Service, string[]]>([
		[
			'continues with the next tool after a miss',
			['linkedin'],
			['profile', 'personalEmail'],
			serviceWith([PROFILE, MISS]),
			[profile, best],
		],
		[
			'continues with the next tool if data is still missing after a hit',
			['linkedin'],
			['personalEmail', 'workEmail'],
			serviceWith([PROFILE, hitWith(PROFILE, 'workEmail')]),
			[profile, best],
		],
		[
			'uses the LinkedIn profile that a tool returned',
			['email'],
			['workEmail'],
			serviceWith([REVERSE, hitWith(REVERSE, 'profile')]),
			[reverse, profile],
		],
		[
			'tries a second tool for the LinkedIn profile after the first one misses',
			['email'],
			['workEmail'],
			serviceWith([REVERSE, MISS]),
			[reverse, hem, profile],
		],
		['continues after a failed tool', ['email'], ['profile'], serviceWith([REVERSE, FAILED]), [reverse, hem]],
		[
			'continues after a tool that is not in the plan',
			['linkedin'],
			['personalEmail'],
			serviceWith([BEST, notOffered(BEST, 'plan_restricted')]),
			[best, profile],
		],
		[
			'continues after an unknown tool',
			['linkedin'],
			['personalEmail'],
			serviceWith([BEST, notOffered(BEST)]),
			[best, profile],
		],
		['stops when no wanted data is missing', ['linkedin', 'email', 'hem'], ['profile'], serviceWith(), [reverse]],
		[
			'stops when no tool can provide the missing data',
			['hem'],
			['company'],
			serviceWith([HEM, hitWith(HEM)]),
			[hem, profile],
		],
		['uses the MD5 of an email', ['email'], ['company'], serviceWith([REVERSE, MISS]), [reverse, hem]],
	])('%s', (_says, known, wants, service, lookups) => {
		expect(resolveRow(known, wants, service).lookups).toEqual(lookups);
	});

	it('retries a miss under a renamed profile', () => {
		const service = serviceWith([PROFILE, MISS], [REVERSE, hitWithProfile(REVERSE, 'ada-renamed')]);
		const { steps } = resolveRow(['linkedin', 'email'], ['company', 'mobilePhone'], service, {
			sources: [REVERSE, PROFILE],
		});
		expect(steps.map(({ lookup }) => lookup.key)).toEqual([
			`${profile} linkedin:ada-example`,
			`${reverse} email:ada@example.com`,
			`${profile} linkedin:ada-renamed`,
		]);
	});

	it('does not retry a hit under a renamed profile', () => {
		const service = serviceWith(
			[PROFILE, hitWith(PROFILE, 'mobilePhone')],
			[REVERSE, hitWithProfile(REVERSE, 'ada-renamed')],
		);
		const { lookups } = resolveRow(['linkedin', 'email'], ['company', 'mobilePhone'], service, {
			sources: [REVERSE, PROFILE],
		});
		expect(lookups).toEqual([`${profile} with phone`, reverse]);
	});
});

describe('with all tools, the resolver', () => {
	const WORK = sourceOf('linkedin_to_business_email');
	const [work, toLinkedin, hemToLinkedin] = [WORK.tool.name, 'email_to_linkedin', 'hem_to_linkedin'];

	it.each<[string, PersonKind[], WantName[], Service, string[]]>([
		['uses only the tool that is made for a want', ['linkedin'], ['workEmail'], serviceWith([WORK, MISS]), [work]],
		[
			'uses one tool for two wants before the tools that cost more together',
			['linkedin'],
			['company', 'workEmail'],
			serviceWith(),
			[profile],
		],
		[
			'uses the tool made for a want that a tool for several has not met',
			['linkedin'],
			['company', 'workEmail'],
			serviceWith([PROFILE, hitWith(PROFILE, 'company')]),
			[profile, work],
		],
		[
			'uses every tool made for a want before the row is a miss',
			['email'],
			['company'],
			(source) => (source.reveals.length > 0 && source.gives.length === 1 ? hit(source, [], 'without') : MISS),
			[reverse, hem, toLinkedin, profile],
		],
		[
			'finds the LinkedIn profile by MD5 if no tool finds it by email',
			['email'],
			['workEmail'],
			serviceWith([sourceOf(toLinkedin), MISS]),
			[toLinkedin, hemToLinkedin, work],
		],
		[
			'uses the tool for an MD5 if the one for an email is not offered',
			['email'],
			['company'],
			serviceWith([REVERSE, notOffered(REVERSE)]),
			[reverse, hem],
		],
		[
			'uses other tools if those made for a want are not offered',
			['linkedin'],
			['workEmail'],
			serviceWith([WORK, notOffered(WORK)]),
			[work, profile],
		],
		[
			'uses no other tool if the one made for a want failed',
			['linkedin'],
			['workEmail'],
			serviceWith([WORK, FAILED]),
			[work],
		],
	])('%s', (_says, known, wants, service, lookups) => {
		expect(resolveWithAll(known, wants, service).lookups).toEqual(lookups);
	});
});

describe('the phone', () => {
	it('is requested only if it is wanted and missing', () => {
		expect(resolveRow(['linkedin'], ['profile'], serviceWith()).steps.map(({ lookup }) => lookup.phone)).toEqual([
			'without',
		]);
		expect(resolveRow(['linkedin'], ['profile', 'mobilePhone'], serviceWith()).lookups).toEqual([
			`${profile} with phone`,
		]);
		expect(resolveRow(['hem'], ['mobilePhone', 'workEmail'], serviceWith()).lookups).toEqual([
			`${hem} with phone`,
			profile,
		]);
	});

	const hitWithoutPhone = (source: Source, phone: 'omitted') => () =>
		({ ...hit(source, source.gives, 'without'), phone }) as Outcome;

	it('is not requested again once the account has no phone tokens', () => {
		const service = serviceWith([HEM, hitWithoutPhone(HEM, 'omitted')]);
		expect(resolveRow(['hem'], ['mobilePhone', 'workEmail'], service)).toMatchObject({
			lookups: [`${hem} with phone`, profile],
			outcome: { is: 'found', phone: 'omitted' },
		});
	});

	const noPhone = () => hit(PROFILE, ['company'], 'with');

	it.each<[string, Outcome | (() => Outcome), () => Outcome, PhoneResult]>([
		['no tool has a phone', MISS, noPhone, 'as_requested'],
		['the other tool failed', FAILED, noPhone, 'as_requested'],
		['the other tool is not in the plan', deferred('plan_restricted'), noPhone, 'as_requested'],
	])('has the expected result if %s', (_says, ofHem, ofProfile, phone) => {
		const { lookups, outcome } = resolveRow(
			['hem', 'linkedin'],
			['mobilePhone', 'company'],
			serviceWith([HEM, ofHem], [PROFILE, ofProfile]),
		);
		expect(lookups).toEqual([`${hem} with phone`, `${profile} with phone`]);
		expect(outcome).toMatchObject({ is: 'found', phone });
	});

	it('is omitted if it is refused and other data is missing', () => {
		const sources = FOUR.map((source) => (source.tool === REVERSE.tool ? { ...source, tokens: 9 } : source));
		const service: Service = (source, phone) =>
			phone === 'with' ? deferred('insufficient_phone_tokens') : hit(source, source.gives, phone);
		expect(resolveRow(['email'], ['mobilePhone', 'company'], service, { sources })).toMatchObject({
			outcome: { is: 'found', phone: 'omitted' },
			lookups: [`${hem} with phone`, hem],
		});
	});

	it('defers the row if it is refused and no other data is wanted', () => {
		expect(
			resolveRow(['hem'], ['mobilePhone'], serviceWith([HEM, deferred('insufficient_phone_tokens')])).outcome,
		).toMatchObject({ is: 'deferred', stop: { reason: 'insufficient_phone_tokens' } });
	});
});

describe('the outcome of a row', () => {
	const WORK_EMAIL_HIT = hit(PROFILE, ['workEmail'], 'without');

	it.each<[string, PersonKind[], WantName[], Service, Partial<Outcome>]>([
		['is found with all wanted data', ['linkedin'], ['profile'], serviceWith(), { is: 'found' }],
		[
			'is found with some wanted data',
			['linkedin'],
			['personalEmail', 'workEmail'],
			serviceWith([PROFILE, MISS]),
			{ is: 'found' },
		],
		[
			'is found with some wanted data after a tool failed',
			['linkedin'],
			['personalEmail', 'workEmail'],
			serviceWith([PROFILE, FAILED]),
			{ is: 'found' },
		],
		[
			'is the last answer before another tool failed',
			['linkedin'],
			['personalEmail', 'workEmail'],
			serviceWith([PROFILE, WORK_EMAIL_HIT], [BEST, FAILED]),
			WORK_EMAIL_HIT,
		],
		['is not found if all tools missed', ['linkedin'], ['personalEmail'], () => MISS, { is: 'not_found' }],
		[
			'is not found if hits contain no wanted data',
			['email'],
			['workEmail'],
			serviceWith([REVERSE, hitWith(REVERSE)], [PROFILE, MISS]),
			{ is: 'not_found' },
		],
		[
			'is failed without wanted data after a tool failed',
			['email'],
			['workEmail'],
			serviceWith([REVERSE, hitWith(REVERSE)], [PROFILE, FAILED]),
			{ is: 'failed' },
		],
		[
			'is not found if the tools that are offered missed',
			['linkedin'],
			['personalEmail'],
			serviceWith([BEST, notOffered(BEST, 'plan_restricted')], [PROFILE, MISS]),
			{ is: 'not_found' },
		],
		[
			'is failed, not deferred, if both apply',
			['linkedin'],
			['personalEmail', 'profile'],
			serviceWith([BEST, deferred('service_down')], [PROFILE, FAILED]),
			{ is: 'failed' },
		],
		[
			'is deferred at a limit, even with some wanted data',
			['linkedin'],
			['profile', 'personalEmail'],
			serviceWith([PROFILE, hitWith(PROFILE, 'profile')], [BEST, deferred('fair_use_records')]),
			{ is: 'deferred' },
		],
		[
			'is planned in a dry run',
			['linkedin'],
			['profile'],
			() => ({ is: 'planned', why: 'Dry Run is on' }),
			{ is: 'planned' },
		],
		[
			'is invalid if no tool accepts the identifiers',
			[],
			['profile'],
			serviceWith(),
			{ is: 'invalid', why: expect.stringContaining('No tool') as string },
		],
	])('%s', (_says, known, wants, service, outcome) => {
		expect(resolveRow(known, wants, service).outcome).toMatchObject(outcome);
	});
});

it('the resolver ignores a masked email', () => {
	const masked = hit(PROFILE, ['workEmail'], 'without') as Extract<Outcome, { is: 'found' }>;
	const service = serviceWith([
		PROFILE,
		{ ...masked, answer: { ...masked.answer, results: { business_email: 'a***@works.example.com' } } },
	]);
	expect(resolveRow(['linkedin'], ['workEmail'], service).outcome.is).toBe('not_found');
});

describe('a cached answer', () => {
	const cacheWith =
		(...sources: Source[]): AnswerCache =>
		({ tool, phone }) => {
			const source = sources.find((one) => one.tool === tool);
			return source && hit(source, source.gives, phone);
		};

	it('is used before any charged lookup', () => {
		const service = () => {
			throw new Error('The resolver sent a request');
		};
		expect(resolveRow(['linkedin', 'email'], ['profile'], service, { cache: cacheWith(PROFILE) }).lookups).toEqual([
			profile,
		]);
	});

	it('is always used, because it is free', () => {
		expect(
			resolveRow(['linkedin', 'email'], ['profile'], serviceWith(), { cache: cacheWith(PROFILE, REVERSE) })
				.lookups,
		).toEqual([reverse, profile]);
	});

	it('is not requested again for the phone if it is a miss', () => {
		const cache: AnswerCache = ({ tool, phone }) =>
			tool === PROFILE.tool && phone === 'without' ? MISS : undefined;
		expect(resolveRow(['linkedin'], ['mobilePhone', 'workEmail'], serviceWith(), { cache })).toMatchObject({
			lookups: [profile],
			outcome: { is: 'not_found' },
		});
	});

	it('reveals identifiers for other tools', () => {
		expect(resolveRow(['hem'], ['workEmail'], serviceWith(), { cache: cacheWith(HEM) }).lookups).toEqual([
			hem,
			profile,
		]);
	});

	const noPhone: Service = (source, phone) =>
		hit(
			source,
			source.gives.filter((want) => want !== 'mobilePhone'),
			phone,
		);

	it('is not requested again if the phone was requested but not returned', () => {
		let reads = 0;
		const cache: AnswerCache = ({ tool, phone }) => {
			if (++reads > 100) throw new Error('The resolver reads the cache in an endless loop');
			return tool === PROFILE.tool ? noPhone(PROFILE, phone) : undefined;
		};
		const noRequests: Service = () => {
			throw new Error('The resolver sent a request');
		};
		const row = resolveRow(['linkedin'], ['mobilePhone', 'profile'], noRequests, { cache });
		expect(row).toMatchObject({ lookups: [`${profile} with phone`], outcome: { is: 'found' } });
	});

	it.each<[string, PersonKind[], WantName[], Service, Source, string[], Partial<Outcome>]>([
		[
			'is followed by a lookup of another tool that provides the phone and other missing data',
			['hem'],
			['mobilePhone', 'workEmail'],
			serviceWith(),
			HEM,
			[hem, `${profile} with phone`],
			{ is: 'found' },
		],
		[
			'is followed by a lookup for the phone if no other tool provides it',
			['linkedin'],
			['mobilePhone', 'profile'],
			serviceWith(),
			PROFILE,
			[profile, `${profile} with phone`],
			{ is: 'found' },
		],
		[
			'is followed by only one lookup for the phone if the tool has none',
			['linkedin'],
			['mobilePhone', 'profile'],
			noPhone,
			PROFILE,
			[profile, `${profile} with phone`],
			{ is: 'found' },
		],
		[
			'is not followed by a lookup for the phone if the phone is not wanted',
			['linkedin'],
			['profile'],
			serviceWith(),
			PROFILE,
			[profile],
			{ is: 'found' },
		],
		[
			'is sufficient if the account has no phone tokens',
			['linkedin'],
			['mobilePhone', 'profile'],
			() => deferred('insufficient_phone_tokens'),
			PROFILE,
			[profile, `${profile} with phone`],
			{ is: 'found', phone: 'omitted' },
		],
	])('without the phone %s', (_says, kinds, wants, service, source, lookups, outcome) => {
		const cache: AnswerCache = (lookup) => (lookup.phone === 'without' ? cacheWith(source)(lookup) : undefined);
		const row = resolveRow(kinds, wants, service, { cache });
		expect(row).toMatchObject({ lookups, outcome });
		const ofSource = row.steps.filter(({ lookup }) => lookup.tool === source.tool).map(({ lookup }) => lookup);
		expect(new Set(ofSource.map(({ key }) => key)).size).toBe(1);
	});
});
