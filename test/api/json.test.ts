import fc from 'fast-check';
import {
	at,
	field,
	containsData,
	isObject,
	toExactNumber,
	toJson,
	toNumber,
	toText,
	TOO_DEEP,
	withoutDepths,
} from '../../nodes/IdentityResolution/api/json';
import { nested } from '../support/api/nested';

const parsed = (text: string): unknown => JSON.parse(text);

describe('isObject', () => {
	it.each([
		[{}, true],
		[{ a: 1 }, true],
		[parsed('{"__proto__": 1}'), true],
		[Object.create(null), true],
		[[], false],
		[null, false],
		[undefined, false],
		['{}', false],
		[1, false],
	])('returns for %j: %p', (value, is) => {
		expect(isObject(value)).toBe(is);
	});
});

describe('field', () => {
	it.each([
		[{ a: 1 }, 'a', 1],
		[{ a: null }, 'a', null],
		[{ 'a.b': 1 }, 'a.b', 1],
		[parsed('{"__proto__": 1}'), '__proto__', 1],
		[{ constructor: 1 }, 'constructor', 1],
		[{}, 'a', undefined],
		[{}, 'constructor', undefined],
		[{}, '__proto__', undefined],
		[{}, 'hasOwnProperty', undefined],
		[Object.create({ a: 1 }), 'a', undefined],
		[['x'], '0', undefined],
		[['x'], 'length', undefined],
		['text', 'length', undefined],
		[null, 'a', undefined],
		[undefined, 'a', undefined],
	])('returns for %j and %j: %p', (value, name, expected) => {
		expect(field(value, name)).toBe(expected);
	});
});

describe('at', () => {
	it.each([
		[{ a: { b: { c: 1 } } }, 'a.b.c', 1],
		[{ a: { b: null } }, 'a.b', null],
		[{ a: 1 }, 'a', 1],
		[{ a: null }, 'a.b', undefined],
		[{ a: 'text' }, 'a.length', undefined],
		[{ a: [1] }, 'a.0', undefined],
		[{}, 'constructor.name', undefined],
		[null, 'a', undefined],
	])('returns for %j and %j: %p', (value, path, expected) => {
		expect(at(value, path)).toBe(expected);
	});
});

describe('toNumber', () => {
	it.each([
		[0, 0],
		[-1.5, -1.5],
		['0', 0],
		['42', 42],
		[' 42\n', 42],
		['-1', -1],
		['1.5', 1.5],
		['1e3', 1000],
		['007', 7],
		['', null],
		['  ', null],
		['unlimited', null],
		['1,000', null],
		['42 people', null],
		['10-50', null],
		['NaN', null],
		['Infinity', null],
		[NaN, null],
		[Infinity, null],
		[true, null],
		[null, null],
		[undefined, null],
		[[], null],
		[[42], null],
		[{}, null],
	])('returns for %p: %p', (value, number) => {
		expect(toNumber(value)).toBe(number);
	});
});

describe('toExactNumber', () => {
	it.each([
		[42, 42],
		[1e300, 1e300],
		[' 42\n', 42],
		['-1.5', -1.5],
		['007', 7],
		['9007199254740991', 9_007_199_254_740_991],
		['9007199254740992', null],
		['-9007199254740992', null],
		['12345678901234567890', null],
		['0x1F', null],
		['0b11', null],
		['1e3', null],
		['1,000', null],
		['', null],
		[null, null],
	])('returns for %p: %p', (value, number) => {
		expect(toExactNumber(value)).toBe(number);
	});
});

describe('toText', () => {
	it.each([
		['text', 'text'],
		[' ', ' '],
		[0, '0'],
		[12025550123, '12025550123'],
		[10n, '10'],
		['', null],
		[true, null],
		[null, null],
		[undefined, null],
		[['text'], null],
		[{ text: 'text' }, null],
	])('returns for %p: %j', (value, text) => {
		expect(toText(value)).toBe(text);
	});
});

describe('holdsData', () => {
	it.each([
		[null, false],
		[undefined, false],
		['', false],
		[{}, false],
		[[], false],
		[{ a: null, b: '', c: [], d: {} }, false],
		[{ a: { b: [null, { c: '' }] } }, false],
		[' ', false],
		['N/A', false],
		[{ a: ['null', { b: '-' }] }, false],
		['Nothing', true],
		['x', true],
		[0, true],
		[false, false],
		[[0], true],
		[{ a: null, b: { c: [null, 'x'] } }, true],
		[parsed('{"__proto__": "x"}'), true],
	])('returns for %j: %p', (value, holds) => {
		expect(containsData(value)).toBe(holds);
	});

	it('counts a value that is nested too deeply as data', () => {
		expect(containsData(nested(100_000, null))).toBe(true);
		expect(containsData(nested(20, null))).toBe(false);
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

describe('toJson', () => {
	it('writes a value as JSON', () => {
		expect(toJson({ a: [1, null, 'x'] })).toBe('{"a":[1,null,"x"]}');
	});

	it.each([
		['a value that is nested too deeply', nested(100_000, 1)],
		['a value without JSON', undefined],
	])('returns null for %s', (_what, value) => {
		expect(toJson(value)).toBeNull();
	});
});

describe('withoutDepths', () => {
	/** Nests a value in objects. */
	const boxed = (depth: number, value: unknown): unknown =>
		parsed(`${'{"a":'.repeat(depth)}${JSON.stringify(value)}${'}'.repeat(depth)}`);

	it.each([
		['a text', 'x'],
		['null', null],
		['undefined', undefined],
		['lists that are 100 levels deep', nested(100, 1)],
		['objects that are 100 levels deep', boxed(100, null)],
		['a wide object', { a: [1, { b: null }], c: {} }],
	])('returns the same value: %s', (_what, value) => {
		expect(withoutDepths(value)).toBe(value);
	});

	it.each([
		['lists', nested(101, 1), nested(100, TOO_DEEP)],
		['objects', boxed(101, 1), boxed(100, TOO_DEEP)],
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
