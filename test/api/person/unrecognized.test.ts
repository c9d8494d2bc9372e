import { customTool } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { fieldsLike, unrecognizedFields } from '../../../nodes/IdentityResolution/api/person/unrecognized';
import { linkedinToBestPersonalEmailUsa } from '../../support/api/tools';

const ADA = 'ada@example.com';

const inLevels = (count: number): unknown => (count === 0 ? ADA : { a: inLevels(count - 1) });
const numbered = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index]));

it.each<[string, unknown, string[]]>([
	[
		'by their path, once for a list',
		{ contact: { mailbox: ADA, list: [{ a: ADA }, { a: ADA }] } },
		['contact.mailbox', 'contact.list.a'],
	],
	['as "results" if the results are a text', ADA, ['results']],
	['unless they describe others', { type: ADA, email_status: ADA, prototype: ADA }, ['prototype']],
	['and not beyond six levels, of which a list is one', [inLevels(6)], []],
	['in up to six levels', { b: inLevels(5), c: inLevels(6) }, ['b.a.a.a.a.a']],
	['among 500 fields', { ...numbered(499), email: ADA }, ['email']],
	['and not beyond 500 fields', { ...numbered(500), email: ADA }, []],
	['among 500 entries of a list', { list: [...Array<null>(499), ADA] }, ['list']],
	['and not beyond 500 entries of a list', { list: [...Array<null>(500), ADA] }, []],
])('fieldsLike names the fields with an email %s', (_how, results, fields) => {
	expect(fieldsLike('email', results, [])).toEqual(fields);
});

it('unrecognizedFields names data that fills none of the columns of a tool', () => {
	const answer = { found: true, results: { home: 'x', linkedin_url: 'y', none: 'n/a' }, metadata: null, at: 0 };
	expect(unrecognizedFields(linkedinToBestPersonalEmailUsa, answer, 'without')).toEqual(['home']);
	expect(unrecognizedFields(customTool('a_tool'), answer, 'without')).toEqual([]);
});
