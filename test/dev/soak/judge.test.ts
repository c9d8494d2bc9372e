import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import type { LedgerEntry } from '../../../dev/sandbox/ledger';
import { LEFT_ON, LINKED } from '../../../dev/soak/cameOut';
import { keyOf, profileOf } from '../../../dev/soak/contacts';
import type { RunOptions } from '../../../dev/soak/runOptions';
import { VARIANTS, type Variant } from '../../../dev/soak/variants';
import { chargedEntry as request } from '../../support/ledgerEntries';
import { but, contactAt, CONTACTS, judged, onError, OPTIONS, PLACES, SHEET, sound, variant } from './soundRun';

const emailOf = (place: number) => contactAt(place).email;
const profile = (place: number) => profileOf(contactAt(place));
const told = (status: string, place: number): JsonObject => ({
	enriched_status: status,
	enriched_personal_email: emailOf(place),
});

it('the sheet has a row of each kind', () => {
	expect(Object.values(PLACES).every((place) => place >= 0)).toBe(true);
	expect(PLACES.found).not.toBe(PLACES.other);
});

/** A sound run whose misses have an output of their own. */
function missesApart(): JsonObject[] {
	return sound().map((row) => (row.enriched_status === 'not_found' ? { ...row, [LEFT_ON]: 'notFound' } : row));
}

describe('a sound run', () => {
	it.each<[string, RunOptions]>([
		['simplified', OPTIONS],
		['raw', { ...OPTIONS, output: 'raw' }],
		['without the fields of its input', { ...OPTIONS, includeInputFields: false }],
	])('is found to be sound: %s', (_shape, options) => {
		const { statuses, ...rest } = judged(sound(variant(), options), { options });
		expect(rest).toEqual({ lost: 0, repeated: 0, wrong: 0, paidAgain: 0, requests: 0, tokens: 0, complaints: [] });
		expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(SHEET.rows.length);
		expect(Object.keys(statuses).sort()).toEqual(['found', 'invalid', 'not_found', 'skipped']);
	});

	it.each<[string, JsonObject[], Partial<Variant>]>([
		['its rows come in another order', sound().reverse(), {}],
		['a row failed', but(PLACES.found, { enriched_status: 'failed', enriched_personal_email: null }), {}],
		['a row was put off', but(PLACES.notFound, { enriched_status: 'deferred' }), {}],
		[
			'a row was put off to its own output',
			but(PLACES.found, { enriched_status: 'deferred', [LEFT_ON]: 'deferred' }),
			{ deferredRows: 'output' },
		],
		[
			'a miss left on its own output',
			but(PLACES.notFound, { [LEFT_ON]: 'notFound' }, missesApart()),
			{ onNotFound: 'output' },
		],
		['a typo is an error', onError(PLACES.invalid), { onError: 'continueErrorOutput' }],
		['a row that failed is an error', onError(PLACES.found), { onError: 'continueErrorOutput' }],
		[
			'an e-mail is told by its MD5',
			but(PLACES.found, { enriched_personal_email: contactAt(PLACES.found).hash }),
			{},
		],
		[
			'an e-mail is masked',
			but(PLACES.found, {
				enriched_personal_email: 'a***@example.com',
				enriched_linkedin_url: profile(PLACES.found),
			}),
			{},
		],
	])('is sound as well where %s', (_what, cameOut, set) => {
		expect(judged(cameOut, { variant: variant(set) }).complaints).toEqual([]);
	});
});

describe('a run is not sound where', () => {
	it.each<[string, JsonObject[], Partial<Variant>, 'lost' | 'repeated' | 'wrong']>([
		['a row is lost', sound().slice(1), {}, 'lost'],
		['a row comes out twice', [...sound(), sound()[0]], {}, 'repeated'],
		[
			'a row is linked to none that went in',
			[...sound(), { ...sound()[0], [LINKED]: SHEET.rows.length + 1 }],
			{},
			'repeated',
		],
		['a row is linked to one before the first', [...sound(), { ...sound()[0], [LINKED]: 0 }], {}, 'repeated'],
		['a row is linked to nothing', [...sound(), { ...sound()[0], [LINKED]: null }], {}, 'repeated'],
		['a row is linked to another one', but(PLACES.found, { id: PLACES.found + 2 }), {}, 'wrong'],
		[
			'a row has the e-mail of somebody else',
			but(PLACES.found, { enriched_personal_email: emailOf(PLACES.other) }),
			{},
			'wrong',
		],
		[
			'a row has the profile of somebody else',
			but(PLACES.found, { enriched_linkedin_url: profile(PLACES.other) }),
			{},
			'wrong',
		],
		[
			'a row that was put off tells of somebody else',
			but(PLACES.found, told('deferred', PLACES.other)),
			{},
			'wrong',
		],
		[
			'a row is found of which the service holds nothing',
			but(PLACES.notFound, told('found', PLACES.notFound)),
			{},
			'wrong',
		],
		['a row is found and tells nothing', but(PLACES.found, { enriched_personal_email: null }), {}, 'wrong'],
		[
			'a row is not found that the service holds',
			but(PLACES.found, { enriched_status: 'not_found', enriched_personal_email: null }),
			{},
			'wrong',
		],
		['a blank was asked', but(PLACES.skipped, { enriched_status: 'not_found' }), {}, 'wrong'],
		['a typo was found', but(PLACES.invalid, { enriched_status: 'found' }), {}, 'wrong'],
		[
			'an identifier is invalid',
			but(PLACES.found, { enriched_status: 'invalid', enriched_personal_email: null }),
			{},
			'wrong',
		],
		[
			'a row ends in a status that is not documented',
			but(PLACES.found, { enriched_status: 'pending', enriched_personal_email: null }),
			{},
			'wrong',
		],
		[
			'a row has no status',
			but(PLACES.found, { enriched_status: undefined, enriched_personal_email: null }),
			{},
			'wrong',
		],
		['a row left on an output that is switched off', but(PLACES.found, { [LEFT_ON]: 'deferred' }), {}, 'wrong'],
		[
			'a row left on the output of others',
			but(PLACES.found, { [LEFT_ON]: 'deferred' }),
			{ deferredRows: 'output' },
			'wrong',
		],
		[
			'a row that was put off stays on Results',
			but(PLACES.found, { enriched_status: 'deferred' }),
			{ deferredRows: 'output' },
			'wrong',
		],
		[
			'a miss stays on Results',
			but(PLACES.notFound, { [LEFT_ON]: 'results' }, missesApart()),
			{ onNotFound: 'output' },
			'wrong',
		],
		[
			'a hit left on the output of misses',
			but(PLACES.found, { [LEFT_ON]: 'notFound' }, missesApart()),
			{ onNotFound: 'output' },
			'wrong',
		],
		['a blank is an error', onError(PLACES.skipped), { onError: 'continueErrorOutput' }, 'wrong'],
		[
			'an error stays on Results',
			onError(PLACES.found, { [LEFT_ON]: 'results' }),
			{ onError: 'continueErrorOutput' },
			'wrong',
		],
	])('%s', (_what, cameOut, set, count) => {
		const result = judged(cameOut, { variant: variant(set) });
		expect(result[count]).toBe(1);
		expect(result.complaints).toHaveLength(1);
	});
});

