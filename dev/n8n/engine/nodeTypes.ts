import './environment';
import { PackageDirectoryLoader } from 'n8n-core';
import {
	NodeConnectionTypes,
	NodeHelpers,
	UnexpectedError,
	type ICredentialType,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';

/** A package of nodes: what n8n's loader provides, as far as runs need it. */
export interface NodePackage {
	readonly packageName: string;
	getNode(name: string): { type: INodeType | IVersionedNodeType };
	getCredential(name: string): { type: ICredentialType };
}

/** The node types of a run: those of a package, and replacements for n8n's own. */
export class NodeTypes implements INodeTypes {
	/** @param own more node types, by full name */
	constructor(
		private readonly nodePackage: NodePackage,
		private readonly own: Record<string, INodeType> = {},
	) {}

	/** Loads a package as n8n does. @param packageFolder contains package.json and the built files */
	static async load(packageFolder: string, own?: Record<string, INodeType>): Promise<NodeTypes> {
		const loader = new PackageDirectoryLoader(packageFolder);
		await loader.loadAll();
		return new NodeTypes(loader, own);
	}

	with(own: Record<string, INodeType>): NodeTypes {
		return new NodeTypes(this.nodePackage, { ...this.own, ...own });
	}

	getByName(type: string): INodeType | IVersionedNodeType {
		if (Object.hasOwn(this.own, type)) return this.own[type];
		const { packageName } = this.nodePackage;
		if (!type.startsWith(`${packageName}.`)) throw new UnexpectedError(`Unknown node type ${type}`);
		return this.nodePackage.getNode(type.slice(packageName.length + 1)).type;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
	}

	getKnownTypes(): Record<string, never> {
		return {};
	}

	credential(name: string): ICredentialType {
		return this.nodePackage.getCredential(name).type;
	}
}

const describe = (name: string, displayName: string, inputs: INodeTypeDescription['inputs']): INodeTypeDescription => ({
	displayName,
	name,
	group: ['transform'],
	version: 1,
	description: '',
	defaults: { name: displayName },
	inputs,
	outputs: [NodeConnectionTypes.Main],
	properties: [],
});

/** Returns a node that emits the given items. n8n recognizes the start of a workflow by its name. */
export const startWith = (items: INodeExecutionData[]): INodeType => ({
	description: describe('manualTrigger', 'Manual Trigger', []),
	execute: async () => await Promise.resolve([items]),
});

export const emitting = (items: INodeExecutionData[]): INodeType => ({
	description: describe('emit', 'Emit', [NodeConnectionTypes.Main]),
	execute: async () => await Promise.resolve([items]),
});

/** Returns its input, so that run data shows which items arrived. */
export const sink: INodeType = {
	description: describe('noOp', 'No Operation', [NodeConnectionTypes.Main]),
	async execute(this: IExecuteFunctions) {
		return await Promise.resolve([this.getInputData()]);
	},
};
