import { RECEIPT, ROWS } from '../ground/canvasNodes';
import type { Access } from '../ground/session';
import type { Connections, WorkflowFile, WorkflowNode } from '../../n8n/instance/rest';
import type { Job } from '../job';

/** A node of a contender. Its place on the canvas and its id are given to it later. */
export type Step = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'> & {
	credentials?: WorkflowNode['credentials'];
	onError?: string;
};

/** What a contender puts between the rows and their receipt. */
export interface Part {
	steps: readonly Step[];
	/** From a node's outputs, in order, to the nodes that they lead to. The rows go to the first step. */
	lines: Readonly<Record<string, ReadonlyArray<readonly string[]>>>;
	/** The node whose output is the result, which of its outputs, and the columns of it. */
	last: { step: string; output: number; status: string; answer: string };
}

/** One way to do a job in n8n. */
export interface Contender {
	/** As the tables name it. */
	letter: string;
	name: string;
	/** What it does, for whoever reads the tables. */
	what: string;
	part(job: Job, access: Access): Part;
}

const START = 'Start';

/** Steps one behind the other. */
export function inARow(steps: readonly Step[], columns: { status: string; answer: string }): Part {
	const lines = Object.fromEntries(steps.slice(1).map(({ name }, place) => [steps[place].name, [[name]]]));
	return { steps, lines, last: { step: steps[steps.length - 1].name, output: 0, ...columns } };
}

/** Start, the rows, the contender, the receipt. */
export function workflowOf({ steps, lines, last }: Part, runUrl: string): WorkflowFile {
	const all: Step[] = [
		{ name: START, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{ name: 'Rows', type: ROWS, typeVersion: 1, parameters: { runUrl } },
		...steps,
		{
			name: 'Receipt',
			type: RECEIPT,
			typeVersion: 1,
			parameters: { runUrl, status: last.status, answer: last.answer },
		},
	];
	const inner = Object.entries(lines).map(
		([from, outputs]) => [from, outputs.map((targets) => [...targets])] as const,
	);
	const leading = new Map<string, string[][]>([[START, [['Rows']]], ['Rows', [[steps[0].name]]], ...inner]);
	const ofLast = leading.get(last.step) ?? [];
	while (ofLast.length <= last.output) ofLast.push([]);
	ofLast[last.output].push('Receipt');
	leading.set(last.step, ofLast);
	const connections: Connections = Object.fromEntries(
		[...leading].map(([from, outputs]) => [
			from,
			{ main: outputs.map((targets) => targets.map((node) => ({ node, type: 'main', index: 0 }))) },
		]),
	);
	const nodes = all.map((step, place): WorkflowNode => ({
		...step,
		id: `node-${place}`,
		position: [place * 220, 0],
	}));
	return { name: 'Benchmark', nodes, connections, settings: { executionOrder: 'v1' } };
}
