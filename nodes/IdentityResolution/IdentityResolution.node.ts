import './hostCheck';
import {
	type IExecuteFunctions,
	NodeConnectionTypes,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { executeAccount } from './actions/executeAccount';
import { executeLookups } from './actions/executeLookups';
import type { Job } from './actions/read/job';
import { field } from './api/values/json';
import { DISPLAY_NAMES, findOperation } from './actions/panel/operations';
import { PRODUCT } from './actions/panel/product';
import { PROPERTIES } from './actions/panel/properties';
import { connect } from './client/client';

const MAIN = NodeConnectionTypes.Main;

/** An expression, which n8n evaluates without items. */
const INPUTS = `={{ (({ resource, options = {} }) =>
	resource !== 'account' && (options.suppressionList || options.knownAnswers)
		? [
			{ type: '${MAIN}', displayName: 'Rows' },
			{ type: '${MAIN}', displayName: 'Suppressed' + (options.suppressionList ? '' : ' (off)') },
			{ type: '${MAIN}', displayName: 'Known' + (options.knownAnswers ? '' : ' (off)') },
		]
		: ['${MAIN}'])($parameter) }}` as const;

/**
 * An expression like that of the inputs. A single output is unnamed: a name would hide the item
 * count.
 */
const OUTPUTS = `={{ (({ resource, options = {} }) => [
	{ type: '${MAIN}', displayName: 'Results' },
	...(resource !== 'account' && options.onLimit === 'output'
		? [{ type: '${MAIN}', displayName: 'Deferred' }] : []),
	...(resource !== 'account' && options.onNotFound === 'output'
		? [{ type: '${MAIN}', displayName: 'Not Found' }] : []),
].map((output, _index, { length }) => (length > 1 ? output : '${MAIN}')))($parameter) }}` as const;

const WORDS = /^.|(?=[A-Z])/g;
const spelled = (value: string) =>
	value.replace(WORDS, (letter) => letter.toUpperCase() || ' ').replace(' By ', ' by ');

/**
 * The display names that differ from the words of their values. All of them would double the
 * subtitle.
 */
const NAMES = JSON.stringify(
	Object.fromEntries(DISPLAY_NAMES.filter(([value, name]) => name !== spelled(value))),
).replaceAll('"', "'");

/** An expression like that of the inputs, with the rule of `spelled`. */
const SUBTITLE = `={{ [$parameter.resource, $parameter.operation].map((value) => (${NAMES})[value] ??
	value.replace(${WORDS}, (letter) => letter.toUpperCase() || ' ').replace(' By ', ' by ')).join(': ') }}`;

export class IdentityResolution implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Identity Resolution',
		name: 'identityResolution',
		icon: { light: 'file:identityResolution.svg', dark: 'file:identityResolution.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		description: PRODUCT,
		builderHint: {
			searchHint:
				'Enriches contacts, leads and prospects: finds work emails, personal emails, mobile phones, jobs ' +
				'and companies by LinkedIn URL, email or MD5. Pass all rows to one node: it batches, deduplicates ' +
				'and obeys limits. If a run takes minutes, use Loop Over Items with parts of 500 rows. It keeps the fields of each row and adds columns ' +
				'with the prefix enriched_, so its output can update the sheet or CRM that the rows come from. Before an ' +
				'update that must not blank cells, keep only rows with enriched_status found.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.googleSheets',
					relationHint:
						'Reads the rows before, and updates them after this node by a key column',
				},
				{
					nodeType: 'n8n-nodes-identity-resolution.identityResolutionTrigger',
					relationHint:
						'Starts a workflow when deferred rows can continue, or when the balance is low',
				},
			],
		},
		defaults: { name: 'Identity Resolution' },
		inputs: INPUTS,
		outputs: OUTPUTS,
		usableAsTool: true,
		credentials: [{ name: 'identityResolutionApi', required: true }],
		properties: PROPERTIES,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = findOperation(
			this.getNodeParameter('resource', 0),
			this.getNodeParameter('operation', 0),
		);
		const node = this.getNode();
		const job: Job = {
			host: this,
			node,
			items: this.getInputData(),
			caller: callerOf(this, node),
			onError: onErrorOf(this, node),
			connect: async () => await connect(this, { signal: this.getExecutionCancelSignal() }),
		};
		return operation.kind === 'account'
			? await executeAccount(job, operation)
			: await executeLookups(job, operation);
	}
}

/**
 * Whether an AI agent uses the node as its tool. n8n runs it as an ordinary node and only rewires
 * its output.
 */
export function callerOf(host: IExecuteFunctions, node: INode): 'workflow' | 'agent' {
	// Older hosts lack the method.
	const asTool = typeof host.isToolExecution === 'function' && host.isToolExecution();
	return asTool || field(node, 'rewireOutputLogTo') === 'ai_tool' ? 'agent' : 'workflow';
}

export function onErrorOf(
	host: IExecuteFunctions,
	node: INode,
): 'stop' | 'continue' | 'error_output' {
	if (node.onError === 'continueErrorOutput') return 'error_output';
	return host.continueOnFail() ? 'continue' : 'stop';
}
