import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { lookupName } from '../oracle/oracle';
import { searchKey } from '../../nodes/IdentityResolution/api/identifiers/body';
import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import { testAddress } from '../sandbox/rules/testIdentifiers';
import { slugOf, syntheticPeople } from '../sandbox/people';
import { defaultSettings } from '../sandbox/settings';
import { emailOfSlug } from '../sandbox/data/directory';

export interface SheetRow {
	json: IDataObject;
	/** Names (`lookupName`) of the lookups that answer the row: one is enough. Empty if the row needs none. */
	answeredBy: string[];
}

/** An operation of the node with the sheet and the parameters that the matrix runs it with. */
export interface Operation {
	/** `<resource>.<operation>`, and `.contract` for a service that has only the tools of the contract. */
	name: string;
	kind: 'lookup' | 'account';
	parameters: INodeParameters;
	rows: SheetRow[];
	tools: string[];
	/** Maximum number of distinct lookups for its sheet. */
	lookups: number;
	batch: number;
}

const BEST_EMAIL = 'linkedin_to_best_personal_email_usa';
const BY_LINKEDIN = 'linkedin_to_business_profile';
const BY_EMAIL = 'reverse_email_lookup';
const BY_HASH = 'hem_to_business_profile';
const WORK_EMAIL = 'linkedin_to_business_email';
const EMAIL_TO_PROFILE = 'email_to_linkedin';
const HASH_TO_PROFILE = 'hem_to_linkedin';

const MISS = 'test-not-found';
const FOUND = syntheticPeople(defaultSettings().seed, 5).map(slugOf);
const [ADA, BOB, CYD, DEE, ELI] = FOUND;

const profileUrl = (slug: string) => `https://www.linkedin.com/in/${slug}`;
const otherProfileUrl = (slug: string) => `http://uk.linkedin.com/in/${slug.toUpperCase()}/?trk=example`;
const hashFor = (slug: string) => md5OfEmail(emailOfSlug(slug));

/** How a sheet spells identifiers, and their canonical keys. */
interface Spelling {
	usual(slug: string): IDataObject;
	other(slug: string): IDataObject;
	blank: IDataObject;
	invalid: IDataObject;
	keyOf(slug: string): string;
}

const inName = (last: string, company: string): IDataObject => ({ first: last === '' ? '' : 'Ada', last, company });

/** A filter with which a search has one match, so that each row has one item. */
const ONE_RESULT = 'test-1-results';

const inSearch = (query: string): IDataObject => ({ query, industry: ONE_RESULT });

/** An address per person; the miss is a test identifier. */
const addressOf = (slug: string): string =>
	slug === MISS ? testAddress(MISS) : `198.51.100.${FOUND.indexOf(slug) + 1}`;

const inCell = (value: unknown): IDataObject => ({ cell: value as string });

/** Another identifier for each person; one person has all of them. */
const personCells = (slug: string): IDataObject => ({
	linkedin: slug === BOB || slug === CYD ? '' : profileUrl(slug),
	email: slug === BOB || slug === DEE ? emailOfSlug(slug) : '',
	hash: slug === CYD || slug === DEE ? hashFor(slug) : '',
});

