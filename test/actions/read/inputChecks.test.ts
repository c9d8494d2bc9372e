import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { markRemedy, SettingsByRow, skipWhenProblem } from '../../../nodes/IdentityResolution/actions/read/inputChecks';
import { ParameterReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';

const itemsOf = (rows: IDataObject[]) => rows.map((json) => ({ json }));

it('markRemedy is only for rows whose first column starts with the mark', () => {
	expect(markRemedy(itemsOf([{ id: 1 }, { '\uFEFFid': 1 }]))).toBe(
		'The first column starts with an invisible mark. In Extract from File, switch on Exclude Byte Order Mark (BOM).',
	);
	expect(markRemedy(itemsOf([{ id: 1, '\uFEFFid': 1 }, {}]))).toBeNull();
});

describe('skipWhenProblem', () => {
	const problemOf = (skipWhen: unknown, rows: IDataObject[], prefix = 'enriched_') =>
		skipWhenProblem({ parameters: { options: { skipWhen } } } as unknown as INode, itemsOf(rows), prefix);
	const FOUND = { enriched_status: 'found', enriched_found: true };

	it('refuses a column with the prefix that does not exist, if rows were found before', () => {
		expect(problemOf('={{ $json.enriched_foundd }}', [{ id: 1 }, FOUND])).toBe(
			'Skip When names the column "enriched_foundd", which no row has, although rows were found before. Correct it',
		);
	});

	it.each<[string, unknown, IDataObject, string?]>([
		['rows without a hit', '={{ $json.enriched_foundd }}', { enriched_status: 'deferred' }],
		['a column of the user, which a table may omit', '={{ $json.done }}', FOUND],
		['a column of another operation, which a table may omit', '={{ $json.enriched_resume }}', FOUND],
		['a status column, which a table may omit', '={{ $json.enriched_retry_at }}', FOUND],
		['any other expression', '={{ $json.enriched_foundd === "b" }}', FOUND],
		['no expression', undefined, FOUND],
		['any column without a prefix', '={{ $json.foundd }}', { status: 'found' }, ''],
	])('accepts %s', (_what, skipWhen, row, prefix = 'enriched_') => {
		expect(problemOf(skipWhen, [row], prefix)).toBeUndefined();
	});
});

describe('SettingsByRow', () => {
	const OTHER = {
		is: 'invalid',
		why: 'Max Tokens differs between rows. Choose it once, or split the rows with an If node first',
	};
	const COLUMN = '={{ $json.max }}';
	const EXPRESSION = '={{ $json.max + 0 }}';

	/** The problem with Max Tokens of these rows, and the number of rows that n8n's engine evaluated. */
	function check(rows: IDataObject[], maxTokens: unknown = COLUMN, isAdded = (_index: number) => true) {
		let evaluations = 0;
		const host = {
			getNode: () => ({ parameters: { options: { maxTokens } } }),
			getNodeParameter: (_name: string, row: number) => {
				evaluations += 1;
				if (rows[row].max === undefined) throw new Error('no column max');
				return rows[row].max;
			},
		} as unknown as IExecuteFunctions;
		const parameters = new ParameterReader(host, itemsOf(rows));
		const settings = new SettingsByRow(parameters);
		rows.forEach((json, index) => {
			if (isAdded(index)) settings.add(parameters.row(index), index, json);
		});
		return { problem: settings.problem, evaluations };
	}

	it.each<[string, IDataObject[], unknown?]>([
		['one value', [{ max: 100 }, { max: 100 }]],
		['a number that a sheet writes as text', [{ max: 100 }, { max: '100 ' }]],
		['no value in a blank row', [{ max: 100 }, { max: '', who: null }]],
		['a fixed value', [{ max: 1 }, { max: 2 }], 100],
	])('accepts %s', (_what, rows, maxTokens = COLUMN) => {
		expect(check(rows, maxTokens).problem).toBeUndefined();
	});

	it.each<[string, IDataObject[]]>([
		['a value in the last of many rows alone', [...Array<IDataObject>(5_000).fill({ max: 1 }), { max: 2 }]],
		['no value in a row with other cells', [{ max: 100 }, { max: '', who: 'ada' }]],
		['no value in a blank first row', [{ max: '' }, { max: 100 }]],
	])('rejects %s', (_what, rows) => {
		expect(check(rows).problem).toEqual(OTHER);
	});

	it('compares only the rows that are added, and evaluates none after two values', () => {
		const rows = [1, 2, 1, 3].map((max) => ({ max }));
		expect(check(rows, COLUMN, (index) => index % 2 === 0).problem).toBeUndefined();
		expect(check(rows, EXPRESSION)).toEqual({ problem: OTHER, evaluations: 2 });
	});

	it('reports an expression that fails', () => {
		expect(check([{ max: 1 }, { who: 'ada' }], EXPRESSION).problem).toEqual({
			is: 'invalid',
			why: 'The expression in Max Tokens could not be evaluated: no column max',
		});
	});
});
