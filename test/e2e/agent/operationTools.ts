import { isOurs, type WorkflowFile } from '../../../dev/n8n/instance/workflow';

type Parameters = Record<string, unknown>;

/** What the editor writes into a parameter that the user leaves to the model: a name from the field's label, no description. */
const fromModel = (name: string, type: 'string' | 'boolean' | 'json' = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, '${type}') }}`;

/** Each operation as a tool with all of its arguments left to the model: its parameters, by the tool's name. */
export const TOOLS = {
	Account: { resource: 'account', operation: 'get' },
	Usage: { resource: 'account', operation: 'getUsage', period: fromModel('Period') },
	By_Email: { resource: 'businessProfile', operation: 'findByEmail', email: fromModel('Email') },
	By_Hash: {
		resource: 'businessProfile',
		operation: 'findByHashedEmail',
		hashedEmail: fromModel('Email_or_MD5_Hash'),
		includeMobilePhone: fromModel('Include_Mobile_Phone', 'boolean'),
	},
	By_Profile: {
		resource: 'businessProfile',
		operation: 'findByLinkedin',
		linkedinUrl: fromModel('LinkedIn_URL'),
		includeMobilePhone: fromModel('Include_Mobile_Phone', 'boolean'),
	},
	Best_Email: { resource: 'personalEmail', operation: 'findBest', linkedinUrl: fromModel('LinkedIn_URL') },
	Resolve: {
		resource: 'person',
		operation: 'resolve',
		linkedinUrl: fromModel('LinkedIn_URL'),
		email: fromModel('Email'),
		hashedEmail: fromModel('Email_or_MD5_Hash'),
	},
	Any: { resource: 'tool', operation: 'call', toolName: fromModel('Tool_Name'), body: fromModel('Body', 'json') },
};

/** The workflow with other tools of our node: their parameters by name. */
export function withTools(workflow: WorkflowFile, tools: Readonly<Record<string, Parameters>>): WorkflowFile {
	const [first] = workflow.nodes.filter(isOurs);
	const added = Object.entries(tools).map(([name, parameters]) => ({ ...first, id: name, name, parameters }));
	return {
		...workflow,
		nodes: [...workflow.nodes.filter((node) => !isOurs(node)), ...added],
		connections: {
			...Object.fromEntries(
				Object.entries(workflow.connections).filter(
					([source]) => !workflow.nodes.some((node) => isOurs(node) && node.name === source),
				),
			),
			...Object.fromEntries(added.map(({ name }) => [name, workflow.connections[first.name]])),
		},
	};
}
