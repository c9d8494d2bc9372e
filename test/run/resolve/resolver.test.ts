import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { identifierOf } from '../../support/run/lookups';
import type { MinGrade } from '../../../nodes/IdentityResolution/api/person/emails';
import type { PersonKind, Source } from '../../../nodes/IdentityResolution/api/person/sources';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/envelope';
import type { Phone } from '../../../nodes/IdentityResolution/api/tool';
import { type AnswerCache } from '../../../nodes/IdentityResolution/run/answerStore';
import { Prices } from '../../../nodes/IdentityResolution/service/budget';
import { lookupOf, newRecord } from '../../../nodes/IdentityResolution/service/lookup';
import { type ClosedTools, type Step } from '../../../nodes/IdentityResolution/run/route';
import {
	stopFor,
	stopOf,
	type Outcome,
	type RowData,
	type Stop,
} from '../../../nodes/IdentityResolution/service/outcome';
import { Resolver } from '../../../nodes/IdentityResolution/run/resolve/resolver';
import type { Decided } from '../../../nodes/IdentityResolution/run/resolve/rowState';
import { FAILED, found } from '../../support/run/settledRows';

const sourceOf = (name: string) => SOURCES.find(({ tool }) => tool.name === name) as Source;

/** Four tools whose data overlap. */
const BEST = sourceOf('linkedin_to_best_personal_email_usa');
const REVERSE = sourceOf('reverse_email_lookup');
const HEM = sourceOf('hem_to_business_profile');
const PROFILE = sourceOf('linkedin_to_business_profile');
const FOUR = [BEST, REVERSE, HEM, PROFILE];
const [best, reverse, hem, profile] = FOUR.map(({ tool }) => tool.name);
const profileWithPhone = `${profile} with phone`;

const WORK = sourceOf('linkedin_to_business_email');
const [work, toLinkedin, hemToLinkedin] = [WORK.tool.name, 'email_to_linkedin', 'hem_to_linkedin'];

const LINKEDIN = 'https://www.linkedin.com/in/ada-example';

const identify = (kind: PersonKind, text: string) => [identifierOf(kind, text)];

/** Results with wanted data, in the fields of any tool. */
const FIELDS: Record<WantName, object> = {
	profile: { full_name: 'Ada Example', first_name: 'Ada', last_name: 'Example', title: 'Engineer' },
	company: { current_company: 'Example Works', company: { name: 'Example Works' } },
	workEmail: {
		business_email: 'ada@works.example.com',
		work_email_confirmed: 'ada@works.example.com',
		email: 'ada@works.example.com',
	},
	personalEmail: { email: 'ada@example.com', personal_email: 'ada@example.com' },
	anyEmail: { email: 'ada@example.com' },
	linkedinProfile: { linkedinurl: LINKEDIN, linkedin_url: LINKEDIN, linkedin_slug: 'ada-example' },
	mobilePhone: { mobile_phone: '12025550123' },
};

/** A hit of a source with this data, and other results. The phone is included only if it was requested. */
function hit({ reveals }: Source, data: readonly WantName[], phone: Phone = 'without', others: object = {}): Outcome {
	const revealed = reveals.includes('linkedin') ? FIELDS.linkedinProfile : {};
	const returned = data.filter((want) => want !== 'mobilePhone' || phone === 'with');
	return found(Object.assign({ id: 'a hit' }, revealed, ...returned.map((want) => FIELDS[want]), others) as object);
}

const MISS: Outcome = { ...found({}), is: 'not_found' } as Outcome;
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const deferred = (reason: Stop['reason'], source?: Source): Outcome => ({
	is: 'deferred',
	stop: stopFor(reason, { tool: source?.tool.name ?? null }),
});
/** The account cannot use this tool. */
const notOffered = (source: Source) => deferred('plan_restricted', source);

/** Returns the outcome of a lookup. */
type Service = (source: Source, phone: Phone) => Outcome;

const FULL: Service = (source, phone) => hit(source, source.gives, phone);
const NO_REQUESTS: Service = () => {
	throw new Error('The resolver sent a request');
};

