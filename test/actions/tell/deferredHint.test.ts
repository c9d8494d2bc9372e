import type { Reason } from '../../../nodes/IdentityResolution/api/replies/refusals';
import {
	driftHint,
	errorsKeptHint,
	rejectedTextsHint,
	RETRY_ON_FAIL,
} from '../../../nodes/IdentityResolution/actions/tell/hintTexts';
import { deferralsOf, deferredHint } from '../../../nodes/IdentityResolution/actions/tell/deferredHint';
import { summaryHint } from '../../../nodes/IdentityResolution/actions/tell/summary';
import type { Destinations } from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import { stopFor, type Outcome, type Stop } from '../../../nodes/IdentityResolution/service/outcome';
import type { Run } from '../../../nodes/IdentityResolution/run/run';
import { found, MISS, runOf, tallyOf } from '../../support/run/settledRows';

const FOUND = found({});
const NOON = Date.UTC(2030, 0, 1, 12);
const deferred = (reason: Reason, retryAt: number | null = null): Outcome => ({
	is: 'deferred',
	stop: { reason, retryAt, refusal: null, tool: null },
});
const skipped = (by: 'blank' | 'answered_before' | 'complete'): Outcome => ({ is: 'skipped', why: by, by });

describe('the summary', () => {
	interface RunEnd {
		stop?: Stop;
		stats?: Partial<Run['stats']>;
		contents?: string[];
		/** Rows that earlier runs have answered. */
		known?: number;
	}

	function summaryOf(outcomes: readonly Outcome[], { stop, stats = {}, contents, known }: RunEnd = {}) {
		const run = runOf(outcomes);
		const ended: Run = {
			...run,
			stop: stop ?? null,
			lookups: 2,
			stats: { ...run.stats, requests: 1, tokens: 1, tokensAre: 'reported', ...stats },
		};
		return summaryHint(ended, Object.assign(tallyOf(ended), { known: known ?? 0 }), contents);
	}

	const COUNTS = '2 distinct lookups in 1 request, 1 token.';
	const slowed = (accepted: number, seconds: number): Partial<Run['stats']> => ({
		accepted,
		acceptedAt: seconds * 1_000,
		slowdown: { refused: accepted, since: 0, acceptedBefore: 0 },
	});
	const NO_KEY = stopFor('unauthorized', {
		refusal: {
			reason: 'unauthorized',
			httpStatus: null,
			code: null,
			message: 'The credential has no API Key. Paste one',
			retryAfter: null,
		},
	});
	const CLOSED: Stop = { ...stopFor('unknown_tool'), tool: 'any_tool' };
	const contents = ['1,200 with a personal email', '0 with a profile'];

	it.each<[string, Outcome[], RunEnd, string]>([
		['the number of rows per status', [MISS, FOUND, FOUND], {}, `3 rows: 2 found, 1 not found. ${COUNTS}`],
		[
			'estimated tokens',
			[FOUND],
			{ stats: { tokensAre: 'estimated', tokens: 2 } },
			'1 row: 1 found. 2 distinct lookups in 1 request, 2 tokens (estimated).',
		],
		[
			'lost answers',
			[FOUND],
			{ stats: { unconfirmed: 2 } },
			`1 row: 1 found. ${COUNTS} 2 charges may have been made without an answer.`,
		],
		[
			'the rate that the service accepts, if it slowed the run down',
			[FOUND],
			{ stats: slowed(100, 10) },
			`1 row: 1 found. ${COUNTS} The rate limit slowed this run down: about 10 requests a second were accepted.`,
		],
		[
			'it by the minute if it is lower',
			[FOUND],
			{ stats: slowed(95, 60) },
			`1 row: 1 found. ${COUNTS} The rate limit slowed this run down: about 95 requests a minute were accepted.`,
		],
		[
			'why the run stopped',
			[deferred('unauthorized')],
			{ stop: stopFor('unauthorized') },
			`1 row: 1 deferred. ${COUNTS} The service did not accept the API key, so the other rows were deferred.`,
		],
		[
			'what is wrong with the credential if nothing was sent',
			[deferred('unauthorized')],
			{ stop: NO_KEY, stats: { requests: 0, tokens: 0 } },
			'1 row: 1 deferred. 2 distinct lookups in 0 requests, 0 tokens. The credential has no API Key. Paste ' +
				'one, then run the rows again.',
		],
		[
			'which tool was closed if that deferred rows',
			[FOUND, deferred('unknown_tool')],
			{ stop: CLOSED },
			`2 rows: 1 found, 1 deferred. ${COUNTS} The service has no tool of this name: any_tool, so nothing more was sent to it.`,
		],
		[
			'the earliest retry time of any row, rounded up to the second',
			[
				deferred('fair_use_records', NOON + 5_000),
				deferred('fair_use_records', NOON + 1),
				deferred('token_budget'),
			],
			{},
			`3 rows: 3 deferred. ${COUNTS} The Fair Use window of records is used up, so the other rows were ` +
				'deferred. Run the deferred rows again at 2030-01-01 12:00:01 UTC.',
		],
		[
			'what the replies say is left',
			[FOUND],
			{ stats: { tokensLeft: 1_240, recordsLeft: 1 } },
			`1 row: 1 found. ${COUNTS} Left: 1,240 tokens, 1 record of this 5 h window.`,
		],
		['one known row', [FOUND], { known: 1 }, `1 row: 1 found. 1 row was known before. ${COUNTS}`],
		[
			'the rows per wanted part, then known rows',
			[FOUND],
			{ contents, known: 1_200 },
			`1 row: 1 found. 1,200 with a personal email, 0 with a profile. 1,200 rows were known before. ${COUNTS}`,
		],
	])('reports %s', (_what, outcomes, end, message) => {
		const type = outcomes.some(({ is }) => is === 'deferred') ? 'warning' : 'info';
		expect(summaryOf(outcomes, end)).toMatchObject({ message, type });
	});

	it('names the statuses in one order, and separates thousands', () => {
		const lost = { reason: 'lost', httpStatus: null, code: null, message: null, retryAfter: null } as const;
		const others: Outcome[] = [
			{ is: 'planned', why: 'Dry Run is on' },
			deferred('token_budget'),
			{ is: 'failed', refusal: lost },
			{ is: 'invalid', why: 'no profile' },
			skipped('blank'),
			MISS,
		];
		expect(summaryOf([...others, ...Array<Outcome>(1_234).fill(FOUND)]).message).toMatch(
			/^1,240 rows: 1,234 found, 1 not found, 1 skipped, 1 invalid, 1 failed, 1 deferred, 1 planned\. /,
		);
	});

	it.each([
		[['answered_before', 'answered_before'], '2 skipped (answered before)'],
		[['answered_before', 'blank', 'blank'], '3 skipped (1 answered before)'],
	] as const)('names the rows of %j: %s', (by, text) => {
		expect(summaryOf(by.map(skipped)).message).toContain(`: ${text}. `);
	});
});

