import { z } from 'zod/v4';
import { COLUMN_NAMES, fillableColumns } from '../../nodes/IdentityResolution/api/person/columns';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { customTool, isToolName } from '../../nodes/IdentityResolution/api/customTool';
import { TOOLS } from '../../nodes/IdentityResolution/actions/panel/operations';

const named = (tools: readonly Tool[]) => tools.map((tool) => [tool.name, tool] as const);
const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name).sort();

const free = TOOLS.filter(({ family }) => family === 'free');
const lookups = TOOLS.filter(({ family }) => family !== 'free');
const batching = TOOLS.filter(({ batch }) => batch !== undefined);
const withPhone = TOOLS.filter(({ phoneFlag, onlyPhone }) => phoneFlag !== undefined || onlyPhone);

const sourcePaths = ({ columns: { fields, personalEmails } }: Tool) => [
	...Object.values(fields).flat(),
	...Object.values<string>({ ...personalEmails }),
];

/** Whether a JSON schema has a field at a dotted path. */
function hasField(schema: unknown, path: string): boolean {
	const found = path.split('.').reduce<unknown>((part, name) => fieldsOf(part)[name], schema);
	return found !== undefined;
}

function fieldsOf(schema: unknown): Record<string, unknown> {
	const { properties, anyOf = [] } = (schema ?? {}) as { properties?: Record<string, unknown>; anyOf?: unknown[] };
	return properties ?? (Object.assign({}, ...anyOf.map(fieldsOf)) as Record<string, unknown>);
}

describe('TOOLS', () => {
	it('contains each tool once', () => {
		expect(namesOf(TOOLS)).toEqual([
			'business_email_to_sha256',
			'email_to_linkedin',
			'email_to_maid',
			'get_account',
			'get_billing',
			'get_usage',
			'hem_to_business_profile',
			'hem_to_linkedin',
			'ip_to_company',
			'linkedin_to_best_email',
			'linkedin_to_best_personal_email_usa',
			'linkedin_to_business_email',
			'linkedin_to_business_profile',
			'linkedin_to_mobile_phone',
			'linkedin_to_personal_email_usa',
			'linkedin_to_sha256',
			'reverse_email_lookup',
			'search_business_email_by_name',
			'search_business_profile_by_name',
			'search_companies',
			'search_linkedin_profile',
			'search_people',
		]);
	});

	it('marks the tools that are free, batch, return a phone and report charges', () => {
		expect(namesOf(free)).toEqual(['get_account', 'get_billing', 'get_usage']);
		expect(namesOf(batching)).toEqual([
			'linkedin_to_best_email',
			'linkedin_to_best_personal_email_usa',
			'linkedin_to_business_email',
			'linkedin_to_mobile_phone',
			'linkedin_to_personal_email_usa',
		]);
		expect(namesOf(TOOLS.filter(({ onlyPhone }) => onlyPhone))).toEqual(['linkedin_to_mobile_phone']);
		expect(namesOf(TOOLS.filter(({ onlyWithPersonalEmails }) => onlyWithPersonalEmails))).toEqual([
			'linkedin_to_best_personal_email_usa',
			'linkedin_to_personal_email_usa',
		]);
		expect(namesOf(withPhone)).toEqual([
			'hem_to_business_profile',
			'linkedin_to_business_profile',
			'linkedin_to_mobile_phone',
		]);
		expect(namesOf(TOOLS.filter(({ reportsCharges }) => reportsCharges === true))).toEqual([
			'hem_to_business_profile',
			'linkedin_to_business_profile',
		]);
	});

	it('assigns the searches to the family search, and every other lookup to enrich', () => {
		expect(lookups.map(({ family }) => family)).toEqual(
			lookups.map(({ search }) => (search === undefined ? 'enrich' : 'search')),
		);
		expect(namesOf(lookups.filter(({ search }) => search !== undefined))).toEqual([
			'search_companies',
			'search_linkedin_profile',
			'search_people',
		]);
	});
});

