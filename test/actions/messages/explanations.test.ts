import { errorOf } from '../../../nodes/IdentityResolution/actions/messages/rowErrors';
import { lostAnswerNote } from '../../../nodes/IdentityResolution/actions/messages/explanations';
import { statusOf } from '../../../nodes/IdentityResolution/actions/rows/writeRow';
import type { RefusalKind } from '../../../nodes/IdentityResolution/api/replies/refusal';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { lookupFor, personalEmail } from '../../support/lookups';

const failed = (kind: RefusalKind): Outcome => ({
	is: 'failed',
	refusal: { kind, httpStatus: null, code: null, message: null, retryAfter: null },
});
const DEFERRED: Outcome = {
	is: 'deferred',
	stop: { reason: 'insufficient_tokens', retryAt: null, refusal: null, tool: null },
};
const FOUND: Outcome = {
	is: 'found',
	answer: { found: true, results: {}, metadata: null, at: 0 },
	phone: 'as_requested',
};

const step = (outcome: Outcome, lost: number) =>
	({
		outcome,
		lookup: lookupFor(personalEmail, 'ada-example'),
		record: { attempts: 1 + lost, lostCount: lost },
	}) as Step;
const rowOf = (outcome: Outcome, ...steps: Step[]): SettledRow => ({ outcome, steps });
const DOUBT = 'An answer was lost before, which may have been charged';

describe('an answer that was lost before', () => {
	it.each<[string, SettledRow, string | null]>([
		['is told of a row that a stop then put off', rowOf(DEFERRED, step(DEFERRED, 1)), DOUBT],
		[
			'is told of a row that the service then failed to answer',
			rowOf(failed('internal_error'), step(failed('internal_error'), 1)),
			DOUBT,
		],
		['is told of itself where it is why the row failed', rowOf(failed('lost'), step(failed('lost'), 2)), null],
		['is not told of a row that was answered when it was asked again', rowOf(FOUND, step(FOUND, 1)), null],
		[
			'is not told where what it was lost of was answered after all',
			rowOf(DEFERRED, step(FOUND, 1), step(DEFERRED, 0)),
			null,
		],
		['is not told where there was none', rowOf(DEFERRED, step(DEFERRED, 0)), null],
	])('%s', (_what, row, said) => {
		expect(lostAnswerNote(row)).toBe(said);
	});

	it('stands behind what to do, in the reason and on the error output', () => {
		const row = rowOf(DEFERRED, step(DEFERRED, 1));
		expect(statusOf(row, ['A note']).reason).toBe(
			`insufficient_tokens: The token balance is used up. Top it up, then run this row again. ${DOUBT}. A note`,
		);
		expect(errorOf(row).description).toBe(`Top it up, then run this row again. ${DOUBT}`);
		expect(errorOf(rowOf(failed('internal_error'), step(failed('internal_error'), 1))).description).toContain(
			DOUBT,
		);
	});
});