/** A service with a full hit for every lookup, except for these sources. */
const except =
	(...exceptions: Array<[Source, Outcome | Service]>): Service =>
	(source, phone) => {
		const [, exception = FULL] = exceptions.find(([one]) => one === source) ?? [];
		return typeof exception === 'function' ? exception(source, phone) : exception;
	};

/** A hit with only this data. */
const only =
	(...data: WantName[]): Service =>
	(source, phone) =>
		hit(source, data, phone);

interface Settings {
	sources?: readonly Source[];
	minGrade?: MinGrade;
	cache?: AnswerCache;
	emailsOf?(hash: Identifier): readonly Identifier[];
	closed?: ClosedTools;
	before?: Decided;
}

/**
 * Resolves a row for one person. An email also provides its MD5. Returns the lookups as `tool` or `tool with phone`.
 */
function resolveRow(
	kinds: readonly PersonKind[],
	wants: readonly WantName[],
	service: Service,
	{ closed = () => undefined, emailsOf = () => [], cache = () => undefined, before, ...settings }: Settings = {},
) {
	const sources = settings.sources ?? FOUR;
	const resolver = new Resolver({
		minGrade: 'any',
		...settings,
		sources,
		wants,
		cache,
		answers: { emailsOf, isEmpty: false },
	});
	const given = {
		linkedin: kinds.includes('linkedin') ? identify('linkedin', LINKEDIN) : [],
		email: kinds.includes('email') ? identify('email', 'ada@example.com') : [],
		hem: kinds.includes('hem') || kinds.includes('email') ? identify('hem', 'ada@example.com') : [],
	};
	const route = resolver.route(given, () => [], before);
	const prices = new Prices();
	const steps: Step[] = [];
	for (;;) {
		const next = route(steps, prices, closed);
		if (!('lookup' in next)) {
			const lookups = steps.map(
				({ lookup: { tool, phone } }) => tool.name + (phone === 'with' ? ' with phone' : ''),
			);
			return { steps, lookups, outcome: next.outcome };
		}
		if (steps.length > 50) throw new Error('The resolver does not end');
		const { lookup } = next;
		const source = sources.find(({ tool }) => tool === lookup.tool) as Source;
		const known = next.outcome ?? cache(lookup);
		const record = { ...newRecord(0), attempts: known === undefined ? 1 : 0 };
		const outcome = known ?? service(source, lookup.phone);
		steps.push({ lookup, outcome, record, showsCharge: true });
	}
}

const keysOf = (steps: readonly Step[]) => steps.map(({ lookup }) => lookup.key);

it('reads a hit again only if a step has changed its row', () => {
	const wants: WantName[] = ['personalEmail', 'workEmail'];
	const settings = {
		cache: () => undefined,
		answers: { isEmpty: true, emailsOf: () => [] },
		sources: [BEST, WORK],
	};
	const resolver = new Resolver({ ...settings, wants, minGrade: 'any' });
	const route = resolver.route({ linkedin: identify('linkedin', LINKEDIN), email: [], hem: [] }, () => []);
	const hitOf = { email: 'ada@example.com' };
	let reads = 0;
	const outcome = found(hitOf);
	if (outcome.is !== 'found') throw new Error();
	Object.defineProperty(outcome.answer, 'results', { get: () => ((reads += 1), hitOf) });
	const stepOf = ({ tool }: Source, one: Outcome): Step => ({
		lookup: lookupOf(tool, identify('linkedin', LINKEDIN)[0], 'without'),
		outcome: one,
		record: newRecord(0),
		showsCharge: true,
	});
	const steps = [stepOf(BEST, outcome)];
	expect(route(steps, new Prices())).toMatchObject({ lookup: { tool: WORK.tool } });
	const before = reads;
	expect(before).toBeGreaterThan(0);
	expect(route([...steps, stepOf(WORK, MISS)], new Prices())).toMatchObject({ outcome: { is: 'found' } });
	expect(reads).toBe(before);
});

