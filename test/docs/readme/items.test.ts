import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { runOperation } from '../../support/nodeRun';
import { sandboxes } from '../../support/sandboxes';

const README = readFileSync(join(__dirname, '..', '..', '..', 'README.md'), 'utf8');
const start = sandboxes();

/** An item that the README shows: made by an operation of a row, with settings. */
interface Shown {
	operation: string;
	row: IDataObject;
	settings: INodeParameters & { onError?: OnError; options?: INodeParameters; limits?: INodeParameters };
	item: IDataObject;
}

const MARKED = /<!-- item: (\S+) (\{.*?\})(?: (\{.*\}))? -->\n```json\n([\s\S]*?)\n```/g;

const shown = [...README.matchAll(MARKED)].map(([, operation, row, settings = '{}', item]): Shown => ({
	operation,
	row: JSON.parse(row) as IDataObject,
	settings: JSON.parse(settings) as Shown['settings'],
	item: JSON.parse(item) as IDataObject,
}));

/** The sandbox counts its dates from today. */
const timeless = (item: IDataObject): unknown =>
	JSON.parse(JSON.stringify(item).replace(/"\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?"/g, '"some day"'));

it('shows items, and no JSON that is not one of them', () => {
	expect(shown.length).toBeGreaterThan(0);
	expect(shown).toHaveLength(README.split('```json').length - 1);
});

it.each(shown)(
	'$operation of $row with $settings',
	async ({ operation: path, row, settings: { onError, options, limits, ...parameters }, item }) => {
		const [resource, operation] = path.split('/');
		const run = await runOperation(await start(), {
			resource,
			operation,
			parameters: { linkedinUrl: '={{ $json.linkedin }}', ...parameters },
			options,
			limits,
			rows: [row],
			node: { onError },
			outputs: 2,
		});
		expect(run.outputs.flatMap((one) => one ?? []).map(({ json }) => timeless(json))).toEqual([timeless(item)]);
	},
);
