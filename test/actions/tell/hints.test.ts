import type { Reason } from '../../../nodes/IdentityResolution/api/refusals';
import {
	driftHint,
	earliestRetry,
	errorsKeptHint,
	hint,
	otherToolHint,
	rejectedTextsHint,
	retryOnFailHint,
	summaryHint,
} from '../../../nodes/IdentityResolution/actions/tell/hints';
import { doneRoute } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome, Stop } from '../../../nodes/IdentityResolution/run/outcome';
import { deferAll, type Run } from '../../../nodes/IdentityResolution/run/run';

const stop = (reason: Reason, retryAt: number | null = null): Stop => ({ reason, retryAt, refusal: null, tool: null });
const deferred = (reason: Reason, retryAt: number | null = null): Outcome => ({
	is: 'deferred',
	stop: stop(reason, retryAt),
});
const FOUND: Outcome = {
	is: 'found',
	answer: { found: true, results: {}, metadata: null, at: 0 },
	phone: 'as_requested',
};
const MISS: Outcome = { ...FOUND, is: 'not_found' };

interface RunEnd {
	outcomes: Outcome[];
	stop?: Stop;
	stats?: Partial<Run['stats']>;
	/** Rows that earlier runs have answered. */
	known?: number;
}

function summaryOf({ outcomes, stop: cause = undefined, stats = {}, known }: RunEnd) {
	const run = deferAll(outcomes.map(doneRoute), stop('stopped'));
	const ended: Run = {
		...run,
		stop: cause ?? null,
		lookups: 2,
		stats: { ...run.stats, requests: 1, tokens: 1, tokensAre: 'reported', ...stats },
	};
	return summaryHint(ended, [], known);
}

const NOON = Date.UTC(2030, 0, 1, 12);
const COUNTS = '2 distinct lookups in 1 request, 1 token.';

it.each<[string, RunEnd, string]>([
	['the number of rows per status', { outcomes: [MISS, FOUND, FOUND] }, `3 rows: 2 found, 1 not found. ${COUNTS}`],
	[
		'estimated tokens',
		{ outcomes: [FOUND], stats: { tokensAre: 'estimated', tokens: 2 } },
		'1 row: 1 found. 2 distinct lookups in 1 request, 2 tokens (estimated).',
	],
	[
		'lost answers',
		{ outcomes: [FOUND], stats: { unconfirmed: 2 } },
		`1 row: 1 found. ${COUNTS} 2 charges may have been made without an answer.`,
	],
	[
		'why the run stopped',
		{ outcomes: [deferred('unauthorized')], stop: stop('unauthorized') },
		`1 row: 1 deferred. ${COUNTS} The service did not accept the API key, so the other rows were deferred.`,
	],
	[
		'what is wrong with the credential if nothing was sent',
		{
			outcomes: [deferred('unauthorized')],
			stop: {
				...stop('unauthorized'),
				refusal: {
					reason: 'unauthorized',
					httpStatus: null,
					code: null,
					message: 'The credential has no API Key. Paste one',
					retryAfter: null,
				},
			},
			stats: { requests: 0, tokens: 0 },
		},
		'1 row: 1 deferred. 2 distinct lookups in 0 requests, 0 tokens. The credential has no API Key. Paste ' +
			'one, then run the rows again.',
	],
	[
		'which tool was closed if the run continued with others',
		{ outcomes: [FOUND], stop: { ...stop('unknown_tool'), tool: 'any_tool' } },
		`1 row: 1 found. ${COUNTS} The service has no tool of this name: any_tool, so nothing more was sent to it.`,
	],
	[
		'the earliest retry time of any row',
		{
			outcomes: [
				deferred('fair_use_records', NOON + 1_000),
				deferred('fair_use_records', NOON),
				deferred('token_budget'),
			],
		},
		`3 rows: 3 deferred. ${COUNTS} Run the deferred rows again at 2030-01-01 12:00:00 UTC.`,
	],
])('the summary reports %s', (_what, end, message) => {
	expect(summaryOf(end).message).toBe(message);
	expect(summaryOf(end).type).toBe(end.stop === undefined ? 'info' : 'warning');
});

it('the drift hint names at most five departures from the contract', () => {
	const drift = new Map(Array.from({ length: 9 }, (_, nth) => [`field ${nth}`, nth + 1]));
	expect(driftHint(drift).message).toBe(
		'The service did not follow its API contract. Its answers were delivered anyway: ' +
			'field 0 (1 time); field 1 (2 times); field 2 (3 times); field 3 (4 times); field 4 (5 times).',
	);
});

it('the summary rounds a retry time up to the second', () => {
	expect(summaryOf({ outcomes: [deferred('fair_use_records', NOON + 1)] }).message).toMatch(
		/ Run the deferred rows again at 2030-01-01 12:00:01 UTC\.$/,
	);
});

