import { fill } from '../../../../dev/n8n/instance/fill';
import type { Rest, WorkflowFile, WorkflowNode } from '../../../../dev/n8n/instance/rest';

const SANDBOX = { baseUrl: 'http://127.0.0.1:4010/api/v1/tools', apiKey: 'sandbox_examplekey' };

/** An n8n that remembers what was put into it. */
class FakeRest {
	readonly credentialsHeld: Array<{ id: string; name: string; data: unknown }> = [];
	readonly held: WorkflowFile[] = [];

	async credentials() {
		return await Promise.resolve(this.credentialsHeld);
	}

	async createCredential(name: string, _type: string, data: unknown) {
		const id = `credential-${this.credentialsHeld.length + 1}`;
		this.credentialsHeld.push({ id, name, data });
		return await Promise.resolve({ id, name });
	}

	async updateCredential(id: string, _name: string, _type: string, data: unknown) {
		const known = this.credentialsHeld.find((one) => one.id === id);
		if (known) known.data = data;
		await Promise.resolve();
	}

	async workflows() {
		return await Promise.resolve(this.held.map(({ name }, place) => ({ id: String(place), name })));
	}

	readonly published: string[] = [];

	async activate(id: string) {
		this.published.push(id);
		await Promise.resolve();
	}

	async createWorkflow(workflow: WorkflowFile) {
		this.held.push(workflow);
		return await Promise.resolve({ id: String(this.held.length) });
	}
}

const fillUp = (rest: FakeRest, examples: WorkflowFile[], data = SANDBOX) =>
	fill(rest as unknown as Rest, data, examples);

const example = (name: string, ...types: string[]): WorkflowFile => ({
	name,
	nodes: types.map((type): WorkflowNode => ({
		id: type,
		name: type,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	})),
	connections: {},
});

const OURS = 'n8n-nodes-identity-resolution.identityResolution';
const TRIGGER = `${OURS}Trigger`;

it('brings every example and a credential, which each of our nodes is given, as a node, as a tool or as the trigger', async () => {
	const rest = new FakeRest();
	const added = await fillUp(rest, [
		example('One', 'n8n-nodes-base.noOp', OURS),
		example('Two', `${OURS}Tool`),
		example('Three', TRIGGER),
	]);
	expect(added).toEqual(['One', 'Two', 'Three']);
	const credentials = { identityResolutionApi: { id: 'credential-1', name: 'Identity Resolution Sandbox' } };
	expect(rest.held.map(({ nodes }) => nodes.map(({ type, credentials: given }) => [type, given]))).toEqual([
		[
			['n8n-nodes-base.noOp', undefined],
			[OURS, credentials],
		],
		[[`${OURS}Tool`, credentials]],
		[[TRIGGER, credentials]],
	]);
	expect(rest.credentialsHeld).toEqual([{ id: 'credential-1', name: 'Identity Resolution Sandbox', data: SANDBOX }]);
});

it('leaves workflows alone that are there already, and brings the credential up to date', async () => {
	const rest = new FakeRest();
	await fillUp(rest, [example('One', OURS)]);
	const next = { ...SANDBOX, baseUrl: 'http://127.0.0.1:4011/api/v1/tools' };
	expect(await fillUp(rest, [example('One', 'n8n-nodes-base.noOp'), example('Two', OURS)], next)).toEqual(['Two']);
	expect(rest.held.map(({ name }) => name)).toEqual(['One', 'Two']);
	expect(rest.held[0].nodes).toMatchObject([{ type: OURS }]);
	expect(rest.credentialsHeld.map(({ data }) => data)).toEqual([next]);
});

it('publishes workflows with a form or a webhook, which work only so, and none that would poll by itself', async () => {
	const rest = new FakeRest();
	const examples = [
		example('One', 'n8n-nodes-base.manualTrigger', OURS),
		example('Two', 'n8n-nodes-base.formTrigger'),
		example('Three', 'n8n-nodes-base.webhook'),
		example('Four', TRIGGER),
	];
	await fillUp(rest, examples);
	expect(rest.published).toEqual(['2', '3']);
});
