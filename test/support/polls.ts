import {
	ObservableObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IPollFunctions,
} from 'n8n-workflow';
import { poll } from '../../nodes/IdentityResolution/actions/trigger/poll';
import { FAIR_USE_WINDOWS } from '../../nodes/IdentityResolution/api/account/accountWindows';
import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { VirtualClock } from '../../dev/simulation/virtualClock';
import { SIGN } from './resumeText';

/** What the service answers to one request. */
export type Answers = (tool: Tool, body: JsonObject) => Reply;

/** What one poll handed on, or why it failed. An empty list starts an execution, too; null does not. */
export type Polled = { is: 'items'; items: IDataObject[] | null } | { is: 'failed'; error: Error };

/**
 * A trigger that is polled without n8n, under n8n's rule for static data: it is in memory, and saved only at the end of an activation and
 * with what a poll hands on. Time is virtual.
 */
export class Poller {
	saved = '{}';
	/** ms that each answer takes. */
	latency = 0;
	requests: Array<{ tool: string; body: JsonObject }> = [];
	readonly clock = new VirtualClock();
	private memory: IDataObject | null = null;

	constructor(private parameters: INodeParameters) {}

	/** A poll at its time; the first one after a start is that of an activation. */
	async poll(answers: Answers): Promise<Polled> {
		const memory = this.memory ?? this.load();
		const polled = await this.ask(memory, 'trigger', answers);
		if (polled.is === 'failed') return polled;
		if (this.memory === null || polled.items !== null) this.saved = JSON.stringify(memory);
		this.memory = memory;
		return polled;
	}

	async fetchTestEvent(answers: Answers): Promise<Polled> {
		return await this.ask(this.load(), 'manual', answers);
	}

	/** n8n ends, and with it what was not saved. */
	kill(): void {
		this.memory = null;
	}

	/** The user publishes the trigger with other parameters. */
	set(parameters: INodeParameters): void {
		this.kill();
		this.parameters = parameters;
	}

	private load(): IDataObject {
		return ObservableObject.create(JSON.parse(this.saved) as IDataObject);
	}

	private async ask(memory: IDataObject, mode: string, answers: Answers): Promise<Polled> {
		const node = { name: 'Trigger', type: 'trigger', parameters: this.parameters } as INode;
		const host = {
			getNode: () => node,
			getMode: () => mode,
			getNodeParameter: (name: string, fallback?: unknown) => this.parameters[name] ?? fallback,
			getWorkflowStaticData: () => memory,
		} as unknown as IPollFunctions;
		const send = async (tool: Tool, body: JsonObject): Promise<Reply> => {
			this.requests.push({ tool: tool.name, body });
			await this.clock.sleep(this.latency);
			return answers(tool, body);
		};
		const surroundings = {
			send,
			clock: this.clock,
			random: () => 0,
			signal: new AbortController().signal,
			progress: () => undefined,
			log: () => undefined,
		};
		try {
			const handedOn = await this.clock.until(
				poll(host, async () => await Promise.resolve({ is: 'ready', env: surroundings, sign: SIGN })),
			);
			return { is: 'items', items: jsonOf(handedOn) };
		} catch (error) {
			return { is: 'failed', error: error as Error };
		}
	}
}

const jsonOf = (handedOn: INodeExecutionData[][] | null) =>
	handedOn?.flatMap((output) => output.map(({ json }) => json)) ?? null;

/** One window of an account. */
export interface WindowOf {
	limit?: number | string | null;
	used?: number;
	remaining?: number | string | null;
	resets_at?: string | null;
}

/** An account record with the given windows, by the start of their columns; any other window is unused. */
export function accountOf(windows: Record<string, WindowOf> = {}, besides: JsonObject = {}): JsonObject {
	const fair_use: Record<string, Record<string, Record<string, unknown>>> = {};
	for (const { family, kind, period, column } of FAIR_USE_WINDOWS) {
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
		...besides,
	};
}
