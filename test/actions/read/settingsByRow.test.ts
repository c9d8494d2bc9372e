import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { SettingsByRow } from '../../../nodes/IdentityResolution/actions/read/inputChecks';
import { ParameterReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';

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
	const parameters = new ParameterReader(
		host,
		rows.map((json) => ({ json })),
	);
	const settings = new SettingsByRow(parameters);
	rows.forEach((json, index) => {
		if (isAdded(index)) settings.add(parameters.row(index), index, json);
	});
	return { problem: settings.problem, evaluations };
}

describe('a setting of the run', () => {
	it.each<[string, IDataObject[]]>([
		['one value', [{ max: 100 }, { max: 100 }]],
		['a number that a sheet writes as text', [{ max: 100 }, { max: '100 ' }]],
		['no value in a blank row', [{ max: 100 }, { max: '', who: null }]],
	])('may have %s', (_what, rows) => {
		expect(check(rows).problem).toBeUndefined();
	});

	it.each<[string, IDataObject[]]>([
		['two values', [{ max: 100 }, { max: 200 }]],
		['a value in the last of many rows alone', [...Array<IDataObject>(5_000).fill({ max: 1 }), { max: 2 }]],
		['no value in a row with other cells', [{ max: 100 }, { max: '', who: 'ada' }]],
		['no value in a blank first row', [{ max: '' }, { max: 100 }]],
	])('may not have %s', (_what, rows) => {
		expect(check(rows).problem).toEqual(OTHER);
	});

	it('is compared only for the rows that are added', () => {
		expect(check([{ max: 1 }, { max: 2 }, { max: 1 }], COLUMN, (index) => index !== 1).problem).toBeUndefined();
	});

	it('is not evaluated again once it has two values', () => {
		const rows = [{ max: 1 }, { max: 2 }, { max: 3 }, { max: 4 }];
		expect(check(rows, EXPRESSION)).toEqual({ problem: OTHER, evaluations: 2 });
	});

	it('is reported if its expression fails', () => {
		expect(check([{ max: 1 }, { who: 'ada' }], EXPRESSION).problem).toEqual({
			is: 'invalid',
			why: 'The expression in Max Tokens could not be evaluated: no column max',
		});
	});

	it('with the same value for all rows is not compared', () => {
		expect(check([{ max: 1 }, { max: 2 }], 100).problem).toBeUndefined();
	});
});
