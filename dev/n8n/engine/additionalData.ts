import './environment';
import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IHttpRequestOptions,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { NodeTypes } from './nodeTypes';

type Credentials = Record<string, ICredentialDataDecryptedObject>;

/** Credentials held in memory. Requests are authenticated by the credential type's own function, as in n8n. */
function credentialsHelper(types: NodeTypes, data: Credentials): ICredentialsHelper {
	const helper: Partial<ICredentialsHelper> = {
		async authenticate(credentials, typeName, request) {
			const { authenticate } = types.credential(typeName);
			if (typeof authenticate !== 'function')
				throw new UnexpectedError(`${typeName} has no authenticate function`);
			return await authenticate(credentials, request as IHttpRequestOptions);
		},
		getDecrypted: async (_additional, _details, type) => ({ ...data[type] }),
		preAuthentication: async () => undefined,
		getParentTypes: () => [],
		getCredentialsProperties: (type: string) => types.credential(type).properties,
		isCredentialUsableByNode: () => true,
	};
	return helper as ICredentialsHelper;
}

/** The part of what n8n's server gives its engine that a node can see. */
export function additionalData(
	credentials: Credentials,
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
		credentialsHelper: credentialsHelper(types, credentials),
		hooks,
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		// n8n parses these for the expression $execution.
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		setExecutionStatus: () => {},
		sendDataToUI: () => {},
	};
	return data as unknown as IWorkflowExecuteAdditionalData;
}
