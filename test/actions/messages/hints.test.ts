import { driftHint, summaryHint } from '../../../nodes/IdentityResolution/actions/messages/hints';
import { doneRoute } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome, Reason, Stop } from '../../../nodes/IdentityResolution/run/outcome';
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

interface Ended {
	outcomes: Outcome[];
	stop?: Stop;
	tally?: Partial<Run['stats']>;
}

function summaryOf({ outcomes, stop: why = undefined, tally = {} }: Ended) {
	const run = deferAll(outcomes.map(doneRoute), stop('stopped'));
	return summaryHint({
		...run,
		stop: why ?? null,
		lookups: 2,
		stats: { ...run.stats, requests: 1, tokens: 1, tokensAre: 'reported', ...tally },
	});
}

const NOON = Date.UTC(2030, 0, 1, 12);
const COUNTS = '2 distinct lookups, 1 request, 1 token';

it.each<[string, Ended, string]>([
	['how many rows became what', { outcomes: [MISS, FOUND, FOUND] }, `3 rows, ${COUNTS}: 2 found, 1 not found.`],
	[
		'that tokens are estimated',
		{ outcomes: [FOUND], tally: { tokensAre: 'estimated', tokens: 2 } },
		'1 row, 2 distinct lookups, 1 request, 2 tokens (estimated): 1 found.',
	],
	[
		'that answers were lost',
		{ outcomes: [FOUND], tally: { unconfirmed: 2 } },
		`1 row, ${COUNTS}: 1 found. 2 charges may have been made without an answer.`,
	],
	[
		'why the run ended',
		{ outcomes: [deferred('unauthorized')], stop: stop('unauthorized') },
		`1 row, ${COUNTS}: 1 deferred. The service did not accept the API key, so the other rows were deferred.`,
	],
	[
		'which tool was closed, where the others went on',
		{ outcomes: [FOUND], stop: { ...stop('unknown_tool'), tool: 'any_tool' } },
		`1 row, ${COUNTS}: 1 found. The service has no tool of this name: any_tool, so nothing more was sent to it.`,
	],
	[
		'when to come back: at the earliest time of any row',
		{
			outcomes: [
				deferred('fair_use_records', NOON + 1_000),
				deferred('fair_use_records', NOON),
				deferred('reserve'),
			],
		},
		`3 rows, ${COUNTS}: 3 deferred. Come back at 2030-01-01 12:00:00 UTC.`,
	],
])('the summary tells %s', (_what, ended, message) => {
	expect(summaryOf(ended).message).toBe(message);
	expect(summaryOf(ended).type).toBe(ended.stop === undefined ? 'info' : 'warning');
});

it('names five departures from the contract and no more, however many there are', () => {
	const drift = new Map(Array.from({ length: 9 }, (_, nth) => [`field ${nth}`, nth + 1]));
	expect(driftHint(drift).message).toBe(
		'The service departed from its contract. Its answers were delivered anyway: ' +
			'field 0 (1 time); field 1 (2 times); field 2 (3 times); field 3 (4 times); field 4 (5 times).',
	);
});

it('says a time to the second, and never a moment too early', () => {
	expect(summaryOf({ outcomes: [deferred('fair_use_records', NOON + 1)] }).message).toMatch(
		/ Come back at 2030-01-01 12:00:01 UTC\.$/,
	);
});

it('parts the thousands of large numbers', () => {
	expect(summaryOf({ outcomes: Array.from({ length: 12_345 }, () => FOUND) }).message).toMatch(
		/^12,345 rows, .*: 12,345 found\.$/,
	);
});
