import {
	hasUnreadablePhone,
	looksLikePhone,
	readPhone,
	withPlus,
} from '../../../nodes/IdentityResolution/api/person/phones';
import { nested } from '../../support/api/nested';

const PHONE = '12025550123';

describe('the phone of a person', () => {
	it.each<[unknown, string | null]>([
		[{ mobile_phone: PHONE }, PHONE],
		[{ phone_number: 12025550123 }, PHONE],
		[{ mobileNumber: PHONE }, PHONE],
		[{ phone1: PHONE }, PHONE],
		[{ phone1: null, phone_2: PHONE }, PHONE],
		[{ mobilePhone: '+1 (202) 555-0123' }, '+1 (202) 555-0123'],
		[{ cell_phone_number: '(202) 555-0123' }, '(202) 555-0123'],
		...['202.555.0123 ext. 7', '202-555-0123x78', '202-555-0123 ext 7', '12026-11-22', '2026-11-2201'].map(
			(text): [unknown, string] => [{ personal_phone: text }, text],
		),
		[{ Phones: [null, PHONE, '12025550124'] }, PHONE],
		[{ phone: 'on request', phone_number: PHONE }, PHONE],
		[{ phone: PHONE, mobile_phone: '12025550199' }, '12025550199'],
		[{ mobile_phone: '***0100', phones: [{ number: PHONE }] }, PHONE],
	])('is read in %j: %j', (results, phone) => {
		expect(readPhone(results)).toBe(phone);
	});

	it.each<[string | null, string | null]>([
		['12025550123', '+12025550123'],
		[' 1 (202) 555-0123', '+1 (202) 555-0123'],
		['00 44 20 7946 0123', '+44 20 7946 0123'],
		['001 202 555 0123', '+1 202 555 0123'],
		...[
			...[
				'+12025550123',
				'2025550123',
				'02025550123',
				'442079460123',
				'12025550123 x4',
				'0000000',
				'22025550123',
			],
			// No area, no exchange and no service code of North America.
			...[
				'11234567890',
				'10234567890',
				'12021550123',
				'12020550123',
				'12115550123',
				'12029110123',
				'12925550123',
			],
		].map((phone): [string, string] => [phone, phone]),
		[null, null],
	])('gets a + only if its country code is certain: %j becomes %j', (phone, shown) => {
		expect(withPlus(phone, null)).toBe(shown);
	});

	it.each<[string, country: string, isCertain: boolean]>([
		['13862345678', 'China', false],
		['12025550123', 'Kenya', false],
		...['United States', 'us', 'U.S.A.', 'Canada', 'Puerto Rico'].map((country): [string, string, boolean] => [
			'12025550123',
			country,
			true,
		]),
		['11234567890', 'United States', false],
		...['United Kingdom', 'UK', 'GB', 'Great Britain'].map((country): [string, string, boolean] => [
			'447911960001',
			country,
			true,
		]),
		['07911960001', 'United Kingdom', false],
		['4479119600012', 'United Kingdom', false],
		['44791196000', 'United Kingdom', false],
		['447911960001', 'Germany', false],
		['4915155501000', 'Deutschland', true],
		['8613862345678', 'China', true],
		['5511955501000', 'Brazil', true],
		['33655501000', 'France', true],
		['34655501000', 'España', true],
		['3912345678', 'Italy', false],
		['919555010000', 'India', true],
		['9195550100', 'India', false],
		['44 7911 960001', 'United Kingdom', true],
		['(44) 7911960001', 'United Kingdom', false],
	])('of a record gets one by its country: %j, %s: %j', (phone, country, isCertain) => {
		expect(withPlus(phone, country)).toBe(isCertain ? `+${phone}` : phone);
	});

	it.each([
		['tel:+1-202-555-0123', '+1-202-555-0123'],
		[' TEL: +44 7911 960001', '+44 7911 960001'],
		['tel:+12025550123;ext=5', '+12025550123'],
		['tel:7911960001;phone-context=+44', '7911960001'],
	])('is read from the link %j as %j', (link, phone) => {
		for (const results of [{ mobile_phone: link }, { phones: [{ value: link }] }])
			expect(readPhone(results)).toBe(phone);
	});

	it.each<[unknown, string]>([
		[{ phones: [{ number: PHONE, type: 'mobile' }] }, PHONE],
		[
			{
				phones: [
					{ type: 'work', number: '12025550124' },
					{ type: 'personal', value: PHONE },
				],
			},
			PHONE,
		],
		[{ contact: { mobile: PHONE } }, PHONE],
		[{ person: { contacts: [{ phones: [{ phone_number: PHONE }] }] } }, PHONE],
	])('is read in %j, however nested: %j', (results, phone) => {
		expect(readPhone(results)).toBe(phone);
	});

	it.each([
		...['phone', 'phones', 'telephone', 'cellphone', 'mobile', 'mobiles', 'cell', 'cells', 'tel', '_phone'],
		...['phone_number', 'phone_numbers', 'phone_no', 'personal_phone', 'direct_phone', 'phone_12', 'Phone'],
	])('is read under %s', (name) => {
		expect(readPhone({ [name]: PHONE })).toBe(PHONE);
	});

	it.each([
		...['phone', 'phones', 'telephone', 'cellphone', 'mobile', 'mobiles', 'cell', 'cells', 'tel', 'mobile_phone'],
		...['number', 'numbers', 'no', 'personal', 'direct', 'value', 'formatted', 'international', 'E164'],
	])('is read in the part %s of a phone', (name) => {
		expect(readPhone({ phone: { [name]: PHONE } })).toBe(PHONE);
	});

	it.each<[unknown]>([
		[{ company_phone: PHONE, mobile_phone: null }],
		[{ company: { phone: PHONE }, organization: { phone: PHONE }, organisation: { phone: PHONE } }],
		[{ current_employer: { contact: { phone: PHONE } } }],
		[{ phones: [{ number: PHONE, type: 'Office' }] }],
		[{ work_phone: PHONE }],
		[{ fax: PHONE, phone_fax: PHONE }],
	])('is not the phone of a company or at work: %j', (results) => {
		expect(readPhone(results)).toBeNull();
		expect(hasUnreadablePhone(results)).toBe(false);
	});

	it.each<[unknown]>([
		[{ mobile_phone_status: '20251122123456' }],
		[{ phone_available: PHONE, phone_2fa: PHONE }],
		[{ phone: { checked_at: '2026-11-22', id: PHONE } }],
		[{ phone: '2026-11-22' }],
		[{ excellent: PHONE, telling: PHONE, mobility: PHONE }],
	])('is not a field that describes a phone, nor any other field: %j', (results) => {
		expect(readPhone(results)).toBeNull();
	});

	it.each([
		[null],
		[undefined],
		['phone'],
		[['phone']],
		[{}],
		[{ mobile_phone: { a: 1 } }],
		[nested(100_000, PHONE)],
	])('is none in %#', (results) => {
		expect([readPhone(results), hasUnreadablePhone(results)]).toEqual([null, false]);
	});
});

