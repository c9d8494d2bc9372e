import type { Tool } from '../../api/tool';

/** The names under which the service knows tools now, by the name of the tool, if they differ. */
export type ToolNames = ReadonlyMap<string, string>;

/** Returns the tool under the name that the service knows. */
export function currentTool(names: ToolNames, tool: Tool): Tool {
	const name = names.get(tool.name);
	return name === undefined ? tool : { ...tool, name };
}

/**
 * Returns the name to use instead of one that the service does not know (contract: Silent points, 5); null if the tool has no further name.
 */
export function nameInsteadOf(missing: string, names: ToolNames, tool: Tool): string | null {
	const current = currentTool(names, tool).name;
	// Another request has found out before.
	if (current !== missing) return current;
	const all = [tool.name, ...(tool.otherNames ?? [])];
	return all.at(all.indexOf(missing) + 1) ?? null;
}
