import type { IDataObject, IExecuteFunctions, INodeExecutionData, ITaskData } from 'n8n-workflow';
import { NOON } from '../run/settledRows';

/** A node that is wired to a later input. Each of its runs has the items of its outputs. */
export interface Wired {
	input: number;
	name: string;
	output?: number;
	runs: Array<Partial<ITaskData> & { outputs: INodeExecutionData[][] }>;
	disabled?: boolean;
	/** The nodes before it. */
	parents?: string[];
}

export const rows = (...all: IDataObject[]): INodeExecutionData[] => all.map((json) => ({ json }));

/** The context of a node with wires to its later inputs, as n8n makes it. */
export function wiredHost(wired: readonly Wired[], others: Readonly<Record<string, Partial<ITaskData>>> = {}) {
	const wiresAt = (input: number) => {
		const here = wired.filter((one) => one.input === input);
		return here.length === 0
			? null
			: here.map(({ name, output = 0 }) => ({ node: name, type: 'main', index: output }));
	};
	const runData = Object.fromEntries([
		...wired
			.filter(({ runs }) => runs.length > 0)
			.map(({ name, runs }) => [
				name,
				runs.map(({ outputs, ...run }) => ({
					startTime: NOON,
					executionStatus: 'success',
					...run,
					data: { main: outputs },
				})),
			]),
		...Object.entries(others).map(([name, run]) => [
			name,
			[{ startTime: NOON, executionStatus: 'success', ...run }],
		]),
	]) as Record<string, ITaskData[]>;
	return {
		getNode: () => ({ name: 'Node' }),
		getConnections: () => [null, wiresAt(1), wiresAt(2)],
		getParentNodes: (name: string) =>
			name === 'Node'
				? wired.map(({ name: one, disabled = false }) => ({ name: one, disabled }))
				: (wired.find((one) => one.name === name)?.parents ?? []).map((one) => ({
						name: one,
						disabled: false,
					})),
		runExecutionData: { resultData: { runData } },
	} as unknown as IExecuteFunctions;
}
