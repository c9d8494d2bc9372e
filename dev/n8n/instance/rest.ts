import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { waitFor } from './waitFor';
import type { CredentialRef, WorkflowFile } from './workflow';

/** The owner of each n8n that the project starts, all of them on 127.0.0.1. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Ada',
	lastName: 'Example',
	password: 'Playground1',
} as const;

/** A session. n8n binds its cookie to the browser's id. */
export interface Login {
	cookie: string;
	readonly browser: string;
}

interface Settings {
	userManagement?: { showSetupOnFirstLoad?: boolean };
}

const SETTINGS_TIMEOUT_MS = 30_000;

/** Logs in to n8n, and creates its owner on the first start. */
export async function logIn(url: string): Promise<Rest> {
	const rest = new Rest(url);
	await rest.enter();
	return rest;
}

export class Rest {
	/** @param login an existing session; by default a new one, which `enter` logs in */
	constructor(
		readonly url: string,
		readonly login: Login = { cookie: '', browser: randomUUID() },
	) {}

	async enter(): Promise<void> {
		// n8n 2.8 reports that it is ready a moment before its REST API is.
		const request = async () => await this.call('GET', 'settings').catch(() => undefined);
		const { userManagement } = (await waitFor("n8n's settings", request, SETTINGS_TIMEOUT_MS)) as Settings;
		if (userManagement?.showSetupOnFirstLoad) await this.call('POST', 'owner/setup', OWNER);
		await this.call('POST', 'login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
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
		// Without pinData, n8n stores null, and the editor fails on every second Execute step.
		return (await this.call('POST', 'workflows', { pinData: {}, ...workflow })) as { id: string };
	}

	async activate(id: string): Promise<void> {
		const { versionId } = (await this.call('GET', `workflows/${id}`)) as { versionId: string };
		await this.call('POST', `workflows/${id}/activate`, { versionId });
	}

	/** Runs a workflow from one of its triggers, like the editor's button. @returns the id of the execution */
	async run(id: string, trigger: string): Promise<string> {
		return await this.start(id, { triggerToStartFrom: { name: trigger } });
	}

	async start(id: string, from: Record<string, unknown>): Promise<string> {
		const workflowData = await this.call('GET', `workflows/${id}`);
		const reply = (await this.call('POST', `workflows/${id}/run`, { workflowData, ...from })) as {
			executionId?: string;
		};
		if (reply.executionId === undefined) throw new Error(`n8n started no execution: ${JSON.stringify(reply)}`);
		return reply.executionId;
	}

	/** Continues a failed execution, and resolves at its end. @returns the id of the new execution */
	async retry(execution: string): Promise<string> {
		return ((await this.call('POST', `executions/${execution}/retry`, {})) as { id: string }).id;
	}

	/** @throws if n8n returns an error, with the start of the response */
	async call(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
		const response = await request(`${this.url}/rest/${path}`, {
			method,
			headers: { 'content-type': 'application/json', ...this.session() },
			body: body === undefined ? undefined : JSON.stringify(body),
			// A reused connection fails if n8n has closed it, which it does after five idle seconds.
			reset: true,
		});
		const text = await response.body.text();
		if (response.statusCode >= 400)
			throw new Error(`n8n refused ${method} ${path} (HTTP ${response.statusCode}): ${text.slice(0, 500)}`);
		const cookies = [response.headers['set-cookie'] ?? []].flat();
		const cookie = cookies.find((one) => one.startsWith('n8n-auth='));
		if (cookie !== undefined) this.login.cookie = cookie.split(';')[0];
		return (JSON.parse(text) as { data: unknown }).data;
	}

	private session() {
		return { cookie: this.login.cookie, 'browser-id': this.login.browser };
	}
}
