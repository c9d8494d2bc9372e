import type { IDataObject } from 'n8n-workflow';
import { syntheticPeople } from '../../sandbox/people';
import type { Sandbox } from '../../sandbox/server';
import { defaultSettings } from '../../sandbox/settings';
import type { OperationRun } from './nodeRun';

export const BEST = 'linkedin_to_best_personal_email_usa';
export const PROFILE = 'linkedin_to_business_profile';
export const REVERSE = 'reverse_email_lookup';

/** People whom the sandbox knows by their LinkedIn profile, their e-mail and its MD5. */
export const people = syntheticPeople(defaultSettings().seed, 600);

/** A run of person / resolve over rows with the columns `linkedin` and `email`. */
export const resolve = (want: string[], rows: IDataObject[], more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'person',
	operation: 'resolve',
	rows,
	...more,
	parameters: { linkedinUrl: '={{ $json.linkedin }}', email: '={{ $json.email }}', want, ...more.parameters },
});

/** How many requests each tool was sent. */
export const byTool = ({ ledger }: Sandbox) => Object.fromEntries(Object.entries(ledger.summary().byTool).map(([tool, counts]) => [tool, Object.values(counts).reduce((sum, count) => sum + count)]));
