import type { INode, INodeExecutionData } from 'n8n-workflow';
import { missingColumnHints } from '../../../nodes/IdentityResolution/actions/tell/inputHints';
import { markRemedy, skipWhenProblem } from '../../../nodes/IdentityResolution/actions/read/inputChecks';
import { BY_EMAIL, BY_LINKEDIN } from '../../../nodes/IdentityResolution/actions/spec/identifierFields';

const nodeWith = (parameters: object) => ({ parameters }) as INode;
const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }) as INodeExecutionData);

const MARK_REMEDY =
	'The first column starts with an invisible mark. In Extract from File, switch on Exclude Byte Order Mark (BOM).';

describe('missingColumnHints', () => {
	const hintsOf = (linkedinUrl: string, ...rows: object[]) =>
		missingColumnHints(nodeWith({ linkedinUrl, email: '' }), itemsOf(...rows), [BY_LINKEDIN, BY_EMAIL]).map(
			({ message }) => message,
		);

	it('names a field whose column no row has', () => {
		expect(hintsOf('={{ $json.linkedIn }}', { linkedin: '' }, { id: 1 })).toEqual([
			'No row has the column "linkedIn", which LinkedIn URL names. Check its expression.',
		]);
	});

	it('explains the invisible mark before the first column of a file', () => {
		expect(hintsOf('={{ $json.linkedin }}', { '\uFEFFlinkedin': 'in/ada-example', id: 1 })).toEqual([
			`No row has the column "linkedin", which LinkedIn URL names. ${MARK_REMEDY}`,
		]);
	});

	it.each([
		['a column that one row has, even without a value', '={{ $json.linkedin }}', [{ id: 1 }, { linkedin: null }]],
		['an expression that names no plain column', '={{ $json.a || $json.b }}', [{ id: 1 }]],
		['a fixed value', 'in/ada-example', [{ id: 1 }]],
	])('accepts %s', (_what, linkedinUrl, rows) => {
		expect(hintsOf(linkedinUrl, ...rows)).toEqual([]);
	});
});

describe('skipWhenProblem', () => {
	const problemOf = (skipWhen: unknown, ...rows: object[]) =>
		skipWhenProblem(nodeWith({ options: { skipWhen } }), itemsOf(...rows), 'enriched_');
	const FOUND = { enriched_status: 'found', enriched_found: true };

	it('refuses a column with the prefix that does not exist, if rows were found before', () => {
		expect(problemOf('={{ $json.enriched_foundd }}', { id: 1 }, FOUND)).toBe(
			'Skip When names the column "enriched_foundd", which no row has, although rows were found before. Correct it',
		);
	});

	it.each([
		['the first run of a sheet', '={{ $json.enriched_foundd }}', { linkedin: 'in/ada-example' }],
		['rows without a hit', '={{ $json.enriched_foundd }}', { enriched_status: 'deferred' }],
		['a column of the user, which a table may omit if it is empty', '={{ $json.done }}', FOUND],
		['a column of another operation, which a table may omit', '={{ $json.enriched_resume }}', FOUND],
		['a status column, which a table may omit', '={{ $json.enriched_retry_at }}', FOUND],
		['any other expression', '={{ $json.enriched_foundd === "b" }}', FOUND],
		['no expression', undefined, FOUND],
	])('accepts %s', (_what, skipWhen, row) => {
		expect(problemOf(skipWhen, row)).toBeUndefined();
	});

	it('accepts any column without a prefix', () => {
		const node = nodeWith({ options: { skipWhen: '={{ $json.foundd }}' } });
		expect(skipWhenProblem(node, itemsOf({ status: 'found' }), '')).toBeUndefined();
	});
});

it('markRemedy is only for rows whose first column starts with the mark', () => {
	expect(markRemedy(itemsOf({ id: 1 }, { '\uFEFFid': 1 }))).toBe(MARK_REMEDY);
	expect(markRemedy(itemsOf({ id: 1, '\uFEFFid': 1 }, {}))).toBeNull();
});
