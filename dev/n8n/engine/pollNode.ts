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

export interface NodeToPoll {
	types: NodeTypes;
	node: Pick<INode, 'type' | 'parameters'>;
	credentials: Record<string, ICredentialDataDecryptedObject>;
}

/** The result of one poll. `emitted` starts an execution, even if there are no items. */
export type Poll = { is: 'emitted'; items: INodeExecutionData[] } | { is: 'nothing' } | { is: 'failed'; error: Error };

/**
 * A polling node in n8n's own poll context. As in n8n, its static data stays in memory between polls and is saved only
 * after an activation and when a poll emits items.
 */
export class PolledNode {
	/** The static data as the database stores it, JSON. */
	saved = '{}';
	private active: Workflow | null = null;

	constructor(private readonly job: NodeToPoll) {}

	/**
	 * Activates the workflow, after publishing it or after n8n started. It polls at once, and stays inactive if that
	 * fails.
	 */
	async activate(by: WorkflowActivateMode = 'activate'): Promise<Poll> {
		const workflow = this.workflow();
		const poll = await this.pollIn(workflow, 'trigger', by);
		if (poll.is === 'failed') return poll;
		this.active = workflow;
		this.save(workflow);
		return poll;
	}

	async poll(): Promise<Poll> {
		if (this.active === null) throw new UnexpectedError('The workflow is not active');
		return await this.pollIn(this.active, 'trigger', 'activate');
	}

	async fetchTestEvent(): Promise<Poll> {
		return await this.pollIn(this.active ?? this.workflow(), 'manual', 'manual');
	}

	/** Ends n8n as a power failure does: static data that was not saved is lost. */
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
			const items = await poll.call(context);
			if (items === null) return { is: 'nothing' };
			if (mode !== 'manual') this.save(workflow);
			return { is: 'emitted', items: items.flat() };
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
		// n8n saves static data only if the node changed it.
		if (staticData.__dataChanged === true) this.saved = JSON.stringify(staticData);
	}
}
