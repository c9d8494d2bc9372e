import { startAll } from '../../../dev/n8n/instance/cleanups';
import { executionEnded, rowsOf } from '../../../dev/n8n/instance/executions';
import type { WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { connect, importInto } from '../support/example';
import { startHosted } from '../support/hosted';
import { ChatModel, type Turn } from './chatModel';

const MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

export const QUESTION = 'Who is it?';

/** The run of a Chat Trigger that has received the question, as the editor sends it. */
const CHAT_RUN = {
	startTime: 0,
	executionTime: 0,
	executionIndex: 0,
	executionStatus: 'success',
	source: [null],
	data: { main: [[{ json: { sessionId: 'one', action: 'sendMessage', chatInput: QUESTION } }]] },
};

export type AgentHost = Awaited<ReturnType<typeof startAgentHost>>;

/** Starts a whole n8n with the packed node, the sandbox, and credentials that lead to a scripted model. */
export const startAgentHost = async () =>
	await startAll(async (cleanups) => {
		const model = new ChatModel();
		await model.start();
		cleanups.add(async () => await model.close());
		const hosted = await startHosted();
		cleanups.add(hosted.stop);
		const { rest } = hosted;
		const withModel = await connect(hosted, [
			{ nodeType: MODEL, type: 'openAiApi', data: { apiKey: 'sk-made-up', url: `${model.url}/v1` } },
		]);
		return {
			...hosted,
			model,
			/** Imports the workflow of an agent, with all credentials. @returns its id */
			importAgent: async (workflow: WorkflowFile) => await importInto(hosted, withModel(workflow)),
			/**
			 * Sends the question to an agent, like the chat in the editor, while its model plays the turns.
			 * @returns the results of all tool calls, in order: n8n returns a list with the items of the tool's first
			 * output
			 */
			async ask(workflowId: string, turns: readonly Turn[]) {
				model.play(turns);
				const started = await rest.start(workflowId, { triggerToStartFrom: { name: 'Chat', data: CHAT_RUN } });
				const execution = await executionEnded(rest, started);
				const { requests } = model;
				const results = (requests.at(-1)?.results ?? []).map((result) => JSON.parse(result) as unknown);
				return { execution, requests, results, output: rowsOf(execution, 'AI Agent').at(-1)?.output };
			},
		};
	});
