import './environment';
import { PollContext } from 'n8n-core';
import {
	UnexpectedError,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData } from './additionalData';
import type { NodeTypes } from './nodeTypes';

/** A polling node in a workflow of its own. */
export interface NodeToPoll {
	types: NodeTypes;
	/** The full type name and the parameters. */
	node: Pick<INode, 'type' | 'parameters'>;
	/** Decrypted data by credential type. */
	credentials: Record<string, ICredentialDataDecryptedObject>;
}

/** What became of one poll. What is handed on starts an execution, also where it holds no items. */
export type Poll =
	{ is: 'handed_on'; items: INodeExecutionData[] } | { is: 'nothing' } | { is: 'failed'; error: Error };

/**
 * A polling node as n8n keeps it alive: in n8n's own poll context, its static data in memory between polls, and saved only at
 * the end of an activation and with what a poll hands on.
 */
export class PolledNode {
	/** The static data as the database has it, JSON. */
	saved = '{}';
	private active: Workflow | null = null;

	constructor(private readonly job: NodeToPoll) {}

	/** Publishes the workflow, or brings it back after n8n was started: polls at once, and is not active where that fails. */
	async activate(by: WorkflowActivateMode = 'activate'): Promise<Poll> {
		const workflow = this.workflow();
		const poll = await this.pollIn(workflow, 'trigger', by);
		if (poll.is === 'failed') return poll;
		this.active = workflow;
		this.save(workflow);
		return poll;
	}

	/** A poll at its time. */
	async poll(): Promise<Poll> {
		if (this.active === null) throw new UnexpectedError('The workflow is not active');
		return await this.pollIn(this.active, 'trigger', 'activate');
	}

	/** What the button Fetch Test Event does. */
	async fetchTestEvent(): Promise<Poll> {
		return await this.pollIn(this.active ?? this.workflow(), 'manual', 'manual');
	}

	/** Ends n8n as a machine does that loses its power: whatever was not saved is gone. */
	kill(): void {
		this.active = null;
	}

	private async pollIn(workflow: Workflow, mode: WorkflowExecuteMode, by: WorkflowActivateMode): Promise<Poll> {
		const { types, credentials } = this.job;
		const [node] = Object.values(workflow.nodes);
		const { poll } = types.getByNameAndVersion(node.type);
		if (poll === undefined) throw new UnexpectedError(`${node.type} does not poll`);
		const context = new PollContext(workflow, node, additionalData(credentials, types, mode), mode, by);
		try {
			const handedOn = await poll.call(context);
			if (handedOn === null) return { is: 'nothing' };
			if (mode !== 'manual') this.save(workflow);
			return { is: 'handed_on', items: handedOn.flat() };
		} catch (error) {
			return { is: 'failed', error: error as Error };
		}
	}

	private workflow(): Workflow {
		const { node, types, credentials } = this.job;
		const named = Object.fromEntries(Object.keys(credentials).map((name) => [name, { id: name, name }]));
		return new Workflow({
			id: 'workflow',
			name: 'workflow',
			active: true,
			nodeTypes: types,
			settings: { executionOrder: 'v1' },
			nodes: [{ id: 'trigger', name: 'Trigger', typeVersion: 1, position: [0, 0], credentials: named, ...node }],
			connections: {},
			staticData: JSON.parse(this.saved) as IDataObject,
		});
	}

	private save({ staticData }: Workflow): void {
		// n8n leaves the database alone where nothing was changed through the object that it gave the node.
		if (staticData.__dataChanged === true) this.saved = JSON.stringify(staticData);
	}
}
