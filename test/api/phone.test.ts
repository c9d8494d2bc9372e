import { holdsPhone, otherPhone, withoutPhone } from '../../nodes/IdentityResolution/api/phone';

describe('a phone that a row gets, under whatever name', () => {
	it.each([
		[{ mobile_phone: '12025550123' }, true],
		[{ mobile_phone: 'on request' }, true],
		[{ phone_number: 12025550123 }, true],
		[{ Phones: ['12025550123'] }, true],
		[{ company_phone: '12025550123', mobile_phone: null }, false],
		[{ mobile_phone_status: 'not_found' }, false],
		[{ phone_available: false, phone: null }, false],
		[{ first_name: 'Ada', mobile_phone: null }, false],
		[{ mobile_phone: '' }, false],
		[{ phones: [] }, false],
		[{ phones: [null] }, false],
		[{ first_name: 'Ada' }, false],
		[{ company: { phone: '12025550123' } }, false],
		[{}, false],
		[null, false],
		[undefined, false],
		['phone', false],
		[['phone'], false],
	])('in %j: %p', (results, holds) => {
		expect(holdsPhone(results)).toBe(holds);
	});
});

describe('the phone of results that have no mobile_phone', () => {
	it.each([
		[{ phone: '12025550123' }, '12025550123'],
		[{ phone_number: 12025550123 }, '12025550123'],
		[{ mobilePhone: '+1 (202) 555-0123' }, '+1 (202) 555-0123'],
		[{ cell_phone_number: '(202) 555-0123' }, '(202) 555-0123'],
		[{ phones: [null, '12025550123', '12025550124'] }, '12025550123'],
		[{ phone: 'on request', phone_number: '12025550123' }, '12025550123'],
		[{ company_phone: '12025550123' }, null],
		[{ work_phone: '12025550123', phone_status: '2026-11-22' }, null],
		[{ phone: 'true' }, null],
		[{ phone: true }, null],
		[{ phone: '2026-11-22T06:00:00Z' }, null],
		[{ phone: '1-2 (3) 4.5/6' }, null],
		[{ phone: '1-2 (3) 4.5/67' }, '1-2 (3) 4.5/67'],
		[{ phone: { number: '12025550123' } }, null],
		[{ phones: [] }, null],
		[{}, null],
		[null, null],
	])('in %j: %p', (results, phone) => {
		expect(otherPhone(results)).toBe(phone);
	});
});

describe('results without what may be a phone', () => {
	it('keep everything else as it is', () => {
		const company = { name: 'Example Org' };
		const results = { first_name: 'Ada', mobile_phone: '12025550123', phone_status: null, WorkPhone: 'x', company };
		expect(withoutPhone(results)).toStrictEqual({ first_name: 'Ada', company });
		expect(results.mobile_phone).toBe('12025550123');
	});

	it.each([[null], [undefined], ['phone'], [[{ phone: '12025550123' }]], [7]])(
		'are %j where they are no object',
		(results) => {
			expect(withoutPhone(results)).toBe(results);
		},
	);

	it.each([[{ mobile_phone: '12025550123' }], [{ phones: ['12025550123'], title: 'Head' }], [{ title: 'Head' }]])(
		'never hold a phone: %j',
		(results) => {
			expect(holdsPhone(withoutPhone(results))).toBe(false);
		},
	);
});
