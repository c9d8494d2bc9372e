import './environment';
import {
	NodeConnectionTypes,
	type ExecutionError,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type INodeType,
} from 'n8n-workflow';
import type { NodeTypes } from './nodeTypes';
import { runNode } from './runNode';

export type CredentialTest = { is: 'passed' } | { is: 'failed'; message: string };

const TYPE = 'credential-test.request';

/**
 * Tests a credential as n8n's form does: n8n's own declarative engine sends the test request of the credential type,
 * then the type's rules judge the response.
 */
export async function testCredential(
	types: NodeTypes,
	name: string,
	data: ICredentialDataDecryptedObject,
): Promise<CredentialTest> {
	const test = types.credential(name).test;
	if (!test) return { is: 'failed', message: `${name} has no test` };
	const request: INodeType = {
		description: {
			displayName: 'Credential Test',
			name: 'request',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Credential Test' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name, required: true }],
			properties: [
				{ displayName: 'Test', name: 'test', type: 'string', default: '', routing: { request: test.request } },
			],
		},
	};
	const run = await runNode({
		types: types.with({ [TYPE]: request }),
		node: { type: TYPE, parameters: {} },
		items: [{ json: {} }],
		credentials: { [name]: data },
		outputs: 1,
	});
	if (run.error) return { is: 'failed', message: messageFor(run.error, test.rules ?? []) };
	const answer = run.outputs[0][0].json;
	for (const rule of test.rules ?? []) {
		if (rule.type !== 'responseSuccessBody') continue;
		const value = String(rule.properties.key)
			.split('.')
			.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], answer);
		if (value === rule.properties.value) return { is: 'failed', message: String(rule.properties.message) };
	}
	return { is: 'passed' };
}

/** The message of the rule for the response's status, as in n8n 2.41; older versions have their own messages. */
function messageFor(error: ExecutionError, rules: NonNullable<ICredentialTestRequest['rules']>): string {
	const status = 'httpCode' in error ? Number(error.httpCode) : null;
	for (const rule of rules) {
		if (rule.type === 'responseCode' && rule.properties.value === status) return rule.properties.message;
	}
	return error.message;
}
