import type { JsonObject } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { drawsOf } from '../../sandbox/chance';
import type { LedgerEntry } from '../../sandbox/ledger';
import { LEFT_ON, LINKED } from '../../soak/cameOut';
import { Blocks, keyOf, KINDS, profileOf } from '../../soak/contacts';
import { judge, type Evidence } from '../../soak/judge';
import { OPERATIONS, type Operation } from '../../soak/operations';
import { drawOptions, type RunOptions } from '../../soak/runOptions';
import { makeSheet, type Truth } from '../../soak/sheet';
import { isFindable } from '../../soak/truth';
import { VARIANTS, type Variant } from '../../soak/variants';

const SERVICE = { seed: 1, hitRate: 0.7 };
const CONTACTS = new Blocks(SERVICE.seed).contactsOf(0);
const FIND_BEST = VARIANTS.find(({ operation }) => operation.operation === 'findBest') as Variant;
const SHEET = makeSheet(['linkedin'], CONTACTS, drawsOf(3, 'sheet'));

const OPTIONS: RunOptions = {
	...drawOptions(drawsOf(1, 'options')),
	output: 'simplified',
	includeInputFields: true,
	options: { columnPrefix: 'enriched_', hashEmail: false, includeLookupDetails: false },
};

const variant = (set: Partial<Variant> = {}): Variant => ({
	...FIND_BEST,
	onError: 'continueRegularOutput',
	onNotFound: 'keep',
	deferredRows: 'keep',
	...set,
});

/** What comes out of a run in which nothing goes wrong. */
const sound = (under: Variant = variant(), options: RunOptions = OPTIONS): JsonObject[] =>
	SHEET.rows.map((row, place) => {
		const truth = SHEET.truths[place];
		const prefix = options.includeInputFields ? options.options.columnPrefix : '';
		const came = (status: string, cells: JsonObject = {}) => ({
			...(options.includeInputFields ? row : {}),
			[`${prefix}status`]: status,
			...cells,
			[LINKED]: row.id,
			[LEFT_ON]: 'results',
		});
		if (truth.is !== 'asked') return came(truth.is === 'blank' ? 'skipped' : 'invalid');
		if (!isFindable(truth, under.operation, options, SERVICE)) return came('not_found');
		const { email } = truth.contact;
		return came('found', options.output === 'raw' ? { [`${prefix}results`]: { email } } : { [`${prefix}personal_email`]: email });
	});

const PLACES = {
	found: sound().findIndex((row) => row.enriched_status === 'found'),
	other: sound().findLastIndex((row) => row.enriched_status === 'found'),
	notFound: sound().findIndex((row) => row.enriched_status === 'not_found'),
	skipped: sound().findIndex((row) => row.enriched_status === 'skipped'),
	invalid: sound().findIndex((row) => row.enriched_status === 'invalid'),
};

const judged = (cameOut: readonly JsonObject[] | null, set: Partial<Evidence> = {}) =>
	judge({ variant: variant(), options: OPTIONS, sheet: SHEET, cameOut, requests: [], service: SERVICE, ...set });

/** A sound run of which one row is another one. */
const but = (place: number, cells: JsonObject): JsonObject[] => sound().map((row, index) => (index === place ? { ...row, ...cells } : row));

const onError = (place: number, cells: JsonObject = {}): JsonObject[] =>
	sound().map((row, index) => (index === place ? { error: { message: 'Refused' }, [LINKED]: row[LINKED], [LEFT_ON]: 'error', ...cells } : row));

it('the sheet has a row of each kind', () => {
	expect(Object.values(PLACES).every((place) => place >= 0)).toBe(true);
	expect(PLACES.found).not.toBe(PLACES.other);
});

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
		['a row was put off to its own output', but(PLACES.found, { enriched_status: 'deferred', [LEFT_ON]: 'deferred' }), { deferredRows: 'output' }],
		['a typo is an error', onError(PLACES.invalid), { onError: 'continueErrorOutput' }],
		['a row that failed is an error', onError(PLACES.found), { onError: 'continueErrorOutput' }],
		['an e-mail is told by its MD5', but(PLACES.found, { enriched_personal_email: hashOf(PLACES.found) }), {}],
		['an e-mail is masked', but(PLACES.found, { enriched_personal_email: 'a***@example.com', enriched_linkedin_url: profile(PLACES.found) }), {}],
	])('is sound as well where %s', (_what, cameOut, set) => {
		expect(judged(cameOut, { variant: variant(set) }).complaints).toEqual([]);
	});
});

