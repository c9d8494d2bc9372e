import { plainColumn } from '../../../nodes/IdentityResolution/actions/read/parameterReader';

describe('plainColumn', () => {
	it.each([
		['={{ $json.email }}', 'email'],
		['={{$json.email}}', 'email'],
		['={{ $json["E-mail"] }}', 'E-mail'],
		["={{ $json['E-mail address'] }}", 'E-mail address'],
		['={{ $json[ "a" ] }}', 'a'],
		['={{ $json["it\'s"] }}', "it's"],
		['={{ $json["@"] }}', '@'],
		['={{ $json.$a }}', '$a'],
		['={{ $json._ }}', '_'],
		['={{  $json[ "a" ]  }}', 'a'],
		["={{ $json[ 'a' ] }}", 'a'],
		['={{ $json[""] }}', ''],
	])('reads %s as the column %s', (expression, name) => expect(plainColumn(expression)).toBe(name));

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
		'x={{ $json.a }}',
		'={{ $json.a }}x',
		'={{ $json["a"] }}x',
		'={{ $json["a\'] }}',
		'={{ $json.constructor }}',
		'={{ $json["__proto__"] }}',
		'={{ $json.toString }}',
		7,
		null,
	])('returns null for %p', (expression) => expect(plainColumn(expression)).toBeNull());
});