const SPELLINGS = {
	linkedin: {
		usual: (slug) => inCell(profileUrl(slug)),
		other: (slug) => inCell(otherProfileUrl(slug)),
		blank: inCell(''),
		invalid: inCell('https://www.linkedin.com/company/example'),
		keyOf: (slug) => `linkedin:${slug}`,
	},
	email: {
		usual: (slug) => inCell(emailOfSlug(slug)),
		other: (slug) => inCell(` ${emailOfSlug(slug).toUpperCase()} `),
		blank: inCell(null),
		invalid: inCell('not an email'),
		keyOf: (slug) => `email:${emailOfSlug(slug)}`,
	},
	hem: {
		usual: (slug) => inCell(hashFor(slug)),
		other: (slug) => inCell(emailOfSlug(slug)),
		blank: inCell('  '),
		invalid: inCell('not an email'),
		keyOf: (slug) => `hem:${hashFor(slug)}`,
	},
	body: {
		usual: (slug) => ({ tool: WORK_EMAIL, cell: { linkedin_url: profileUrl(slug), note: 'example' } }),
		other: (slug) => ({ tool: WORK_EMAIL, cell: { note: 'example', linkedin_url: profileUrl(slug) } }),
		blank: { tool: '', cell: {} },
		invalid: { tool: 'not a tool', cell: {} },
		keyOf: (slug) => `linkedin:${slug}`,
	},
	name: {
		usual: (slug) => inName(slug, ' Example Org'),
		other: (slug) => inName(slug.toUpperCase(), 'example  ORG '),
		blank: inName('', ''),
		invalid: { first: 'Ada', last: '', company: 'Example Org' },
		keyOf: (slug) =>
			slug.startsWith('test-')
				? `linkedin:${slug}`
				: `name:{"first_name":"ada","last_name":"${slug}","company":"example org"}`,
	},
	search: {
		usual: (slug) => inSearch(slug),
		other: (slug) => inSearch(` ${slug.toUpperCase()} `),
		blank: { query: '', industry: '' },
		invalid: { query: 'x', industry: {} },
		keyOf: (slug) => `search:${searchKey(inSearch(slug))}#0`,
	},
	profileSearch: {
		usual: (slug) => inName(slug, ONE_RESULT),
		other: (slug) => inName(slug.toUpperCase(), ` ${ONE_RESULT} `),
		blank: inName('', ''),
		invalid: { first: 'Ada', last: '', company: ONE_RESULT },
		keyOf: (slug) => `search:${searchKey({ first_name: 'ada', last_name: slug, company: ONE_RESULT })}#0`,
	},
	ip: {
		usual: (slug) => inCell(addressOf(slug)),
		other: (slug) => inCell(` ${addressOf(slug)} `),
		blank: inCell('n/a'),
		invalid: inCell('10.0.0.1'),
		keyOf: (slug) => `ip:${addressOf(slug)}`,
	},
	person: {
		usual: personCells,
		other: (slug) => ({ ...personCells(slug), linkedin: otherProfileUrl(slug) }),
		blank: { linkedin: '', email: '', hash: '' },
		invalid: { linkedin: 'https://www.linkedin.com/company/example', email: '', hash: '' },
		keyOf: (slug) => `linkedin:${slug}`,
	},
} satisfies Record<string, Spelling>;

/** Ten rows: five people and a miss, of which one person and the miss are repeated, a blank cell and an invalid one. */
function sheetOf(tools: readonly string[], { usual, other, blank, invalid, keyOf }: Spelling): SheetRow[] {
	const row = (json: IDataObject, slug?: string): SheetRow => ({
		json,
		answeredBy: slug === undefined ? [] : tools.map((tool) => lookupName(tool, keyOf(slug))),
	});
	return [
		row(usual(ADA), ADA),
		row(usual(BOB), BOB),
		row(usual(MISS), MISS),
		row(other(ADA), ADA),
		row(blank),
		row(invalid),
		row(usual(CYD), CYD),
		row(usual(DEE), DEE),
		row(other(MISS), MISS),
		row(usual(ELI), ELI),
	];
}

const DISTINCT = FOUND.length + 1;

/** @param answering those of its tools that answer a row; by default all */
const lookup = (
	name: string,
	spelling: Spelling,
	parameters: INodeParameters,
	{ tools, answering = tools, batch = 1 }: { tools: string[]; answering?: string[]; batch?: number },
): Operation => ({
	name,
	kind: 'lookup',
	parameters,
	rows: sheetOf(answering, spelling),
	tools,
	lookups: DISTINCT * tools.length,
	batch,
});

const account = (name: string, tool: string): Operation => ({
	name,
	kind: 'account',
	parameters: {},
	rows: Array.from({ length: 10 }, (_, row) => ({ json: { row }, answeredBy: [] })),
	tools: [tool],
	lookups: 1,
	batch: 1,
});

const CELL = '={{ $json.cell }}';
const BY_NAME = {
	firstName: '={{ $json.first }}',
	lastName: '={{ $json.last }}',
	company: '={{ $json.company }}',
};
const BY_FILTERS = { query: '={{ $json.query }}', filters: { industry: '={{ $json.industry }}' } };
const BY_PROFILE = { linkedinUrl: CELL };
const BODY = { toolName: '={{ $json.tool }}', body: CELL };
const PERSON = {
	linkedinUrl: '={{ $json.linkedin }}',
	email: '={{ $json.email || $json.hash }}',
	want: ['personalEmail'],
};

