import './environment';
import {
	ICredentialsHelper,
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
} from 'n8n-workflow';
import type { NodeTypes } from './nodeTypes';

/** Credentials that live in memory; authenticates requests by the credential type's own function, as n8n does. */
export class MemoryCredentials extends ICredentialsHelper {
	constructor(
		private readonly types: NodeTypes,
		private readonly data: Record<string, ICredentialDataDecryptedObject>,
	) {
		super();
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions | IRequestOptionsSimplified,
		_workflow: Workflow,
		_node: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.types.credential(typeName);
		if (typeof authenticate !== 'function')
			throw new UnexpectedError(`${typeName} does not authenticate by a function`);
		return await authenticate(credentials, request as IHttpRequestOptions);
	}

	async getDecrypted(
		_additional: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		type: string,
		_mode: unknown,
		_execute?: IExecuteData,
	): Promise<ICredentialDataDecryptedObject> {
		return await Promise.resolve({ ...this.data[type] });
	}

	async preAuthentication(): Promise<undefined> {
		return await Promise.resolve(undefined);
	}

	async runPreAuthentication(): Promise<undefined> {
		return await Promise.resolve(undefined);
	}

	getParentTypes(): string[] {
		return [];
	}

	getCredentialsProperties(type: string) {
		return this.types.credential(type).properties;
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getOAuth2Options(): undefined {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		return await Promise.reject(new UnexpectedError('Stored credentials are not there in memory'));
	}

	async updateCredentials(): Promise<void> {
		return await Promise.resolve();
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		return await Promise.resolve();
	}
}
