import { Tally } from '../../../nodes/IdentityResolution/actions/tell/summary';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { newRecord, type LookupRecord } from '../../../nodes/IdentityResolution/service/lookup';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import type { Run } from '../../../nodes/IdentityResolution/run/run';
import { newStats } from '../../../nodes/IdentityResolution/service/stats';
import { limitsWith } from './limits';
import { lookupFor } from './lookups';

/** The default settings of the panel. */
export const SETTINGS: Settings = {
	output: 'simplified',
	fields: [],
	inputFields: 'all',
	selectedInputFields: [],
	columnPrefix: 'enriched_',
	onNotFound: 'keep',
	onLimit: 'keep',
	dryRun: false,
	hashEmail: false,
	wants: ['personalEmail'],
	minGrade: 'any',
	includeLookupDetails: false,
	knownAnswers: false,
	suppressionList: false,
	maxAge: Infinity,
	...limitsWith(),
};

export const NOON = Date.UTC(2026, 8, 1, 12);

export const found = (results: object, at: number | null = NOON): Outcome => ({
	is: 'found',
	answer: { found: true, results, metadata: null, at },
	phone: 'as_requested',
});

export const MISS: Outcome = {
	is: 'not_found',
	answer: { found: false, results: null, metadata: null, at: NOON },
	phone: 'as_requested',
};

export const DEFERRED: Outcome = {
	is: 'deferred',
	stop: { reason: 'run_time', retryAt: null, refusal: null, tool: null },
};

export const FAILED: Outcome = {
	is: 'failed',
	refusal: { reason: 'internal_error', httpStatus: 500, code: 'internal_error', message: null, retryAfter: null },
};

/** A row with one lookup. */
export const rowOf = (
	tool: Tool,
	identifier: string,
	outcome: Outcome,
	record: Partial<LookupRecord> = {},
): SettledRow => {
	const charged = outcome.is === 'found' ? 1 : 0;
	const sent: LookupRecord = { ...newRecord(null), attempts: 1, charged, rows: 1, ...record };
	return { outcome, steps: [{ lookup: lookupFor(tool, identifier), outcome, record: sent, showsCharge: true }] };
};

/** A run whose rows needed no lookups. */
export const runOf = (outcomes: readonly Outcome[]): Run => ({
	rows: outcomes.map((outcome) => ({ outcome, steps: [] })),
	lookups: 0,
	stats: newStats(),
	stop: stopFor('stopped'),
	plan: null,
	account: null,
});

export function tallyOf({ rows, stop }: Run): Tally {
	const tally = new Tally(stop);
	for (const row of rows) tally.add(row);
	return tally;
}
