import fc from 'fast-check';
import { isOn, isYes } from '../../nodes/IdentityResolution/actions/cells';
import { plainColumn } from '../../nodes/IdentityResolution/actions/columnReference';

describe('a plain column reference', () => {
	it.each([
		['={{ $json.email }}', 'email'],
		['={{$json.email}}', 'email'],
		['={{ $json["E-mail"] }}', 'E-mail'],
		["={{ $json['E-mail address'] }}", 'E-mail address'],
		['={{ $json[ "a" ] }}', 'a'],
		['={{ $json["it\'s"] }}', "it's"],
		['={{ $json["@"] }}', '@'],
	])('%s names the column %s', (expression, name) => expect(plainColumn(expression)).toBe(name));

	it.each([
		'email',
		'={{ $json.email.trim() }}',
		'={{ $json.person.email }}',
		'={{ $json["a\\nb"] }}',
		'={{ $json[0] }}',
		'={{ $json.a }} ',
		'= {{ $json.a }}',
		'={{ $json.a }}{{ $json.b }}',
		'={{ $json["a"]["b"] }}',
		'={{ $input.item.json.a }}',
		'={{ $json.constructor }}',
		'={{ $json["__proto__"] }}',
		'={{ $json.toString }}',
		7,
		null,
	])('%p is none', (expression) => expect(plainColumn(expression)).toBeNull());
});

describe('a switch', () => {
	it.each([true, 1, 'true', 'TRUE', 'yes', 'x', 'ada@example.com', {}])('%p is on', (value) => expect(isOn(value)).toBe(true));
	it.each([false, 0, '', ' ', 'false', 'FALSE', 'no', 'n', 'off', '-', 'N/A', '0', null, undefined, 'null', []])('%p is off', (value) => expect(isOn(value)).toBe(false));
	it('is on for whatever is a yes that costs something, however that is spelled', () => {
		const spelled = fc.mixedCase(fc.constantFrom('true', 'yes', 'y', 'on', '1', 'x'));
		const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0'), maxLength: 3 });
		const cells = fc.oneof(fc.constantFrom(true, 1), fc.tuple(blanks, spelled, blanks).map((parts) => parts.join('')));
		fc.assert(fc.property(cells, (cell) => expect([isYes(cell), isOn(cell)]).toEqual([true, true])));
	});
	it('is read of any value', () => fc.assert(fc.property(fc.anything(), (value) => expect(isYes(value) && !isOn(value)).toBe(false))));
});

describe('a yes that costs something', () => {
	it.each([true, 1, 'true', ' TRUE ', 'Yes', 'y', 'on', '1', 'x'])('%p is one', (value) => expect(isYes(value)).toBe(true));
	it.each([false, 0, 2, '', 'no', 'n', 'off', '-', 'N/A', 'nein', 'maybe', '12025550100', null, undefined, [], {}])('%p is none', (value) =>
		expect(isYes(value)).toBe(false),
	);
});
