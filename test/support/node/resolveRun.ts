import type { IDataObject } from 'n8n-workflow';
import { syntheticPeople } from '../../../dev/sandbox/people';
import type { Sandbox } from '../../../dev/sandbox/server';
import { defaultSettings } from '../../../dev/sandbox/settings';
import type { OperationRun } from './nodeRun';
import { REVERSE, TO_LINKEDIN } from './toolNames';

/** Services that *Resolve* runs against: which tools they offer, and which of those finds the profile of an email. */
export const SERVICES = [
	{ service: 'all tools', offers: 'everything', profileTool: TO_LINKEDIN },
	{ service: 'the tools of the contract alone', offers: 'contract', profileTool: REVERSE },
] as const;

/** People that the sandbox finds by LinkedIn profile, email and MD5. */
export const people = syntheticPeople(defaultSettings().seed, 600);

/** A run of person / resolve with all columns. The rows have any of the columns `linkedin`, `email` and `md5`. */
export const resolve = (want: string[], rows: IDataObject[], more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'person',
	operation: 'resolve',
	rows,
	...more,
	parameters: {
		linkedinUrl: '={{ $json.linkedin }}',
		email: '={{ $json.email || $json.md5 }}',
		want,
		output: 'everything',
		...more.parameters,
	},
});

/** The number of requests per tool. */
export const byTool = ({ ledger }: Sandbox) =>
	Object.fromEntries(
		Object.entries(ledger.summary().byTool).map(([tool, counts]) => [
			tool,
			Object.values(counts).reduce((sum, count) => sum + count),
		]),
	);
