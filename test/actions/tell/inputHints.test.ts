import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { knownHints, suppressionHints } from '../../../nodes/IdentityResolution/actions/tell/hintTexts';
import {
	hiddenColumnsHint,
	missingColumnHints,
	nothingSentHint,
	runAgainHints,
	sameValuesHint,
} from '../../../nodes/IdentityResolution/actions/tell/inputHints';
import { BY_EMAIL, BY_LINKEDIN } from '../../../nodes/IdentityResolution/actions/spec/identifierFields';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { searchForPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { markRemedy } from '../../../nodes/IdentityResolution/actions/read/columns';
import { ParameterReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { findWorkEmailByName } from '../../../nodes/IdentityResolution/actions/workEmail/findByName.operation';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { contentFor, RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import { SUPPRESSED } from '../../../nodes/IdentityResolution/run/suppression';
import { runOf, SETTINGS, tallyOf } from '../../support/run/settledRows';

const itemsOf = (rows: IDataObject[]) => rows.map((json) => ({ json }));

it('markRemedy is only for rows whose first column starts with the mark', () => {
	expect(markRemedy(itemsOf([{ id: 1 }, { '\uFEFFid': 1 }]))).toBe(
		'The first column starts with an invisible mark. In Extract from File, switch on Exclude Byte Order Mark (BOM)',
	);
	expect(markRemedy(itemsOf([{ id: 1, '\uFEFFid': 1 }, {}]))).toBeNull();
});

describe('runAgainHints', () => {
	interface Case {
		rows?: IDataObject[];
		runIndex?: unknown;
		parents?: string[];
		children?: string[];
		forgets?: boolean;
		mostRows?: number;
	}
	const hintsOf = ({ rows = [{ id: 1 }], runIndex = 1, parents = [], children = [], ...execution }: Case) => {
		const host = {
			evaluateExpression: () => runIndex,
			getParentNodes: () => parents.map((name) => ({ name })),
			getChildNodes: () => children.map((name) => ({ name })),
		} as unknown as IExecuteFunctions;
		const node = { name: 'Node' } as INode;
		const context = { host, node, items: itemsOf(rows), columnPrefix: 'enriched_', execution };
		return runAgainHints(context).map(({ message }) => message);
	};

	it.each<[string, Case, string]>([
		['a loop', { parents: ['Start', 'Loop'], children: ['Loop'] }, 'stands in a loop of few rows. Remove the loop'],
		[
			'other connections',
			{ parents: ['Start', 'If'], children: ['End'] },
			'several connections lead to it. Put a Merge node before it',
		],
		[
			'rows that an earlier day has answered',
			{ rows: [{ enriched_status: 'found' }] },
			'several connections lead to it. Put a Merge node before it',
		],
		['answers beyond the bound', { forgets: true }, 'The node no longer remembers all answers of the execution'],
	])('names %s', (_what, run, why) => {
		expect(hintsOf(run)).toContainEqual(expect.stringContaining(why));
	});

	it.each<[string, Case]>([
		['the first run', { runIndex: 0 }],
		['a loop over parts', { parents: ['Loop'], children: ['Loop'], mostRows: 100 }],
		['a loop over deferred rows', { rows: [{ enriched_status: 'deferred' }] }],
		['a host that does not count runs', { runIndex: null }],
	])('is none in %s', (_what, run) => {
		expect(hintsOf(run)).toEqual([]);
	});
});

const MISSING = 'No row has the column "linkedin", which LinkedIn URL names.';
it.each<[string, string, IDataObject[], unknown]>([
	['name the field', '={{ $json.linkedin }}', [{ linkedIn: '' }], `${MISSING} Check its expression.`],
	['accept a column that one row has', '={{ $json.linkedin }}', [{ id: 1 }, { linkedin: null }], undefined],
	['accept an expression with a column that a row has', '={{ $json.id.trim() }}', [{ id: 1 }], undefined],
	['accept a fixed value', 'in/ada-example', [{ id: 1 }], undefined],
])('missingColumnHints %s', (_what, linkedinUrl, rows, message) => {
	const node = { parameters: { linkedinUrl, email: '' } } as unknown as INode;
	const hints = missingColumnHints(node, itemsOf(rows), [BY_LINKEDIN, BY_EMAIL]);
	expect(hints.map((hint) => hint.message)).toEqual(message === undefined ? [] : [message]);
});

describe('sameValuesHint', () => {
	const hintFor = (operation: LookupOperation, values: object, rows = 1_200) => {
		const host = { getNode: () => ({ parameters: values }) } as unknown as IExecuteFunctions;
		return sameValuesHint({ operation, parameters: new ParameterReader(host, []) }, rows)?.message;
	};
	const FIXED = { query: 'heads of sales', returnAll: false, limit: 50, filters: { country: 'Canada' } };
	const READS = '={{ $json.country }}';

	it.each<[string, LookupOperation, object]>([
		['the filters of a search', searchForPeople, FIXED],
		[
			'an expression that reads no row',
			searchForPeople,
			{ ...FIXED, query: "={{ $('Settings').first().json.q }}" },
		],
		['a name', findWorkEmailByName, { fullName: 'Ada Example', company: 'Example Org' }],
	])('warns if rows share %s', (_what, operation, values) => {
		expect(hintFor(operation, values)).toBe(
			'All 1,200 rows use the same values, so that each has the same results. Drag a column into a field, or ' +
				'switch on Execute Once under Settings.',
		);
	});

	it.each<[string, LookupOperation, object, number]>([
		['only one row was looked up', searchForPeople, FIXED, 1],
		['the query reads the row', searchForPeople, { ...FIXED, query: READS }, 2],
		['a filter reads the row', searchForPeople, { ...FIXED, filters: { country: READS } }, 2],
		['identifiers have a warning of their own', findBest, { linkedinUrl: 'in/ada-example' }, 2],
	])('is none if %s', (_when, operation, values, rows) => {
		expect(hintFor(operation, values, rows)).toBeUndefined();
	});
});

describe('hiddenColumnsHint', () => {
	/** Find Best adds 8 columns. */
	const ADDED = 8;
	const wide = (columns: number) =>
		Object.fromEntries(Array.from({ length: columns }, (_, column) => [`column ${column}`, column]));
	const hintFor = (rows: IDataObject[], settings: Partial<Settings> = {}) => {
		const shape = new RowShape(contentFor(findBest, ALL_CONTENT), { ...SETTINGS, ...settings }, 'workflow');
		return hiddenColumnsHint(itemsOf(rows), shape)?.message;
	};

	it("says how many columns n8n's table shows, and how to see all", () => {
		expect(hintFor([wide(1), wide(41 - ADDED)])).toBe(
			"The rows have 41 columns, of which n8n's table shows the first 40. To see the results, set Input Fields to " +
				'Selected or None, or choose Schema or JSON above.',
		);
	});

	it.each<[string, IDataObject[], Partial<Settings>]>([
		['there are 40 columns', [wide(40 - ADDED)], {}],
		[
			'the rows have our columns already',
			[{ ...wide(40 - ADDED), enriched_status: 'found', enriched_reason: null }],
			{},
		],
		['input fields are omitted', [wide(60)], { inputFields: 'none' }],
		['only rows after the first 100 have more', [...Array<IDataObject>(100).fill({}), wide(60)], {}],
	])('is none if %s', (_when, rows, settings) => {
		expect(hintFor(rows, settings)).toBeUndefined();
	});

	it('counts the column of lookup details', () => {
		expect(hintFor([wide(40 - ADDED)], { includeLookupDetails: true })).toContain('have 41 columns');
	});
});

describe('nothingSentHint', () => {
	const BLANK: Outcome = { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' };
	const SKIPPED: Outcome = { is: 'skipped', why: 'The row was answered before', by: 'answered_before' };
	const INVALID: Outcome = { is: 'invalid', why: 'no profile' };
	const wide = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index + 1}`, '']));
	const hintFor = (outcomes: Outcome[], rows: IDataObject[], fitting: string | null = null) => {
		const run = runOf(outcomes);
		return nothingSentHint(run, itemsOf(rows), tallyOf(run), { fitting: () => fitting })?.message;
	};
	const EMPTY = 'LinkedIn URL is empty in every row.';
	const COLUMNS = `${EMPTY} Check its expression: the rows have the columns`;

	it.each<[string, IDataObject, string]>([
		['names the columns of the rows', { id: 1, profile: 'x' }, `${COLUMNS} id, profile.`],
		['names twelve columns at most', wide(13), `${COLUMNS} ${Object.keys(wide(12)).join(', ')}, ….`],
		['names twelve columns in full', wide(12), `${COLUMNS} ${Object.keys(wide(12)).join(', ')}.`],
		['says that there are no columns', {}, `${EMPTY} The rows have no columns.`],
		[
			'explains a wrong delimiter',
			{ 'name;linkedin': 'Ada;x' },
			`${EMPTY} The rows have one column, "name;linkedin". Set the Delimiter in the node that reads the file.`,
		],
		['does not take a cell for a delimiter', { name: 'Ada;x' }, `${COLUMNS} name.`],
	])('%s if the field is empty in every row', (_what, row, message) => {
		expect(hintFor([BLANK, BLANK], [row, row])).toBe(message);
	});

	it('names a column that fits', () => {
		expect(hintFor([BLANK], [{ id: 1 }], 'The column "Mail" fits.')).toBe(`${EMPTY} The column "Mail" fits.`);
	});

	it.each<[string, Outcome[]]>([
		['everybody is on the suppression list', [SUPPRESSED, SUPPRESSED]],
		['the first row is not skipped', [INVALID, BLANK]],
		['rows were skipped for different reasons', [BLANK, SKIPPED]],
		['different fields are empty', [BLANK, { ...BLANK, why: 'State is empty' }]],
		['a later row is not skipped', [SKIPPED, INVALID]],
	])('is null if %s', (_when, outcomes) => {
		expect(
			hintFor(
				outcomes,
				outcomes.map(() => ({ id: 1 })),
			),
		).toBeUndefined();
	});
});

const NO_ANSWERS = /^The rows at the input Known contain no answers of this node\. /;

it.each<[rows: number, texts: number, expired: number, hints: unknown[]]>([
	[5, 3, 0, []],
	[0, 0, 0, []],
	[5, 0, 0, [['warning', expect.stringMatching(NO_ANSWERS)]]],
	[5, 5, 1, [['info', '1 known answer expired, because of Max Age.']]],
	[9, 1, 1_200, [['info', '1,200 known answers expired, because of Max Age.']]],
])(
	'knownHints say what of the input Known was not used: %j rows, %j texts, %j expired',
	(rows, texts, expired, hints) => {
		expect(knownHints({ rows, texts }, { expired }).map(({ type, message }) => [type, message])).toEqual(hints);
	},
);

describe('suppressionHints', () => {
	const hintsFor = (list: { entries?: number; nameless?: number; columns?: Array<[string, number]> }, tally = {}) =>
		suppressionHints(
			{ entries: 10, nameless: 0, ...list, columns: new Map(list.columns) },
			{ rows: 10, suppressed: 0, leftOut: 0, ...tally },
		).map(({ type, message }) => `${type}: ${message}`);

	it.each<[Parameters<typeof hintsFor>, string[]]>([
		[[{}], []],
		[[{}, { suppressed: 2 }], []],
		[
			[{}, { suppressed: 3 }],
			[
				'warning: 3 of 10 rows are on the suppression list. Check that the right list is connected to Suppressed.',
			],
		],
		[
			[{}, { rows: 1, suppressed: 1 }],
			['warning: 1 of 1 row is on the suppression list. Check that the right list is connected to Suppressed.'],
		],
		[
			[{ nameless: 1 }],
			[
				'warning: 1 row at the input Suppressed names no person: without a LinkedIn address, an email or a hash of one. ' +
					'A name alone suppresses no one.',
			],
		],
		[[{}, { leftOut: 2 }], ['info: 2 results about people on the suppression list were left out.']],
		[
			[
				{
					entries: 1_200,
					columns: [
						['hash', 200],
						['email', 1_000],
					],
				},
			],
			['info: The suppression list has 1,200 rows: 1,000 by email, 200 by hash.'],
		],
	])('for %j: %j', (given, hints) => {
		expect(hintsFor(...given)).toEqual(hints);
	});
});
