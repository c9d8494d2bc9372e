import type { Tool } from '../api/tool';
import type { Log } from './log';
import { retryOf, type Remedy } from './request';

/** The names under which the service knows the tools (contract: Silent points, 5). */
export class Names {
	/** By the name of the tool, if it differs. */
	private readonly found = new Map<string, string>();

	/** Returns a tool under the name to send. */
	current(tool: Tool): Tool {
		const name = this.found.get(tool.name);
		return name === undefined ? tool : { ...tool, name };
	}

	/** Chooses the name to try instead of an unknown one; null if the tool has no further name. */
	insteadOf(missing: string, tool: Tool): string | null {
		const current = this.current(tool).name;
		// Another request has found out before.
		if (current !== missing) return current;
		const all = [tool.name, ...(tool.otherNames ?? [])];
		return all.at(all.indexOf(missing) + 1) ?? null;
	}

	use(name: string, { name: own }: Tool): void {
		this.found.set(own, name);
	}
}

/** Asks for a tool under its next name if the service does not know the one that was sent. */
export const underOtherName =
	(names: Names, log: Log): Remedy =>
	({ request, refusal, sentTo }, ask) => {
		const name = names.insteadOf(sentTo, request.tool);
		if (name === null) return null;
		names.use(name, request.tool);
		log('rename', request.tool.name, refusal.reason);
		return ask(retryOf(request));
	};