describe('the resolver', () => {
	it.each<[string, PersonKind[], WantName[], Service, string[]]>([
		['goes on after a miss', ['linkedin'], ['profile', 'personalEmail'], except([PROFILE, MISS]), [profile, best]],
		[
			'continues if data is still missing after a hit',
			['linkedin'],
			['personalEmail', 'workEmail'],
			except([PROFILE, only('workEmail')]),
			[profile, best],
		],
		['uses a returned profile', ['email'], ['workEmail'], except([REVERSE, only('profile')]), [reverse, profile]],
		[
			'tries a second tool for the LinkedIn profile after the first one misses',
			['email'],
			['workEmail'],
			except([REVERSE, MISS]),
			[reverse, hem, profile],
		],
		['continues after a failed tool', ['email'], ['profile'], except([REVERSE, FAILED]), [reverse, hem]],
		['skips a missing tool', ['linkedin'], ['personalEmail'], except([BEST, notOffered(BEST)]), [best, profile]],
		['stops when no wanted data is missing', ['linkedin', 'email', 'hem'], ['profile'], FULL, [reverse]],
		['stops when no tool can provide the rest', ['hem'], ['company'], except([HEM, only()]), [hem, profile]],
		['uses the MD5 of an email', ['email'], ['company'], except([REVERSE, MISS]), [reverse, hem]],
		['requests no phone that is not wanted', ['linkedin'], ['profile'], FULL, [profile]],
		['requests a wanted phone', ['linkedin'], ['profile', 'mobilePhone'], FULL, [profileWithPhone]],
		['requests a phone once', ['hem'], ['mobilePhone', 'workEmail'], FULL, [`${hem} with phone`, profile]],
	])('%s', (_says, known, wants, service, lookups) => {
		expect(resolveRow(known, wants, service).lookups).toEqual(lookups);
	});

	it.each<[string, PersonKind[], WantName[], Service, string[]]>([
		['uses only the tool that is made for a want', ['linkedin'], ['workEmail'], except([WORK, MISS]), [work]],
		[
			'uses the tool made for a want that a tool for several has not met',
			['linkedin'],
			['company', 'workEmail'],
			except([PROFILE, only('company')]),
			[profile, work],
		],
		[
			'uses every tool made for a want before the row is a miss',
			['email'],
			['company'],
			(source) => (source.reveals.length > 0 && source.gives.length === 1 ? hit(source, []) : MISS),
			[reverse, hem, toLinkedin, profile],
		],
		[
			'finds the LinkedIn profile by MD5 if no tool finds it by email',
			['email'],
			['workEmail'],
			except([sourceOf(toLinkedin), MISS]),
			[toLinkedin, hemToLinkedin, work],
		],
		[
			'uses other tools if the one made for a want is not offered',
			['linkedin'],
			['workEmail'],
			except([WORK, notOffered(WORK)]),
			[work, profile],
		],
		['uses no other tool if that of a want failed', ['linkedin'], ['workEmail'], except([WORK, FAILED]), [work]],
	])('with all tools %s', (_says, known, wants, service, lookups) => {
		expect(resolveRow(known, wants, service, { sources: SOURCES }).lookups).toEqual(lookups);
	});

	it.each<[string, Outcome | Service, string[]]>([
		['retries a miss under a renamed profile', MISS, [`${profile} linkedin:ada-example-renamed`]],
		['does not retry a hit under a renamed profile', only('mobilePhone'), []],
	])('%s', (_says, first, retries) => {
		const renamed = hit(REVERSE, REVERSE.gives, 'without', { linkedinurl: `${LINKEDIN}-renamed` });
		const row = resolveRow(
			['linkedin', 'email'],
			['company', 'mobilePhone'],
			except([PROFILE, first], [REVERSE, renamed]),
			{ sources: [REVERSE, PROFILE] },
		);
		const keys = [`${profile} linkedin:ada-example`, `${reverse} email:ada@example.com`, ...retries];
		expect(keysOf(row.steps)).toEqual(keys);
	});

	it('pays for no email that the row was looked up by, although the tool returns only its hash', () => {
		/** Requested for emails too, and for free. */
		const forEmails: Source = { ...REVERSE, gives: ['personalEmail'], madeFor: ['personalEmail'], tokens: 0 };
		const hash = hit(REVERSE, [], 'without', { personal_emails: [md5OfEmail('ada@example.com')] });
		const row = resolveRow(['email', 'linkedin'], ['personalEmail'], except([forEmails, hash]), {
			sources: [forEmails, BEST],
		});
		expect(row).toMatchObject({ outcome: { is: 'found' }, lookups: [reverse] });
	});

	it('ignores a masked email', () => {
		const masked = found({ business_email: 'a***@works.example.com' });
		expect(resolveRow(['linkedin'], ['workEmail'], except([PROFILE, masked])).outcome.is).toBe('not_found');
	});
});

