import {
	ObservableObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IPollFunctions,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { poll } from '../../../nodes/IdentityResolution/actions/trigger/poll';
import { FAIR_USE_WINDOWS } from '../../../nodes/IdentityResolution/api/account/account';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { VirtualClock } from '../../../dev/benchmark/rateLimits/virtualClock';
import { SIGN } from '../api/answersText';

/** What the service answers to one request. */
export type Answers = () => Reply;

/** The output of a poll, or its error. An empty list starts an execution, too; null does not. */
export type Polled = { is: 'items'; items: IDataObject[] | null } | { is: 'failed'; error: Error };

/**
 * A trigger that is polled without n8n, with n8n's rule for static data: they are in memory, and saved only at the end
 * of an activation and with the items of a poll. Time is virtual.
 */
export class Poller {
	saved = '{}';
	/** ms that each answer takes. */
	latency = 0;
	requests: Array<{ tool: string; body: JsonObject }> = [];
	logged: string[] = [];
	readonly clock = new VirtualClock();
	private staticData: IDataObject | null = null;
	private activation: WorkflowActivateMode = 'activate';

	constructor(private parameters: INodeParameters) {}

	/** A scheduled poll; the first one after a start or an edit is part of the activation. */
	async poll(answers: Answers): Promise<Polled> {
		const staticData = this.staticData ?? this.load();
		const polled = await this.run(staticData, 'trigger', answers);
		const isActive = this.staticData !== null;
		if (polled.is === 'items') this.staticData = staticData;
		if (polled.is === 'items' && (!isActive || polled.items !== null)) this.saved = JSON.stringify(staticData);
		return polled;
	}

	async fetchTestEvent(answers: Answers): Promise<Polled> {
		return await this.run(this.load(), 'manual', answers);
	}

	/** Ends n8n, which loses unsaved data. It starts with the next poll. */
	kill(): void {
		this.staticData = null;
		this.activation = 'init';
	}

	/** The user publishes the trigger with other parameters, which loses unsaved data, too. */
	set(parameters: INodeParameters): void {
		this.staticData = null;
		this.activation = 'update';
		this.parameters = parameters;
	}

	async wait(ms: number): Promise<void> {
		await this.clock.until(this.clock.sleep(ms));
	}

	private load(): IDataObject {
		return ObservableObject.create(JSON.parse(this.saved) as IDataObject);
	}

	private async run(staticData: IDataObject, mode: string, answers: Answers): Promise<Polled> {
		const log = (text: string) => this.logged.push(text);
		const node = { name: 'Trigger', type: 'trigger', parameters: this.parameters } as INode;
		const host = {
			getNode: () => node,
			getMode: () => mode,
			getActivationMode: () => this.activation,
			logger: { info: log, warn: log },
			getNodeParameter: (name: string, fallback?: unknown) => this.parameters[name] ?? fallback,
			getWorkflowStaticData: () => staticData,
		} as unknown as IPollFunctions;
		const send = async (tool: Tool, body: JsonObject): Promise<Reply> => {
			this.requests.push({ tool: tool.name, body });
			await this.clock.sleep(this.latency);
			return answers();
		};
		const env = {
			send,
			clock: this.clock,
			random: () => 0,
			signal: new AbortController().signal,
			progress: () => undefined,
			log: () => undefined,
		};
		try {
			const outputs = await this.clock.until(
				poll(
					host,
					async () =>
						await Promise.resolve({
							is: 'ready',
							env,
							clock: this.clock,
							account: 'account',
							signer: async () => await Promise.resolve(SIGN),
						}),
					() => this.clock.now(),
				),
			);
			return { is: 'items', items: jsonOf(outputs) };
		} catch (error) {
			return { is: 'failed', error: error as Error };
		}
	}
}

const jsonOf = (outputs: INodeExecutionData[][] | null) =>
	outputs?.flatMap((output) => output.map(({ json }) => json)) ?? null;

/** One window of an account. */
export interface WindowOf {
	limit?: number | string | null;
	used?: number;
	remaining?: number | string | null;
	resets_at?: string | null;
}

/** An account record with the given windows, by the start of their columns; any other window is unused. */
export function accountOf(windows: Record<string, WindowOf> = {}, others: JsonObject = {}): JsonObject {
	const fair_use: Record<string, Record<string, Record<string, unknown>>> = {};
	for (const { column } of FAIR_USE_WINDOWS) {
		const [family, kind, period] = column.split('_');
		const kinds = (fair_use[family] ??= {});
		(kinds[kind] ??= {})[period] = { limit: 100, used: 0, remaining: 100, resets_at: null, ...windows[column] };
	}
	return {
		id: 'account-example',
		name: 'Example',
		status: 'active',
		plan: 'growth',
		token_balance: 1_000,
		personal_email_available: true,
		fair_use,
		...others,
	};
}
