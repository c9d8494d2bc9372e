import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { isOurs, type WorkflowFile } from '../../../dev/n8n/instance/workflow';

type Parameters = Record<string, unknown>;

/**
 * What the editor writes into a parameter that the user leaves to the model: a name from the field's label, no
 * description.
 */
const fromModel = (name: string, type: 'string' | 'boolean' | 'json' = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, '${type}') }}`;

const NAME = {
	fullName: fromModel('Name'),
	firstName: fromModel('First_Name'),
	lastName: fromModel('Last_Name'),
	company: fromModel('Company'),
	companyDomain: fromModel('Company_Domain'),
};

/** Each operation as a tool with all of its arguments left to the model: its parameters, by the tool's name. */
export const TOOLS = {
	Account: { resource: 'account', operation: 'get' },
	Billing: { resource: 'account', operation: 'getBilling' },
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
	Any_Email: { resource: 'personalEmail', operation: 'findAny', linkedinUrl: fromModel('LinkedIn_URL') },
	Work_Email: { resource: 'workEmail', operation: 'findByLinkedin', linkedinUrl: fromModel('LinkedIn_URL') },
	Email: { resource: 'email', operation: 'findBest', linkedinUrl: fromModel('LinkedIn_URL') },
	Phone: { resource: 'mobilePhone', operation: 'findByLinkedin', linkedinUrl: fromModel('LinkedIn_URL') },
	Profile_Of_Email: { resource: 'linkedinProfile', operation: 'findByEmail', email: fromModel('Email') },
	Profile_Of_Hash: {
		resource: 'linkedinProfile',
		operation: 'findByHashedEmail',
		hashedEmail: fromModel('Email_or_MD5_Hash'),
	},
	Ad_Ids: { resource: 'audience', operation: 'findAdIds', email: fromModel('Email') },
	Hash_Email: { resource: 'audience', operation: 'hashByEmail', email: fromModel('Email') },
	Hash_Profile: { resource: 'audience', operation: 'hashByLinkedin', linkedinUrl: fromModel('LinkedIn_URL') },
	Company: { resource: 'company', operation: 'findByIp', ipAddress: fromModel('IP_Address') },
	Work_Email_By_Name: { resource: 'workEmail', operation: 'findByName', ...NAME },
	Profile_By_Name: { resource: 'businessProfile', operation: 'findByName', ...NAME },
	People_Search: { resource: 'person', operation: 'search', query: fromModel('Query'), limit: 3 },
	Company_Search: { resource: 'company', operation: 'search', query: fromModel('Query'), limit: 3 },
	Profiles_By_Name: { resource: 'linkedinProfile', operation: 'findByName', ...NAME },
	Resolve: {
		resource: 'person',
		operation: 'resolve',
		linkedinUrl: fromModel('LinkedIn_URL'),
		email: fromModel('Email_or_MD5_Hash'),
	},
	Any: { resource: 'tool', operation: 'call', toolName: fromModel('Tool_Name'), body: fromModel('Body', 'json') },
};

export const TEXT = { type: 'string' };

/** The JSON schema that n8n makes of arguments: all are required, and no others are allowed. */
export const schemaOf = (properties: Record<string, unknown>) => ({
	$schema: 'http://json-schema.org/draft-07/schema#',
	type: 'object',
	properties,
	...(Object.keys(properties).length > 0 ? { required: Object.keys(properties) } : {}),
	additionalProperties: false,
});

const SCHEMAS: Readonly<Record<string, unknown>> = { string: TEXT, boolean: { type: 'boolean' }, json: {} };

/** The description and arguments that a model gets for a tool with these parameters. */
export function offerOf(parameters: Parameters) {
	const { resource, operation } = parameters;
	const [{ action }] = OPERATIONS.filter((one) => one.resource === resource && one.operation === operation);
	const left = [...JSON.stringify(parameters).matchAll(/\$fromAI\('(\w+)', ``, '(\w+)'\)/g)];
	return {
		description: `${action} in Identity Resolution`,
		parameters: schemaOf(Object.fromEntries(left.map(([, name, type]) => [name, SCHEMAS[type]]))),
	};
}

/** The workflow with other tools of our node: their parameters by name. */
export function withTools(workflow: WorkflowFile, tools: Readonly<Record<string, Parameters>>): WorkflowFile {
	const ours = workflow.nodes.filter(isOurs);
	const added = Object.entries(tools).map(([name, parameters]) => ({ ...ours[0], id: name, name, parameters }));
	const [tool] = ours.map(({ name }) => workflow.connections[name]);
	const connections = { ...workflow.connections };
	for (const { name } of ours) delete connections[name];
	for (const { name } of added) connections[name] = tool;
	return { ...workflow, nodes: [...workflow.nodes.filter((node) => !isOurs(node)), ...added], connections };
}
