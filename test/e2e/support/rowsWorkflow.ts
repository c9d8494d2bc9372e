import {
	type Connections,
	type CredentialRef,
	NODE_TYPE,
	withCredential,
	type WorkflowFile,
	workflowNode,
	type WorkflowNode,
} from '../../../dev/n8n/instance/workflow';

export const START = 'Start';
export const KNOWN = 'Known People';
const SUPPRESSED = 'Suppressed People';
export const NODE = 'Find Best Email';

export interface RowsWorkflow {
	rows: ReadonlyArray<Record<string, unknown>>;
	/** Rows of nodes at the inputs Suppressed and Known; absent if there are none. */
	suppressed?: ReadonlyArray<Record<string, unknown>>;
	known?: ReadonlyArray<Record<string, unknown>>;
	parameters: Record<string, unknown>;
	/** Settings of our node on the canvas, such as onError. */
	settings?: Record<string, unknown>;
	behind: readonly string[];
}

/** A manual trigger, a Code node that makes the rows, our node, and one node behind each output. */
export function rowsWorkflow(
	{ rows, suppressed, known, parameters, settings = {}, behind }: RowsWorkflow,
	credential: CredentialRef,
): WorkflowFile {
	const later = [
		{ name: SUPPRESSED, index: 1, list: suppressed },
		{ name: KNOWN, index: 2, list: known },
	].flatMap(({ list, ...one }) => (list === undefined ? [] : [{ ...one, list }]));
	const nodes = [
		workflowNode(START, 'n8n-nodes-base.manualTrigger', 1),
		workflowNode('Rows', 'n8n-nodes-base.code', 2, returning(rows)),
		...later.map(({ name, list }) => workflowNode(name, 'n8n-nodes-base.code', 2, returning(list))),
		{
			...workflowNode(NODE, NODE_TYPE, 1, { resource: 'personalEmail', operation: 'findBest', ...parameters }),
			...settings,
		},
		...behind.map((name) => workflowNode(name, 'n8n-nodes-base.noOp', 1)),
	];
	const connections: Connections = {
		[START]: { main: [[...to('Rows'), ...later.flatMap(({ name }) => to(name))]] },
		...Object.fromEntries(
			later.map(({ name, index }) => [name, { main: [[{ node: NODE, type: 'main', index }]] }]),
		),
		Rows: { main: [to(NODE)] },
		[NODE]: { main: behind.map(to) },
	};
	return withCredential({ name: 'Rows', nodes: nodes.map(placed), connections }, credential);
}

const returning = (rows: ReadonlyArray<Record<string, unknown>>) => ({
	jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }));`,
});

const placed = (one: WorkflowNode, column: number): WorkflowNode => ({ ...one, position: [column * 220, 0] });

const to = (name: string) => [{ node: name, type: 'main', index: 0 }];

/** The same with two wires from the rows to our node, one of them through another node. */
export function twoWires(given: Omit<RowsWorkflow, 'behind'>, credential: CredentialRef): WorkflowFile {
	const workflow = rowsWorkflow({ ...given, behind: ['Copy'] }, credential);
	const wires = { Rows: { main: [[...to(NODE), ...to('Copy')]] }, Copy: { main: [to(NODE)] }, [NODE]: { main: [] } };
	return { ...workflow, connections: { ...workflow.connections, ...wires } };
}
