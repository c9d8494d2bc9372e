import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowFile } from './workflow';

/** The templates in the folder `examples/`, the most useful one first. */
export const EXAMPLES_BY_USE = [
	'start-here.json',
	'google-sheets-enrich.json',
	'google-sheets-trigger.json',
	'google-sheets-finish.json',
	'google-sheets-waterfall.json',
	'sales-navigator-names.json',
	'csv-in-csv-out.json',
	'linkedin-connections.json',
	'webhook-enrichment-api.json',
	'hubspot-backfill.json',
	'salesforce-leads.json',
	'pipedrive-new-person.json',
	'airtable-resolve.json',
	'postgres-upsert.json',
	'known-people-table.json',
	'form-to-slack.json',
	'ai-agent.json',
	'ai-agent-approval.json',
	'mcp-server.json',
	'low-balance-slack.json',
] as const;

export interface Example {
	file: string;
	workflow: WorkflowFile;
}

export const readExamples = (folder: string): Example[] =>
	EXAMPLES_BY_USE.map((file) => ({
		file,
		workflow: JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowFile,
	}));

/** The note that describes a template. */
export const ABOUT = /^About this template$/;

/** What the picture of a template shows, which is all but that note: the names of its nodes, and a checksum. */
export function canvasOf({ nodes, connections }: WorkflowFile): string {
	const shown = nodes.flatMap(({ name, type, position, parameters: { resource, operation, content } }) =>
		ABOUT.test(name) ? [] : [[name, type, position, resource, operation, content]],
	);
	const checksum = createHash('sha256')
		.update(JSON.stringify([shown, connections]))
		.digest('hex')
		.slice(0, 16);
	return [...shown.map(([name]) => name), checksum].join('\n');
}
