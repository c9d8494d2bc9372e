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
export const NODE = 'Find Best Email';

export interface RowsWorkflow {
	rows: ReadonlyArray<Record<string, unknown>>;
	/** Rows of a node at the input Known; absent if there is none. */
	known?: ReadonlyArray<Record<string, unknown>>;
	parameters: Record<string, unknown>;
	/** Settings of our node on the canvas, such as onError. */
	settings?: Record<string, unknown>;
	behind: readonly string[];
}

/** A manual trigger, a Code node that makes the rows, our node, and one node behind each output. */
export function rowsWorkflow(
	{ rows, known, parameters, settings = {}, behind }: RowsWorkflow,
	credential: CredentialRef,
): WorkflowFile {
	const nodes = [
		workflowNode(START, 'n8n-nodes-base.manualTrigger', 1),
		workflowNode('Rows', 'n8n-nodes-base.code', 2, returning(rows)),
		...(known === undefined ? [] : [workflowNode(KNOWN, 'n8n-nodes-base.code', 2, returning(known))]),
		{
			...workflowNode(NODE, NODE_TYPE, 1, { resource: 'personalEmail', operation: 'findBest', ...parameters }),
			...settings,
		},
		...behind.map((name) => workflowNode(name, 'n8n-nodes-base.noOp', 1)),
	];
	const connections: Connections = {
		[START]: { main: [[...to('Rows'), ...(known === undefined ? [] : to(KNOWN))]] },
		...(known === undefined ? {} : { [KNOWN]: { main: [[{ node: NODE, type: 'main', index: 2 }]] } }),
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
export function twoWires(rows: RowsWorkflow['rows'], parameters: object, credential: CredentialRef): WorkflowFile {
	const workflow = rowsWorkflow({ rows, parameters: { ...parameters }, behind: ['Copy'] }, credential);
	const wires = { Rows: { main: [[...to(NODE), ...to('Copy')]] }, Copy: { main: [to(NODE)] }, [NODE]: { main: [] } };
	return { ...workflow, connections: { ...workflow.connections, ...wires } };
}
