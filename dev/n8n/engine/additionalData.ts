import './environment';
import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { MemoryCredentials } from './memoryCredentials';
import type { NodeTypes } from './nodeTypes';

const URLS = [
	'restApiUrl',
	'instanceBaseUrl',
	'webhookBaseUrl',
	'webhookWaitingBaseUrl',
	'webhookTestBaseUrl',
	'formBaseUrl',
	'formWaitingBaseUrl',
	'formTestBaseUrl',
	'mcpBaseUrl',
	'mcpTestBaseUrl',
];

/**
 * What n8n's server gives its engine, as far as a node can see any of it.
 * @param credentials decrypted data by credential type
 */
export function additionalData(
	credentials: Record<string, ICredentialDataDecryptedObject>,
	types: NodeTypes,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const executionId = 'execution';
	const hooks = new ExecutionLifecycleHooks(mode, executionId, {
		id: 'workflow',
		name: 'workflow',
		nodes: [],
		connections: {},
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
	});
	const data = {
		credentialsHelper: new MemoryCredentials(types, credentials),
		hooks,
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		// Expressions see these as keys of $execution and $resumeUrl, and n8n takes them apart.
		...Object.fromEntries(URLS.map((name) => [name, `http://127.0.0.1/${name}`])),
		executeWorkflow: async () => await Promise.reject(new UnexpectedError('There are no sub-workflows here')),
		getRunExecutionData: async () => await Promise.resolve(undefined),
		getRuntimeCredential: async () => await Promise.resolve(undefined),
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		sendDataToUI: () => {},
	};
	return data as unknown as IWorkflowExecuteAdditionalData;
}
