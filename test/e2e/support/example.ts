import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type Execution, executionEnded } from '../../../dev/n8n/instance/executions';
import {
	type CredentialRef,
	withCredential,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../dev/n8n/instance/workflow';
import type { Hosted } from './hosted';

export const EXAMPLES = join(__dirname, '..', '..', '..', 'examples');
export const SHEET = 'contacts.csv';

export const readExample = (file: string, folder = EXAMPLES): WorkflowFile =>
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowFile;

export async function importInto(
	{ rest, credential }: Pick<Hosted, 'rest' | 'credential'>,
	workflow: WorkflowFile,
): Promise<string> {
	const { id } = await rest.createWorkflow(withCredential(workflow, credential));
	return id;
}

/** Copies the sheet, or its first rows, and creates an example workflow that may be changed before. @returns its id */
export async function importExample(
	host: Hosted,
	file: string,
	change = (workflow: WorkflowFile) => workflow,
	rows?: number,
): Promise<string> {
	const sheet = readFileSync(join(EXAMPLES, SHEET));
	writeFileSync(join(host.files, SHEET), rows === undefined ? sheet : stringify(parse(sheet).slice(0, 1 + rows)));
	return await importInto(host, change(readExample(file)));
}

export interface OtherCredential {
	nodeType: string;
	type: string;
	data: Record<string, unknown>;
}

/** Creates the credentials. @returns a change that adds them to the nodes of their types */
export async function connect(
	{ rest }: Pick<Hosted, 'rest'>,
	others: readonly OtherCredential[],
): Promise<(workflow: WorkflowFile) => WorkflowFile> {
	const refs = new Map<string, Record<string, CredentialRef>>();
	for (const { nodeType, type, data } of others)
		refs.set(nodeType, {
			...refs.get(nodeType),
			[type]: await rest.createCredential(`Stand-In ${nodeType}`, type, data),
		});
	const added = (node: WorkflowNode) => {
		const credentials = refs.get(node.type);
		return credentials === undefined ? node : { ...node, credentials };
	};
	return (workflow) => ({ ...workflow, nodes: workflow.nodes.map(added) });
}

export const withParameters =
	(parameters: Readonly<Record<string, Record<string, unknown>>>) =>
	(workflow: WorkflowFile): WorkflowFile => ({
		...workflow,
		nodes: workflow.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...parameters[node.name] },
		})),
	});

/** Runs a workflow from one of its triggers. @throws if the execution does not succeed */
export async function runExample({ rest }: Pick<Hosted, 'rest'>, id: string, trigger = 'Start'): Promise<Execution> {
	const execution = await executionEnded(rest, await rest.run(id, trigger));
	if (execution.status !== 'success')
		throw new Error(`${execution.status}: ${execution.error?.message ?? 'no message'}`);
	return execution;
}

/** Runs a workflow from one of its triggers. @returns the status of the execution, and the message of its error */
export async function endOf({ rest }: Pick<Hosted, 'rest'>, id: string, trigger = 'Start') {
	const { status, error } = await executionEnded(rest, await rest.run(id, trigger));
	return [status, error?.message];
}

/** Runs a workflow with these items of a trigger, as the editor does for a trigger that has run. */
export async function runFrom(
	{ rest }: Pick<Hosted, 'rest'>,
	id: string,
	trigger: string,
	items: ReadonlyArray<Record<string, unknown>>,
): Promise<Execution> {
	const main = [items.map((json) => ({ json }))];
	const run = { startTime: 0, executionTime: 0, executionIndex: 0, executionStatus: 'success', source: [null] };
	const triggerToStartFrom = { name: trigger, data: { ...run, data: { main } } };
	return await executionEnded(rest, await rest.start(id, { triggerToStartFrom }));
}

/** The identifiers in all requests since the sandbox's ledger was cleared, as often as they were sent. */
export const sentKeys = ({ sandbox }: Pick<Hosted, 'sandbox'>): string[] =>
	sandbox.ledger.requests().flatMap(({ keys }) => keys);
