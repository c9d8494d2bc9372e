import { contentFor } from '../../nodes/IdentityResolution/actions/write/rowShape';
import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { ALL_CONTENT } from '../../nodes/IdentityResolution/actions/write/content';
import { OPERATIONS, RESOURCES } from '../../nodes/IdentityResolution/actions/panel/operations';
import { runOperation } from '../support/node/nodeRun';
import { readPage, tableOf } from '../support/pageTable';
import { sandboxes } from '../support/node/sandboxes';

const PAGE = readPage('docs/output.md');
const ITEM = /<!-- item: (\S+) (\{.*?\})(?: (\{.*\}))? -->\n```json\n([\s\S]*?)\n```/g;
const start = sandboxes();

type Settings = INodeParameters & { onError?: OnError; options?: INodeParameters };

/** The items that the page shows: each is the result of an operation on one row. */
const examples = [...PAGE.matchAll(ITEM)].map(([, operation, row, settings = '{}', item]) => ({
	operation,
	row: JSON.parse(row) as IDataObject,
	settings: JSON.parse(settings) as Settings,
	item: JSON.parse(item) as IDataObject,
}));

/** The sandbox counts its dates from today. */
const withoutDates = (item: IDataObject): string =>
	JSON.stringify(item, null, 1).replace(/"\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?"/g, '"some day"');

it('docs/output.md shows no JSON without a run that it can be compared with', () => {
	expect(examples.length).toBeGreaterThan(0);
	expect(examples).toHaveLength(PAGE.split('```json').length - 1);
});

it.each(examples)(
	'docs/output.md shows the item that $operation returns for $row with $settings',
	async ({ operation: path, row, settings: { onError, options, ...parameters }, item }) => {
		const [resource, operation] = path.split('/');
		const run = await runOperation(await start(), {
			resource,
			operation,
			parameters: { linkedinUrl: '={{ $json.linkedin }}', ...parameters },
			options,
			rows: [row],
			node: { onError },
			outputs: 2,
		});
		const shown = run.outputs.flatMap((items) => items ?? []).map(({ json }) => withoutDates(json));
		expect(shown).toEqual([withoutDates(item)]);
	},
);

it('docs/output.md lists the columns that each operation adds', () => {
	const names = new Map<string, string>(RESOURCES.map(({ name, value }) => [value, name]));
	const rows = OPERATIONS.flatMap((operation) => {
		if (operation.kind !== 'lookup') return [];
		const { columns, own } = contentFor(operation, ALL_CONTENT);
		const added = columns.length === 0 ? ['results', 'metadata', ...own] : [...columns, ...own];
		const listed = added.map((column) => `\`${column}\``).join(', ');
		return [[`${names.get(operation.resource)}: ${operation.name}`, listed]];
	});
	expect(tableOf(PAGE, 'columns')).toEqual(rows.sort(([a], [b]) => a.localeCompare(b)));
});