it('a tally has no retry time if no deferred row has one', () => {
	expect(tallyOf(runOf([FOUND, deferred('token_budget')])).retryAt).toBe(Infinity);
});

it('the drift hint names at most five departures from the contract', () => {
	const drift = new Map(Array.from({ length: 9 }, (_, nth) => [`field ${nth}`, nth + 1]));
	expect(driftHint(drift).message).toBe(
		"The service's answers differ from its documentation: field 0 (1 time); field 1 (2 times); " +
			'field 2 (3 times); field 3 (4 times); field 4 (5 times). Output: Raw has them unchanged.',
	);
});

it.each([
	[
		'errors that were kept',
		errorsKeptHint(2),
		'2 rows count as errors: see the status and reason columns. The node did not fail, so that the other ' +
			'rows keep their results.',
	],
	[
		'texts that are not authentic',
		rejectedTextsHint(2),
		'2 texts of known answers were ignored: cut, changed, or signed with another Signing Secret. Store the column ' +
			'answers as text, unchanged.',
	],
	[
		'Retry On Fail',
		RETRY_ON_FAIL,
		'Retry On Fail is on. Switch it off: the node retries by itself if nothing was charged, but n8n would run ' +
			'all rows again.',
	],
])('a warning is shown beside the output about %s', (_what, shown, message) => {
	expect(shown).toEqual({ location: 'outputPane', type: 'warning', message });
});

