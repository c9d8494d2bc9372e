import { readName, type NameCells } from '../../../nodes/IdentityResolution/api/identifiers/name';

const read = (cells: Partial<NameCells>) =>
	readName({ name: '', firstName: '', lastName: '', company: '', companyDomain: '', ...cells });

describe('readName', () => {
	it.each<[string, Partial<NameCells>, object]>([
		[
			'a full name and a company',
			{ name: 'Ada Example', company: 'Example Org' },
			{ name: 'Ada Example', company: 'Example Org' },
		],
		[
			'first and last name, which win over the full name',
			{ name: 'Dr. Ada Example', firstName: 'Ada', lastName: 'Example', companyDomain: 'example.org' },
			{ first_name: 'Ada', last_name: 'Example', company_domain: 'example.org' },
		],
		[
			'a full name if the first name is missing',
			{ name: 'Ada Example', lastName: 'Example', company: 'Example Org', companyDomain: 'example.org' },
			{ name: 'Ada Example', company: 'Example Org', company_domain: 'example.org' },
		],
		[
			'a domain in a web address',
			{ name: 'Ada', companyDomain: 'https://www.Example.org/about?x=1' },
			{ name: 'Ada', company_domain: 'example.org' },
		],
		[
			'a domain in an email',
			{ name: 'Ada', companyDomain: 'info@example.org' },
			{ name: 'Ada', company_domain: 'example.org' },
		],
	])('reads %s', (_what, cells, value) => {
		expect(read(cells)).toMatchObject({ is: 'identifier', identifier: { kind: 'name', value } });
	});

	it.each<[string, Partial<NameCells>]>([
		['a number as the company', { name: 'Ada Example', company: '1001' }],
		['LinkedIn itself as the company', { name: 'Ada Example', companyDomain: 'https://www.linkedin.com/' }],
		['words of titles in a name', { name: 'Ada Head', company: 'Example Org' }],
		['a company that has the name of its founder', { name: 'Ada Example', company: 'Ada Example Consulting' }],
		['initials behind a name', { name: 'Rajesh KG', company: 'Example Org' }],
		['pronouns', { name: 'Ada Example (she/her)', company: 'Example Org' }],
		['a surname like a legal form', { name: 'Joana Sa', company: 'Example Org' }],
		['a company with the name of its domain', { name: 'Ada Example', company: 'booking.com' }],
		['an abbreviation without a space behind it', { firstName: 'Md.Ada', lastName: 'A.B.Example', company: 'X' }],
		['Null, which is a surname', { firstName: 'Ada', lastName: 'Null', company: 'Example Org' }],
		['a domain that ends like a site of profiles', { name: 'Ada Example', companyDomain: 'netx.com/about' }],
	])('accepts %s', (_what, cells) => {
		expect(read(cells).is).toBe('identifier');
	});

	it('has one key for all spellings of a person', () => {
		const keyOf = (cells: Partial<NameCells>) => {
			const reading = read(cells);
			return reading.is === 'identifier' ? reading.identifier.key : null;
		};
		expect(keyOf({ name: 'ADA  example', companyDomain: 'www.EXAMPLE.org' })).toBe(
			keyOf({ name: 'Ada Example', companyDomain: 'example.org' }),
		);
		expect(keyOf({ name: 'Ada Example', company: 'A' })).not.toBe(keyOf({ name: 'Ada Example', company: 'B' }));
	});

	it.each<[string, Partial<NameCells>, string]>([
		['no name', { company: 'Example Org' }, 'The name is incomplete'],
		['a first name alone', { firstName: 'Ada', company: 'Example Org' }, 'The name is incomplete'],
		['no company', { name: 'Ada Example' }, 'The company is missing'],
		['an address as the name', { name: 'ada@example.com', company: 'Example Org' }, 'The name contains an address'],
		['a formula error', { name: 'Ada Example', company: '#REF!' }, '"#REF!" is a formula error'],
		['a domain as the name', { name: 'Example.com', company: 'X' }, '"Example.com" is a web address, not a name'],
		['a number as the name', { name: '1001', company: 'Example Org' }, '"1001" is a number, not a name'],
		['a date as last name', { firstName: 'Ada', lastName: '2026-11-04', company: 'X' }, 'is a date, not a name'],
		[
			"a company's page on LinkedIn as the domain",
			{ name: 'Ada Example', companyDomain: 'https://www.linkedin.com/company/example' },
			'Company Domain is not a domain',
		],
		['a company as the name', { name: 'example org', company: 'Example Org' }, 'is a company, not a name'],
		['a legal form in the name', { name: 'Sample Inc.', company: 'Example Org' }, 'is a company, not a name'],
		['a job title', { name: 'Head of Sales', company: 'Example' }, '"Head of Sales" is a job title, not a name'],
		['a hidden name', { firstName: 'LinkedIn', lastName: 'Member', company: 'X' }, 'is a placeholder, not a name'],
		['the name of a test', { name: 'Test User', company: 'Example Org' }, 'is a placeholder, not a name'],
		['a job title in two fields', { firstName: 'Vice', lastName: 'President', company: 'X' }, 'is a job title'],
		['column titles', { firstName: 'First Name', lastName: 'Last Name', company: 'X' }, 'is the title of a column'],
		[
			'a free mail service as the company',
			{ name: 'Ada Example', companyDomain: 'ada@gmail.com' },
			'"gmail.com" is a mail service',
		],
		[
			'a look-alike',
			{ name: 'Ada Example', companyDomain: '\u212Aelvin.example' },
			'Company Domain is not a domain',
		],
		['no employer', { name: 'Ada Example', company: 'Self-employed' }, 'The company is missing'],
		['a domain without a dot', { name: 'Ada Example', companyDomain: 'example' }, 'Company Domain is not a domain'],
	])('refuses %s', (_what, cells, why) => {
		expect(read(cells)).toEqual({ is: 'invalid', why: expect.stringContaining(why) as string });
	});

	it('looks up a company by its name alone, if its domain is that of a mail service', () => {
		const value = { name: 'Ada Example', company: 'Example Org' };
		expect(read({ ...value, companyDomain: 'yahoo.co.uk' })).toMatchObject({ identifier: { value } });
	});

	it('reads a row without any value as blank', () => {
		expect(read({})).toEqual({ is: 'blank' });
	});
});
