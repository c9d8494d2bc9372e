import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import { drawsOf } from '../../../dev/sandbox/random';
import { LEFT_ON, LINKED } from '../../../dev/soak/cameOut';
import { Blocks, type Contact } from '../../../dev/soak/contacts';
import { judge, type Evidence, type Judgement } from '../../../dev/soak/judge';
import { drawOptions, type RunOptions } from '../../../dev/soak/runOptions';
import { makeSheet } from '../../../dev/soak/sheet';
import { isFindable } from '../../../dev/soak/truth';
import { VARIANTS, type Variant } from '../../../dev/soak/variants';

export const SERVICE = { seed: 1, hitRate: 0.7 };
export const CONTACTS = new Blocks(SERVICE.seed).contactsOf(0);
const FIND_BEST = VARIANTS.find(({ operation }) => operation.operation === 'findBest') as Variant;
export const SHEET = makeSheet(['linkedin'], CONTACTS, drawsOf(3, 'sheet'));

export const OPTIONS: RunOptions = {
	...drawOptions(drawsOf(1, 'options')),
	output: 'simplified',
	includeInputFields: true,
	options: { columnPrefix: 'enriched_', hashEmail: false, includeLookupDetails: false },
};

export const variant = (set: Partial<Variant> = {}): Variant => ({
	...FIND_BEST,
	onError: 'continueRegularOutput',
	onNotFound: 'keep',
	deferredRows: 'keep',
	...set,
});

/** What comes out of a run in which nothing goes wrong. */
export const sound = (under: Variant = variant(), options: RunOptions = OPTIONS): JsonObject[] =>
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
		return came(
			'found',
			options.output === 'raw' ? { [`${prefix}results`]: { email } } : { [`${prefix}personal_email`]: email },
		);
	});

/** Where a row of each kind stands, and the last one that was found. */
export const PLACES = {
	found: sound().findIndex((row) => row.enriched_status === 'found'),
	other: sound().findLastIndex((row) => row.enriched_status === 'found'),
	notFound: sound().findIndex((row) => row.enriched_status === 'not_found'),
	skipped: sound().findIndex((row) => row.enriched_status === 'skipped'),
	invalid: sound().findIndex((row) => row.enriched_status === 'invalid'),
};

/** What such a run comes to where nothing else is said. */
export const judged = (cameOut: readonly JsonObject[] | null, set: Partial<Evidence> = {}): Judgement =>
	judge({ variant: variant(), options: OPTIONS, sheet: SHEET, cameOut, requests: [], service: SERVICE, ...set });

/** A run, by default the sound one, of which one row is another one. */
export const but = (place: number, cells: JsonObject, run = sound()): JsonObject[] =>
	run.map((row, index) => (index === place ? { ...row, ...cells } : row));

/** A sound run of which one row is an error. */
export const onError = (place: number, cells: JsonObject = {}): JsonObject[] =>
	sound().map((row, index) =>
		index === place ? { error: { message: 'Refused' }, [LINKED]: row[LINKED], [LEFT_ON]: 'error', ...cells } : row,
	);

/** @throws where the row names nobody */
export function contactAt(place: number): Contact {
	const truth = SHEET.truths[place];
	if (truth.is !== 'asked') throw new Error('Nobody stands there');
	return truth.contact;
}
