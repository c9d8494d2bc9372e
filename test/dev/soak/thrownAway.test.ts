import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import { drawsOf } from '../../../dev/sandbox/random';
import type { LedgerEntry } from '../../../dev/sandbox/ledger';
import { LEFT_ON, LINKED } from '../../../dev/soak/cameOut';
import { keyOf, KINDS } from '../../../dev/soak/contacts';
import { OPERATIONS, type Operation } from '../../../dev/soak/operations';
import { makeSheet, type Truth } from '../../../dev/soak/sheet';
import type { Variant } from '../../../dev/soak/variants';
import { chargedEntry as request } from '../../support/ledgerEntries';
import { but, contactAt, CONTACTS, judged, onError, OPTIONS, PLACES, SHEET, sound, variant } from './soundRun';

const isOf = (truth: Truth, other: Truth) =>
	truth.is === 'asked' && other.is === 'asked' && truth.contact === other.contact;

describe('an answer that was paid for and arrived', () => {
	const key = () => keyOf(contactAt(PLACES.found), 'linkedin');
	const of = (status: string) => but(PLACES.found, { enriched_status: status, enriched_personal_email: null });

	it.each<[string, JsonObject[], Partial<LedgerEntry>]>([
		['is with its row', sound(), {}],
		['is not asked for where it was lost', of('failed'), { fate: 'lost' }],
		[
			'is not asked for where nothing was charged',
			of('deferred'),
			{ records: 0, status: 402, code: 'insufficient_tokens' },
		],
	])('%s', (_what, cameOut, set) => {
		expect(judged(cameOut, { requests: [request([key()], 1, set)] }).complaints).toEqual([]);
	});

	it.each<[string, JsonObject[], Partial<Variant>]>([
		['failed', of('failed'), {}],
		['was put off', of('deferred'), {}],
		['is an error', onError(PLACES.found), { onError: 'continueErrorOutput' }],
	])('is thrown away where its row %s', (_what, cameOut, set) => {
		const { wrong, complaints } = judged(cameOut, { variant: variant(set), requests: [request([key()], 1)] });
		// Other rows of the same person may be in the sheet, all of which must be found.
		expect(wrong).toBe(1);
		expect(complaints).toEqual([expect.stringContaining('an answer that was paid for is not there')]);
	});

	it('may be without a row that waits for its phone, as the user chose, and not without one that wants none', () => {
		const under = (onPhoneTokens: 'withoutPhone' | 'defer', phone: 'yes' | '', status = 'deferred') => {
			const rows = SHEET.rows.map((row) => ({ ...row, phone }));
			const options = { ...OPTIONS, limits: { ...OPTIONS.limits, onPhoneTokens } };
			return judged(of(status), { sheet: { ...SHEET, rows }, options, requests: [request([key()], 1)] }).wrong;
		};
		expect(under('defer', 'yes')).toBe(0);
		expect(under('defer', '')).toBe(1);
		expect(under('withoutPhone', 'yes')).toBe(1);
		expect(under('defer', 'yes', 'failed')).toBe(1);
	});

	describe('of several tools', () => {
		const sheet = makeSheet(['linkedin', 'email', 'hash'], CONTACTS, drawsOf(4, 'sheet'));
		const alone = sheet.truths.findIndex(
			(one) => one.is === 'asked' && sheet.truths.filter((other) => isOf(other, one)).length === 1,
		);
		const truth = sheet.truths[alone];
		const resolving: Variant = {
			...variant(),
			operation: OPERATIONS.find(({ kind }) => kind === null) as Operation,
		};
		const requests =
			truth.is === 'asked'
				? [
						request(
							KINDS.map((kind) => keyOf(truth.contact, kind)),
							3,
						),
					]
				: [];
		/** Of that one row, whatever else there is. */
		const about = (json: JsonObject, under = resolving) => {
			const cameOut = [{ [LINKED]: alone + 1, [LEFT_ON]: 'results', ...json }];
			return judged(cameOut, { sheet, variant: under, requests }).complaints.filter((one) =>
				one.startsWith('row'),
			);
		};

		it('may be part of a row that was put off', () => {
			const { slug } = truth.is === 'asked' ? truth.contact : { slug: '' };
			expect(
				about({ enriched_status: 'deferred', enriched_linkedin_url: `https://www.linkedin.com/in/${slug}` }),
			).toEqual([]);
			expect(about({ enriched_status: 'deferred' })).toEqual([
				expect.stringContaining('an answer that was paid for is not there'),
			]);
		});

		it('may be none of a row that knows less than another one of its person', () => {
			const twice = { rows: [sheet.rows[alone], sheet.rows[alone]], truths: [truth, truth] };
			const row = { [LINKED]: 1, [LEFT_ON]: 'results', enriched_status: 'deferred' };
			const { wrong } = judged([row, { ...row, [LINKED]: 2 }], { sheet: twice, variant: resolving, requests });
			expect(wrong).toBe(0);
		});

		it('goes along with an error', () => {
			const under: Variant = { ...resolving, onError: 'continueErrorOutput' };
			expect(about({ error: { message: 'Refused', resume: 'text' }, [LEFT_ON]: 'error' }, under)).toEqual([]);
			expect(about({ error: { message: 'Refused' }, [LEFT_ON]: 'error' }, under)).toHaveLength(1);
		});
	});
});
