import fc from 'fast-check';
import { flatten as flattenBeside } from '../../nodes/IdentityResolution/api/flatten';

const flatten = (results: unknown) => flattenBeside(results, new Set(['error', 'status']));

describe('flatten', () => {
	it.each<[string, unknown, object]>([
		[
			'plain fields',
			{ email: 'ada@example.com', age: 7, ok: true },
			{ email: 'ada@example.com', age: 7, ok: 'true' },
		],
		[
			'nested objects',
			{ company: { name: 'Example', place: { city: 'X' } } },
			{ company_name: 'Example', company_place_city: 'X' },
		],
		['deep objects as JSON', { a: { b: { c: { d: 1 } } } }, { a_b_c: '{"d":1}' }],
		[
			'lists of plain values',
			{ emails: ['a@example.com', null, 'b@example.com'] },
			{ emails: 'a@example.com, b@example.com' },
		],
		['lists of objects as JSON', { jobs: [{ title: 'CEO' }] }, { jobs: '[{"title":"CEO"}]' }],
		['no empty values', { a: null, b: '', c: [], d: NaN }, {}],
		[
			'fields with the names of other columns',
			{ error: 'x', status: 'ok', a: { status: 1 } },
			{ result_error: 'x', result_status: 'ok', a_status: 1 },
		],
		[
			'both of two fields with one name',
			{ company: { name: 'Example' }, company_name: 'Example Inc', company_name_2: 'x' },
			{ company_name: 'Example', company_name_2: 'Example Inc', company_name_2_2: 'x' },
		],
		['a list', ['x', 'y'], { results: 'x, y' }],
		['nothing', null, {}],
	])('returns %s', (_what, results, cells) => {
		expect(flatten(results)).toEqual(cells);
	});

	it('returns at most 100 cells, the last one with all others', () => {
		const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field_${index}`, index]));
		const cells = flatten(many);
		expect(Object.keys(cells)).toHaveLength(100);
		const rest = JSON.parse(String(cells.other_fields)) as object;
		expect(rest).toMatchObject({ field_99: 99, field_199: 199 });
		expect(Object.keys({ ...cells, ...rest })).toHaveLength(201);
	});

	it('keeps a field with the name of the last cell', () => {
		const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field_${index}`, index]));
		const cells = flatten({ other_fields: 'mine', ...many });
		expect(cells.other_fields).toBe('mine');
		expect(JSON.parse(String(cells.other_fields_2))).toHaveProperty('field_199', 199);
	});

	it('never returns an object, a list or an own __proto__ that changes a prototype', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (results) => {
				for (const cell of Object.values(flatten(results))) expect(['string', 'number']).toContain(typeof cell);
			}),
			{ seed: 31, numRuns: 500 },
		);
		expect(Object.getPrototypeOf(flatten(JSON.parse('{"__proto__":{"polluted":1}}')))).toBe(Object.prototype);
	});
});
