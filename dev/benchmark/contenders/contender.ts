import { type WorkflowFile, type WorkflowNode, workflowNode } from '../../n8n/instance/workflow';
import type { Job } from '../job';
import type { Access } from '../testbed/session';

/** First and last node of every workflow: the rows of the sheet, and the receipt of the results. */
export const ROWS = 'Rows';
export const RECEIPT = 'Receipt';

export interface Part {
	steps: readonly WorkflowNode[];
	/** For each output of a node, the next nodes. */
	connections: Readonly<Record<string, ReadonlyArray<readonly string[]>>>;
	status: string;
	answer: string;
}

export interface Contender {
	name: string;
	part(job: Job, access: Access): Part;
}

export const singleStep = (step: WorkflowNode, columns: { status: string; answer: string }): Part => ({
	steps: [step],
	connections: { [ROWS]: [[step.name]], [step.name]: [[RECEIPT]] },
	...columns,
});

/** @param folder in which `Rows` reads the sheet, and both nodes write their marks */
export const workflowOf = ({ steps, connections, status, answer }: Part, folder: string): WorkflowFile => ({
	name: 'Benchmark',
	nodes: [
		workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1),
		workflowNode(ROWS, 'CUSTOM.benchMark', 1, { mark: 'start', folder }),
		...steps,
		workflowNode(RECEIPT, 'CUSTOM.benchMark', 1, { mark: 'end', folder, status, answer }),
	],
	connections: Object.fromEntries(
		Object.entries({ Start: [[ROWS]], ...connections } satisfies Part['connections']).map(([from, outputs]) => [
			from,
			{ main: outputs.map((targets) => targets.map((node) => ({ node, type: 'main', index: 0 }))) },
		]),
	),
	settings: { executionOrder: 'v1' },
});
