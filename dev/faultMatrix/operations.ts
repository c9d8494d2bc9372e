import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import { slugOf, syntheticPeople } from '../sandbox/people';
import { defaultSettings } from '../sandbox/settings';
import { emailOfSlug } from '../sandbox/data/directory';

/** One row of a sheet. */
export interface SheetRow {
	json: IDataObject;
	/** Questions, as `questionOf` has them: an answer to any of them is one for the row. None where nothing is asked. */
	answeredBy: string[];
}

/** An operation of the node, as it is run in the matrix. */
export interface Operation {
	/** `<resource>.<operation>` */
	name: string;
	resource: string;
	operation: string;
	kind: 'lookup' | 'account';
	parameters: INodeParameters;
	rows: SheetRow[];
	/** The tools that it may ask. */
	tools: string[];
	/** The most distinct questions that its sheet can come to. */
	questions: number;
	/** The most of them in one request. */
	batch: number;
}

/** A question to the service by the names that the ledger has for it; account tools are asked about nobody. */
export const questionOf = (tool: string, key?: string): string => (key === undefined ? tool : `${tool} ${key}`);

const BEST_EMAIL = 'linkedin_to_best_personal_email_usa';
const BY_LINKEDIN = 'linkedin_to_business_profile';
const BY_EMAIL = 'reverse_email_lookup';
const BY_HASH = 'hem_to_business_profile';
const OTHER = 'linkedin_to_business_email';

const MISS = 'test-not-found';
const FOUND = syntheticPeople(defaultSettings().seed, 5).map(slugOf);
const [ADA, BOB, CYD, DEE, ELI] = FOUND;

const addressOf = (slug: string) => `https://www.linkedin.com/in/${slug}`;
const otherAddressOf = (slug: string) => `http://uk.linkedin.com/in/${slug.toUpperCase()}/?trk=example`;
const hashFor = (slug: string) => md5OfEmail(emailOfSlug(slug));

/** How a sheet writes people down, and what the service calls them. */
interface Writing {
	usual(slug: string): IDataObject;
	other(slug: string): IDataObject;
	blank: IDataObject;
	invalid: IDataObject;
	keyOf(slug: string): string;
}

const inCell = (value: unknown): IDataObject => ({ cell: value as string });

const WRITINGS = {
	linkedin: {
		usual: (slug) => inCell(addressOf(slug)),
		other: (slug) => inCell(otherAddressOf(slug)),
		blank: inCell(''),
		invalid: inCell('https://www.linkedin.com/company/example'),
		keyOf: (slug) => `linkedin:${slug}`,
	},
	email: {
		usual: (slug) => inCell(emailOfSlug(slug)),
		other: (slug) => inCell(` ${emailOfSlug(slug).toUpperCase()} `),
		blank: inCell(null),
		invalid: inCell('nobody at all'),
		keyOf: (slug) => `email:${emailOfSlug(slug)}`,
	},
	hem: {
		usual: (slug) => inCell(hashFor(slug)),
		other: (slug) => inCell(emailOfSlug(slug)),
		blank: inCell('  '),
		invalid: inCell('nobody at all'),
		keyOf: (slug) => `hem:${hashFor(slug)}`,
	},
	body: {
		usual: (slug) => ({ tool: OTHER, cell: { linkedin_url: addressOf(slug), note: 'example' } }),
		other: (slug) => ({ tool: OTHER, cell: { note: 'example', linkedin_url: addressOf(slug) } }),
		blank: { tool: '', cell: {} },
		invalid: { tool: 'no tool at all', cell: {} },
		keyOf: (slug) => `linkedin:${slug}`,
	},
} satisfies Record<string, Writing>;

/** Ten rows: five people, one of them twice, a miss twice, a blank one and one that can't be an identifier. */
function sheetOf(tool: string, { usual, other, blank, invalid, keyOf }: Writing): SheetRow[] {
	const asked = (json: IDataObject, slug: string): SheetRow => ({
		json,
		answeredBy: [questionOf(tool, keyOf(slug))],
	});
	const idle = (json: IDataObject): SheetRow => ({ json, answeredBy: [] });
	return [
		asked(usual(ADA), ADA),
		asked(usual(BOB), BOB),
		asked(usual(MISS), MISS),
		asked(other(ADA), ADA),
		idle(blank),
		idle(invalid),
		asked(usual(CYD), CYD),
		asked(usual(DEE), DEE),
		asked(other(MISS), MISS),
		asked(usual(ELI), ELI),
	];
}