const resolve = (name: string): Operation =>
	lookup(name, SPELLINGS.person, PERSON, {
		tools: [
			'get_account',
			'get_billing',
			BEST_EMAIL,
			EMAIL_TO_PROFILE,
			HASH_TO_PROFILE,
			BY_EMAIL,
			BY_HASH,
			BY_LINKEDIN,
		],
		// Two tools return an email for a profile in the row or in an earlier response.
		answering: [BEST_EMAIL, BY_LINKEDIN],
		batch: DISTINCT,
	});

const CONTRACT = 'contract';

/** Whether an operation runs against a service that has only the tools of the contract. */
export const isForContract = ({ name }: Operation): boolean => name.endsWith(`.${CONTRACT}`);

export const OPERATIONS: readonly Operation[] = [
	account('account.get', 'get_account'),
	account('account.getBilling', 'get_billing'),
	account('account.getUsage', 'get_usage'),
	lookup('businessProfile.findByEmail', SPELLINGS.email, { email: CELL }, { tools: [BY_EMAIL] }),
	lookup('businessProfile.findByHashedEmail', SPELLINGS.hem, { hashedEmail: CELL }, { tools: [BY_HASH] }),
	lookup('businessProfile.findByLinkedin', SPELLINGS.linkedin, BY_PROFILE, { tools: [BY_LINKEDIN] }),
	lookup('personalEmail.findBest', SPELLINGS.linkedin, BY_PROFILE, { tools: [BEST_EMAIL], batch: DISTINCT }),
	lookup('personalEmail.findAny', SPELLINGS.linkedin, BY_PROFILE, {
		tools: ['linkedin_to_personal_email_usa'],
		batch: DISTINCT,
	}),
	lookup('workEmail.findByLinkedin', SPELLINGS.linkedin, BY_PROFILE, { tools: [WORK_EMAIL], batch: DISTINCT }),
	lookup('email.findBest', SPELLINGS.linkedin, BY_PROFILE, { tools: ['linkedin_to_best_email'], batch: DISTINCT }),
	lookup('mobilePhone.findByLinkedin', SPELLINGS.linkedin, BY_PROFILE, {
		tools: ['linkedin_to_mobile_phone'],
		batch: DISTINCT,
	}),
	lookup('workEmail.findByName', SPELLINGS.name, BY_NAME, { tools: ['search_business_email_by_name'] }),
	lookup('businessProfile.findByName', SPELLINGS.name, BY_NAME, { tools: ['search_business_profile_by_name'] }),
	lookup('person.search', SPELLINGS.search, BY_FILTERS, { tools: ['search_people'] }),
	lookup('company.search', SPELLINGS.search, BY_FILTERS, { tools: ['search_companies'] }),
	lookup('linkedinProfile.findByName', SPELLINGS.profileSearch, BY_NAME, { tools: ['search_linkedin_profile'] }),
	lookup('company.findByIp', SPELLINGS.ip, { ipAddress: CELL }, { tools: ['ip_to_company'] }),
	lookup('audience.hashByLinkedin', SPELLINGS.linkedin, BY_PROFILE, { tools: ['linkedin_to_sha256'] }),
	lookup('audience.hashByEmail', SPELLINGS.email, { email: CELL }, { tools: ['business_email_to_sha256'] }),
	lookup('audience.findAdIds', SPELLINGS.email, { email: CELL }, { tools: ['email_to_maid'] }),
	lookup('linkedinProfile.findByEmail', SPELLINGS.email, { email: CELL }, { tools: [EMAIL_TO_PROFILE] }),
	lookup('linkedinProfile.findByHashedEmail', SPELLINGS.hem, { hashedEmail: CELL }, { tools: [HASH_TO_PROFILE] }),
	resolve('person.resolve'),
	resolve(`person.resolve.${CONTRACT}`),
	lookup('tool.call', SPELLINGS.body, BODY, { tools: [WORK_EMAIL] }),
];