describe('the hint for deferred rows', () => {
	const TIMED = deferred('rate_limited', NOON);
	const UNTIMED = deferred('insufficient_tokens');
	const BLANK = skipped('blank');
	const KEPT: Destinations = { onNotFound: 'keep', onLimit: 'keep', onBlocked: 'defer', errors: 'in_results' };
	const OWN_OUTPUT: Destinations = { ...KEPT, onLimit: 'output' };
	const ERRORS: Destinations = { ...KEPT, onLimit: 'error', errors: 'own_output' };

	type Columns = Parameters<typeof deferredHint>[1];
	const OMITTED: Partial<Columns> = { isRunnable: false };
	const SEARCH: Partial<Columns> = { names: ['next_page'] };
	const hintFor = (outcomes: Outcome[], to = KEPT, columns: Partial<Columns> = {}) => {
		const stops = outcomes.flatMap((outcome) => deferralsOf({ outcome }, to));
		return deferredHint(stops, { isRunnable: true, names: [], isKnownLater: false, ...columns }, to);
	};

	const BY_REASON = 'Do what the reason column says';
	const PAGES = ', with their next_page column: its pages are paid for.';
	const WAIT = 'To continue, connect the Deferred output through a Wait node of at least 70 seconds to this node.';

	it.each<[string, Destinations, Partial<Columns>, timed: string, untimed: string]>([
		[
			'the written rows',
			KEPT,
			{},
			'Run this output again later, once it is stored: found rows are skipped.',
			`${BY_REASON}, then run this output again, once it is stored: found rows are skipped.`,
		],
		['an output in a loop', OWN_OUTPUT, {}, WAIT, `${BY_REASON}, then run the deferred rows again.`],
		...[KEPT, OWN_OUTPUT].map((to): [string, Destinations, Partial<Columns>, string, string] => [
			'the input rows, if these are omitted',
			to,
			OMITTED,
			'Run the input of these rows alone again later: found rows would be charged again.',
			`${BY_REASON}, then run the input of these rows alone again: found rows would be charged again.`,
		]),
		[
			'the deferred rows of a search, whose found rows would be charged again',
			KEPT,
			SEARCH,
			`Run the deferred rows again later${PAGES}`,
			`${BY_REASON}, then run the deferred rows again${PAGES}`,
		],
		...[{}, OMITTED].map((columns): [string, Destinations, Partial<Columns>, string, string] => [
			'all rows with known answers',
			KEPT,
			{ ...columns, isKnownLater: true },
			'Run all rows again later: known answers cost nothing.',
			`${BY_REASON}, then run all rows again: known answers cost nothing.`,
		]),
	])('says to run %s, after a remedy if no row has a retry time', (_which, to, columns, timed, untimed) => {
		expect(hintFor([TIMED, BLANK], to, columns)).toMatchObject({
			type: 'info',
			message: `1 row deferred. ${timed}`,
		});
		expect(hintFor([UNTIMED, TIMED], to, columns)?.message).toBe(`2 rows deferred. ${timed}`);
		expect(hintFor([UNTIMED, UNTIMED], to, columns)?.message).toBe(`2 rows deferred. ${untimed}`);
	});

	it('does not count deferred rows that are errors, nor their retry times', () => {
		const untimed = `1 row deferred. ${BY_REASON}, then run this output again, once it is stored: found rows are skipped.`;
		expect(hintFor([TIMED, deferred('service_down')], ERRORS)?.message).toBe(untimed);
		expect(hintFor([TIMED], { ...ERRORS, errors: 'in_results' })?.message).toContain('1 row deferred. ');
		expect(hintFor([TIMED], ERRORS)).toBeNull();
	});

	it('is null if no row is deferred', () => {
		expect(hintFor([BLANK])).toBeNull();
	});
});
