import fc from 'fast-check';
import { containsData } from '../../../nodes/IdentityResolution/api/values/nothing';
import { nested } from '../../support/api/nested';

const parsed = (text: string): unknown => JSON.parse(text);

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
