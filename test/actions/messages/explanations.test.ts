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

const step = (outcome: Outcome, lostCount: number) =>
	({
		outcome,
		lookup: lookupFor(personalEmail, 'ada-example'),
		record: { attempts: 1 + lostCount, lostCount },
	}) as Step;
const rowOf = (outcome: Outcome, ...steps: Step[]): SettledRow => ({ outcome, steps });
const NOTE = 'An earlier answer was lost and may have been charged';

describe('the note about a lost answer', () => {
	it.each<[string, SettledRow, string | null]>([
		['is added to a row that a stop then deferred', rowOf(DEFERRED, step(DEFERRED, 1)), NOTE],
		[
			'is added to a row whose retry then failed',
			rowOf(failed('internal_error'), step(failed('internal_error'), 1)),
			NOTE,
		],
		['is omitted if the lost answer is why the row failed', rowOf(failed('lost'), step(failed('lost'), 2)), null],
		['is omitted if the retry was answered', rowOf(FOUND, step(FOUND, 1)), null],
		[
			'is omitted if the lookup with the lost answer was answered later',
			rowOf(DEFERRED, step(FOUND, 1), step(DEFERRED, 0)),
			null,
		],
		['is omitted if no answer was lost', rowOf(DEFERRED, step(DEFERRED, 0)), null],
	])('%s', (_what, row, note) => {
		expect(lostAnswerNote(row)).toBe(note);
	});

	it('follows the remedy, in the reason and on the error output', () => {
		const row = rowOf(DEFERRED, step(DEFERRED, 1));
		expect(statusOf(row, ['A note']).reason).toBe(
			`insufficient_tokens: The token balance is used up. Top it up, then run this row again. ${NOTE}. A note`,
		);
		expect(errorOf(row).description).toBe(`Top it up, then run this row again. ${NOTE}`);
		expect(errorOf(rowOf(failed('internal_error'), step(failed('internal_error'), 1))).description).toContain(NOTE);
	});
});
