import fc from 'fast-check';
import { readBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/email';
import { readName } from '../../nodes/IdentityResolution/api/identifiers/name';
import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { requestBody, type Phone, type Tool } from '../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../nodes/IdentityResolution/api/customTool';
import { hemToLinkedin } from '../../nodes/IdentityResolution/actions/linkedinProfile/findByHashedEmail.operation';
import { TOOLS } from '../../nodes/IdentityResolution/actions/panel/operations';
import { businessProfile, hashedEmail, identify, personalEmail, reverseEmail } from '../support/run/lookups';
import { requestSchema } from '../../dev/sandbox/rules/requestSchema';

const MD5 = '3e3417d7ef77d5932a6734b916515ed5';
const addressOf = (slug: string) => `https://www.linkedin.com/in/${slug}`;
const nameOf = (name: string): Identifier => {
	const reading = readName({ name, firstName: '', lastName: '', company: 'Example Org', companyDomain: '' });
	if (reading.is !== 'identifier') throw new Error(`${name} is no name`);
	return reading.identifier;
};
const bodyFor = (tool: Tool, texts: string[], phone: Phone) =>
	requestBody(
		tool,
		texts.map((text) => identify(tool, text)),
		phone,
	);

describe('requestBody contains only the fields of', () => {
	it.each<[string, Tool, string[], Phone, object]>([
		['a profile', personalEmail, ['Ada-Example'], 'without', { linkedin_url: addressOf('ada-example') }],
		[
			'a profile, with the phone, which the tool does not support',
			personalEmail,
			['ada-example'],
			'with',
			{ linkedin_url: addressOf('ada-example') },
		],
		[
			'two profiles',
			personalEmail,
			['bob-example', 'ada-example'],
			'without',
			{ linkedin_urls: [addressOf('bob-example'), addressOf('ada-example')] },
		],
		[
			'two profiles, with the phone, which the tool does not support',
			personalEmail,
			['ada-example', 'bob-example'],
			'with',
			{ linkedin_urls: [addressOf('ada-example'), addressOf('bob-example')] },
		],
		[
			'two emails to a tool that accepts only hashes',
			{ ...hemToLinkedin, batch: { field: 'md5s', max: 100 } },
			['ada@example.com', MD5],
			'without',
			{ md5s: [md5OfEmail('ada@example.com'), MD5] },
		],
		['a business profile', businessProfile, ['ada-example'], 'without', { linkedin_url: addressOf('ada-example') }],
		[
			'a business profile with its phone',
			businessProfile,
			['ada-example'],
			'with',
			{ linkedin_url: addressOf('ada-example'), include_mobile_phone: true },
		],
		['an email', reverseEmail, ['Ada@example.com'], 'with', { email: 'Ada@example.com' }],
		[
			'an email to the hashed-email tool',
			hashedEmail,
			['ada@example.com'],
			'without',
			{ email: 'ada@example.com' },
		],
		['an MD5 with its phone', hashedEmail, [MD5.toUpperCase()], 'with', { md5: MD5, include_mobile_phone: true }],
		['an MD5 to a tool that accepts only hashes', hemToLinkedin, [MD5], 'without', { md5: MD5 }],
		[
			'an email to a tool that accepts only hashes',
			hemToLinkedin,
			['Ada@example.com'],
			'without',
			{ md5: md5OfEmail('ada@example.com') },
		],
	])('%s', (_what, tool, texts, phone, body) => {
		expect(bodyFor(tool, texts, phone)).toStrictEqual(body);
	});

	it('a batch with the phone, if the tool supports both', () => {
		const tool: Tool = { ...personalEmail, phoneFlag: 'include_mobile_phone' };
		expect(bodyFor(tool, ['ada-example', 'bob-example'], 'with')).toStrictEqual({
			linkedin_urls: [addressOf('ada-example'), addressOf('bob-example')],
			include_mobile_phone: true,
		});
	});

	it('a whole body, with or without the phone', () => {
		const body = { period: 'week', nested: { a: [1, null] } };
		expect([
			requestBody(customTool('any_tool'), [readBody(body)], 'without'),
			requestBody(customTool('any_tool'), [readBody(body)], 'with'),
		]).toStrictEqual([body, body]);
	});

	it('a tool without identifiers, for which it is empty', () => {
		expect(requestBody(customTool('any_tool'), [identify(personalEmail, 'ada-example')], 'with')).toStrictEqual({});
	});
});

describe('requestBody with random identifiers', () => {
	const slugs = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{1,12}$/), { minLength: 1, maxLength: 100 });

	it('contains all identifiers of a batch, in order, in one field', () => {
		fc.assert(
			fc.property(slugs, (people) => {
				const body = bodyFor(personalEmail, people, 'without');
				expect(Object.entries(body)).toEqual([
					people.length === 1
						? ['linkedin_url', addressOf(people[0])]
						: ['linkedin_urls', people.map(addressOf)],
				]);
			}),
			{ seed: 211, numRuns: 200 },
		);
	});

	it('returns a body that the sandbox accepts, without undefined fields', () => {
		const emails = fc.stringMatching(/^[a-z0-9.]{1,12}$/).map((mailbox) => `${mailbox}@example.com`);
		const requests = fc.constantFrom(...TOOLS).chain((tool): fc.Arbitrary<[Tool, Identifier[]]> => {
			if (tool.byName) return fc.constant([tool, [nameOf('Ada Example')]]);
			if ('ip' in tool.requestFields) return fc.constant([tool, [identify(tool, '203.0.113.7')]]);
			const texts =
				'linkedin' in tool.requestFields
					? slugs
					: fc
							.oneof(emails, ...('hem' in tool.requestFields ? [fc.constant(MD5)] : []))
							.map((text) => [text]);
			if (Object.keys(tool.requestFields).length === 0) return fc.constant([tool, [readBody({})]]);
			return texts.map((all) => [tool, all.slice(0, tool.batch?.max ?? 1).map((text) => identify(tool, text))]);
		});
		fc.assert(
			fc.property(requests, fc.constantFrom<Phone>('with', 'without'), ([tool, identifiers], phone) => {
				const body = requestBody(tool, identifiers, phone);
				expect(requestSchema(tool).safeParse(body).error).toBeUndefined();
				expect(JSON.parse(JSON.stringify(body))).toStrictEqual(body);
			}),
			{ seed: 212, numRuns: 500 },
		);
	});
});
