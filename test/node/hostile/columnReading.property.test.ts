import fc from 'fast-check';
import { NodeConnectionTypes, type IDataObject, type IExecuteFunctions, type INodeType } from 'n8n-workflow';
import { runNode } from '../../../dev/n8n/engine/runNode';
import { ParameterReader, plainColumn } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { packedTypes } from '../../support/node/nodeRun';

/** Reads its parameter directly and with the expression engine, for every row. */
const reader: INodeType = {
	description: {
		displayName: 'Reader',
		name: 'reader',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Reader' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	},
	async execute(this: IExecuteFunctions) {
		const items = this.getInputData();
		const parameters = new ParameterReader(this, items);
		const engine = (row: number) => {
			try {
				return { is: 'value', value: this.getNodeParameter('value', row, null) };
			} catch (error) {
				return { is: 'thrown', why: (error as Error).message };
			}
		};
		const rows = items.map((_, row) => ({ json: { direct: parameters.row(row)('value'), engine: engine(row) } }));
		return await Promise.resolve([rows]);
	},
};

async function read(expression: string, rows: IDataObject[]) {
	const run = await runNode({
		types: (await packedTypes()).with({ 'test.reader': reader }),
		node: { type: 'test.reader', parameters: { value: expression } },
		items: rows.map((json) => ({ json })),
		credentials: {},
		outputs: 1,
	});
	return run.outputs[0].map(({ json }) => json);
}

const name = fc.oneof(
	fc.constantFrom(
		...['email', 'E-mail', 'a b', 'größe', 'x.y', '$x', '_', '0', "Ada's", 'length', 'name', '日本', ' '],
		...['caller', 'arguments'],
	),
	fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
);
const cell = fc.oneof(
	fc.string(),
	fc.constantFrom('={{ 1 + 1 }}', '', ' x ', '2026-01-02', '<b>', 'null'),
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
	fc.array(fc.integer(), { maxLength: 2 }),
	fc.record({ a: fc.string() }),
);

const spellingsOf = (column: string): string[] => [
	`={{ $json[${JSON.stringify(column)}] }}`,
	`={{$json['${column}']}}`,
	`={{ $json.${column} }}`,
];

it('a plain column reference gives the same value as the expression engine of n8n', async () => {
	await fc.assert(
		fc.asyncProperty(
			name,
			fc.array(fc.option(cell, { nil: undefined }), { minLength: 1, maxLength: 6 }),
			async (column, values) => {
				const rows = values.map((value) => (value === undefined ? {} : { [column]: value }) as IDataObject);
				for (const expression of spellingsOf(column).filter((expression) => plainColumn(expression) !== null)) {
					for (const { direct, engine } of await read(expression, rows)) expect(direct).toEqual(engine);
				}
			},
		),
		{ numRuns: 300 },
	);
});