describe('the phone', () => {
	it('is as requested if no tool has a phone', () => {
		const service = except([HEM, MISS], [PROFILE, only('company')]);
		const row = resolveRow(['hem', 'linkedin'], ['mobilePhone', 'company'], service);
		expect(row.lookups).toEqual([`${hem} with phone`, profileWithPhone]);
		expect(row.outcome).toMatchObject({ is: 'found', phone: 'as_requested' });
	});

	it('is not requested again once the account has no phone tokens', () => {
		const omitted = { ...hit(HEM, HEM.gives), phone: 'omitted' } as Outcome;
		expect(resolveRow(['hem'], ['mobilePhone', 'workEmail'], except([HEM, omitted]))).toMatchObject({
			lookups: [`${hem} with phone`, profile],
			outcome: { is: 'found', phone: 'omitted' },
		});
	});

	it('is deferred if it is refused, after a lookup of the other data without it', () => {
		const sources = [BEST, { ...REVERSE, tokens: 9 }, HEM, PROFILE];
		const service: Service = (source, phone) =>
			phone === 'with' ? deferred('insufficient_phone_tokens') : FULL(source, phone);
		expect(resolveRow(['email'], ['mobilePhone', 'company'], service, { sources })).toMatchObject({
			outcome: { ...deferred('insufficient_phone_tokens'), data: { missing: ['mobilePhone'] } },
			lookups: [`${hem} with phone`, hem],
		});
	});
});

