import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowFile } from './workflow';

/** The templates in the folder `examples/`, the most useful one first. */
export const EXAMPLES_BY_USE = [
	'start-here.json',
	'google-sheets-enrich.json',
	'google-sheets-trigger.json',
	'csv-in-csv-out.json',
	'known-people-table.json',
	'hubspot-new-contact.json',
	'hubspot-backfill.json',
	'salesforce-leads.json',
	'pipedrive-new-person.json',
	'airtable-resolve.json',
	'postgres-upsert.json',
	'form-to-slack.json',
	'ai-agent.json',
	'mcp-server.json',
	'low-balance-slack.json',
	'queue-split.json',
	'queue-part.json',
] as const;

/** The templates that need no other account, and that work only if they are published. */
export const PUBLISHED_EXAMPLES: readonly string[] = ['queue-part.json'];

export interface Example {
	file: string;
	workflow: WorkflowFile;
}

export const readExamples = (folder: string): Example[] =>
	EXAMPLES_BY_USE.map((file) => ({
		file,
		workflow: JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowFile,
	}));
