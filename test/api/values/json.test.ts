import fc from 'fast-check';
import { at, field, isObject, toJson, toNumber, toText } from '../../../nodes/IdentityResolution/api/values/json';
import { containsData } from '../../../nodes/IdentityResolution/api/values/nothing';
import { TOO_DEEP, withoutDepths } from '../../../nodes/IdentityResolution/api/values/memory';
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

describe('containsData', () => {
	it.each([
		...[null, undefined, {}, [], ' ', 'N/A', false, { a: null, b: '', c: [], d: { e: ['null', '-'] } }].map(
			(value) => [value, false],
		),
		...['Nothing', 0, [0], { a: null, b: { c: [null, 'x'] } }, parsed('{"__proto__": "x"}')].map((value) => [
			value,
			true,
		]),
	])('returns for %j: %j', (value, contains) => {
		expect(containsData(value)).toBe(contains);
	});

	it('counts a value that is nested too deeply as data', () => {
		expect([20, 100_000].map((depth) => containsData(nested(depth, null)))).toEqual([false, true]);
	});

	it('finds data in any nesting', () => {
		const empty = fc.constantFrom<unknown>(null, '', {}, [], false, ' ', 'null', '(unknown)');
		const full = fc.constantFrom<unknown>(0, true, 'x', 'Null Island');
		const wrap = fc.constantFrom(
			(part: unknown): unknown => [null, part],
			(part: unknown): unknown => ({ a: '', b: part }),
		);
		fc.assert(
			fc.property(fc.oneof(empty, full), fc.array(wrap, { maxLength: 20 }), (core, wraps) => {
				const value = wraps.reduce((part, wrapped) => wrapped(part), core);
				expect(containsData(value)).toBe([0, true, 'x', 'Null Island'].includes(core as string));
			}),
			{ seed: 151, numRuns: 500 },
		);
	});
});

it.each([
	['a value', { a: [1, null, 'x'] }, '{"a":[1,null,"x"]}'],
	['a value that is nested too deeply', nested(100_000, 1), null],
	['a value without JSON', undefined, null],
])('toJson of %s', (_what, value, json) => {
	expect(toJson(value)).toBe(json);
});

describe('withoutDepths', () => {
	/** Nests a value in objects. */
	const boxed = (depth: number, value: unknown): unknown =>
		parsed(`${'{"a":'.repeat(depth)}${JSON.stringify(value)}${'}'.repeat(depth)}`);

	it.each([
		['undefined', undefined],
		['lists that are 100 levels deep', nested(100, 1)],
		['objects that are 100 levels deep', boxed(100, null)],
		['a wide object', { a: [1, { b: null }], c: {} }],
	])('returns the same value: %s', (_what, value) => {
		expect(withoutDepths(value)).toBe(value);
	});

	it.each([
		['lists of objects', nested(50, boxed(51, 1)), nested(50, boxed(50, TOO_DEEP))],
		['empty lists', nested(100, []), nested(100, TOO_DEEP)],
		['lists that are 5,000 levels deep', nested(5_000, 1), nested(100, TOO_DEEP)],
	])('truncates %s', (_what, value, truncated) => {
		expect(withoutDepths(value)).toEqual(truncated);
	});

	it('keeps the values beside', () => {
		const beside = { text: 'x', none: null, no: false, count: 0, list: [1, 'y', null], object: { b: {} } };
		expect(withoutDepths({ ...beside, deep: boxed(101, 1) })).toEqual({ ...beside, deep: boxed(99, TOO_DEEP) });
		expect(withoutDepths(nested(98, [1, nested(5, 1), 'x']))).toEqual(nested(98, [1, [TOO_DEEP], 'x']));
	});
});
