import fc from 'fast-check';
import { lookupCount, readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { nested } from '../../support/api/nested';

describe('readBody', () => {
	it('keeps the body unchanged', () => {
		const body = { linkedin_url: 'https://www.linkedin.com/in/ada-example', nested: { b: [2, 1], a: null } };
		const { kind, key, value } = readBody(body);
		expect([kind, JSON.stringify(value)]).toEqual(['body', JSON.stringify(body)]);
		expect(key).toMatch(/^body:/);
	});

	it.each([
		['the order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }],
		['the order of nested fields', { a: { x: 1, y: [{ p: 1, q: 2 }] } }, { a: { y: [{ q: 2, p: 1 }], x: 1 } }],
		['a field that is undefined', { a: 1, b: undefined }, { a: 1 }],
	])('ignores %s', (_what, one, other) => {
		expect(readBody(one).key).toBe(readBody(other).key);
	});

	it.each([
		['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
		['a number and its text', { a: 1 }, { a: '1' }],
		['null and an absent field', { a: null }, {}],
		['an empty list and an empty object', { a: [] }, { a: {} }],
		['a list and an object with its indices', { a: ['x'] }, { a: { 0: 'x' } }],
		['two fields and one whose name contains both', { a: 1, b: 2 }, { 'a":1,"b': 2 }],
		['a value in another field', { a: { b: 1 } }, { b: { a: 1 } }],
		['upper and lower case', { email: 'Ada@example.com' }, { email: 'ada@example.com' }],
		['a field named `__proto__` and none', JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>, {}],
	])('distinguishes %s', (_what, one, other) => {
		expect(readBody(one).key).not.toBe(readBody(other).key);
	});
});

describe('lookupCount', () => {
	it.each<[string, Record<string, unknown>, number]>([
		['1 without a list', { email: 'ada@example.com', include_mobile_phone: true }, 1],
		['1 for an empty body', {}, 1],
		['the length of the only list', { emails: ['ada@example.com', 'bob@example.com', 'cy@example.com'] }, 3],
		[
			'the length of the longest list',
			{ fields: ['title'], emails: ['ada@example.com', 'bob@example.com'], tags: [] },
			2,
		],
		['1 for an empty list', { emails: [] }, 1],
		[
			'the length of a list of different values',
			{ people: [{ first_name: 'Ada' }, null, ['bob@example.com'], 'cy@example.com'] },
			4,
		],
		['the length of a nested list', { query: { filter: { emails: ['ada@example.com', 'bob@example.com'] } } }, 2],
		[
			'the length of a list within a list',
			{ teams: [['ada@example.com', 'bob@example.com', 'cy@example.com'], ['di@example.com']] },
			3,
		],
		[
			'the length of a list in an entry of a list',
			{ teams: [{ size: 2 }, { emails: ['ada@example.com', 'bob@example.com', 'cy@example.com'] }] },
			3,
		],
		[
			'the length of the longest of two lists, not their sum',
			{ emails: ['ada@example.com', 'bob@example.com'], more: { emails: ['cy@example.com', 'di@example.com'] } },
			2,
		],
		[
			'the length of a list that is nested 20 levels deep',
			{ query: nested(20, ['ada@example.com', 'bob@example.com']) },
			2,
		],
		['1 for a text or an object with a length', { name: 'Ada', size: { length: 5 } }, 1],
	])('returns %s', (_says, body, lookups) => {
		expect(lookupCount(readBody(body))).toBe(lookups);
	});

	it('ignores a list that is nested too deeply', () => {
		const body = { query: nested(100_000, ['ada@example.com', 'bob@example.com']) };
		expect(lookupCount({ kind: 'body', key: 'body:', value: body })).toBe(1);
	});

	it.each([
		['an email', readEmail('ada@example.com')],
		['a profile address', readLinkedin('https://www.linkedin.com/in/ada-example')],
	])('returns 1 for %s', (_says, reading) => {
		const { identifier } = reading as { identifier: Identifier };
		expect(lookupCount(identifier)).toBe(1);
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
