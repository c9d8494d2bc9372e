import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** Opens a connection to an MCP server, as Claude does. */
export async function openMcp(url: string, token: string): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
	return client;
}

/** Calls a tool. @returns the text of its answer @throws if the tool reports an error */
export async function callMcp(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
	const { content, isError } = await client.callTool({ name, arguments: input });
	const text = (content as Array<{ text?: string }>).map((part) => part.text ?? '').join('\n');
	if (isError === true) throw new Error(text);
	return text;
}
