import { randomUUID } from 'node:crypto';
import { eventually } from './eventually';

/** Someone who may log in. Only ever on 127.0.0.1. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Ada',
	lastName: 'Example',
	password: 'Playground1',
} as const;

/** A node of a workflow. */
export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	[setting: string]: unknown;
}

/** Where the outputs of a node lead: by kind of connection, then output, then target. */
export type Connections = Record<
	string,
	Record<string, Array<Array<{ node: string; type: string; index: number }> | null>>
>;

/** A workflow as n8n exports it. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: Connections;
	settings?: Record<string, unknown>;
}

/** A node type, as the editor gets it. */
export interface NodeTypeListed {
	name: string;
	credentials?: Array<{ name: string }>;
	iconUrl?: { light: string; dark: string };
}

/** A credential, as nodes refer to it. */
export interface CredentialRef {
	id: string;
	name: string;
}

interface Settings {
	userManagement?: { showSetupOnFirstLoad?: boolean };
}

const MOST_WAIT_MS = 30_000;

/** Logs in at an n8n, and makes its owner on the first start. */
export async function logIn(url: string): Promise<Rest> {
	const rest = new Rest(url);
	await rest.enter();
	return rest;
}

/** n8n's REST interface, as its own editor uses it. */
export class Rest {
	private cookie = '';
	/** n8n ties a login to the browser that it came from. */
	private readonly browser = randomUUID();

	constructor(readonly url: string) {}

	/** Makes the owner on the first start, and logs in. */
	async enter(): Promise<void> {
		const settings = await this.settings();
		if (settings.userManagement?.showSetupOnFirstLoad) await this.call('POST', 'owner/setup', OWNER);
		await this.call('POST', 'login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
	}

	/** n8n 2.8 says that it is ready a moment before its REST interface is there. */
	private async settings(): Promise<Settings> {
		let last = '';
		const ask = async () =>
			await this.call('GET', 'settings').catch((error: Error) => {
				last = error.message;
			});
		return (await eventually(() => `n8n's settings (${last})`, ask, MOST_WAIT_MS)) as Settings;
	}

	/** What may be put on the canvas. Unlike the rest it is one plain file, in n8n's own folder. */
	async nodeTypes(): Promise<NodeTypeListed[]> {
		const answer = await fetch(`${this.url}/types/nodes.json`, {
			headers: { cookie: this.cookie, 'browser-id': this.browser },
		});
		return (await answer.json()) as NodeTypeListed[];
	}

	async credentials(): Promise<CredentialRef[]> {
		return (await this.call('GET', 'credentials')) as CredentialRef[];
	}

	async createCredential(name: string, type: string, data: Record<string, unknown>): Promise<CredentialRef> {
		const { id } = (await this.call('POST', 'credentials', { name, type, data })) as { id: string };
		return { id, name };
	}

	async updateCredential(id: string, name: string, type: string, data: Record<string, unknown>): Promise<void> {
		await this.call('PATCH', `credentials/${id}`, { name, type, data });
	}

	async workflows(): Promise<Array<{ id: string; name: string }>> {
		return (await this.call('GET', 'workflows')) as Array<{ id: string; name: string }>;
	}

	async createWorkflow(workflow: WorkflowFile): Promise<{ id: string }> {
		return (await this.call('POST', 'workflows', workflow)) as { id: string };
	}

	/** Lets its triggers and webhooks work. */
	async activate(id: string): Promise<void> {
		const { versionId } = (await this.call('GET', `workflows/${id}`)) as { versionId: string };
		await this.call('POST', `workflows/${id}/activate`, { versionId });
	}

	/** Starts a workflow at one of its triggers, as the editor's button does. @returns the id of the execution */
	async run(id: string, trigger: string): Promise<string> {
		return await this.start(id, { triggerToStartFrom: { name: trigger } });
	}

	/** Starts a workflow. @param from where and with what, as the editor tells it @returns the id of the execution */
	async start(id: string, from: Record<string, unknown>): Promise<string> {
		const workflowData = await this.call('GET', `workflows/${id}`);
		const answer = (await this.call('POST', `workflows/${id}/run`, { workflowData, ...from })) as {
			executionId?: string;
		};
		if (answer.executionId === undefined) throw new Error(`n8n started no execution: ${JSON.stringify(answer)}`);
		return answer.executionId;
	}

	/** @throws where n8n refuses, with what it said */
	async call(method: string, path: string, body?: unknown): Promise<unknown> {
		const answer = await fetch(`${this.url}/rest/${path}`, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.cookie, 'browser-id': this.browser },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`n8n refused ${method} ${path} (HTTP ${answer.status}): ${text.slice(0, 500)}`);
		const [cookie] = answer.headers.getSetCookie().filter((one) => one.startsWith('n8n-auth='));
		if (cookie !== undefined) this.cookie = cookie.split(';')[0];
		return (JSON.parse(text) as { data: unknown }).data;
	}
}