it('the summary separates thousands', () => {
	expect(summaryOf({ outcomes: Array.from({ length: 12_345 }, () => FOUND) }).message).toMatch(
		/^12,345 rows: 12,345 found\. /,
	);
});

it('the summary counts the rows per wanted part', () => {
	const run = { ...deferAll([doneRoute(FOUND)], stop('stopped')), stop: null };
	const wants = [
		{ words: 'a personal email', rows: 1_200 },
		{ words: 'a profile', rows: 0 },
	] as Parameters<typeof summaryHint>[1];
	expect(summaryHint(run, wants).message).toMatch(/: 1 found\. 1,200 with a personal email, 0 with a profile\. /);
});

it.each([
	[0, `2 rows: 2 found. ${COUNTS}`],
	[1, `2 rows: 2 found. 1 row was known before. ${COUNTS}`],
	[2, `2 rows: 2 found. 2 rows were known before. ${COUNTS}`],
])('the summary reports %i rows that earlier runs have answered', (known, message) => {
	expect(summaryOf({ outcomes: [FOUND, FOUND], known }).message).toBe(message);
});

it('the summary reports known rows after those with wanted parts', () => {
	const run = { ...deferAll([doneRoute(FOUND)], stop('stopped')), stop: null };
	const wants = [{ words: 'a profile', rows: 1 }] as Parameters<typeof summaryHint>[1];
	expect(summaryHint(run, wants, 1_200).message).toMatch(/ 1 with a profile\. 1,200 rows were known before\. /);
});

it('the summary names the statuses in one order', () => {
	const other: Outcome[] = [
		{ is: 'planned', why: 'Dry Run is on' },
		deferred('token_budget'),
		{ is: 'failed', refusal: { reason: 'lost', httpStatus: null, code: null, message: null, retryAfter: null } },
		{ is: 'invalid', why: 'no profile' },
		{ is: 'skipped', why: 'empty', by: 'blank' },
	];
	expect(summaryOf({ outcomes: [...other, MISS, FOUND] }).message).toMatch(
		/: 1 found, 1 not found, 1 skipped, 1 invalid, 1 failed, 1 deferred, 1 planned\. /,
	);
});

it.each([
	[['skip_when', 'skip_when'], '2 skipped by Skip When'],
	[['skip_when', 'blank', 'blank'], '3 skipped (1 by Skip When)'],
	[['suppressed'], '1 skipped by the suppression list'],
	[['suppressed', 'blank', 'suppressed'], '3 skipped (2 by the suppression list)'],
	[['suppressed', 'skip_when', 'suppressed'], '3 skipped (1 by Skip When, 2 by the suppression list)'],
	[['complete', 'suppressed', 'skip_when'], '3 skipped (1 by Skip When, 1 by the suppression list)'],
	[['blank'], '1 skipped'],
] as const)('the summary names the rows of %j: %s', (skipped, text) => {
	const outcomes = skipped.map((by): Outcome => ({ is: 'skipped', why: 'no value', by }));
	expect(summaryOf({ outcomes }).message).toContain(`: ${text}. `);
});

it('no retry time is the earliest if no deferred row has one', () => {
	const rowsOf = (...outcomes: Outcome[]) => ({ rows: outcomes.map((outcome) => ({ outcome, steps: [] })) });
	expect(earliestRetry(rowsOf(FOUND, deferred('token_budget')))).toBeNull();
	expect(earliestRetry(rowsOf(deferred('token_budget', 2), deferred('token_budget', 1)))).toBe(1);
});

it.each([
	[
		'errors that were kept',
		errorsKeptHint(2),
		'2 rows count as errors: see the status and reason columns. The node did not fail, so that the other ' +
			'rows keep their results.',
	],
	[
		'columns of another operation',
		otherToolHint('<b>status'),
		'The column "&lt;b>status" was written by another operation or another choice of columns. Set another ' +
			'Column Prefix to keep both.',
	],
	[
		'resume texts that are not authentic',
		rejectedTextsHint(2),
		'2 resume texts were ignored: cut, changed, or written with another key. Store that column as text, ' +
			'unchanged. After a change of the API key, enter the old one as Signing Secret in the credential.',
	],
	[
		'Retry On Fail',
		retryOnFailHint(),
		'Retry On Fail is on. Switch it off: the node retries by itself if nothing was charged, but n8n would run ' +
			'all rows again.',
	],
])('a warning about %s is shown beside the output', (_what, shown, message) => {
	expect(shown).toEqual({ location: 'outputPane', type: 'warning', message });
});

it('a hint escapes every tag, because n8n shows it as HTML', () => {
	expect(hint('info', '<a><b>').message).toBe('&lt;a>&lt;b>');
});
