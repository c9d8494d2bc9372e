import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import type { Reason } from '../../../nodes/IdentityResolution/api/refusals';
import { resolvedContent } from '../../../nodes/IdentityResolution/actions/write/resolvedContent';
import type { RowContext } from '../../../nodes/IdentityResolution/actions/write/content';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import { newRecord, type Lookup, type LookupRecord, type Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome, PhoneResult } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { lookupFor } from '../run/lookups';
import { NO_CONTEXT } from './rowContext';
import { readText, storeOf } from '../api/resumeText';

export const RECORD: LookupRecord = { ...newRecord(null), attempts: 1, charged: 2, rows: 1 };
export const identifierFor = (tool: Tool) => ('linkedin' in tool.requestFields ? 'ada-example' : 'ada@example.com');
export const stepOf = (lookup: Lookup, outcome: Outcome): Step => ({
	lookup,
	outcome,
	record: RECORD,
	showsCharge: true,
});

export const answer = (results: unknown) => ({
	found: results !== null,
	results,
	metadata: { tokens_charged: 2 },
	at: 0,
});
export const hit = (
	tool: Tool,
	results: object,
	phone: Lookup['phone'] = 'without',
	phoneState: PhoneResult = 'as_requested',
) => stepOf(lookupFor(tool, identifierFor(tool), phone), { is: 'found', answer: answer(results), phone: phoneState });
export const miss = (tool: Tool) =>
	stepOf(lookupFor(tool, identifierFor(tool)), { is: 'not_found', answer: answer(null), phone: 'as_requested' });
export const failed = (tool: Tool, kind: Reason = 'internal_error') =>
	stepOf(lookupFor(tool, identifierFor(tool)), {
		is: 'failed',
		refusal: { reason: kind, httpStatus: 500, code: null, message: null, retryAfter: null },
	});
export const deferred = (tool: Tool, reason: Reason = 'fair_use_records', named: string | null = null) =>
	stepOf(lookupFor(tool, identifierFor(tool)), {
		is: 'deferred',
		stop: { reason, retryAt: null, refusal: null, tool: named },
	});

/** The row with these steps and the outcome of the last one, or of any hit. */
export function rowOf(...steps: Step[]): SettledRow {
	const decisive =
		steps.find(({ outcome }) => outcome.is === 'deferred' && outcome.stop.tool === null) ??
		steps.find(({ outcome }) => outcome.is === 'found') ??
		steps.find(({ outcome }) => outcome.is === 'failed') ??
		steps[0];
	return { outcome: decisive.outcome, steps };
}

export const contentOf = (wants: WantName[], columns: 'all' | 'wanted' = 'all', answers = storeOf()) =>
	resolvedContent(resolve, { wants, minGrade: 'any', columns, answers });
export const read = (wants: WantName[], row: SettledRow, context: Partial<RowContext> = {}) =>
	contentOf(wants).read(row, { ...NO_CONTEXT, ...context });
/** The `resume` of a row that came with these texts. */
export const resumeOf = (wants: WantName[], row: SettledRow, ...texts: string[]) =>
	read(wants, row, { texts: () => texts }).own.resume;
export const keptIn = (text: unknown) =>
	readText(text).map(({ tool, key, phone, results }) => [tool, key, phone, results]);

export const WORK = {
	full_name: 'Ada Example',
	title: 'Engineer',
	business_email: 'ada@example.org',
	company: { name: 'Example Works' },
};
export const MASKED = {
	first_name: 'Ada',
	last_name: 'Example',
	title: 'Engineer',
	current_company: 'Example Works',
	work_email_confirmed: 'a**@example.org',
};
export const BEST = { email: 'ada@example.net', risk_score: 'A', last_validated_at: '2029-12-01' };

export const EMAIL_KEY = 'email:ada@example.com';
export const PROFILE_KEY = 'linkedin:ada-example';
