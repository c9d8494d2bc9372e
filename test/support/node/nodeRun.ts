import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { NodeTypes } from '../../../dev/n8n/engine/nodeTypes';
import { runNode, type NodeRun, type NodeToRun } from '../../../dev/n8n/engine/runNode';

export const NODE_TYPE = 'n8n-nodes-identity-resolution.identityResolution';

/** A run of the packed node in the n8n engine. */
export interface OperationRun {
	resource: string;
	operation: string;
	parameters?: INodeParameters;
	options?: INodeParameters;
	/** Settings of any n8n node: onError, retryOnFail ... */
	node?: Partial<INode>;
	rows: IDataObject[];
	/** Rows of the later inputs; absent if nothing is connected to them. Without rows, one empty item: an empty list. */
	suppressed?: IDataObject[];
	known?: IDataObject[];
	/** Whole items, if a row needs more than its json. */
	items?: INodeExecutionData[];
	outputs?: number;
	onStart?: NodeToRun['onStart'];
	credential?: ICredentialDataDecryptedObject;
	/** Default: the packed node of this project. */
	types?: NodeTypes;
}

/** A credential with a Signing Secret, which *Use Known Answers* needs. */
export const credentialFor = ({ url, key }: { url: string; key: string }): ICredentialDataDecryptedObject => ({
	baseUrl: url,
	apiKey: key,
	signingSecret: 'a long secret of the tests',
});

let types: Promise<NodeTypes> | null = null;

/** Loads the packed node once, as n8n does. With NODE_SOURCE, loads the source, for mutation tests. */
export function packedTypes(): Promise<NodeTypes> {
	types ??= process.env.NODE_SOURCE ? sourceTypes() : NodeTypes.load(packedFolder());
	return types;
}

async function sourceTypes(): Promise<NodeTypes> {
	const { sourcePackage } = await import('./sourcePackage');
	return new NodeTypes(sourcePackage);
}

/** The folder of the unpacked node, prepared by setUp.ts. */
export function packedFolder(): string {
	const folder = process.env.PACKED_NODE;
	if (!folder) throw new Error('PACKED_NODE is not set: run Jest from the root of the project');
	return folder;
}

export async function runOperation(service: { url: string; key: string }, run: OperationRun): Promise<NodeRun> {
	const {
		resource,
		operation,
		parameters = {},
		options = {},
		node = {},
		rows,
		items,
		suppressed,
		known,
		outputs = 4,
		types: given,
	} = run;
	return await runNode({
		types: given ?? (await packedTypes()),
		node: { type: NODE_TYPE, parameters: { resource, operation, ...parameters, options }, ...node },
		items: items ?? rows.map((json) => ({ json })),
		laterInputs: Object.fromEntries(
			[suppressed, known].flatMap((list, index) => (list === undefined ? [] : [[index + 1, listOf(list)]])),
		),
		credentials: { identityResolutionApi: run.credential ?? credentialFor(service) },
		outputs,
		onStart: run.onStart,
	});
}

/** What *Always Output Data* makes of an empty list. */
const listOf = (rows: IDataObject[]): INodeExecutionData[] =>
	rows.length === 0 ? [{ json: {} }] : rows.map((json) => ({ json }));

/** The rows on one output, without their item data. */
export const rowsOf = (run: NodeRun, output = 0): IDataObject[] => (run.outputs[output] ?? []).map(({ json }) => json);

/** The values of one column on one output. */
export const column = (run: NodeRun, name: string, output = 0): unknown[] =>
	rowsOf(run, output).map((row) => row[name]);

/** The input row that each item of an output is linked to. */
export const pairs = (run: NodeRun, output = 0): unknown[] =>
	(run.outputs[output] ?? []).map(({ pairedItem }) =>
		typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : pairedItem,
	);

/** All hints of a run, one per line. */
export const hintsOf = ({ hints }: NodeRun): string => hints.map(({ message }) => message).join('\n');

/** The items that an agent receives. n8n runs a tool as an ordinary node with a rewired output. */
export const toolItems = ({ run }: NodeRun): IDataObject[] =>
	(run.data.resultData.runData.Node[0].data?.ai_tool?.[0] ?? []).map(({ json }) => json);
