import { at, field, isObject, toJson, toNumber, toText } from '../../../nodes/IdentityResolution/api/values/json';
import { nested } from '../../support/api/nested';

const parsed = (text: string): unknown => JSON.parse(text);

it.each([
	[{}, true],
	[parsed('{"__proto__": 1}'), true],
	[Object.create(null), true],
	[[], false],
	[null, false],
	['{}', false],
])('isObject returns for %j: %j', (value, is) => {
	expect(isObject(value)).toBe(is);
});

it.each([
	[{ a: null }, 'a', null],
	[{ 'a.b': 1 }, 'a.b', 1],
	[parsed('{"__proto__": 1}'), '__proto__', 1],
	[{ constructor: 1 }, 'constructor', 1],
	[{}, 'constructor', undefined],
	[{}, '__proto__', undefined],
	[Object.create({ a: 1 }), 'a', undefined],
	[['x'], '0', undefined],
	['text', 'length', undefined],
	[null, 'a', undefined],
])('field returns for %j and %j: %j', (value, name, expected) => {
	expect(field(value, name)).toBe(expected);
});

it.each([
	[{ a: { b: { c: 1 } } }, 'a.b.c', 1],
	[{ a: { b: null } }, 'a.b', null],
	[{ a: null }, 'a.b', undefined],
	[{ a: [1] }, 'a.0', undefined],
	[{}, 'constructor.name', undefined],
])('at returns for %j and %j: %j', (value, path, expected) => {
	expect(at(value, path)).toBe(expected);
});

describe('a number', () => {
	it.each([
		[-1.5, -1.5],
		[1e300, 1e300],
		[' 42\n', 42],
		['-1.5', -1.5],
		['007', 7],
		...['', '  ', 'unlimited', '1,000', '42 people', '10-50', 'NaN', 'Infinity'].map((text) => [text, null]),
		...[NaN, Infinity, true, null, undefined, [42], {}].map((value) => [value, null]),
		...['1e3', '0x1F', '-9007199254740992'].map((text) => [text, null]),
		['9007199254740991', 9_007_199_254_740_991],
	])('is read from %j as %j, and never rounded or converted', (value, number) => {
		expect(toNumber(value)).toBe(number);
	});
});

it.each([
	[' ', ' '],
	[0, '0'],
	[12025550123, '12025550123'],
	[10n, '10'],
	['', null],
	[true, null],
	[undefined, null],
	[['text'], null],
])('toText returns for %p: %p', (value, text) => {
	expect(toText(value)).toBe(text);
});

it.each([
	['a value', { a: [1, null, 'x'] }, '{"a":[1,null,"x"]}'],
	['a value that is nested too deeply', nested(100_000, 1), null],
	['a value without JSON', undefined, null],
])('toJson of %s', (_what, value, json) => {
	expect(toJson(value)).toBe(json);
});
