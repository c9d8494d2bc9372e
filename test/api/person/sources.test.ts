import type { Column } from '../../../nodes/IdentityResolution/api/person/columns';
import type { MinGrade } from '../../../nodes/IdentityResolution/api/person/emails';
import { requestableSources, type PersonKind } from '../../../nodes/IdentityResolution/api/person/sources';
import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { TOOLS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { EMAIL_WANTS, WANT_NAMES, type WantName } from '../../../nodes/IdentityResolution/api/person/wants';

const named = SOURCES.map((source) => [source.tool.name, source] as const);

/** The columns that a want requires, any of them. */
const NEEDED: Record<WantName, Column[]> = {
	anyEmail: ['work_email', 'personal_email'],
	linkedinProfile: ['linkedin_url'],
	company: ['company_name'],
	mobilePhone: ['mobile_phone'],
	personalEmail: ['personal_email'],
	profile: ['full_name'],
	workEmail: ['work_email'],
};

it('SOURCES contains lookups of the service, each at most once', () => {
	const lookups = new Set(TOOLS.filter(({ family }) => family === 'enrich').map(({ name }) => name));
	expect(SOURCES.filter(({ tool }) => !lookups.has(tool.name))).toEqual([]);
	expect(new Set(SOURCES.map(({ tool }) => tool)).size).toBe(SOURCES.length);
});

it('no source has a successor that is a source itself, because one person would be charged twice', () => {
	const names = new Set(SOURCES.map(({ tool }) => tool.name));
	const others = SOURCES.flatMap(({ tool }) => tool.otherNames ?? []);
	expect(others.filter((name) => names.has(name))).toEqual([]);
});

it('every want has a tool that is made for it', () => {
	expect(WANT_NAMES.filter((want) => !SOURCES.some(({ madeFor }) => madeFor.includes(want)))).toEqual([]);
});

it('every identifier that a source returns is needed by some source', () => {
	for (const { reveals } of SOURCES)
		for (const kind of reveals) expect(SOURCES.map(({ needs }) => needs)).toContain(kind);
});

describe.each(named)('%s', (_name, { tool, needs, madeFor, gives, reveals, tokens, phoneTokens }) => {
	it('accepts the identifier that it needs', () => {
		expect(Object.keys(tool.requestFields)).toContain(needs);
	});

	it('gives only what its columns can contain', () => {
		const columns = tool.columns.fillable;
		expect(gives.filter((want) => !NEEDED[want].some((column) => columns.includes(column)))).toEqual([]);
	});

	it('has a price, and gives a phone only if it can return one, which costs extra if a flag requests it', () => {
		expect(tokens).toBeGreaterThan(0);
		expect(gives.includes('mobilePhone')).toBe(tool.phoneFlag !== undefined || tool.onlyPhone === true);
		expect(phoneTokens > 0).toBe(tool.phoneFlag !== undefined);
	});

	it('is made for something that it gives', () => {
		expect(madeFor).not.toEqual([]);
		expect(madeFor.filter((want) => !gives.includes(want))).toEqual([]);
	});

	it('gives any email if it gives a work or a personal one', () => {
		if (gives.includes('workEmail') || gives.includes('personalEmail')) expect(gives).toContain('anyEmail');
	});

	it('feeds a profile if its results contain one that was not requested', () => {
		const returns = needs !== 'linkedin' && tool.columns.fillable.includes('linkedin_url');
		expect(reveals).toEqual(returns ? ['linkedin'] : []);
	});
});

describe('requestableSources', () => {
	/** What each tool is requested for, without those that are requested for nothing. */
	const requestedFor = (kinds: PersonKind[], notOffered: string[] = [], minGrade: MinGrade = 'any') =>
		Object.fromEntries(
			requestableSources(SOURCES, kinds, minGrade, ({ tool }) => !notOffered.includes(tool.name))
				.filter(({ needs }) => kinds.includes(needs) || needs === 'linkedin')
				.map(({ tool, requestedFor: wants }) => [tool.name, wants]),
		);

	it.each<[PersonKind[]]>([[['linkedin']], [['email', 'hem']], [['hem']], [['linkedin', 'email', 'hem']]])(
		'requests a tool of a row with %j only for what it is made for',
		(kinds) => {
			const reachable = SOURCES.filter(({ needs }) => kinds.includes(needs) || needs === 'linkedin');
			expect(requestedFor(kinds)).toEqual(
				Object.fromEntries(reachable.map(({ tool, madeFor }) => [tool.name, madeFor])),
			);
		},
	);

	it.each<[string, PersonKind[], string[], Record<string, WantName[]>]>([
		[
			'the tool for work emails',
			['linkedin'],
			['linkedin_to_business_email'],
			{ linkedin_to_business_profile: ['company', 'profile', 'workEmail'] },
		],
		[
			'the tool for phones',
			['hem'],
			['linkedin_to_mobile_phone'],
			{
				hem_to_business_profile: ['company', 'mobilePhone', 'profile'],
				linkedin_to_business_profile: ['company', 'mobilePhone', 'profile'],
			},
		],
		[
			'the only tool that finds a LinkedIn profile by MD5',
			['hem'],
			['hem_to_linkedin'],
			{ hem_to_business_profile: ['company', 'linkedinProfile', 'profile'] },
		],
		[
			'one of two tools that find a LinkedIn profile',
			['email', 'hem'],
			['email_to_linkedin'],
			{ reverse_email_lookup: ['company', 'profile'], hem_to_business_profile: ['company', 'profile'] },
		],
		[
			'both tools that find a LinkedIn profile',
			['email', 'hem'],
			['email_to_linkedin', 'hem_to_linkedin'],
			{
				reverse_email_lookup: ['company', 'linkedinProfile', 'profile'],
				hem_to_business_profile: ['company', 'linkedinProfile', 'profile'],
			},
		],
	])('requests other tools if the account lacks %s', (_what, kinds, notOffered, expected) => {
		expect(requestedFor(kinds, notOffered)).toEqual({ ...requestedFor(kinds), ...expected });
	});

	it('expects no email of a minimum grade from a tool without grades, also if no other tool is offered', () => {
		const notOffered = ['linkedin_to_business_email'];
		expect(requestedFor(['linkedin'], notOffered, 'aOrB')).toEqual(requestedFor(['linkedin']));
		const given = requestableSources(SOURCES, ['linkedin'], 'aOrB', () => true).map(({ gives }) => gives);
		expect(given).toEqual(
			SOURCES.map(({ gives, ungraded }) =>
				ungraded ? gives.filter((want) => !EMAIL_WANTS.includes(want)) : gives,
			),
		);
		expect(given).not.toEqual(SOURCES.map(({ gives }) => gives));
	});
});

it.each(['reverse_email_lookup', 'hem_to_business_profile'])('%s is not expected to return an address', (name) => {
	const source = SOURCES.find(({ tool }) => tool.name === name);
	expect(source?.gives.filter((want) => EMAIL_WANTS.includes(want))).toEqual([]);
});
