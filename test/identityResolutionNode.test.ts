import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { callerOf, onErrorOf } from '../nodes/IdentityResolution/IdentityResolution.node';

it.each<[string, object, object, string]>([
	['a workflow', { isToolExecution: () => false }, {}, 'workflow'],
	['an agent', { isToolExecution: () => true }, {}, 'agent'],
	['an agent on a host without the method', {}, { rewireOutputLogTo: 'ai_tool' }, 'agent'],
	['a workflow on a host without the method', {}, {}, 'workflow'],
	['a workflow whose output is shown elsewhere', {}, { rewireOutputLogTo: 'main' }, 'workflow'],
])('callerOf recognizes %s', (_caller, host, node, caller) => {
	expect(callerOf(host as IExecuteFunctions, node as INode)).toBe(caller);
});

it.each<[INode['onError'], boolean, string]>([
	['stopWorkflow', false, 'stop'],
	[undefined, false, 'stop'],
	['continueRegularOutput', true, 'continue'],
	[undefined, true, 'continue'],
	['continueErrorOutput', true, 'error_output'],
])('onErrorOf reads On Error %s, with continueOnFail %s, as %s', (onError, continues, expected) => {
	const host = { continueOnFail: () => continues } as unknown as IExecuteFunctions;
	expect(onErrorOf(host, { onError } as INode)).toBe(expected);
});
