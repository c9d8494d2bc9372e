import type { IDataObject } from 'n8n-workflow';
import { deferredHint } from '../../../nodes/IdentityResolution/actions/messages/deferredHint';
import type { Destinations } from '../../../nodes/IdentityResolution/actions/rows/writeRows';
import { doneRoute } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { deferAll, type Run } from '../../../nodes/IdentityResolution/run/run';

const STOP = { reason: 'rate_limited', retryAt: Date.UTC(2030, 0, 1, 12), refusal: null, tool: null } as const;
const DEFERRED: Outcome = { is: 'deferred', stop: STOP };
/** No time is known from which it can be asked again. */
const TIMELESS: Outcome = { is: 'deferred', stop: { ...STOP, reason: 'insufficient_tokens', retryAt: null } };
const BLANK: Outcome = { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' };
const LEFT_OUT: Outcome = { is: 'skipped', why: 'Skip When left this row out', by: 'skip_when' };

const KEPT: Destinations = {
	onNotFound: 'keep',
	deferredRows: 'keep',
	onLimit: 'wait',
	onCondition: 'defer',
	errors: 'in_results',
};
const APART: Destinations = { ...KEPT, deferredRows: 'output' };

const runOf = (outcomes: Outcome[]): Run => deferAll(outcomes.map(doneRoute), STOP);
const SIMPLE = { prefix: 'enriched_', input: 'kept', columns: ['personal_email'] } as const;
const told = (
	outcomes: Outcome[],
	to = KEPT,
	more: Partial<Parameters<typeof deferredHint>[1]> = {},
	cells: IDataObject = {},
) =>
	deferredHint(
		runOf(outcomes),
		{ ...SIMPLE, ...more },
		to,
		outcomes.map(() => ({ json: cells })),
	)?.message;

describe('rows that were put off', () => {
	it.each([
		['one', [DEFERRED], '1 row deferred. '],
		['several', [DEFERRED, BLANK, DEFERRED], '2 rows deferred. '],
	])('come back by Skip When: %s', (_how, outcomes, putOff) => {
		expect(told(outcomes)).toBe(
			`${putOff}To look up only what is left, run the written rows again with Skip When set to {{ $json.enriched_found }}.`,
		);
	});

	it.each([
		['', '$json.found'],
		['ir.', '$json["ir.found"]'],
		['2_', '$json["2_found"]'],
		['a"\\', '$json["a\\"\\\\found"]'],
	])('are told by the column as it is called: prefix "%s"', (prefix, column) => {
		expect(told([DEFERRED], KEPT, { prefix })).toContain(`Skip When set to {{ ${column} }}`);
	});

	it.each([
		[true, 'enriched_', '$json.enriched_status === "found"'],
		['true', 'enriched_', '$json.enriched_status === "found"'],
		[false, 'enriched_', '$json.enriched_found'],
		[true, 'ir_', '$json.ir_found'],
	])(
		'are told by their status where an earlier run had found them, as found (%p) outlasts this one: prefix "%s"',
		(found, prefix, expression) => {
			expect(told([DEFERRED], KEPT, { prefix }, { enriched_found: found })).toContain(
				`Skip When set to {{ ${expression} }}`,
			);
		},
	);

	it("are those that don't leave as errors", () => {
		const to = { ...APART, onLimit: 'error', errors: 'own_output' } as const;
		expect([told([DEFERRED], to), told([DEFERRED], { ...to, errors: 'in_results' })]).toEqual([
			undefined,
			expect.stringContaining('1 row deferred'),
		]);
		const down: Outcome = { is: 'deferred', stop: { ...STOP, reason: 'service_down' } };
		expect(told([DEFERRED, down], to)).toContain('1 row deferred');
	});

	it('take those along that were found in part, and leave out those for which something else was charged than what was wanted', () => {
		expect(told([DEFERRED], KEPT, { columns: ['work_email', 'sources', 'resume'] })).toContain(
			'{{ ["found", "not_found"].includes($json.enriched_status) && !$json.enriched_resume }}',
		);
	});

	it('are the input rows where those are left out of what is written', () => {
		expect(told([DEFERRED], KEPT, { prefix: '', input: 'omitted' })).toBe(
			'1 row deferred. Run their input rows again later.',
		);
	});

	it('are the input rows there also where they stand on an output of their own, which holds no identifiers', () => {
		expect(told([DEFERRED], APART, { prefix: '', input: 'omitted' })).toBe(
			'1 row deferred. Run their input rows again later.',
		);
	});

	it('take along what was paid for where it stands in what is written', () => {
		expect(
			told([DEFERRED], KEPT, { prefix: '', input: 'omitted', columns: ['work_email', 'sources', 'resume'] }),
		).toBe('1 row deferred. Run their input rows again later, with their resume column: its answers are paid for.');
	});

	it('come back from an output of their own by a Wait node', () => {
		expect(told([DEFERRED, LEFT_OUT], APART)).toBe(
			'1 row deferred. To continue, connect the Deferred output through a Wait node to this node.',
		);
	});
});

describe('rows that were put off without a time to come back', () => {
	const SKIP_WHEN = 'run the written rows again with Skip When set to {{ $json.enriched_found }}.';

	it.each<[string, Outcome[], Destinations, Parameters<typeof told>[2], string]>([
		[
			'one',
			[TIMELESS],
			KEPT,
			{},
			`1 row deferred. Follow their reason column. Then, to look up only what is left, ${SKIP_WHEN}`,
		],
		[
			'several',
			[TIMELESS, TIMELESS],
			KEPT,
			{},
			`2 rows deferred. Follow their reason column. Then, to look up only what is left, ${SKIP_WHEN}`,
		],
		[
			'one that was not written',
			[TIMELESS],
			KEPT,
			{ input: 'omitted' },
			'1 row deferred. Follow their reason column, then run their input rows again.',
		],
		[
			'several that were not written',
			[TIMELESS, TIMELESS],
			KEPT,
			{ input: 'omitted' },
			'2 rows deferred. Follow their reason column, then run their input rows again.',
		],
		[
			'one that is not written, but its resume',
			[TIMELESS],
			KEPT,
			{ input: 'omitted', columns: ['resume'] },
			'1 row deferred. Follow their reason column, then run their input rows again, with their resume column: its answers are paid for.',
		],
		[
			'one that is not written to an output of its own',
			[TIMELESS],
			APART,
			{ input: 'omitted' },
			'1 row deferred. Follow their reason column, then run their input rows again.',
		],
		[
			'one on an output of its own',
			[TIMELESS],
			APART,
			{},
			'1 row deferred. Follow their reason column, then run them again.',
		],
		[
			'several on an output of their own',
			[TIMELESS, TIMELESS],
			APART,
			{},
			'2 rows deferred. Follow their reason column, then run them again.',
		],
	])(
		'need first what their reason says, and no loop that goes round for ever: %s',
		(_which, outcomes, to, more, message) => {
			expect(told(outcomes, to, more)).toBe(message);
		},
	);

	it('go along with those that have one', () => {
		expect(told([TIMELESS, DEFERRED], APART)).toBe(
			'2 rows deferred. To continue, connect the Deferred output through a Wait node to this node.',
		);
	});
});

it.each([
	['none was put off', [BLANK]],
	['Skip When is used already', [DEFERRED, LEFT_OUT]],
	['there are no rows', []],
])('says nothing where %s', (_when, outcomes: Outcome[]) => {
	expect(told(outcomes)).toBeUndefined();
});

it('says nothing of a dry run, which has a hint of its own', () => {
	const plan = { requests: 1, account: null, forecast: null };
	expect(deferredHint({ ...runOf([DEFERRED]), plan }, SIMPLE, KEPT, [{ json: {} }])).toBeNull();
});
