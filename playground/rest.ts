import { randomUUID } from 'node:crypto';

/** Someone who may log in. Only ever on 127.0.0.1. */
export const OWNER = { email: 'owner@example.com', firstName: 'Ada', lastName: 'Example', password: 'Playground1' } as const;

/** A workflow as n8n exports it. */
export interface WorkflowFile {
	name: string;
	nodes: unknown[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

/** n8n's REST interface, as its own editor uses it. */
export class Rest {
	private cookie = '';
	/** n8n ties a login to the browser that it came from. */
	private readonly browser = randomUUID();

	constructor(private readonly url: string) {}

	/** Makes the owner on the first start, and logs in. */
	async enter(): Promise<void> {
		const settings = (await this.call('GET', 'settings')) as { userManagement?: { showSetupOnFirstLoad?: boolean } };
		if (settings.userManagement?.showSetupOnFirstLoad) await this.call('POST', 'owner/setup', OWNER);
		await this.call('POST', 'login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
	}

	async credentials(): Promise<Array<{ id: string; name: string }>> {
		return (await this.call('GET', 'credentials')) as Array<{ id: string; name: string }>;
	}

	async createCredential(name: string, type: string, data: Record<string, string>): Promise<{ id: string }> {
		return (await this.call('POST', 'credentials', { name, type, data })) as { id: string };
	}

	async updateCredential(id: string, name: string, type: string, data: Record<string, string>): Promise<void> {
		await this.call('PATCH', `credentials/${id}`, { name, type, data });
	}

	async workflows(): Promise<Array<{ id: string; name: string }>> {
		return (await this.call('GET', 'workflows')) as Array<{ id: string; name: string }>;
	}

	async createWorkflow(workflow: WorkflowFile): Promise<{ id: string }> {
		return (await this.call('POST', 'workflows', workflow)) as { id: string };
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
