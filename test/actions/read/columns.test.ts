import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	columnProblem,
	fixedExpressionProblem,
	missingColumns,
	pathsIn,
} from '../../../nodes/IdentityResolution/actions/read/columns';

const FIELDS = [{ name: 'email', displayName: 'Email' }];
const itemsOf = (rows: readonly IDataObject[]) => rows.map((json) => ({ json }));

it.each<[string, string[][]]>([
	['={{ $json.email }}', [['email']]],
	['={{ $json["E-Mail"] }}', [['E-Mail']]],
	["={{ $json['a'].b?.c }}", [['a', 'b', 'c']]],
	['={{ $json?.properties?.["work email"] }}', [['properties', 'work email']]],
	['={{ $json.email.trim() }}', [['email']]],
	['={{ $json.first }} {{ $json.last.toUpperCase() }}', [['first'], ['last']]],
	['={{ $json.email || $json.mail }}', [['email'], ['mail']]],
	['={{ { "q": $json.q } }}', [['q']]],
	['={{ $json.emails[0] }}', [['emails']]],
	['={{ Object.keys($json) }}', []],
	['={{ $("Rows").item.json.email }}', []],
	['$json.email', []],
])('pathsIn of %s', (expression, paths) => expect(pathsIn(expression)).toEqual(paths));

/** Spellings of a name that differ by case, blanks, `_` and `-`. */
const spelled = (words: readonly string[]) =>
	fc
		.tuple(fc.constantFrom('', ' ', '_', '-'), fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }))
		.map(([between, upper]) =>
			words
				.join(between)
				.split('')
				.map((letter, index) => (upper[index % upper.length] ? letter.toUpperCase() : letter))
				.join(''),
		);

const WORDS = ['work', 'email'];
const OTHER = fc.stringMatching(/^[a-z]{3,8}$/).filter((name) => !/email|own|creat|updat|team|user|deal/.test(name));
/** Cells of other columns. */
const others = fc.dictionary(OTHER, fc.constantFrom('', 'x', null, 7), { maxKeys: 4 });

it('a column that rows have in another spelling, also one level deep, is named', () => {
	fc.assert(
		fc.property(
			spelled(WORDS),
			spelled(WORDS),
			OTHER,
			fc.boolean(),
			fc.array(others, { maxLength: 5 }),
			(named, real, parent, isNested, rest) => {
				fc.pre(isNested || named !== real);
				const row: IDataObject = isNested ? { [parent]: { [real]: 'ada@example.com' } } : { [real]: '' };
				const items = itemsOf([...rest.filter((one) => !(parent in one)), row]);
				const shown = isNested ? `${parent}.${real}` : real;
				expect(columnProblem({ email: `={{ $json[${JSON.stringify(named)}] }}` }, items, FIELDS)).toEqual({
					why: `No row has the column "${named}", which Email names`,
					remedy: `The rows have "${shown}": drag it into the field`,
				});
			},
		),
	);
});

it('a column that one row has, or none in any spelling, is no problem', () => {
	fc.assert(
		fc.property(fc.array(others, { minLength: 1, maxLength: 5 }), fc.boolean(), (rows, isThere) => {
			const all = isThere ? [...rows, { email: null, Email: 'x' }] : rows;
			const parameters = { email: '={{ $json.email }}' };
			expect(columnProblem(parameters, itemsOf(all), FIELDS)).toBeUndefined();
			expect(missingColumns(parameters, itemsOf(all), FIELDS)).toHaveLength(isThere ? 0 : 1);
		}),
	);
});

it.each<[string, string, IDataObject, string | null]>([
	['a wrapper is missing', '={{ $json.properties.email }}', { Email: 'x' }, 'Email'],
	['the row is wrapped', '={{ $json.email }}', { properties: { email: 'x' } }, 'properties.email'],
	['the inner name differs', '={{ $json.properties.email }}', { properties: { Email: 'x' } }, 'properties.Email'],
	['the wrapper differs', '={{ $json.body.email }}', { fields: { email: 'x' } }, 'fields.email'],
	['both names are joined', '={{ $json.company.name }}', { company_name: 'x' }, 'company_name'],
	['the email is that of an owner', '={{ $json.email }}', { Owner: { email: 'x' } }, null],
	['the name is that of the person', '={{ $json.company.name }}', { name: 'x' }, null],
	['the expression names both', '={{ $json.email || $json.Email }}', { Email: 'x' }, null],
	['it is a part of a text', '={{ $json.email }} {{ $json.Name }}', { email: 'x', name: 'x' }, 'name'],
	['it is in a collection', '', { Country: 'x' }, 'Country'],
])('columnProblem if %s', (_what, email, row, near) => {
	const parameters = email === '' ? { email: { country: '={{ $json.country }}' } } : { email };
	const remedy = columnProblem(parameters, itemsOf([row]), FIELDS)?.remedy ?? null;
	expect(remedy).toBe(near === null ? null : `The rows have "${near}": drag it into the field`);
});

it('a stranger who adds a field to one of many rows stops no run', () => {
	const rows = (count: number) => itemsOf([...Array<IDataObject>(count).fill({ id: 1 }), { Email: 'x' }]);
	const parameters = { email: '={{ $json.email }}' };
	expect([9, 10].map((count) => columnProblem(parameters, rows(count), FIELDS) === undefined)).toEqual([false, true]);
});

it.each([
	['{{ $json.email }}', true],
	['Name: {{ $json.name }}', true],
	['={{ $json.email }}', false],
	['ada@example.com', false],
	['{{ name }}', false],
])('fixedExpressionProblem of %s: %s', (email, isProblem) => {
	expect(fixedExpressionProblem({ email }, FIELDS) !== undefined).toBe(isProblem);
});
