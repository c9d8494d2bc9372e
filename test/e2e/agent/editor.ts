import type { Rest } from '../../../dev/n8n/instance/rest';

export const QUESTION = 'Who is it?';

/** What n8n's editor keeps of a Chat Trigger that a message has come in at. */
const CHAT_RUN = {
	startTime: 0,
	executionTime: 0,
	executionIndex: 0,
	executionStatus: 'success',
	source: [null],
	data: { main: [[{ json: { sessionId: 'one', action: 'sendMessage', chatInput: QUESTION } }]] },
};

/** Asks in the editor's chat: the workflow goes on behind its Chat Trigger. @returns the id of the execution */
export const sendMessage = async (rest: Rest, workflow: string): Promise<string> =>
	await rest.start(workflow, { triggerToStartFrom: { name: 'Chat', data: CHAT_RUN } });

/**
 * Executes a tool alone, as the button in its panel does.
 * @param tool the name that a model knows it by
 * @param input the arguments that the user typed into the dialog
 * @returns the id of the execution
 */
export const executeTool = async (
	rest: Rest,
	workflow: string,
	node: string,
	tool: string,
	input: unknown,
): Promise<string> =>
	await rest.start(workflow, {
		runData: { Chat: [CHAT_RUN] },
		dirtyNodeNames: [],
		destinationNode: { nodeName: node, mode: 'inclusive' },
		agentRequest: { query: { [tool]: input }, tool: { name: '' } },
	});
