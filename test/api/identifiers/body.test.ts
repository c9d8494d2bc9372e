import fc from 'fast-check';
import { lookupCount, readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { nested } from '../../support/api/nested';

describe('readBody', () => {
	it('keeps the body unchanged', () => {
		const body = { linkedin_url: 'https://www.linkedin.com/in/ada-example', nested: { b: [2, 1], a: null } };
		const { kind, key, value } = readBody(body);
		expect([kind, JSON.stringify(value)]).toEqual(['body', JSON.stringify(body)]);
		expect(key).toMatch(/^body:/);
	});

	it('ignores a field that is undefined', () => {
		expect(readBody({ a: 1, b: undefined }).key).toBe(readBody({ a: 1 }).key);
	});

	it.each([
		['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
		['a number and its text', { a: 1 }, { a: '1' }],
		['null and an absent field', { a: null }, {}],
		['an empty list and an empty object', { a: [] }, { a: {} }],
		['a list and an object with its indices', { a: ['x'] }, { a: { 0: 'x' } }],
		['two fields and one whose name contains both', { a: 1, b: 2 }, { 'a":1,"b': 2 }],
		['upper and lower case', { email: 'Ada@example.com' }, { email: 'ada@example.com' }],
		['a field named `__proto__` and none', JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>, {}],
	])('distinguishes %s', (_what, one, other) => {
		expect(readBody(one).key).not.toBe(readBody(other).key);
	});
});

it('lookupCount counts the results of a page up to its limit, or 25 without one', () => {
	const search = (value: object) =>
		lookupCount({ kind: 'search', key: 'search:x', value: { ...value, several: [1, 2, 3] } });
	expect([search({ limit: 7 }), search({ limit: '7' }), search({})]).toEqual([7, 7, 25]);
});

describe('lookupCount', () => {
	const [two, three] = [Array(2).fill('a@example.com'), Array(3).fill('a@example.com')];

	it.each<[string, Record<string, unknown>, number]>([
		['1 without a list', { email: 'ada@example.com', size: { length: 5 } }, 1],
		['1 for an empty list', { emails: [] }, 1],
		['the length of the longest list, not the sum', { fields: ['title'], emails: two, more: { emails: two } }, 2],
		['the length of a list of different values', { people: [{ first_name: 'Ada' }, null, ['x'], 'y'] }, 4],
		['the length of a list within a list', { teams: [three, ['a@example.com']] }, 3],
		['the length of a list in an entry of a list', { teams: [{ size: 2 }, { emails: three }] }, 3],
		['the length of a list that is nested 20 levels deep', { query: nested(20, two) }, 2],
	])('returns %s', (_says, body, lookups) => {
		expect(lookupCount(readBody(body))).toBe(lookups);
	});

	it('ignores a list that is nested too deeply', () => {
		expect(lookupCount({ kind: 'body', key: 'body:', value: { query: nested(100_000, two) } })).toBe(1);
	});

	it('returns 1 for an identifier in one field', () => {
		expect(lookupCount({ kind: 'email', key: 'email:ada@example.com', value: 'ada@example.com' })).toBe(1);
	});
});

describe('readBody with random bodies', () => {
	const bodies = fc.dictionary(fc.string(), fc.jsonValue());

	const reversed = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(reversed);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value)
				.reverse()
				.map(([name, part]) => [name, reversed(part)]),
		);
	};

	it('returns the same key for fields in reverse order', () => {
		fc.assert(
			fc.property(bodies, (body) => {
				expect(readBody(reversed(body) as typeof body).key).toBe(readBody(body).key);
			}),
			{ seed: 131, numRuns: 500 },
		);
	});

	it('returns a key with all data of the body', () => {
		fc.assert(
			fc.property(bodies, (body) => {
				expect(JSON.parse(readBody(body).key.slice('body:'.length))).toEqual(JSON.parse(JSON.stringify(body)));
			}),
			{ seed: 132, numRuns: 500 },
		);
	});
});