const DISTINCT = FOUND.length + 1;

type OneTool = Pick<Operation, 'resource' | 'operation' | 'parameters'> & {
	tool: string;
	writing: Writing;
	batch?: number;
};

const lookup = ({ tool, writing, batch = 1, ...operation }: OneTool): Operation => ({
	...operation,
	name: `${operation.resource}.${operation.operation}`,
	kind: 'lookup',
	rows: sheetOf(tool, writing),
	tools: [tool],
	questions: DISTINCT,
	batch,
});

const CELL = '={{ $json.cell }}';

const account = (operation: string, tool: string): Operation => ({
	name: `account.${operation}`,
	resource: 'account',
	operation,
	kind: 'account',
	parameters: {},
	rows: Array.from({ length: 10 }, (_, row) => ({ json: { row }, answeredBy: [questionOf(tool)] })),
	tools: [tool],
	questions: 1,
	batch: 1,
});

/** Each of the two tools that tell a plain e-mail by a LinkedIn profile answers a row whose profile is known or was told. */
const emailByProfile = (slug: string): string[] =>
	[BEST_EMAIL, BY_LINKEDIN].map((tool) => questionOf(tool, WRITINGS.linkedin.keyOf(slug)));

function resolve(): Operation {
	const row = (json: IDataObject, slug?: string): SheetRow => ({
		json: { linkedin: '', email: '', hash: '', ...json },
		answeredBy: slug === undefined ? [] : emailByProfile(slug),
	});
	const rows = [
		row({ linkedin: addressOf(ADA) }, ADA),
		row({ email: emailOfSlug(BOB) }, BOB),
		row({ hash: hashFor(CYD) }, CYD),
		// A miss is one only when all tools have missed.
		row({ linkedin: addressOf(MISS) }),
		row({}),
		row({ linkedin: 'https://www.linkedin.com/company/example' }),
		row({ linkedin: otherAddressOf(ADA) }, ADA),
		row({ email: emailOfSlug(BOB).toUpperCase() }, BOB),
		row({ linkedin: addressOf(DEE), email: emailOfSlug(DEE), hash: hashFor(DEE) }, DEE),
		row({ linkedin: addressOf(ELI) }, ELI),
	];
	const tools = [BEST_EMAIL, BY_EMAIL, BY_HASH, BY_LINKEDIN];
	const parameters = {
		linkedinUrl: '={{ $json.linkedin }}',
		email: '={{ $json.email }}',
		hashedEmail: '={{ $json.hash }}',
		want: ['personalEmail'],
	};
	return {
		name: 'person.resolve',
		resource: 'person',
		operation: 'resolve',
		kind: 'lookup',
		parameters,
		rows,
		tools,
		questions: DISTINCT * tools.length,
		batch: DISTINCT,
	};
}

/** The whole public interface. */
export const OPERATIONS: readonly Operation[] = [
	account('get', 'get_account'),
	account('getUsage', 'get_usage'),
	lookup({
		resource: 'businessProfile',
		operation: 'findByEmail',
		tool: BY_EMAIL,
		writing: WRITINGS.email,
		parameters: { email: CELL },
	}),
	lookup({
		resource: 'businessProfile',
		operation: 'findByHashedEmail',
		tool: BY_HASH,
		writing: WRITINGS.hem,
		parameters: { hashedEmail: CELL },
	}),
	lookup({
		resource: 'businessProfile',
		operation: 'findByLinkedin',
		tool: BY_LINKEDIN,
		writing: WRITINGS.linkedin,
		parameters: { linkedinUrl: CELL },
	}),
	lookup({
		resource: 'personalEmail',
		operation: 'findBest',
		tool: BEST_EMAIL,
		writing: WRITINGS.linkedin,
		parameters: { linkedinUrl: CELL },
		batch: DISTINCT,
	}),
	resolve(),
	lookup({
		resource: 'tool',
		operation: 'call',
		tool: OTHER,
		writing: WRITINGS.body,
		parameters: { toolName: '={{ $json.tool }}', body: CELL },
	}),
];
