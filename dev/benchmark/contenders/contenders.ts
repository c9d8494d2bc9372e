import { NODE_TYPE, type WorkflowNode, workflowNode } from '../../n8n/instance/workflow';
import type { Job } from '../job';
import type { Access } from '../testbed/session';
import { codeNode } from './codeNode';
import { singleStep, type Contender, type Part } from './contender';
import { loop } from './loop';

const ownStep = (step: WorkflowNode, { ours: { answer } }: Job, { ours }: Access): Part =>
	singleStep({ ...step, credentials: { identityResolutionApi: ours } }, { status: 'enriched_status', answer });

export const US: Contender = {
	name: 'This node',
	part: (job, access) => {
		const { resource, operation, field } = job.ours;
		const parameters = { resource, operation, [field]: `={{ $json.${job.column} }}` };
		return ownStep(workflowNode('Identity Resolution', NODE_TYPE, 1, parameters), job, access);
	},
};

export const HOST_FLOOR: Contender = {
	name: "Host's floor",
	part: (job, access) => {
		const parameters = { job: JSON.stringify(job) };
		return ownStep(workflowNode('Bare Lookup', 'CUSTOM.benchBareLookup', 1, parameters), job, access);
	},
};

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
