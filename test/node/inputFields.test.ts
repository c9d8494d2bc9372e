import type { IDataObject } from 'n8n-workflow';
import { findBest } from '../support/node/findBestRun';
import { hintsOf, rowsOf, runOperation } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

/** An export of a CRM: the key, the profile, and 44 columns of others. */
const WIDE: IDataObject = {
	id: 7,
	who: 'in/test-found',
	...Object.fromEntries(Array.from({ length: 44 }, (_, at) => [`Custom Field ${at + 1}`, `value ${at + 1}`])),
};
const BINARY = { file: { data: '', mimeType: 'text/plain' } };

const OURS = (
	'status personal_email personal_email_risk_score personal_email_validated_at ' +
	'reason retry_at answered_at person_key'
)
	.split(' ')
	.map((name) => `enriched_${name}`);

const namesAfter = async (parameters: object, row: IDataObject = WIDE) => {
	const sandbox = await start();
	const base = findBest([], { items: [{ json: row, binary: BINARY }] });
	const run = await runOperation(sandbox, { ...base, parameters: { ...base.parameters, ...parameters } });
	return { names: Object.keys(rowsOf(run)[0] ?? {}), run, requests: sandbox.ledger.summary().requests };
};

describe('Input Fields', () => {
	it.each([
		[{}, [...Object.keys(WIDE), ...OURS], true],
		[{ inputFields: 'all' }, [...Object.keys(WIDE), ...OURS], true],
		[{ inputFields: 'none' }, OURS, false],
		[
			{ inputFields: 'selected', selectedInputFields: ' id ,Custom Field 3, nowhere' },
			['id', 'Custom Field 3', ...OURS],
			false,
		],
		[
			{ inputFields: 'selected', selectedInputFields: '[\'Custom Field 3\'],id, ["Custom Field 5"]' },
			['id', 'Custom Field 3', 'Custom Field 5', ...OURS],
			false,
		],
		[{ inputFields: 'selected', selectedInputFields: '={{ ["id"] }}' }, ['id', ...OURS], false],
	])('%j keeps these fields, and our prefix', async (parameters, names, hasBinary) => {
		const { names: written, run } = await namesAfter(parameters);
		expect(written).toEqual(names);
		const isMissing = hintsOf(run).includes('No row has the field "nowhere", which Selected Input Fields names.');
		expect(isMissing).toBe(JSON.stringify(parameters).includes('nowhere'));
		expect(run.outputs[0][0].binary !== undefined).toBe(hasBinary);
	});

	it.each(['none', 'selected'])(
		'%s keeps our columns of earlier runs, so that skipped rows keep their answers',
		async (inputFields) => {
			const earlier = {
				enriched_status: 'found',
				enriched_personal_email: 'ada@home.test',
				enriched_title: 'CEO',
			};
			const parameters = { inputFields, selectedInputFields: 'id' };
			const { run, requests } = await namesAfter(parameters, { ...WIDE, ...earlier });
			expect(rowsOf(run)[0]).toMatchObject(earlier);
			expect(requests).toBe(0);
		},
	);

	it.each([
		['ID', WIDE, 'Selected Input Fields names "ID", which no row has. Use "id"'],
		[
			'custom_field-3',
			WIDE,
			'Selected Input Fields names "custom_field-3", which no row has. Use "Custom Field 3"',
		],
		['email', { ...WIDE, properties: { Email: 'x' } }, 'names "email", which no row has. Use "properties"'],
		['properties.email', { ...WIDE, properties: { email: 'x' } }, 'which no row has. Use "properties"'],
		["properties['E mail']", { ...WIDE, properties: { 'E mail': 'x' } }, 'which no row has. Use "properties"'],
		['', WIDE, 'Selected Input Fields is empty. Name at least one field, or set Input Fields to None'],
	])('Selected with "%s" is refused before anything is sent', async (selectedInputFields, row, message) => {
		const { run, requests } = await namesAfter({ inputFields: 'selected', selectedInputFields }, row);
		expect(`${run.error?.message}. ${run.error?.description}`).toContain(message);
		expect(requests).toBe(0);
	});
});
