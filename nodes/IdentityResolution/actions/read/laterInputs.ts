import {
	type IConnection,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type IRunExecutionData,
	type ITaskData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';

/**
 * The inputs behind the rows, in their order: no wire moves when one of them is switched on or off.
 */
const LATER_INPUTS = ['Suppressed', 'Known'] as const;
export type LaterInput = (typeof LATER_INPUTS)[number];

/**
 * What a later input holds: the items of all nodes that are wired there, or why it must count as
 * unknown.
 */
export type Arrival =
	{ is: 'arrived'; items: INodeExecutionData[] } | { is: 'missing'; why: string };

/** What n8n's context has besides its public types. */
interface Context {
	runExecutionData?: IRunExecutionData | null;
	getConnections?(
		node: INode,
		type: string,
	): ReadonlyArray<readonly IConnection[] | null | undefined>;
}

/**
 * Reads a later input from the run data of the nodes that are wired there. n8n itself feeds it only
 * in the first run of the node, and only from one of several wires: a loop, a second wire or a Wait
 * would leave it empty.
 * @param now epoch ms
 */
export function readLaterInput(host: IExecuteFunctions, input: LaterInput, now: number): Arrival {
	const { runExecutionData: run, getConnections } = host as unknown as Context;
	const missing = (problem: string): Arrival => ({
		is: 'missing',
		why: `Nothing was sent, because ${problem}. Connect what reads ${CONTENTS[input]} to ${input}, with Always Output Data on`,
	});
	if (typeof getConnections !== 'function' || !run)
		return missing(`this n8n does not show what is wired to ${input}`);
	const connections = getConnections.call(host, host.getNode(), NodeConnectionTypes.Main);
	const wires = connections[LATER_INPUTS.indexOf(input) + 1] ?? [];
	if (wires.length === 0) return missing(`nothing is connected to the input ${input}`);
	let items: INodeExecutionData[] = [];
	for (const wire of wires) {
		const arrived = itemsOf(wire, host, run, now);
		if (typeof arrived === 'string') return missing(arrived);
		// A store may have more items than a call can have arguments.
		items = items.concat(arrived);
	}
	return { is: 'arrived', items };
}

const CONTENTS: Readonly<Record<LaterInput, string>> = {
	Suppressed: 'the list',
	Known: 'your saved results',
};

/** A list that was read a day ago may lack people who objected since. */
const LONGEST_AGE = 24 * 3_600_000;

/**
 * Returns the newest items on a wire, or why they do not count. One empty item is an empty list.
 */
function itemsOf(
	{ node, index }: IConnection,
	host: IExecuteFunctions,
	run: IRunExecutionData,
	now: number,
) {
	const { runData } = run.resultData;
	const name = quoted(node);
	const newest = runData[node]?.at(-1);
	if (newest === undefined) return `${name} has not run yet`;
	if (isDisabled(host, node)) return `${name} is deactivated`;
	if (now - newest.startTime > LONGEST_AGE) return `${name} ran more than a day ago`;
	const failed = [node, ...host.getParentNodes(node).map((parent) => parent.name)].find((one) =>
		hasFailed(runData[one]?.at(-1)),
	);
	if (failed !== undefined) return `${quoted(failed)} failed`;
	const items = newest.data?.[NodeConnectionTypes.Main]?.[index] ?? [];
	if (items.length === 0) return `${name} returned no row`;
	if (items.some(isOnlyError)) return `${name} returned an error`;
	return items.length === 1 && Object.keys(items[0].json).length === 0 ? [] : items;
}

const isDisabled = (host: IExecuteFunctions, node: string): boolean =>
	host
		.getParentNodes(host.getNode().name, { depth: 1 })
		.some(({ name, disabled }) => name === node && disabled);

/** A node that failed with *Continue* passes on what it got itself. */
const hasFailed = (run: ITaskData | undefined): boolean =>
	run !== undefined && (run.error !== undefined || run.executionStatus === 'error');

const isOnlyError = ({ json, error }: INodeExecutionData): boolean =>
	error !== undefined || (Object.keys(json).length === 1 && Object.hasOwn(json, 'error'));
