import { eventually } from '../../../dev/n8n/instance/eventually';

/**
 * Says something in a published chat, whose answer is streamed.
 * @param address of its webhook; n8n opens it only a moment after the workflow was published
 * @returns the pieces of text that came
 */
export async function sayInPublic(address: string, chatInput: string): Promise<string[]> {
	const body = JSON.stringify({ action: 'sendMessage', sessionId: 'one', chatInput });
	return await eventually('The published chat answers', async () => {
		const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
		return answer.ok ? piecesOf(await answer.text()) : undefined;
	});
}

const piecesOf = (text: string): string[] =>
	text
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as { type: string; content?: string })
		.flatMap(({ type, content }) => (type === 'item' && content ? [content] : []));
