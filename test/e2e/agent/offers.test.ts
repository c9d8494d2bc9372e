import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/operations';
import { readExample } from '../support/example';
import { startAgentHost, type AgentHost } from './agentHost';
import { TOOLS, withTools } from './operationTools';

const EXAMPLE = readExample('ai-agent.json');
const TEXT = { type: 'string' };
const BOOLEAN = { type: 'boolean' };

/** The JSON schema that n8n makes of arguments: all are required, and no others are allowed. */
const schemaOf = (properties: Record<string, unknown>) => ({
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

const OFFERS: Readonly<Record<keyof typeof TOOLS, ReturnType<typeof offer>>> = {
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

let host: AgentHost;

beforeAll(async () => {
	host = await startAgentHost();
});

afterAll(async () => await host?.stop());

/** The tools that a workflow's agent offers to its model, by their names. */
async function offersOf(workflow: typeof EXAMPLE) {
	const { requests } = await host.ask(await host.importAgent(workflow), [{ text: 'Done' }]);
	return Object.fromEntries(requests[0].tools.map(({ name, ...others }) => [name, others]));
}

it('the example offers its two tools with their own descriptions and one required argument each', async () => {
	expect(await offersOf(EXAMPLE)).toEqual({
		Find_Personal_Email: {
			description: expect.stringMatching(/^Find the best personal e-mail address .* a miss is free\.$/) as string,
			parameters: schemaOf({ linkedin_url: { ...TEXT, description: expect.any(String) as string } }),
		},
		Find_Person_by_Email: {
			description: expect.stringMatching(
				/^Find out who is behind an e-mail address.* a miss is free\.$/,
			) as string,
			parameters: schemaOf({ email: { ...TEXT, description: expect.any(String) as string } }),
		},
	});
});

it('every operation offers its name and its arguments, if the user leaves everything to n8n', async () => {
	const names = (all: ReadonlyArray<{ resource: string; operation: string }>) =>
		all.map(({ resource, operation }) => `${resource}: ${operation}`).sort();
	expect(names(Object.values(TOOLS))).toEqual(names(OPERATIONS));
	expect(await offersOf(withTools(EXAMPLE, TOOLS))).toEqual(OFFERS);
});
