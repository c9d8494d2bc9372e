import {
	NodeHelpers,
	Workflow,
	type INode,
	type INodeInputConfiguration,
	type INodeOutputConfiguration,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type NodeConnectionType,
} from 'n8n-workflow';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';

const NODE_TYPE: INodeType = new IdentityResolution();
const { description } = NODE_TYPE;
const nodeTypes: INodeTypes = {
	getByName: () => NODE_TYPE,
	getByNameAndVersion: () => NODE_TYPE,
	getKnownTypes: () => ({}),
};

function nodeWith(parameters: INodeParameters, onError?: INode['onError']) {
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: 'identityResolution',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		onError,
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	// The engine removes hidden parameters, but the editor evaluates with them.
	workflow.nodes[node.name].parameters = parameters;
	return { node, workflow };
}

/** The subtitle of a node as n8n's editor evaluates it, without items. */
export function subtitleOf(parameters: INodeParameters) {
	const { node, workflow } = nodeWith(parameters);
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

/** The inputs or outputs of a node as n8n evaluates them: names, or the type of one without a name. */
export const ends = (side: 'inputs' | 'outputs', parameters: INodeParameters, onError?: INode['onError']) => {
	const { node, workflow } = nodeWith(parameters, onError);
	const found: Array<NodeConnectionType | INodeInputConfiguration | INodeOutputConfiguration> =
		side === 'inputs'
			? NodeHelpers.getNodeInputs(workflow, node, description)
			: NodeHelpers.getNodeOutputs(workflow, node, description);
	return found.map((one) => {
		if (typeof one === 'string') return one;
		if (one.type !== 'main') throw new Error(`${one.displayName} has the type ${one.type}`);
		return one.displayName ?? one.type;
	});
};
