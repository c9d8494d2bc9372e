import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type Execution, executionEnded } from '../../../dev/n8n/instance/executions';
import { withCredential, type WorkflowFile } from '../../../dev/n8n/instance/workflow';
import type { Hosted } from './hosted';

export const EXAMPLES = join(__dirname, '..', '..', '..', 'examples');
export const SHEET = 'contacts.csv';

/** @returns an example workflow as it is in the project */
export const readExample = (file: string): WorkflowFile =>
	JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as WorkflowFile;

/** Creates a workflow with our credential in our nodes. @returns its id */
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

/** Runs a workflow from one of its triggers. @throws if the execution does not succeed */
export async function runExample({ rest }: Pick<Hosted, 'rest'>, id: string, trigger = 'Start'): Promise<Execution> {
	const execution = await executionEnded(rest, await rest.run(id, trigger));
	if (execution.status !== 'success')
		throw new Error(`${execution.status}: ${execution.error?.message ?? 'no message'}`);
	return execution;
}

/** The identifiers in all requests since the sandbox's ledger was cleared, as often as they were sent. */
export const sentKeys = ({ sandbox }: Pick<Hosted, 'sandbox'>): string[] =>
	sandbox.ledger.requests().flatMap(({ keys }) => keys);
