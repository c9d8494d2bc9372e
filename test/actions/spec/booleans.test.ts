import fc from 'fast-check';
import { isExplicitYes, isTruthy } from '../../../nodes/IdentityResolution/api/json';

describe('isTruthy', () => {
	it.each([true, 1, 'true', 'TRUE', 'yes', 'x', 'ada@example.com', {}, [0], 'note', 'a no', '00', 'off!'])(
		'is true for %p',
		(value) => expect(isTruthy(value)).toBe(true),
	);
	it.each([false, 0, '', ' ', 'false', 'FALSE', 'no', 'n', 'off', '-', 'N/A', '0', null, undefined, 'null', []])(
		'is false for %p',
		(value) => expect(isTruthy(value)).toBe(false),
	);
	it('is true for every explicit yes, in any spelling', () => {
		const spellings = fc.mixedCase(fc.constantFrom('true', 'yes', 'y', 'on', '1', 'x'));
		const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0'), maxLength: 3 });
		const cells = fc.oneof(
			fc.constantFrom(true, 1),
			fc.tuple(blanks, spellings, blanks).map((parts) => parts.join('')),
		);
		fc.assert(fc.property(cells, (cell) => expect([isExplicitYes(cell), isTruthy(cell)]).toEqual([true, true])));
	});
	it('is true whenever isExplicitYes is, for any value', () =>
		fc.assert(fc.property(fc.anything(), (value) => expect(isExplicitYes(value) && !isTruthy(value)).toBe(false))));
});

describe('isExplicitYes', () => {
	it.each([true, 1, 'true', ' TRUE ', 'Yes', 'y', 'on', '1', 'x'])('is true for %p', (value) =>
		expect(isExplicitYes(value)).toBe(true),
	);
	it.each([false, 0, 2, '', 'no', 'n', 'off', '-', 'N/A', 'nein', 'maybe', '12025550100', null, undefined, [], {}])(
		'is false for %p',
		(value) => expect(isExplicitYes(value)).toBe(false),
	);
});
