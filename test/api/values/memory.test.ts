import { withoutDepths } from '../../../nodes/IdentityResolution/api/values/memory';
import { nested } from '../../support/api/nested';

/** What stands for data that is nested too deeply. */
const TOO_DEEP = '[nested too deep]';

describe('withoutDepths', () => {
	/** Nests a value in objects. */
	const boxed = (depth: number, value: unknown): unknown =>
		JSON.parse(`${'{"a":'.repeat(depth)}${JSON.stringify(value)}${'}'.repeat(depth)}`);

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
