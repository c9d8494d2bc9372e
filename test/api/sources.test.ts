import { fillableColumns, type Column } from '../../nodes/IdentityResolution/api/columns';
import { readerOf, simplified, SOURCES } from '../../nodes/IdentityResolution/api/sources';
import { TOOLS } from '../../nodes/IdentityResolution/api/tools';
import { anyTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import { WANT_NAMES, type WantName } from '../../nodes/IdentityResolution/api/wants';

const named = SOURCES.map((source) => [source.tool.name, source] as const);

/** The column without which a want can't be met. */
const NEEDED: Record<WantName, Column> = {
	company: 'company_name',
	mobilePhone: 'mobile_phone',
	personalEmail: 'personal_email',
	profile: 'full_name',
	workEmail: 'work_email',
};

it('every source is a tool of the contract that looks a person up, and none is one twice', () => {
	const lookups = TOOLS.filter(({ family }) => family === 'enrich');
	expect(SOURCES.filter(({ tool }) => !lookups.includes(tool))).toEqual([]);
	expect(new Set(SOURCES.map(({ tool }) => tool)).size).toBe(SOURCES.length);
});

it('everything that can be wanted is given by some source', () => {
	expect(WANT_NAMES.filter((want) => !SOURCES.some(({ gives }) => gives.includes(want)))).toEqual([]);
});

it('what a source makes known is what some source needs', () => {
	for (const { feeds } of SOURCES)
		for (const kind of feeds) expect(SOURCES.map(({ needs }) => needs)).toContain(kind);
});

describe.each(named)('%s', (_name, { tool, needs, gives, feeds, tokens, phoneTokens }) => {
	it('takes what it is said to need', () => {
		expect(Object.keys(tool.takes)).toContain(needs);
	});

	it('gives only what its columns can hold', () => {
		const columns = fillableColumns(tool.columns);
		expect(gives.filter((want) => !columns.includes(NEEDED[want]))).toEqual([]);
	});

	it('gives a phone if, and only if, it can be asked for one, which costs extra', () => {
		expect(gives.includes('mobilePhone')).toBe(tool.phoneFlag !== undefined);
		expect(phoneTokens > 0).toBe(tool.phoneFlag !== undefined);
	});

	it('makes a profile known where its results name one that was not asked for', () => {
		const tells = needs !== 'linkedin' && fillableColumns(tool.columns).includes('linkedin_url');
		expect(feeds).toEqual(tells ? ['linkedin'] : []);
	});

	it('is never taken to be free: a hit is charged', () => {
		expect(tokens).toBeGreaterThan(0);
	});
});

it.each([['reverse_email_lookup'], ['hem_to_business_profile']])(
	'%s is not expected to bring an e-mail that can be written to',
	(name) => {
		const gives = SOURCES.find(({ tool }) => tool.name === name)?.gives;
		expect(gives).toContain('profile');
		expect(gives).not.toContain('workEmail');
		expect(gives).not.toContain('personalEmail');
	},
);

it('of a tool that is no source nothing is read', () => {
	const [{ tool }] = SOURCES;
	const results = { email: 'ada@example.net' };
	expect(simplified(tool, results)).toMatchObject({ personal_email: 'ada@example.net' });
	expect([simplified(anyTool('any_tool'), results), readerOf([])(tool, results)]).toEqual([{}, {}]);
});
