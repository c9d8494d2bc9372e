import type { IDataObject } from 'n8n-workflow';
import type { OperationRun } from './nodeRun';

/** A run of personalEmail / findBest. The column `who` contains the profiles; a slug becomes a URL. */
export const findBest = (names: readonly string[], more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'personalEmail',
	operation: 'findBest',
	parameters: { linkedinUrl: '={{ $json.who }}' },
	rows: names.map((who) => ({ who: /^[a-z\d]+-[\w-]+$/i.test(who) ? `linkedin.com/in/${who}` : who })),
	...more,
});

/** A run of personalEmail / findBest over rows with the column `linkedin`. */
export const findBestOf = (rows: IDataObject[], more: Partial<OperationRun> = {}): OperationRun =>
	findBest([], { parameters: { linkedinUrl: '={{ $json.linkedin }}' }, rows, ...more });

/** A run of businessProfile / findByLinkedin, which sends one lookup per request, one after the other. */
export const findProfiles = (names: readonly string[], more: Partial<OperationRun> = {}): OperationRun => ({
	...findBest(names, more),
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	options: { concurrency: 1, ...more.options },
});