describe('the outcome of a row', () => {
	it.each<[string, PersonKind[], WantName[], Service, Partial<Outcome>]>([
		['is found with all wanted data', ['linkedin'], ['profile'], FULL, { is: 'found' }],
		['is found in part', ['linkedin'], ['personalEmail', 'workEmail'], except([PROFILE, MISS]), { is: 'found' }],
		[
			'is deferred with some wanted data after a tool failed, so that a later run completes it',
			['linkedin'],
			['personalEmail', 'workEmail'],
			except([PROFILE, FAILED]),
			{
				is: 'deferred',
				stop: stopFor('service_down', { refusal: stopOf(FAILED)?.refusal }),
				data: expect.objectContaining({ missing: ['workEmail'] }) as RowData,
			},
		],
		[
			'is found with some wanted data if a tool refused the value, which it would refuse again',
			['linkedin'],
			['personalEmail', 'workEmail'],
			except([
				PROFILE,
				{ is: 'failed', refusal: { ...(stopOf(FAILED)?.refusal as Refusal), reason: 'invalid_input' } },
			]),
			{ is: 'found' },
		],
		[
			'is found with all wanted data although a tool failed',
			['email', 'linkedin'],
			['profile'],
			except([REVERSE, FAILED]),
			{ is: 'found' },
		],
		['is not found if all tools missed', ['linkedin'], ['personalEmail'], () => MISS, { is: 'not_found' }],
		[
			'is not found if hits contain no wanted data',
			['email'],
			['workEmail'],
			except([REVERSE, only()], [PROFILE, MISS]),
			{ is: 'not_found' },
		],
		[
			'is failed without wanted data after a tool failed',
			['email'],
			['workEmail'],
			except([REVERSE, only()], [PROFILE, FAILED]),
			{ is: 'failed' },
		],
		[
			'is not found if the tools that are offered missed',
			['linkedin'],
			['personalEmail'],
			except([BEST, notOffered(BEST)], [PROFILE, MISS]),
			{ is: 'not_found' },
		],
		[
			'is failed, not deferred, if both apply',
			['linkedin'],
			['personalEmail', 'profile'],
			except([BEST, deferred('service_down')], [PROFILE, FAILED]),
			{ is: 'failed' },
		],
		[
			'is deferred at a limit, even with some wanted data',
			['linkedin'],
			['profile', 'personalEmail'],
			except([PROFILE, only('profile')], [BEST, deferred('fair_use_records')]),
			{ is: 'deferred' },
		],
		[
			'is deferred without phone tokens if nothing else is wanted',
			['hem'],
			['mobilePhone'],
			except([HEM, deferred('insufficient_phone_tokens')]),
			deferred('insufficient_phone_tokens'),
		],
		[
			'is deferred with what was found if the plan includes no tool for another part',
			['linkedin'],
			['personalEmail', 'mobilePhone'],
			except([PROFILE, notOffered(PROFILE)], [HEM, notOffered(HEM)]),
			{ ...notOffered(PROFILE), data: { missing: ['mobilePhone'] } as unknown as RowData },
		],
		[
			'is deferred without a hit if the plan includes no tool for a part',
			['linkedin'],
			['personalEmail', 'mobilePhone'],
			except([BEST, MISS], [PROFILE, notOffered(PROFILE)], [HEM, notOffered(HEM)]),
			notOffered(PROFILE),
		],
		['is planned in a dry run', ['linkedin'], ['profile'], () => PLANNED, { is: 'planned' }],
		[
			'is invalid if no tool accepts the identifiers',
			[],
			['profile'],
			FULL,
			{ is: 'invalid', why: expect.stringContaining('No tool') as string },
		],
	])('%s', (_says, known, wants, service, outcome) => {
		expect(resolveRow(known, wants, service).outcome).toMatchObject(outcome);
	});
});

it('a hit is deferred if another row has shown that the phone that it lacks has no tokens', () => {
	const settings = { minGrade: 'any', sources: SOURCES, cache: () => undefined } as const;
	const wants: WantName[] = ['company', 'mobilePhone'];
	const resolver = new Resolver({ ...settings, wants, answers: { emailsOf: () => [], isEmpty: true } });
	const none = { linkedin: [], email: [], hem: [] };
	const stepOf = (source: Source, kind: PersonKind, text: string, outcome: Outcome): Step => {
		const lookup = lookupOf(source.tool, identify(kind, text)[0], 'without');
		return { lookup, outcome, record: newRecord(0), showsCharge: true };
	};
	const phone = stepOf(
		sourceOf('linkedin_to_mobile_phone'),
		'linkedin',
		LINKEDIN,
		deferred('insufficient_phone_tokens'),
	);
	resolver.route({ ...none, linkedin: identify('linkedin', LINKEDIN) }, () => [])([phone], new Prices());
	const company = stepOf(REVERSE, 'email', 'bob@example.com', found(FIELDS.company));
	const email = { email: identify('email', 'bob@example.com'), hem: identify('hem', 'bob@example.com') };
	const next = resolver.route({ ...none, ...email }, () => [])(
		[company, { ...company, lookup: lookupOf(HEM.tool, email.hem[0], 'without') }],
		new Prices(),
	);
	expect(next).toMatchObject({ outcome: deferred('insufficient_phone_tokens') });
});