describe('a text that cannot be dialled', () => {
	it.each(['***0100', '+1 202 *** 0123', '202-555-xxxx', '555-010', '1-2 (3) 4.5/6', '2026-11-22T06:00:00Z'])(
		'%j is an unreadable phone',
		(text) => {
			for (const results of [
				{ mobile_phone: text },
				{ phones: [{ number: text }] },
				{ contact: { mobile: text } },
			]) {
				expect(readPhone(results)).toBeNull();
				expect(hasUnreadablePhone(results)).toBe(true);
			}
		},
	);

	it.each(['1234567', 'x-1234', '1234'])('%j has seven digits, or four as part of a number', (text) => {
		const isPhone = text.length === 7;
		expect(readPhone({ mobile_phone: text })).toBe(isPhone ? text : null);
		expect(hasUnreadablePhone({ mobile_phone: text })).toBe(!isPhone);
	});

	it.each(['N/A', 'true', '0', 'x', '123', 'on request', '', true, false, 0, null, {}, []])(
		'%j is a placeholder and no phone',
		(value) => {
			for (const results of [{ mobile_phone: value }, { phones: [value] }, { contact: { mobile: value } }]) {
				expect(readPhone(results)).toBeNull();
				expect(hasUnreadablePhone(results)).toBe(false);
			}
		},
	);

	it('is ignored beside a phone that can be dialled', () => {
		expect(hasUnreadablePhone({ mobile_phone: '***0100', phone: PHONE })).toBe(false);
	});
});

it.each<[string, unknown, boolean]>([
	...['contact.line', 'paid_to', 'line_attached'].map((path): [string, string, boolean] => [path, PHONE, true]),
	...['row_id', 'created_at', 'office.line'].map((path): [string, string, boolean] => [path, PHONE, false]),
	['line', '123456789012345', true],
	['line', '1234567890123456', false],
	['line', 'on request', false],
])('a field %s with %j looks like a phone: %s', (path, value, looks) => {
	expect(looksLikePhone(path, value)).toBe(looks);
});
