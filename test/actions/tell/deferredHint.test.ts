import type { IDataObject } from 'n8n-workflow';
import { deferredHint } from '../../../nodes/IdentityResolution/actions/tell/hints';
import type { Destinations } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import { doneRoute } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { deferAll, type Run } from '../../../nodes/IdentityResolution/run/run';

const STOP = { reason: 'rate_limited', retryAt: Date.UTC(2030, 0, 1, 12), refusal: null, tool: null } as const;
const DEFERRED: Outcome = { is: 'deferred', stop: STOP };
const WITHOUT_TIME: Outcome = { is: 'deferred', stop: { ...STOP, reason: 'insufficient_tokens', retryAt: null } };
const BLANK: Outcome = { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' };
const SKIPPED: Outcome = { is: 'skipped', why: 'Skip When skipped this row', by: 'skip_when' };

const KEPT: Destinations = {
	onNotFound: 'keep',
	onLimit: 'keep',
	onBlocked: 'defer',
	errors: 'in_results',
};
const OWN_OUTPUT: Destinations = { ...KEPT, onLimit: 'output' };

const runOf = (outcomes: Outcome[]): Run => deferAll(outcomes.map(doneRoute), STOP);
const SIMPLE = { prefix: 'enriched_', input: 'kept', resume: 'none' } as const;
const messageOf = (
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

describe('the hint for deferred rows with a retry time', () => {
	it.each([
		['one row', [DEFERRED], '1 row deferred. '],
		['several rows', [DEFERRED, BLANK, DEFERRED], '2 rows deferred. '],
	])('recommends Skip When: %s', (_which, outcomes, count) => {
		expect(messageOf(outcomes)).toBe(
			`${count}To look up only the rest, run the written rows again ` +
				'with Skip When set to {{ $json.enriched_found }}.',
		);
	});

	it.each([
		['', '$json.found'],
		['ir.', '$json["ir.found"]'],
		['2_', '$json["2_found"]'],
		['a-b_', '$json["a-b_found"]'],
		['A1_', '$json.A1_found'],
		['_', '$json._found'],
		['a"\\', '$json["a\\"\\\\found"]'],
	])('quotes the found column as an expression: prefix "%s"', (prefix, column) => {
		expect(messageOf([DEFERRED], KEPT, { prefix })).toContain(`Skip When set to {{ ${column} }}`);
	});

	it.each([
		[true, 'enriched_', '$json.enriched_status === "found"'],
		['true', 'enriched_', '$json.enriched_status === "found"'],
		[false, 'enriched_', '$json.enriched_found'],
		[true, 'ir_', '$json.ir_found'],
	])(
		'uses the status column if an earlier run set found (%p), which is kept: prefix "%s"',
		(found, prefix, expression) => {
			expect(messageOf([DEFERRED], KEPT, { prefix }, { enriched_found: found })).toContain(
				`Skip When set to {{ ${expression} }}`,
			);
		},
	);

	it('ignores deferred rows on the error output', () => {
		const to = { ...OWN_OUTPUT, onLimit: 'error', errors: 'own_output' } as const;
		expect([messageOf([DEFERRED], to), messageOf([DEFERRED], { ...to, errors: 'in_results' })]).toEqual([
			undefined,
			expect.stringContaining('1 row deferred'),
		]);
		const down: Outcome = { is: 'deferred', stop: { ...STOP, reason: 'service_down' } };
		expect(messageOf([DEFERRED, down], to)).toContain('1 row deferred');
	});

	it('includes partly found rows of Resolve, and skips complete ones by status and resume', () => {
		expect(messageOf([DEFERRED], KEPT, { resume: 'unfinished' })).toContain(
			'{{ ["found", "not_found"].includes($json.enriched_status) && !$json.enriched_resume }}',
		);
	});

	it.each([
		[DEFERRED, 'To look up the rest, run all rows again later: known answers cost nothing.'],
		[WITHOUT_TIME, 'Do what the reason column says, then run all rows again: known answers cost nothing.'],
	])('recommends no Skip When for Resolve with known answers, which would skip no row', (outcome, advice) => {
		expect(messageOf([outcome], KEPT, { resume: 'answered' })).toBe(`1 row deferred. ${advice}`);
	});

	it('names the input rows if input fields are omitted', () => {
		expect(messageOf([DEFERRED], KEPT, { prefix: '', input: 'omitted' })).toBe(
			'1 row deferred. Run their input again later.',
		);
	});

	it('names the input rows if input fields are omitted from the Deferred output, too', () => {
		expect(messageOf([DEFERRED], OWN_OUTPUT, { prefix: '', input: 'omitted' })).toBe(
			'1 row deferred. Run their input again later.',
		);
	});

	it('names the resume column if it contains paid answers', () => {
		expect(messageOf([DEFERRED], KEPT, { prefix: '', input: 'omitted', resume: 'unfinished' })).toBe(
			'1 row deferred. Run their input again later, with the resume column: its answers are paid for.',
		);
	});

	it('is information, not a warning', () => {
		const typeOf = (to: Destinations, columns: Parameters<typeof deferredHint>[1]) =>
			deferredHint(runOf([DEFERRED]), columns, to, [{ json: {} }])?.type;
		expect([
			typeOf(KEPT, SIMPLE),
			typeOf(OWN_OUTPUT, SIMPLE),
			typeOf(KEPT, { ...SIMPLE, input: 'omitted' }),
		]).toEqual(['info', 'info', 'info']);
	});

	it('ignores what an earlier run found in rows that are not deferred', () => {
		const items = [{ json: { enriched_found: true } }, { json: {} }];
		expect(deferredHint(runOf([BLANK, DEFERRED]), SIMPLE, KEPT, items)?.message).toContain(
			'{{ $json.enriched_found }}',
		);
	});

	it('recommends a Wait node for rows on the Deferred output', () => {
		expect(messageOf([DEFERRED, SKIPPED], OWN_OUTPUT)).toBe(
			'1 row deferred. To continue, connect the Deferred output through a Wait node to this node.',
		);
	});
});

describe('the hint for deferred rows without a retry time', () => {
	const SKIP_WHEN = 'run the written rows again with Skip When set to {{ $json.enriched_found }}.';

	it.each<[string, Outcome[], Destinations, Parameters<typeof messageOf>[2], string]>([
		[
			'one row',
			[WITHOUT_TIME],
			KEPT,
			{},
			`1 row deferred. Do what the reason column says. Then, to look up only the rest, ${SKIP_WHEN}`,
		],
		[
			'several rows',
			[WITHOUT_TIME, WITHOUT_TIME],
			KEPT,
			{},
			`2 rows deferred. Do what the reason column says. Then, to look up only the rest, ${SKIP_WHEN}`,
		],
		[
			'one row without input fields',
			[WITHOUT_TIME],
			KEPT,
			{ input: 'omitted' },
			'1 row deferred. Do what the reason column says, then run their input again.',
		],
		[
			'several rows without input fields',
			[WITHOUT_TIME, WITHOUT_TIME],
			KEPT,
			{ input: 'omitted' },
			'2 rows deferred. Do what the reason column says, then run their input again.',
		],
		[
			'one row without input fields, but with a resume column',
			[WITHOUT_TIME],
			KEPT,
			{ input: 'omitted', resume: 'unfinished' },
			'1 row deferred. Do what the reason column says, then run their input again, ' +
				'with the resume column: its answers are paid for.',
		],
		[
			'one row without input fields on the Deferred output',
			[WITHOUT_TIME],
			OWN_OUTPUT,
			{ input: 'omitted' },
			'1 row deferred. Do what the reason column says, then run their input again.',
		],
		[
			'one row on the Deferred output',
			[WITHOUT_TIME],
			OWN_OUTPUT,
			{},
			'1 row deferred. Do what the reason column says, then run the deferred rows again.',
		],
		[
			'several rows on the Deferred output',
			[WITHOUT_TIME, WITHOUT_TIME],
			OWN_OUTPUT,
			{},
			'2 rows deferred. Do what the reason column says, then run the deferred rows again.',
		],
	])('recommends the reason column first, and no endless loop: %s', (_which, outcomes, to, more, message) => {
		expect(messageOf(outcomes, to, more)).toBe(message);
	});

	it('recommends a Wait node if any row has a retry time', () => {
		expect(messageOf([WITHOUT_TIME, DEFERRED], OWN_OUTPUT)).toBe(
			'2 rows deferred. To continue, connect the Deferred output through a Wait node to this node.',
		);
	});
});

it.each([
	['no row is deferred', [BLANK]],
	['Skip When is already in use', [DEFERRED, SKIPPED]],
	['there are no rows', []],
])('the hint is null if %s', (_when, outcomes: Outcome[]) => {
	expect(messageOf(outcomes)).toBeUndefined();
});

it('the hint is null for a dry run, which has its own hint', () => {
	const cost = { tokens: 1, prices: 'listed' } as const;
	const plan = { requests: 1, allowance: null, cost };
	expect(deferredHint({ ...runOf([DEFERRED]), plan }, SIMPLE, KEPT, [{ json: {} }])).toBeNull();
});