describe('a cached answer', () => {
	const cacheWith =
		(...sources: Source[]): AnswerCache =>
		({ tool, phone }) => {
			const source = sources.find((one) => one.tool === tool);
			return source && FULL(source, phone);
		};
	const withoutPhone =
		(cache: AnswerCache): AnswerCache =>
		(lookup) =>
			lookup.phone === 'without' ? cache(lookup) : undefined;
	const noPhone: Service = (source, phone) =>
		hit(
			source,
			source.gives.filter((want) => want !== 'mobilePhone'),
			phone,
		);
	const noPhoneOf: AnswerCache = ({ tool, phone }) => (tool === PROFILE.tool ? noPhone(PROFILE, phone) : undefined);

	it.each<[string, PersonKind[], WantName[], Service, AnswerCache, string[], Partial<Outcome>]>([
		[
			'is used before any charged lookup',
			['linkedin', 'email'],
			['profile'],
			NO_REQUESTS,
			cacheWith(PROFILE),
			[profile],
			{ is: 'found' },
		],
		[
			'is always used, because it is free',
			['linkedin', 'email'],
			['profile'],
			NO_REQUESTS,
			cacheWith(PROFILE, REVERSE),
			[reverse, profile],
			{ is: 'found' },
		],
		['reveals keys for other tools', ['hem'], ['workEmail'], FULL, cacheWith(HEM), [hem, profile], { is: 'found' }],
		[
			'is not requested again for the phone if it is a miss',
			['linkedin'],
			['mobilePhone', 'workEmail'],
			NO_REQUESTS,
			withoutPhone(({ tool }) => (tool === PROFILE.tool ? MISS : undefined)),
			[profile],
			{ is: 'not_found' },
		],
		[
			'is not requested again if the phone was requested but not returned',
			['linkedin'],
			['mobilePhone', 'profile'],
			NO_REQUESTS,
			noPhoneOf,
			[profileWithPhone],
			{ is: 'found' },
		],
		[
			'without the phone is followed by another tool that provides the phone and other missing data',
			['hem'],
			['mobilePhone', 'workEmail'],
			FULL,
			withoutPhone(cacheWith(HEM)),
			[hem, profileWithPhone],
			{ is: 'found' },
		],
		[
			'without the phone is not paid for again if no other tool provides it',
			['linkedin'],
			['mobilePhone', 'profile'],
			NO_REQUESTS,
			withoutPhone(cacheWith(PROFILE)),
			[profile],
			{ is: 'deferred', stop: stopFor('insufficient_phone_tokens', { tool: PROFILE.tool.name }) },
		],
		[
			'without the phone is sufficient if the phone is not wanted',
			['linkedin'],
			['profile'],
			NO_REQUESTS,
			withoutPhone(cacheWith(PROFILE)),
			[profile],
			{ is: 'found' },
		],
	])('%s', (_says, kinds, wants, service, cache, lookups, outcome) => {
		const row = resolveRow(kinds, wants, service, { cache });
		expect(row).toMatchObject({ lookups, outcome });
		const ofProfile = keysOf(row.steps).filter((key) => key.startsWith(profile));
		expect(new Set(ofProfile).size).toBeLessThanOrEqual(1);
	});

	it('without the phone is followed by a lookup for the phone if the user pays again', () => {
		const cache = withoutPhone(cacheWith(PROFILE));
		const before = { has: [], missed: [], repeats: true } as const;
		const row = resolveRow(['linkedin'], ['mobilePhone', 'profile'], noPhone, { cache, before });
		expect(row).toMatchObject({ lookups: [profile, profileWithPhone], outcome: { is: 'found' } });
	});
});

