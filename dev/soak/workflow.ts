import type { PersonKind } from '../../nodes/IdentityResolution/api/person/sources';
import {
	type CredentialRef,
	NODE_TYPE,
	withCredential,
	type WorkflowFile,
	workflowNode,
} from '../n8n/instance/workflow';
import { drawsOf, type Draws } from '../sandbox/random';

/** An operation under an On Error setting. n8n takes no expression for either, so each variant is a workflow. */
export interface Variant {
	/** Path of its webhook, and name of its workflow. */
	path: string;
	resource: string;
	operation: string;
	/** The identifiers that each field of the operation reads, and so its columns. */
	fields: Readonly<Record<string, readonly PersonKind[]>>;
	onError: 'stopWorkflow' | 'continueRegularOutput';
}

const OPERATIONS: ReadonlyArray<Pick<Variant, 'resource' | 'operation' | 'fields'>> = [
	{ resource: 'personalEmail', operation: 'findBest', fields: { linkedinUrl: ['linkedin'] } },
	{ resource: 'businessProfile', operation: 'findByLinkedin', fields: { linkedinUrl: ['linkedin'] } },
	{ resource: 'businessProfile', operation: 'findByEmail', fields: { email: ['email'] } },
	{ resource: 'businessProfile', operation: 'findByHashedEmail', fields: { hashedEmail: ['hem'] } },
	{ resource: 'person', operation: 'resolve', fields: { linkedinUrl: ['linkedin'], email: ['email', 'hem'] } },
];

export const VARIANTS: readonly Variant[] = OPERATIONS.flatMap((operation) =>
	(['stopWorkflow', 'continueRegularOutput'] as const).map((onError) => ({
		...operation,
		path: `soak-${operation.operation}-${onError}`,
		onError,
	})),
);

/** The limits of a run, which the workflow reads from the webhook's request. */
export type RunLimits = ReturnType<typeof drawLimits>;

/** Returns random limits. Each has its usual value most of the time. */
export function drawLimits(draws: Draws) {
	const mostly = <T>(usual: T, others: readonly T[]): T => (draws.share() < 0.25 ? draws.pick(others) : usual);
	return {
		concurrency: mostly(20, [3, 5, 50]),
		/** Minutes. Bounded, because a request that is not answered takes up to three minutes, and its retry as well. */
		maxRunTime: mostly(1, [0.1]),
		/** 0 means no limit. */
		maxTokens: mostly(0, [5, 60, 120]),
		/** Seconds. */
		maxWait: mostly(15, [0, 5]),
		onLimit: mostly('keep', ['error']),
	};
}

/** Responds with all items of the last node when the workflow is over. */
const RESPONSE = { httpMethod: 'POST', responseMode: 'lastNode', responseData: 'allEntries', options: {} };

/** Without saved executions, neither their pruning nor a growing database looks like a leak of the node. */
const SETTINGS = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
};

const firstFilled = (columns: readonly string[]) => `={{ ${columns.map((name) => `$json.${name}`).join(' || ')} }}`;

/** A webhook that responds with the rows that leave the node. */
export function soakWorkflow(variant: Variant, credential: CredentialRef): WorkflowFile {
	const { path, resource, operation, fields, onError } = variant;
	const limitNames = Object.keys(drawLimits(drawsOf(1, 'names')));
	const limits = limitNames.map((name) => [name, `={{ $('Webhook').first().json.body.limits.${name} }}`]);
	const parameters = {
		resource,
		operation,
		...Object.fromEntries(Object.entries(fields).map(([field, columns]) => [field, firstFilled(columns)])),
		includeMobilePhone: '={{ $json.phone }}',
		// Each tool finds at least one of these.
		want: ['personalEmail', 'workEmail', 'profile'],
		options: Object.fromEntries(limits) as Record<string, string>,
	};
	const nodes = [
		{ ...workflowNode('Webhook', 'n8n-nodes-base.webhook', 2, { ...RESPONSE, path }), webhookId: path },
		workflowNode('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
		{ ...workflowNode('Node', NODE_TYPE, 1, parameters), onError },
	];
	const connections = {
		Webhook: { main: [[{ node: 'Rows', type: 'main', index: 0 }]] },
		Rows: { main: [[{ node: 'Node', type: 'main', index: 0 }]] },
	};
	return withCredential({ name: path, nodes, connections, settings: SETTINGS }, credential);
}
