import { Readable, finished } from 'node:stream';
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

type Send = IExecuteFunctions['helpers']['httpRequestWithAuthentication'];

/** A stop that lets a node's requests in flight end. n8n's own aborts them, so it must not know of this one. */
export class GentleStop {
	private readonly controller = new AbortController();
	private inFlight = 0;

	get isCalled(): boolean {
		return this.controller.signal.aborted;
	}

	/** Cancels the node. @returns the number of requests in flight */
	call(): number {
		this.controller.abort();
		return this.inFlight;
	}

	applyTo(type: INodeType): INodeType {
		const hostOf = (context: IExecuteFunctions) => this.hostOf(context);
		return {
			...type,
			async execute(this: IExecuteFunctions) {
				return (await type.execute?.call(hostOf(this))) ?? null;
			},
		};
	}

	private hostOf(context: IExecuteFunctions): IExecuteFunctions {
		// n8n's helper aborts a request by the signal of the context that it is called on.
		const send: Send = async (...request) =>
			await this.counted(context.helpers.httpRequestWithAuthentication.apply(context, request));
		return Object.create(context, {
			getExecutionCancelSignal: { value: () => this.controller.signal },
			helpers: { value: { ...context.helpers, httpRequestWithAuthentication: send } },
		}) as IExecuteFunctions;
	}

	/** Counts a request until its answer is read. */
	private async counted(request: Promise<unknown>): Promise<unknown> {
		const end = () => (this.inFlight -= 1);
		this.inFlight += 1;
		try {
			const response = await request;
			const body = (response as { body?: unknown }).body;
			if (body instanceof Readable) finished(body, end);
			else end();
			return response;
		} catch (error) {
			end();
			throw error;
		}
	}
}
