import { effortOf } from '../../../../dev/benchmark/contenders/effort';
import { inARow, type Step } from '../../../../dev/benchmark/contenders/contender';
import { CONTENDERS } from '../../../../dev/benchmark/contenders/contenders';
import { effortTable } from '../../../../dev/benchmark/tables/effort';

const step = (parameters: Record<string, unknown>, settings: Partial<Step> = {}): Step => ({
	name: 'Step',
	type: 'example.step',
	typeVersion: 1,
	parameters,
	...settings,
});
const effort = (...steps: Step[]) => effortOf(inARow(steps, { status: 'status', answer: 'answer' }));
const parameters = (of: Record<string, unknown>) => effort(step(of)).parameters;

describe('nodes', () => {
	it('are those between the rows and the receipt', () => {
		expect(effort(step({})).nodes).toBe(1);
		expect(effort(step({}), step({}), step({})).nodes).toBe(3);
	});
});

describe('parameters', () => {
	it('count one by one, wherever they stand', () => {
		expect(
			parameters({
				method: 'POST',
				batching: { batch: { batchSize: 10, batchInterval: 300 } },
				wanted: ['a', 'b'],
			}),
		).toBe(5);
	});

	it('do not count where they are empty', () => {
		expect(parameters({ options: {}, list: [], text: '' })).toBe(0);
	});

	it('count where they are switched off or zero, as neither is left out by itself', () => {
		expect(parameters({ keep: false, wait: 0 })).toBe(2);
	});

	it('of a field to set are its name and its value: the editor writes its id and its type', () => {
		expect(
			parameters({
				assignments: {
					assignments: [{ id: 'x', name: 'status', type: 'string', value: '={{ $json.status }}' }],
				},
				options: {},
			}),
		).toBe(2);
	});

	it('of a condition are what is compared, how, and with what', () => {
		const condition = {
			id: 'x',
			leftValue: '={{ $json.a }}',
			rightValue: 'b',
			operator: { type: 'string', operation: 'equals' },
		};
		const conditions = { options: { caseSensitive: true, version: 3 }, combinator: 'and', conditions: [condition] };
		expect(parameters({ conditions })).toBe(3);
		expect(parameters({ conditions: { ...conditions, conditions: [{ ...condition, rightValue: '' }] } })).toBe(2);
	});

	it('include the settings of a node, and not its credential', () => {
		expect(
			effort(
				step(
					{},
					{ onError: 'continueRegularOutput', credentials: { exampleApi: { id: '1', name: 'Example' } } },
				),
			).parameters,
		).toBe(1);
	});
});

describe('code', () => {
	it('counts its lines that are not blank, and as one parameter', () => {
		expect(effort(step({ jsCode: 'const a = 1;\n\n\t\nreturn [];' }))).toEqual({
			nodes: 1,
			parameters: 1,
			code: 2,
		});
	});

	it('adds up over the nodes', () => {
		expect(effort(step({ jsCode: 'return [];' }), step({ jsCode: 'a();\nb();' })).code).toBe(3);
	});
});

describe('the table', () => {
	const table = effortTable();

	it('has a row for each contender, in order', () => {
		expect(table.rows.map(([name]) => name.split(',')[0])).toEqual(CONTENDERS.map(({ letter }) => letter));
	});

	it('shows that this node does the job alone, with its resource, its operation and the column', () => {
		expect(table.rows[0].slice(1)).toEqual(['1', '3', '0']);
		expect(table.targets).toEqual([expect.objectContaining({ measured: '1', held: true })]);
	});

	it('shows that only Code nodes need code', () => {
		const withCode = table.rows.filter(([, , , code]) => code !== '0').map(([name]) => name.split(',')[0]);
		expect(withCode).toEqual(['e', 'e2']);
	});
});