describe('a row by email that wants the data of a closed tool', () => {
	const CLOSED = deferred('service_down', BEST);
	const sources = SOURCES;
	const closed: ClosedTools = (tool) => (tool === BEST.tool ? CLOSED : undefined);

	it('is deferred like the others, and pays for no LinkedIn profile', () => {
		const row = resolveRow(['email'], ['personalEmail'], NO_REQUESTS, { sources, closed });
		expect(row.outcome).toEqual(CLOSED);
	});

	it('is a miss if no LinkedIn profile was found before it was closed', () => {
		let requests = 0;
		const missed: Service = () => {
			requests += 1;
			return MISS;
		};
		const row = resolveRow(['email'], ['personalEmail'], missed, {
			sources,
			closed: (tool) => (requests === 2 ? closed(tool) : undefined),
		});
		expect(row.outcome.is).toBe('not_found');
	});

	it('uses another tool if the account cannot use the closed one at all', () => {
		const service: Service = (source, phone) =>
			[toLinkedin, profile].includes(source.tool.name) ? FULL(source, phone) : notOffered(source);
		const row = resolveRow(['email'], ['personalEmail'], service, { sources });
		expect(row).toMatchObject({ outcome: { is: 'found' }, lookups: [toLinkedin, best, profile] });
	});

	it('keeps the tools that find LinkedIn profiles if the account cannot use the closed one at all', () => {
		const service: Service = (source) => (source === BEST ? notOffered(BEST) : MISS);
		const row = resolveRow(['email'], ['personalEmail', 'workEmail'], service, { sources, minGrade: 'aOrB' });
		expect(row.lookups).not.toContain(reverse);
	});

	it('is deferred if it has other wanted data, with that and a deferred step, so that a later run continues it', () => {
		const company = found({ current_company: 'Example Works' });
		const service: Service = ({ tool }) => (tool.name === reverse ? company : MISS);
		const row = resolveRow(['email'], ['company', 'personalEmail'], service, { sources, closed });
		expect(row.outcome).toMatchObject({ ...CLOSED, data: { missing: ['personalEmail'] } });
		expect(row.steps.at(-1)).toMatchObject({ lookup: { tool: { name: toLinkedin } }, outcome: CLOSED });
	});

	it('is a miss if no open tool leads to the closed one', () => {
		expect(resolveRow(['hem'], ['linkedinProfile'], () => MISS, { sources, closed }).outcome.is).toBe('not_found');
	});
});

describe('a row with only an MD5', () => {
	const emailsOf = () => identify('email', 'ada@example.com');
	const ANSWERED = hit(REVERSE, ['profile']);

	/** An answer of the reverse lookup for an email. */
	const cacheOf =
		(answer: Outcome): AnswerCache =>
		({ tool, identifier }) =>
			identifier.key.startsWith('email:') && tool === REVERSE.tool ? answer : undefined;

	it('uses the earlier answers about its email, and the profile that they reveal', () => {
		const row = resolveRow(['hem'], ['profile'], NO_REQUESTS, { cache: cacheOf(ANSWERED), emailsOf });
		expect(row).toMatchObject({ outcome: { is: 'found' }, lookups: [reverse] });
		const { steps } = resolveRow(['hem'], ['profile', 'personalEmail'], FULL, {
			cache: cacheOf(ANSWERED),
			emailsOf,
		});
		expect(keysOf(steps)).toEqual([`${reverse} email:ada@example.com`, `${best} linkedin:ada-example`]);
	});

	it.each<[string, AnswerCache]>([
		['without an answer', () => undefined],
		['after a miss', cacheOf(MISS)],
		['after a hit without the wanted data', cacheOf(found({ id: 'a hit' }))],
	])('never sends its email, %s', (_when, cache) => {
		const settings = { sources: SOURCES, cache, emailsOf };
		for (const service of [FULL, () => MISS]) {
			const { steps } = resolveRow(['hem'], ['profile', 'workEmail', 'linkedinProfile'], service, settings);
			const sent = keysOf(steps.filter(({ lookup }) => cache(lookup) === undefined));
			expect(sent.filter((key) => key.includes(' email:'))).toEqual([]);
			expect(sent.length).toBeGreaterThan(0);
		}
	});

	it('uses each earlier miss once, and then the tools for its MD5', () => {
		const { steps } = resolveRow(['hem'], ['profile'], except([HEM, MISS]), {
			cache: cacheOf(MISS),
			emailsOf: () => ['ada@example.com', 'ada@example.net'].flatMap((text) => identify('email', text)),
		});
		expect(keysOf(steps)).toEqual([
			`${reverse} email:ada@example.com`,
			`${reverse} email:ada@example.net`,
			`${hem} hem:${md5OfEmail('ada@example.com')}`,
		]);
	});
});

it('a row with an email does not use other emails with its MD5', () => {
	const emailsOf = jest.fn(() => []);
	expect(resolveRow(['email'], ['company'], FULL, { emailsOf }).lookups).toEqual([reverse]);
	expect(emailsOf).not.toHaveBeenCalled();
});
