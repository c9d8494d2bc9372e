import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCredential } from '../../host/fill';
import type { WorkflowFile } from '../../host/rest';
import type { Hosted } from '../support/hosted';

export const EXAMPLES = join(__dirname, '..', '..', 'examples');

/** @returns an example workflow, as it is in the project */
export const readExample = (file: string): WorkflowFile => JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as WorkflowFile;

/** Puts a workflow into n8n, with our credential in our nodes. @returns its id */
export async function importInto({ rest, credential }: Hosted, workflow: WorkflowFile): Promise<string> {
	const { id } = await rest.createWorkflow(withCredential(workflow, credential));
	return id;
}
