import type { IDataObject } from 'n8n-workflow';
import { EMAILS, PROFILES, WORK_EMAILS } from '../../../dev/benchmark/job';
import { makeSheet } from '../../../dev/benchmark/sheet';
import { rowsOf, runOperation } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';

/** Of the bare node: status, found, reason, retry_at and the answer. */
const NAMED = 5;

const start = sandboxes();

it.each([EMAILS, WORK_EMAILS, PROFILES])(
	'$tool: the node fills as many columns as the bare node',
	async ({ column, columns, ours: { resource, operation, field } }) => {
		const sandbox = await start();
		const rows = makeSheet(1, 0).map((row) => ({ ...row }) as IDataObject);
		const parameters = { [field]: `={{ $json.${column} }}` };
		const [row] = rowsOf(await runOperation(sandbox, { resource, operation, parameters, rows }));
		expect(Object.keys(row).length - Object.keys(rows[0]).length).toBe(columns + NAMED);
	},
);