describe.each(named(TOOLS))('%s', (_name, tool) => {
	it('has a name that fits into a URL', () => {
		expect(isToolName(tool.name)).toBe(true);
	});

	it('fills existing columns, but none that are derived from others', () => {
		const columns = Object.keys(tool.columns.fields);
		expect(columns.filter((column) => !(COLUMN_NAMES as string[]).includes(column))).toEqual([]);
		const derived = (column: string) => column.endsWith('_obscured') || column.startsWith('personal_emails');
		expect(columns.filter(derived)).toEqual([]);
	});

	it('fills columns from fields of its results', () => {
		const schema = z.toJSONSchema(tool.result);
		// The public reference does not show the entries of these lists.
		if (tool.columns.entry || tool.search) return;
		expect(sourcePaths(tool).filter((path) => !hasField(schema, path))).toEqual([]);
	});

	it('keeps fields outside the contract', () => {
		const schema = tool.result instanceof z.ZodObject ? tool.result.partial() : tool.result;
		const result = tool.listResult ? [{ brand_new: 1 }] : { brand_new: { nested: 1 } };
		expect(schema.parse(result)).toEqual(result);
	});
});

describe.each(named(free))('%s is free', (_name, tool) => {
	it('accepts no identifier and fills no columns', () => {
		expect([tool.requestFields, tool.batch, tool.phoneFlag, tool.reportsCharges]).toEqual([
			{},
			undefined,
			undefined,
			false,
		]);
		expect(fillableColumns(tool.columns)).toEqual([]);
	});
});

describe.each(named(lookups))('%s is a lookup', (_name, tool) => {
	it('accepts an identifier', () => {
		expect(Object.keys(tool.requestFields).length > 0).toBe(tool.byName !== true && !tool.search);
	});

	it('fills columns', () => {
		expect(fillableColumns(tool.columns)).not.toEqual([]);
	});

	it('accepts a result with null in every field', () => {
		const nulls = Object.fromEntries(
			Object.keys(fieldsOf(z.toJSONSchema(tool.result))).map((name) => [name, null]),
		);
		expect(tool.result.safeParse(tool.listResult ? [] : nulls).error).toBeUndefined();
	});
});

it.each(named(batching))('%s batches up to 100 lookups', (_name, { batch }) => {
	expect(batch).toEqual({ field: 'linkedin_urls', max: 100 });
});

describe.each(named(withPhone))('%s has a phone', (_name, tool) => {
	it('fills the column of the phone', () => {
		expect(fillableColumns(tool.columns)).toContain('mobile_phone');
	});
});

it('no other tool fills the column of the phone', () => {
	const others = TOOLS.filter((tool) => !withPhone.includes(tool));
	expect(others.filter(({ columns }) => fillableColumns(columns).includes('mobile_phone'))).toEqual([]);
});

describe('get_usage', () => {
	const usage = TOOLS.find(({ name }) => name === 'get_usage')!;

	it('requires a date and five numbers per day', () => {
		const day = { date: '2030-01-01', calls: 5, tokens: 4, with_data: 3, without_data: 1, failed: 1 };
		const { date: _date, ...totals } = day;
		const accepts = (entry: object) =>
			usage.result.safeParse({
				period: 'today',
				start_date: day.date,
				end_date: day.date,
				token_balance: 5,
				days: [entry],
				totals,
			}).success;
		expect(accepts({ ...day, more: true })).toBe(true);
		for (const name of Object.keys(day)) expect([name, accepts({ ...day, [name]: null })]).toEqual([name, false]);
	});
});

describe('customTool', () => {
	it('returns a tool that accepts any result and may report charges', () => {
		const tool = customTool('linkedin_to_business_email');
		expect(tool).toMatchObject({
			name: 'linkedin_to_business_email',
			family: 'unknown',
			requestFields: {},
			reportsCharges: true,
		});
		expect([tool.batch, tool.phoneFlag, fillableColumns(tool.columns)]).toEqual([undefined, undefined, []]);
		for (const result of [{ a: 1 }, [], null, 'text', 7]) expect(tool.result.parse(result)).toEqual(result);
	});

	it.each([
		['linkedin_to_business_email', true],
		['tool2', true],
		['_', true],
		['', false],
		['Tool', false],
		['get-account', false],
		['get account', false],
		['../get_account', false],
		['get_account/', false],
		['get_account?x=1', false],
		['get_account#', false],
		['get%2faccount', false],
		['get_account\n', false],
		['..', false],
		['gét', false],
	])('may be named %j: %p', (name, isAllowed) => {
		expect(isToolName(name)).toBe(isAllowed);
	});
});
