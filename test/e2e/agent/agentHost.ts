import { begin } from '../../../dev/n8n/instance/endings';
import { executionEnded, rowsOf, type Execution } from '../../../dev/n8n/instance/executions';
import { withCredential } from '../../../dev/n8n/instance/fill';
import type { CredentialRef, WorkflowFile, WorkflowNode } from '../../../dev/n8n/instance/rest';
import { startHosted, type Hosted } from '../support/hosted';
import { startChatModel, type ChatModel, type Turn } from './chatModel';
import type { ModelRequest } from './dialect';
import { sendMessage } from './editor';

/** What became of one question that a user asked in the chat. */
export interface Talk {
	execution: Execution;
	/** What the agent sent to its model, in order. */
	requests: readonly ModelRequest[];
	/** What the model was given back for its calls, in order. n8n makes a list of each: the items of the tool's first output. */
	results: unknown[];
	/** What the agent said at the end. */
	output: unknown;
}

/** A whole n8n with the packed node, the sandbox, and an OpenAI credential that leads to a scripted model. */
export interface AgentHost extends Hosted {
	model: ChatModel;
	/** Puts an agent's workflow into n8n, with both credentials. @returns its id */
	bring(workflow: WorkflowFile): Promise<string>;
	/**
	 * Asks the agent of a workflow, as the chat in the editor does, while its model says what the turns say.
	 * @param workflow its id
	 */
	ask(workflow: string, turns: readonly Turn[]): Promise<Talk>;
}

/** @throws where any part of it does not start; nothing of it is left running then */
export const startAgentHost = async (): Promise<AgentHost> =>
	await begin(async (endings) => {
		const model = await startChatModel();
		endings.add(async () => await model.close());
		const hosted = await startHosted();
		endings.add(hosted.stop);
		const openAi = await hosted.rest.createCredential('OpenAI Stand-In', 'openAiApi', {
			apiKey: 'sk-made-up',
			url: model.url,
		});
		return {
			...hosted,
			model,
			async bring(workflow: WorkflowFile) {
				const { nodes, ...others } = withCredential(workflow, hosted.credential);
				const { id } = await hosted.rest.createWorkflow({
					...others,
					nodes: nodes.map((node) => withOpenAi(node, openAi)),
				});
				return id;
			},
			async ask(workflow: string, turns: readonly Turn[]) {
				model.play(turns);
				const execution = await executionEnded(hosted.rest, await sendMessage(hosted.rest, workflow));
				const requests = model.requests();
				const results = (requests.at(-1)?.results ?? []).map(({ content }) => JSON.parse(content) as unknown);
				return { execution, requests, results, output: rowsOf(execution, 'AI Agent').at(-1)?.output };
			},
		};
	});

const withOpenAi = (node: WorkflowNode, openAi: CredentialRef): WorkflowNode =>
	node.type === '@n8n/n8n-nodes-langchain.lmChatOpenAi' ? { ...node, credentials: { openAiApi: openAi } } : node;
