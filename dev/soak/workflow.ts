import {
	type Connections,
	type CredentialRef,
	NODE_TYPE,
	withCredential,
	type WorkflowFile,
	workflowNode,
	type WorkflowNode,
} from '../n8n/instance/workflow';
import { drawsOf } from '../sandbox/random';
import { LINKED, OUTPUT } from './outputRows';
import { drawOptions } from './runOptions';
import { outputsOf, type Output, type Variant } from './variants';

const WEBHOOK = 'Webhook';
const ROWS = 'Rows';
const NODE = 'Node';
const MERGE = 'Merge';

/** An expression for a setting that the webhook's request contains. */
const fromRequest = (path: string) => `={{ $('${WEBHOOK}').first().json.body.options.${path} }}`;

/** The names of all settings that a run draws. */
const { limits: LIMITS, options: OPTIONS, ...PARAMETERS } = drawOptions(drawsOf(1, 'names'));

const expressions = (settings: object, path = '') =>
	Object.fromEntries(Object.keys(settings).map((name) => [name, fromRequest(`${path}${name}`)]));

const parametersOf = ({ operation, onNotFound, deferredRows }: Variant): Record<string, unknown> => ({
	resource: operation.resource,
	operation: operation.operation,
	...Object.fromEntries(Object.entries(operation.fields).map(([field, column]) => [field, `={{ $json.${column} }}`])),
	includeMobilePhone: '={{ $json.phone }}',
	...expressions(PARAMETERS),
	options: { ...expressions(OPTIONS, 'options.'), onNotFound, deferredRows },
	limits: expressions(LIMITS, 'limits.'),
});

/** A webhook that responds with all rows that leave the node, on any output. */
export function soakWorkflow(variant: Variant, credential: CredentialRef): WorkflowFile {
	const node: WorkflowNode = { ...workflowNode(NODE, NODE_TYPE, 1, parametersOf(variant)), onError: variant.onError };
	return withCredential(workflowAround(variant.path, node, outputsOf(variant)), credential);
}

/** Path of the workflow that passes rows through a no-op node instead of our node. */
export const CONTROL = 'soak-control';

export const controlWorkflow = (): WorkflowFile =>
	workflowAround(CONTROL, workflowNode(NODE, 'n8n-nodes-base.noOp', 1), ['results']);

/** Without saved executions, neither their pruning nor a growing database looks like a leak of the node. */
const SETTINGS = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
};

/** Responds with all items of the last node when the workflow is over. */
const RESPONSE = { httpMethod: 'POST', responseMode: 'lastNode', responseData: 'allEntries', options: {} };

function workflowAround(path: string, node: WorkflowNode, outputs: readonly Output[]): WorkflowFile {
	const marks = outputs.map((output) => ({ name: `From ${output}`, output }));
	const needsMerge = marks.length > 1;
	const nodes = [
		{ ...workflowNode(WEBHOOK, 'n8n-nodes-base.webhook', 2, { ...RESPONSE, path }), webhookId: path },
		workflowNode(ROWS, 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
		node,
		...marks.map(({ name, output }) => workflowNode(name, 'n8n-nodes-base.set', 3.4, markParameters(output))),
		...(needsMerge
			? [workflowNode(MERGE, 'n8n-nodes-base.merge', 3.2, { mode: 'append', numberInputs: marks.length })]
			: []),
	];
	const connections: Connections = {
		[WEBHOOK]: { main: [[to(ROWS)]] },
		[ROWS]: { main: [[to(NODE)]] },
		[NODE]: { main: marks.map(({ name }) => [to(name)]) },
	};
	if (needsMerge) marks.forEach(({ name }, place) => (connections[name] = { main: [[to(MERGE, place)]] }));
	return {
		name: path,
		nodes: nodes.map((one, column) => ({ ...one, position: [column * 220, 0] })),
		connections,
		settings: SETTINGS,
	};
}

/** Adds the input row that n8n links an item to, and the output that it left on. */
const markParameters = (output: Output) => ({
	assignments: {
		assignments: [
			{ id: LINKED, name: LINKED, value: `={{ $('${ROWS}').item.json.id }}`, type: 'number' },
			{ id: OUTPUT, name: OUTPUT, value: output, type: 'string' },
		],
	},
	includeOtherFields: true,
	options: {},
});

const to = (node: string, index = 0) => ({ node, type: 'main', index });