describe('a run is not sound where', () => {
	it.each<[string, JsonObject[], Partial<Variant>, 'lost' | 'repeated' | 'wrong']>([
		['a row is lost', sound().slice(1), {}, 'lost'],
		['a row comes out twice', [...sound(), sound()[0]], {}, 'repeated'],
		['a row is linked to none that went in', [...sound(), { ...sound()[0], [LINKED]: SHEET.rows.length + 1 }], {}, 'repeated'],
		['a row is linked to nothing', [...sound(), { ...sound()[0], [LINKED]: null }], {}, 'repeated'],
		['a row is linked to another one', but(PLACES.found, { id: PLACES.found + 2 }), {}, 'wrong'],
		['a row has the e-mail of somebody else', but(PLACES.found, { enriched_personal_email: emailOf(PLACES.other) }), {}, 'wrong'],
		['a row has the profile of somebody else', but(PLACES.found, { enriched_linkedin_url: profile(PLACES.other) }), {}, 'wrong'],
		['a row that was put off tells of somebody else', but(PLACES.found, told('deferred', PLACES.other)), {}, 'wrong'],
		['a row is found of which the service holds nothing', but(PLACES.notFound, told('found', PLACES.notFound)), {}, 'wrong'],
		['a row is found and tells nothing', but(PLACES.found, { enriched_personal_email: null }), {}, 'wrong'],
		['a row is not found that the service holds', but(PLACES.found, { enriched_status: 'not_found', enriched_personal_email: null }), {}, 'wrong'],
		['a blank was asked', but(PLACES.skipped, { enriched_status: 'not_found' }), {}, 'wrong'],
		['a typo was found', but(PLACES.invalid, { enriched_status: 'found' }), {}, 'wrong'],
		['an identifier is invalid', but(PLACES.found, { enriched_status: 'invalid', enriched_personal_email: null }), {}, 'wrong'],
		['a row ends in a status that is not documented', but(PLACES.found, { enriched_status: 'pending', enriched_personal_email: null }), {}, 'wrong'],
		['a row has no status', but(PLACES.found, { enriched_status: undefined, enriched_personal_email: null }), {}, 'wrong'],
		['a row left on an output that is switched off', but(PLACES.found, { [LEFT_ON]: 'deferred' }), {}, 'wrong'],
		['a row left on the output of others', but(PLACES.found, { [LEFT_ON]: 'deferred' }), { deferredRows: 'output' }, 'wrong'],
		['a row that was put off stays on Results', but(PLACES.found, { enriched_status: 'deferred' }), { deferredRows: 'output' }, 'wrong'],
		['a blank is an error', onError(PLACES.skipped), { onError: 'continueErrorOutput' }, 'wrong'],
		['an error stays on Results', onError(PLACES.found, { [LEFT_ON]: 'results' }), { onError: 'continueErrorOutput' }, 'wrong'],
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
		truth.is === 'asked' && sound()[place].enriched_status === 'not_found' ? [keyOf(truth.contact, 'linkedin')] : [],
	);

	it('are accounted for where the service said so', () => {
		const { statuses, lost } = judged(kept, { ...dropping, requests: [request(missed, 0)] });
		expect(lost).toBe(0);
		expect(statuses.dropped).toBe(missed.length);
	});

	it('are lost where it was never asked', () => {
		expect(judged(kept, dropping).lost).toBe(missed.length);
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
		['one of several tools had nothing', { ...resolving, onError: 'stopWorkflow', onNotFound: 'keep' }, [request([key], 0)]],
	])('may do so under Stop Workflow where %s', (_what, under, requests) => {
		expect(judged(null, { variant: under, requests })).toMatchObject({ statuses: { thrown: SHEET.rows.length }, lost: 0, complaints: [] });
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

describe('an answer that was paid for and arrived', () => {
	const key = () => keyOf(contactAt(PLACES.found), 'linkedin');
	const of = (status: string) => but(PLACES.found, { enriched_status: status, enriched_personal_email: null });

	it.each<[string, JsonObject[], Partial<LedgerEntry>]>([
		['is with its row', sound(), {}],
		['is not asked for where it was lost', of('failed'), { fate: 'lost' }],
		['is not asked for where nothing was charged', of('deferred'), { records: 0, status: 402, code: 'insufficient_tokens' }],
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
		const alone = sheet.truths.findIndex((one) => one.is === 'asked' && sheet.truths.filter((other) => isOf(other, one)).length === 1);
		const truth = sheet.truths[alone];
		const resolving: Variant = { ...variant(), operation: OPERATIONS.find(({ kind }) => kind === null) as Operation };
		const requests = truth.is === 'asked' ? [request(KINDS.map((kind) => keyOf(truth.contact, kind)), 3)] : [];
		/** Of that one row, whatever else there is. */
		const about = (json: JsonObject, under = resolving) => {
			const cameOut = [{ [LINKED]: alone + 1, [LEFT_ON]: 'results', ...json }];
			return judged(cameOut, { sheet, variant: under, requests }).complaints.filter((one) => one.startsWith('row'));
		};

		it('may be part of a row that was put off', () => {
			const { slug } = truth.is === 'asked' ? truth.contact : { slug: '' };
			expect(about({ enriched_status: 'deferred', enriched_linkedin_url: `https://www.linkedin.com/in/${slug}` })).toEqual([]);
			expect(about({ enriched_status: 'deferred' })).toEqual([expect.stringContaining('an answer that was paid for is not there')]);
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

it('requests and tokens are counted, and who was paid again', () => {
	const found = SHEET.truths[PLACES.found];
	const key = found.is === 'asked' ? keyOf(found.contact, 'linkedin') : '';
	const requests = [request([key], 1), request([key], 1)];
	expect(judged(sound(), { requests })).toMatchObject({ requests: 2, tokens: 2, paidAgain: 1, complaints: [expect.stringContaining(key)] });
});

function isOf(truth: Truth, other: Truth): boolean {
	return truth.is === 'asked' && other.is === 'asked' && truth.contact === other.contact;
}

function contactAt(place: number) {
	const truth = SHEET.truths[place];
	if (truth.is !== 'asked') throw new Error('Nobody stands there');
	return truth.contact;
}

function told(status: string, place: number): JsonObject {
	return { enriched_status: status, enriched_personal_email: emailOf(place) };
}

function emailOf(place: number): string {
	return contactAt(place).email;
}

function hashOf(place: number): string {
	return contactAt(place).hash;
}

function profile(place: number): string {
	return profileOf(contactAt(place));
}

function request(keys: string[], records: number, set: Partial<LedgerEntry> = {}): LedgerEntry {
	const answered = { status: 200, code: null, phone: 'without', fate: 'answered' } as const;
	return { number: 1, time: 0, tool: 'linkedin_to_best_personal_email_usa', keys, tokens: records, records, ...answered, ...set };
}
