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

/** The node types of a run: those of a package, loaded as n8n loads it, and replacements for n8n's own. */
export class NodeTypes implements INodeTypes {
	private constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly own: Record<string, INodeType>,
	) {}

	/** @param packageFolder contains package.json and the built files @param own more node types, by full name */
	static async load(packageFolder: string, own: Record<string, INodeType> = {}): Promise<NodeTypes> {
		const loader = new PackageDirectoryLoader(packageFolder);
		await loader.loadAll();
		return new NodeTypes(loader, own);
	}

	/** Returns the same package with more node types. */
	with(own: Record<string, INodeType>): NodeTypes {
		return new NodeTypes(this.loader, { ...this.own, ...own });
	}

	getByName(type: string): INodeType | IVersionedNodeType {
		if (Object.hasOwn(this.own, type)) return this.own[type];
		const { packageName } = this.loader;
		if (!type.startsWith(`${packageName}.`)) throw new UnexpectedError(`Unknown node type ${type}`);
		return this.loader.getNode(type.slice(packageName.length + 1)).type;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
	}

	getKnownTypes(): Record<string, never> {
		return {};
	}

	credential(name: string): ICredentialType {
		return this.loader.getCredential(name).type;
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

/** Returns its input, so that run data shows which items arrived. */
export const sink: INodeType = {
	description: describe('noOp', 'No Operation', [NodeConnectionTypes.Main]),
	async execute(this: IExecuteFunctions) {
		return await Promise.resolve([this.getInputData()]);
	},
};
