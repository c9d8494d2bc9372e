import { withCredential } from '../../host/fill';
import type { WorkflowFile, WorkflowNode } from '../../host/rest';
import type { Hosted } from '../support/hosted';
import { NODE_TYPE } from './canvas';

const node = (name: string, type: string, column: number, parameters: Record<string, unknown>): WorkflowNode => ({
	id: `node-${column}`,
	name,
	type,
	typeVersion: 1,
	position: [column * 220, 0],
	parameters,
});

/** A workflow in which so many made-up rows go through our node. Its name, and those of its nodes, are the same each time. */
function rowsWorkflow(rows: number, parameters: Record<string, unknown>): WorkflowFile {
	const code = `return Array.from({ length: ${rows} }, (_, row) => ({ json: { linkedin: \`person-\${row}\` } }));`;
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', 0, {}),
		{ ...node('Rows', 'n8n-nodes-base.code', 1, { jsCode: code }), typeVersion: 2 },
		node('Lookup', NODE_TYPE, 2, { linkedinUrl: '={{ $json.linkedin }}', ...parameters }),
	];
	const next = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return { name: 'Rows', nodes, connections: { Start: next('Rows'), Rows: next('Lookup') } };
}

/** Stores it, with the credential that works. @returns its id */
export async function storeRowsWorkflow({ rest, credential }: Hosted, rows: number, parameters: Record<string, unknown>): Promise<string> {
	const { id } = await rest.createWorkflow(withCredential(rowsWorkflow(rows, parameters), credential));
	return id;
}