describe('rows that are dropped because they were not found', () => {
	const dropping = { variant: variant({ onNotFound: 'drop' }) };
	const kept = sound().filter((row) => row.enriched_status !== 'not_found');
	const missed = SHEET.truths.flatMap((truth, place) =>
		truth.is === 'asked' && sound()[place].enriched_status === 'not_found'
			? [keyOf(truth.contact, 'linkedin')]
			: [],
	);

	it('are accounted for where the service said so', () => {
		const { statuses, lost } = judged(kept, { ...dropping, requests: [request(missed, 0)] });
		expect(lost).toBe(0);
		expect(statuses.dropped).toBe(missed.length);
	});

	it('are lost where it was never asked', () => {
		expect(judged(kept, dropping).lost).toBe(missed.length);
	});

	it('are lost where their cell is blank', () => {
		const short = kept.filter((row) => row[LINKED] !== PLACES.skipped + 1);
		expect(judged(short, { ...dropping, requests: [request(missed, 0)] }).lost).toBe(1);
	});

	it('are lost where On Not Found keeps them', () => {
		expect(judged(kept, { requests: [request(missed, 0)] }).lost).toBe(missed.length);
	});

	it('are lost where the service holds them', () => {
		const all = SHEET.truths.flatMap((truth) => (truth.is === 'asked' ? [keyOf(truth.contact, 'linkedin')] : []));
		const short = kept.filter((row) => row[LINKED] !== PLACES.found + 1);
		expect(judged(short, { ...dropping, requests: [request(all, 1)] }).lost).toBe(1);
	});
});

describe('a run that ended with an error', () => {
	const key = keyOf(CONTACTS[0], 'linkedin');
	const stopping = (set: Partial<Variant> = {}) => variant({ onError: 'stopWorkflow', ...set });
	const resolving = VARIANTS.find(({ operation }) => operation.kind === null) as Variant;

	it.each<[string, Variant, LedgerEntry[]]>([
		['nothing was asked', stopping(), []],
		['everything was refused', stopping(), [request([key], 0, { status: 401, code: 'unauthorized' })]],
		['every answer was lost', stopping(), [request([key], 1, { fate: 'lost' })]],
		['misses count as errors', stopping({ onNotFound: 'error' }), [request([key], 0)]],
		[
			'one of several tools had nothing',
			{ ...resolving, onError: 'stopWorkflow', onNotFound: 'keep' },
			[request([key], 0)],
		],
	])('may do so under Stop Workflow where %s', (_what, under, requests) => {
		expect(judged(null, { variant: under, requests })).toMatchObject({
			statuses: { thrown: SHEET.rows.length },
			lost: 0,
			complaints: [],
		});
	});

	it.each<[string, Variant, LedgerEntry[]]>([
		['a hit was answered', stopping(), [request([key], 1)]],
		['a miss was answered', stopping(), [request([key], 0)]],
		['a hit was answered, though misses count as errors', stopping({ onNotFound: 'error' }), [request([key], 1)]],
		['On Error is Continue', variant(), []],
		['On Error is Continue (using error output)', variant({ onError: 'continueErrorOutput' }), []],
	])('has lost its rows where %s', (_what, under, requests) => {
		expect(judged(null, { variant: under, requests }).lost).toBe(SHEET.rows.length);
	});
});

it('requests and tokens are counted, and who was paid again', () => {
	const found = SHEET.truths[PLACES.found];
	const key = found.is === 'asked' ? keyOf(found.contact, 'linkedin') : '';
	const requests = [request([key], 1), request([key], 1)];
	expect(judged(sound(), { requests })).toMatchObject({
		requests: 2,
		tokens: 2,
		paidAgain: 1,
		complaints: [expect.stringContaining(key)],
	});
});
