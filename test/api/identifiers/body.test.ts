import fc from 'fast-check';
import { lookupCount, readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { nested } from '../../support/nested';

describe('a request body is a question of its own', () => {
	it('and is sent exactly as it came', () => {
		const body = { linkedin_url: 'https://www.linkedin.com/in/ada-example', nested: { b: [2, 1], a: null } };
		const { kind, key, value } = readBody(body);
		expect([kind, JSON.stringify(value)]).toEqual(['body', JSON.stringify(body)]);
		expect(key).toMatch(/^body:/);
	});

	it.each([
		['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }],
		['the order of keys inside', { a: { x: 1, y: [{ p: 1, q: 2 }] } }, { a: { y: [{ q: 2, p: 1 }], x: 1 } }],
		['a field that is undefined', { a: 1, b: undefined }, { a: 1 }],
	])('%s makes no difference', (_what, one, other) => {
		expect(readBody(one).key).toBe(readBody(other).key);
	});

	it.each([
		['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
		['a number and its text', { a: 1 }, { a: '1' }],
		['null and absent', { a: null }, {}],
		['an empty list and an empty object', { a: [] }, { a: {} }],
		['a list and an object with its indices', { a: ['x'] }, { a: { 0: 'x' } }],
		['two keys and one that spells both', { a: 1, b: 2 }, { 'a":1,"b': 2 }],
		['a value below another key', { a: { b: 1 } }, { b: { a: 1 } }],
		['upper and lower case', { email: 'Ada@example.com' }, { email: 'ada@example.com' }],
		['a key named like a prototype', JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>, {}],
	])('%s are two questions', (_what, one, other) => {
		expect(readBody(one).key).not.toBe(readBody(other).key);
	});
});

describe('the lookups that a request body may turn out to be', () => {
	it.each<[string, Record<string, unknown>, number]>([
		['one where nothing in it is a list', { email: 'ada@example.com', include_mobile_phone: true }, 1],
		['one where it is empty', {}, 1],
		['as many as its list is long', { emails: ['ada@example.com', 'bob@example.com', 'cy@example.com'] }, 3],
		[
			'as many as its longest list is long',
			{ fields: ['title'], emails: ['ada@example.com', 'bob@example.com'], tags: [] },
			2,
		],
		['one where its list is empty', { emails: [] }, 1],
		[
			'as many as its list is long, whatever that holds',
			{ people: [{ first_name: 'Ada' }, null, ['bob@example.com'], 'cy@example.com'] },
			4,
		],
		[
			'as many as a list below it is long',
			{ query: { filter: { emails: ['ada@example.com', 'bob@example.com'] } } },
			2,
		],
		[
			'as many as a list in its list is long',
			{ teams: [['ada@example.com', 'bob@example.com', 'cy@example.com'], ['di@example.com']] },
			3,
		],
		[
			'as many as a list of one in its list is long',
			{ teams: [{ size: 2 }, { emails: ['ada@example.com', 'bob@example.com', 'cy@example.com'] }] },
			3,
		],
		[
			'as many as the longest is long, not as all are together',
			{ emails: ['ada@example.com', 'bob@example.com'], more: { emails: ['cy@example.com', 'di@example.com'] } },
			2,
		],
		[
			'as many as a list is long that is deep within',
			{ query: nested(20, ['ada@example.com', 'bob@example.com']) },
			2,
		],
		['one where a text or an object has a length', { name: 'Ada', size: { length: 5 } }, 1],
	])('are %s', (_says, body, lookups) => {
		expect(lookupCount(readBody(body))).toBe(lookups);
	});

	it('are not looked for deeper than any body is nested', () => {
		const body = { query: nested(100_000, ['ada@example.com', 'bob@example.com']) };
		expect(lookupCount({ kind: 'body', key: 'body:', value: body })).toBe(1);
	});

	it.each([
		['an e-mail', readEmail('ada@example.com')],
		['a profile address', readLinkedin('https://www.linkedin.com/in/ada-example')],
	])('are one for %s', (_says, reading) => {
		const { identifier } = reading as { identifier: Identifier };
		expect(lookupCount(identifier)).toBe(1);
	});
});

describe('promises of bodies', () => {
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

	it('a body with its keys turned round has the same key', () => {
		fc.assert(
			fc.property(bodies, (body) => {
				expect(readBody(reversed(body) as typeof body).key).toBe(readBody(body).key);
			}),
			{ seed: 131, numRuns: 500 },
		);
	});

	it('the key of a body says all that the body says', () => {
		fc.assert(
			fc.property(bodies, (body) => {
				expect(JSON.parse(readBody(body).key.slice('body:'.length))).toEqual(JSON.parse(JSON.stringify(body)));
			}),
			{ seed: 132, numRuns: 500 },
		);
	});
});
