import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { ALL_COLUMNS } from '../../nodes/IdentityResolution/actions/spec/columns';
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

it('docs/output.md lists every column that an operation can add', () => {
	const listed = tableOf(PAGE, 'columns').flatMap(([, columns]) => columns.match(/(?<=`)\w+(?=`)/g) ?? []);
	expect(listed.sort()).toEqual([...ALL_COLUMNS].sort());
});
