import fc from 'fast-check';
import { z } from 'zod/v4';
import { readBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import { requestBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import type { Phone, Tool } from '../../nodes/IdentityResolution/api/tool';
import { customTool, isToolName } from '../../nodes/IdentityResolution/actions/tool/call.operation';
import { searchLinkedinProfile, hemToLinkedin } from '../support/api/tools';
import { TOOLS } from '../../nodes/IdentityResolution/actions/panel/operations';
import { identify, personalEmail } from '../support/run/lookups';

const addressOf = (slug: string) => `https://www.linkedin.com/in/${slug}`;

describe('requestBody', () => {
	const bodyFor = (tool: Tool, texts: string[], phone: Phone) =>
		requestBody(
			tool,
			texts.map((text) => identify(tool, text)),
			phone,
		);
	const MD5 = '3e3417d7ef77d5932a6734b916515ed5';
	const withFlag: Tool = { ...personalEmail, phoneFlag: 'include_mobile_phone' };

	it.each<[string, Tool, string[], Phone, object]>([
		[
			'a profile without the phone, which the tool does not support',
			personalEmail,
			['ada-example'],
			'with',
			{ linkedin_url: addressOf('ada-example') },
		],
		[
			'two emails to a tool that accepts only hashes',
			{ ...hemToLinkedin, batch: { field: 'md5s', max: 100 } },
			['ada@example.com', MD5],
			'without',
			{ md5s: [md5OfEmail('ada@example.com'), MD5] },
		],
		[
			'a batch with the phone, if the tool supports both',
			withFlag,
			['ada-example', 'bob-example'],
			'with',
			{ linkedin_urls: [addressOf('ada-example'), addressOf('bob-example')], include_mobile_phone: true },
		],
	])('contains only the fields of %s', (_what, tool, texts, phone, body) => {
		expect(bodyFor(tool, texts, phone)).toStrictEqual(body);
	});

	it('is the whole body of a custom tool, and empty for an identifier that the tool does not accept', () => {
		const body = { period: 'week', nested: { a: [1, null] } };
		expect(requestBody(customTool('any_tool'), [readBody(body)], 'with')).toStrictEqual(body);
		expect(requestBody(customTool('any_tool'), [identify(personalEmail, 'ada-example')], 'with')).toStrictEqual({});
	});

	it('contains all identifiers of a batch, in order, in one field', () => {
		const slugs = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{1,12}$/), { minLength: 1, maxLength: 100 });
		fc.assert(
			fc.property(slugs, (people) => {
				expect(Object.entries(bodyFor(personalEmail, people, 'without'))).toEqual([
					people.length === 1
						? ['linkedin_url', addressOf(people[0])]
						: ['linkedin_urls', people.map(addressOf)],
				]);
			}),
			{ seed: 211, numRuns: 200 },
		);
	});
});

/** The fields of a JSON schema. */
function fieldsOf(schema: unknown): Record<string, unknown> {
	const { properties, anyOf = [] } = (schema ?? {}) as { properties?: Record<string, unknown>; anyOf?: unknown[] };
	return properties ?? (Object.assign({}, ...anyOf.map(fieldsOf)) as Record<string, unknown>);
}

describe('TOOLS', () => {
	const namesOf = (isMeant: (tool: Tool) => unknown) =>
		TOOLS.filter(isMeant)
			.map(({ name }) => name)
			.sort();

	it('marks the tools that batch, return a phone and report charges', () => {
		expect(namesOf(({ batch }) => batch)).toEqual([
			'linkedin_to_best_email',
			'linkedin_to_best_personal_email_usa',
			'linkedin_to_business_email',
			'linkedin_to_mobile_phone',
			'linkedin_to_personal_email_usa',
		]);
		const withPhone = ['hem_to_business_profile', 'linkedin_to_business_profile', 'linkedin_to_mobile_phone'];
		expect(namesOf(({ phoneFlag, onlyPhone }) => phoneFlag ?? onlyPhone)).toEqual(withPhone);
		expect(namesOf(({ columns }) => columns.fillable.includes('mobile_phone'))).toEqual(withPhone);
		expect(namesOf(({ reportsCharges }) => reportsCharges === true)).toEqual([
			'hem_to_business_profile',
			'linkedin_to_business_profile',
		]);
	});

	it.each(TOOLS.filter(({ family }) => family !== 'free'))(
		'accept null in every field of a result of $name, and fields outside the contract',
		({ result, listResult }) => {
			const nulls = Object.fromEntries(Object.keys(fieldsOf(z.toJSONSchema(result))).map((name) => [name, null]));
			expect(result.safeParse(listResult ? [] : nulls).error).toBeUndefined();
			expect(result.safeParse(listResult ? [{ brand_new: 1 }] : { ...nulls, brand_new: 1 }).success).toBe(true);
		},
	);
});

it.each([
	['an address', addressOf('ada-example'), addressOf('ada-example')],
	['any other text', 'ada-example', null],
])('search_linkedin_profile reads %s alone as a result: %s', (_what, result, address) => {
	expect(searchLinkedinProfile.columns.read(result).linkedin_url).toBe(address);
});

describe('customTool', () => {
	it('returns a tool that accepts any result and may report charges', () => {
		const tool = customTool('any_tool');
		expect(tool).toMatchObject({ name: 'any_tool', family: 'unknown', requestFields: {} });
		expect([tool.batch, tool.phoneFlag, tool.columns.fillable]).toEqual([undefined, undefined, []]);
		for (const result of [{ a: 1 }, [], null, 'text', 7]) expect(tool.result.parse(result)).toEqual(result);
	});

	it.each(['linkedin_to_business_email', 'tool2', '_'])('may be named %j', (name) => {
		expect(isToolName(name)).toBe(true);
	});

	it.each([
		...['', 'Tool', 'get-account', 'get account', '../get_account', 'get_account/', 'get_account?x=1'],
		...['get_account#', 'get%2faccount', 'get_account\n', '..', 'gét'],
	])('may not be named %j, which could change the path of the address', (name) => {
		expect(isToolName(name)).toBe(false);
	});
});
