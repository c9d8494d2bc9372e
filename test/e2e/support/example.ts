import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { executionEnded, type Execution } from '../../../dev/n8n/instance/executions';
import { withCredential } from '../../../dev/n8n/instance/fill';
import type { WorkflowFile } from '../../../dev/n8n/instance/rest';
import type { Hosted } from './hosted';

export const EXAMPLES = join(__dirname, '..', '..', '..', 'examples');

/** @returns an example workflow, as it is in the project */
export const readExample = (file: string): WorkflowFile =>
	JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as WorkflowFile;

/** Puts a workflow into n8n, with our credential in our nodes. @returns its id */
export async function importInto(
	{ rest, credential }: Pick<Hosted, 'rest' | 'credential'>,
	workflow: WorkflowFile,
): Promise<string> {
	const { id } = await rest.createWorkflow(withCredential(workflow, credential));
	return id;
}

/** Runs a workflow from one of its triggers. @throws where it did not succeed */
export async function runExample({ rest }: Hosted, id: string, trigger = 'Start'): Promise<Execution> {
	const execution = await executionEnded(rest, await rest.run(id, trigger));
	if (execution.status !== 'success')
		throw new Error(`${execution.status}: ${execution.error?.message ?? 'no message'}`);
	return execution;
}

/** Every identifier that the service was asked since its ledger was cleared, as often as it was asked. */
export const asked = ({ sandbox }: Pick<Hosted, 'sandbox'>): string[] =>
	sandbox.ledger.requests().flatMap(({ keys }) => keys);
