import { fillableColumns, type Column } from '../../../nodes/IdentityResolution/api/person/columns';
import { addressBook, addressesIn } from '../../../nodes/IdentityResolution/api/person/emails';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { readerOf, simplified, SOURCES } from '../../../nodes/IdentityResolution/api/person/sources';
import { TOOLS } from '../../../nodes/IdentityResolution/api/tools';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import { WANT_NAMES, type WantName } from '../../../nodes/IdentityResolution/api/person/wants';

const named = SOURCES.map((source) => [source.tool.name, source] as const);

/** The column that a want requires. */
const NEEDED: Record<WantName, Column> = {
	company: 'company_name',
	mobilePhone: 'mobile_phone',
	personalEmail: 'personal_email',
	profile: 'full_name',
	workEmail: 'work_email',
};

it('SOURCES contains lookups of the service, each at most once', () => {
	const lookups = new Set(TOOLS.filter(({ family }) => family === 'enrich').map(({ name }) => name));
	expect(SOURCES.filter(({ tool }) => !lookups.has(tool.name))).toEqual([]);
	expect(new Set(SOURCES.map(({ tool }) => tool)).size).toBe(SOURCES.length);
});

it('no source has a successor that is a source itself, because one person would be charged twice', () => {
	const names = new Set(SOURCES.map(({ tool }) => tool.name));
	const others = SOURCES.flatMap(({ tool }) => tool.otherNames ?? []);
	expect(others.filter(({ name }) => names.has(name))).toEqual([]);
});

it('every want is met by some source', () => {
	expect(WANT_NAMES.filter((want) => !SOURCES.some(({ gives }) => gives.includes(want)))).toEqual([]);
});

it('every identifier that a source returns is needed by some source', () => {
	for (const { reveals } of SOURCES)
		for (const kind of reveals) expect(SOURCES.map(({ needs }) => needs)).toContain(kind);
});

describe.each(named)('%s', (_name, { tool, needs, gives, reveals, tokens, phoneTokens }) => {
	it('accepts the identifier that it needs', () => {
		expect(Object.keys(tool.requestFields)).toContain(needs);
	});

	it('gives only what its columns can contain', () => {
		const columns = fillableColumns(tool.columns);
		expect(gives.filter((want) => !columns.includes(NEEDED[want]))).toEqual([]);
	});

	it('gives a phone if, and only if, it has a phone flag, which costs extra', () => {
		expect(gives.includes('mobilePhone')).toBe(tool.phoneFlag !== undefined);
		expect(phoneTokens > 0).toBe(tool.phoneFlag !== undefined);
	});

	it('feeds a profile if its results contain one that was not requested', () => {
		const returns = needs !== 'linkedin' && fillableColumns(tool.columns).includes('linkedin_url');
		expect(reveals).toEqual(returns ? ['linkedin'] : []);
	});

	it('has a price: a hit is charged', () => {
		expect(tokens).toBeGreaterThan(0);
	});
});

it.each([['reverse_email_lookup'], ['hem_to_business_profile']])('%s is not expected to return an address', (name) => {
	const gives = SOURCES.find(({ tool }) => tool.name === name)?.gives;
	expect(gives).toContain('profile');
	expect(gives).not.toContain('workEmail');
	expect(gives).not.toContain('personalEmail');
});

describe('simplified', () => {
	const ADA = 'ada@example.net';
	const results = { email: ADA, business_email: ADA, work_email_confirmed: ADA };
	const hashes = Object.fromEntries(Object.keys(results).map((name) => [name, md5OfEmail(ADA)]));

	it.each(named)('reads the results of %s, with a known address for its hash', (_name, { tool }) => {
		expect(addressesIn(simplified(tool, results))).toEqual([ADA]);
		expect(addressesIn(simplified(tool, hashes))).toEqual([]);
		expect(
			simplified(
				tool,
				hashes,
				addressBook(() => [ADA]),
			),
		).toEqual(simplified(tool, results));
	});

	it('returns no columns for a tool that is not a source', () => {
		const [{ tool }] = SOURCES;
		expect(simplified(tool, results)).toMatchObject({ personal_email: ADA });
		expect([simplified(customTool('any_tool'), results), readerOf([])(tool, results)]).toEqual([{}, {}]);
	});
});
