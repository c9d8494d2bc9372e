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

export const TEXT = { type: 'string' };
const BOOLEAN = { type: 'boolean' };

/** The JSON schema that n8n makes of arguments: all are required, and no others are allowed. */
export const schemaOf = (properties: Record<string, unknown>) => ({
	$schema: 'http://json-schema.org/draft-07/schema#',
	type: 'object',
	properties,
	...(Object.keys(properties).length > 0 ? { required: Object.keys(properties) } : {}),
	additionalProperties: false,
});

const offer = (action: string, properties: Record<string, unknown>) => ({
	description: `${action} in Identity Resolution`,
	parameters: schemaOf(properties),
});

/** The description and arguments that a model gets for each of them, by the tool's name. */
export const OFFERS: Readonly<Record<keyof typeof TOOLS, ReturnType<typeof offer>>> = {
	Account: offer('Get account balance, plan and limits', {}),
	Usage: offer('Get account usage by day', { Period: TEXT }),
	By_Email: offer('Find business profile by email', { Email: TEXT }),
	By_Hash: offer('Find business profile by hashed email', {
		Email_or_MD5_Hash: TEXT,
		Include_Mobile_Phone: BOOLEAN,
	}),
	By_Profile: offer('Find business profile by LinkedIn URL', {
		LinkedIn_URL: TEXT,
		Include_Mobile_Phone: BOOLEAN,
	}),
	Best_Email: offer('Find best personal email by LinkedIn URL', { LinkedIn_URL: TEXT }),
	Resolve: offer('Resolve person by any identifiers', { LinkedIn_URL: TEXT, Email: TEXT, Email_or_MD5_Hash: TEXT }),
	Any: offer('Call any service tool by name', { Tool_Name: TEXT, Body: {} }),
};

/** The workflow with other tools of our node: their parameters by name. */
export function withTools(workflow: WorkflowFile, tools: Readonly<Record<string, Parameters>>): WorkflowFile {
	const ours = workflow.nodes.filter(isOurs);
	const added = Object.entries(tools).map(([name, parameters]) => ({ ...ours[0], id: name, name, parameters }));
	const connections = Object.entries(workflow.connections);
	const isOther = ([source]: [string, unknown]) => !ours.some(({ name }) => name === source);
	return {
		...workflow,
		nodes: [...workflow.nodes.filter((node) => !isOurs(node)), ...added],
		connections: {
			...Object.fromEntries(connections.filter(isOther)),
			...Object.fromEntries(added.map(({ name }) => [name, workflow.connections[ours[0].name]])),
		},
	};
}
