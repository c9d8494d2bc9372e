import { NODE_TYPE, withCredential } from '../n8n/instance/fill';
import type { Connections, CredentialRef, WorkflowFile, WorkflowNode } from '../n8n/instance/rest';
import { workflowNode } from '../n8n/instance/workflowNode';
import { LEFT_ON, LINKED } from './cameOut';
import type { RunOptions } from './runOptions';
import { outputsOf, type Output, type Variant } from './variants';

const BEGIN = 'Begin';
const ROWS = 'Rows';
const NODE = 'Node';
const TOGETHER = 'Together';

/** Whatever a run decides anew comes with its webhook. */
const told = (path: string) => `={{ $('${BEGIN}').first().json.body.options.${path} }}`;

const LIMITS: ReadonlyArray<keyof RunOptions['limits']> = [
	'batchSize',
	'concurrency',
	'maxRunTime',
	'maxTokens',
	'maxWait',
	'onLimit',
	'onLostAnswer',
	'onPhoneTokens',
	'reserve',
	'retries',
	'timeout',
];

const parametersOf = ({
	operation: { resource, operation, fields },
	onNotFound,
	deferredRows,
}: Variant): Record<string, unknown> => ({
	resource,
	operation,
	...Object.fromEntries(Object.entries(fields).map(([field, column]) => [field, `={{ $json.${column} }}`])),
	includeMobilePhone: '={{ $json.phone }}',
	want: told('want'),
	output: told('output'),
	fields: told('fields'),
	includeInputFields: told('includeInputFields'),
	options: {
		columnPrefix: told('options.columnPrefix'),
		hashEmail: told('options.hashEmail'),
		includeLookupDetails: told('options.includeLookupDetails'),
		onNotFound,
		deferredRows,
	},
	limits: Object.fromEntries(LIMITS.map((name) => [name, told(`limits.${name}`)])),
});

/** A webhook that answers with every row that comes out of the node, whichever output it leaves on. */
export function soakWorkflow(variant: Variant, credential: CredentialRef): WorkflowFile {
	const node: WorkflowNode = { ...workflowNode(NODE, NODE_TYPE, 1, parametersOf(variant)), onError: variant.onError };
	return withCredential(around(variant.path, node, outputsOf(variant)), credential);
}

/** The path of the workflow in whose place of our node a node stands that hands its rows on. */
export const CONTROL = 'soak-control';

export const controlWorkflow = (): WorkflowFile =>
	around(CONTROL, workflowNode(NODE, 'n8n-nodes-base.noOp', 1), ['results']);

/**
 * Executions are not saved, as in an instance that runs a workflow every second: neither their pruning nor a database that grows is to be
 * taken for the node's.
 */
const SETTINGS = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
};

/** All items of the last node come back, once the workflow is over. */
const ANSWERING = { httpMethod: 'POST', responseMode: 'lastNode', responseData: 'allEntries', options: {} };

function around(path: string, node: WorkflowNode, outputs: readonly Output[]): WorkflowFile {
	const marks = outputs.map((output) => ({ name: `From ${output}`, output }));
	const nodes = [
		{ ...workflowNode(BEGIN, 'n8n-nodes-base.webhook', 2, { ...ANSWERING, path }), webhookId: path },
		workflowNode(ROWS, 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
		node,
		...marks.map(({ name, output }) => workflowNode(name, 'n8n-nodes-base.set', 3.4, marking(output))),
		...(marks.length > 1
			? [workflowNode(TOGETHER, 'n8n-nodes-base.merge', 3.2, { mode: 'append', numberInputs: marks.length })]
			: []),
	];
	const connections: Connections = {
		[BEGIN]: { main: [[to(ROWS)]] },
		[ROWS]: { main: [[to(NODE)]] },
		[NODE]: { main: marks.map(({ name }) => [to(name)]) },
		...(marks.length > 1
			? Object.fromEntries(marks.map(({ name }, place) => [name, { main: [[to(TOGETHER, place)]] }]))
			: {}),
	};
	return {
		name: path,
		nodes: nodes.map((one, column) => ({ ...one, position: [column * 220, 0] })),
		connections,
		settings: SETTINGS,
	};
}

/** Adds which row n8n links an item to, by the item's own way through the workflow, and the output that it left on. */
const marking = (output: Output) => ({
	assignments: {
		assignments: [
			{ id: LINKED, name: LINKED, value: `={{ $('${ROWS}').item.json.id }}`, type: 'number' },
			{ id: LEFT_ON, name: LEFT_ON, value: output, type: 'string' },
		],
	},
	includeOtherFields: true,
	options: {},
});

const to = (node: string, index = 0) => ({ node, type: 'main', index });
