import { hasUnreadablePhone, readPhone } from '../../../nodes/IdentityResolution/api/person/usualNames';
import { nested } from '../../support/api/nested';

const PHONE = '12025550123';

describe('the phone of a person', () => {
	it.each<[unknown, string | null]>([
		[{ mobile_phone: PHONE }, PHONE],
		[{ phone: PHONE }, PHONE],
		[{ phone_number: 12025550123 }, PHONE],
		[{ mobile: PHONE }, PHONE],
		[{ cell: PHONE }, PHONE],
		[{ mobileNumber: PHONE }, PHONE],
		[{ tel: PHONE }, PHONE],
		[{ phone1: null, phone_2: PHONE }, PHONE],
		[{ mobilePhone: '+1 (202) 555-0123' }, '+1 (202) 555-0123'],
		[{ cell_phone_number: '(202) 555-0123' }, '(202) 555-0123'],
		[{ personal_phone: '202.555.0123 ext. 7' }, '202.555.0123 ext. 7'],
		[{ Phones: [null, PHONE, '12025550124'] }, PHONE],
		[{ phone: 'on request', phone_number: PHONE }, PHONE],
		[{ phone: PHONE, mobile_phone: '12025550199' }, '12025550199'],
		[{ mobile_phone: '***0100', phones: [{ number: PHONE }] }, PHONE],
	])('is read in %j: %p', (results, phone) => {
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
		[{ phone: { e164: PHONE } }, PHONE],
		[{ contact: { mobile: PHONE } }, PHONE],
		[{ person: { contacts: [{ phones: [{ phone_number: PHONE }] }] } }, PHONE],
	])('is read in %j, however nested: %p', (results, phone) => {
		expect(readPhone(results)).toBe(phone);
	});

	it.each<[unknown]>([
		[{ company_phone: PHONE, mobile_phone: null }],
		[{ company: { phone: PHONE } }],
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
		[{ phone_available: PHONE }],
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
