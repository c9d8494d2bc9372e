import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/operations';
import { readExample } from '../support/example';
import { startAgentHost, type AgentHost } from './agentHost';
import { OFFERS, schemaOf, TOOLS } from './operationTools';
import { withTools } from './variants';

const EXAMPLE = readExample('ai-agent.json');

let host: AgentHost;

beforeAll(async () => {
	host = await startAgentHost();
});

afterAll(async () => await host?.stop());

/** What a model is told of the tools of a workflow, by their names. */
async function offersOf(workflow: typeof EXAMPLE) {
	const { requests } = await host.ask(await host.bring(workflow), [{ text: 'Done' }]);
	return Object.fromEntries(requests[0].tools.map(({ name, ...offer }) => [name, offer]));
}

it('the tools of these tests are all operations of the node', () => {
	const names = (all: ReadonlyArray<{ resource: string; operation: string }>) =>
		all.map(({ resource, operation }) => `${resource}: ${operation}`).sort();
	expect(names(Object.values(TOOLS))).toEqual(names(OPERATIONS));
});

describe('a model is told', () => {
	it('in the example, what the example says, with an argument that has to be given', async () => {
		expect(await offersOf(EXAMPLE)).toEqual({
			Find_Personal_Email: {
				description:
					'Find the best personal e-mail address of a person by LinkedIn profile, with its risk grade and the date when it was last validated. US data only. A hit is charged, a miss is free.',
				parameters: schemaOf({
					linkedin_url: {
						type: 'string',
						description:
							'Address of the LinkedIn profile of the person, such as https://www.linkedin.com/in/ada-example',
					},
				}),
			},
			Find_Person_by_Email: {
				description:
					'Find out who is behind an e-mail address: name, job, LinkedIn profile, company, and other e-mail addresses. A hit is charged, a miss is free.',
				parameters: schemaOf({
					email: { type: 'string', description: 'E-mail address of the person, such as ada@example.com' },
				}),
			},
		});
	});

	it('two names for two tools that n8n named, for every operation', async () => {
		const twins = Object.entries(TOOLS).flatMap(([tool, parameters]) => {
			const name = OFFERS[tool as keyof typeof OFFERS].description;
			return [name, `${name}1`].map((each): [string, typeof parameters] => [each, parameters]);
		});
		const names = Object.keys(await offersOf(withTools(EXAMPLE, Object.fromEntries(twins))));
		expect(names).toHaveLength(2 * Object.keys(TOOLS).length);
	});

	it('what every operation says of itself, where the user leaves it all to n8n', async () => {
		expect(await offersOf(withTools(EXAMPLE, TOOLS))).toEqual(OFFERS);
	});
});
