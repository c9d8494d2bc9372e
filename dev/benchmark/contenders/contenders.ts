import type { INodeParameters } from 'n8n-workflow';
import { NODE_TYPE, type WorkflowNode, workflowNode } from '../../n8n/instance/workflow';
import type { Job } from '../job';
import type { Access } from '../testbed/session';
import { codeNode } from './codeNode';
import { ROWS, singleStep, type Contender, type Part } from './contender';
import { loop } from './loop';

export const parametersOf = ({ ours, column }: Job, options?: INodeParameters): INodeParameters => ({
	resource: ours.resource,
	operation: ours.operation,
	[ours.field]: `={{ $json.${column} }}`,
	...ours.parameters,
	...(options && { options }),
});

export const thisNode = (options?: INodeParameters): Contender => ({
	name: 'This node',
	part: (job, access) =>
		ownStep(workflowNode('Identity Resolution', NODE_TYPE, 1, parametersOf(job, options)), job, access),
});

export const withKnown = (file: string, options?: INodeParameters): Contender => ({
	name: 'This node, Use Known Answers',
	part: (job, access) => {
		const { steps, connections, ...columns } = thisNode({ ...options, knownAnswers: true }).part(job, access);
		const [node] = steps;
		return {
			steps: [...steps, workflowNode(KNOWN, 'CUSTOM.benchMark', 1, { mark: 'none', file })],
			connections: { ...connections, Start: [[KNOWN, ROWS]], [KNOWN]: [[{ node: node.name, index: 2 }]] },
			...columns,
		};
	},
});

const KNOWN = 'Known';

export const hostFloor = ({ concurrency } = { concurrency: 20 }): Contender => ({
	name: "Host's floor",
	part: (job, access) => {
		const parameters = { job: JSON.stringify(job), concurrency };
		return ownStep(workflowNode('Bare Lookup', 'CUSTOM.benchBareLookup', 1, parameters), job, access);
	},
});

const ownStep = (step: WorkflowNode, { ours: { answer } }: Job, { ours }: Access): Part =>
	singleStep({ ...step, credentials: { identityResolutionApi: ours } }, { status: 'enriched_status', answer });

export const US = thisNode();

/** This node, and what users would build instead. */
export const CONTENDERS: readonly Contender[] = [US, loop, codeNode];

export const COMPARED: readonly string[] = [
	'**This node**: at its defaults: batches of 100 if the tool takes them, at most 20 requests in flight.',
	'**Loop Over Items**: with HTTP Request, If, Edit Fields and two Waits, tuned to the rate limit. ' +
		'A round with a refusal is retried as a whole after Retry-After.',
	'**Code node**: by a skilled user: equal cells once, the same batches, 20 requests at once, ' +
		'three retries that obey Retry-After, which the service rounds up to a second.',
	"**Host's floor**: the least that a node can do in n8n to look up each person once, " +
		'with the same batches and requests in flight, and return the same items.',
];
