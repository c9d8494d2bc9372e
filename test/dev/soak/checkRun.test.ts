import { complaints } from '../../../dev/oracle/oracle';
import { drawsOf } from '../../../dev/sandbox/random';
import { checkRun, type FinishedRun } from '../../../dev/soak/checkRun';
import { measureGrowth } from '../../../dev/soak/growth';
import { directory, keyOf, makeSheet } from '../../../dev/soak/sheet';
import { VARIANTS } from '../../../dev/soak/workflow';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import { chargedEntry } from '../../support/ledgerEntries';

const sheet = makeSheet(['linkedin'], directory().slice(0, 100), drawsOf(1, 'sheet'));
const STATUS = { blank: 'skipped', invalid: 'invalid', miss: 'not_found', hit: 'found' };
const sound: JsonObject[] = sheet.map(({ json: { id }, expected }) => {
	const email = expected.is === 'hit' ? expected.answer : null;
	return { id, enriched_status: STATUS[expected.is], enriched_personal_email: email };
});
const hits = sheet.flatMap(({ contact, expected }, place) =>
	contact !== null && expected.is === 'hit' ? [{ place, key: keyOf(contact, 'linkedin') }] : [],
);
const [{ place: first, key }, { place: second }] = hits;
const paid = chargedEntry([key], 1);
const changed = (cells: JsonObject) => sound.map((row, place) => (place === first ? { ...row, ...cells } : row));

const complaintsOf = (set: Partial<FinishedRun>) =>
	complaints(checkRun({ variant: VARIANTS[0], sheet, output: sound, requests: [], ...set }));

it('checkRun accepts a sound run, and a run that ended with an error before any answer', () => {
	expect(complaintsOf({ requests: [paid] })).toEqual([]);
	expect(complaintsOf({ output: null })).toEqual([]);
});

const { enriched_personal_email: otherEmail } = sound[second];
const FAILED = { enriched_status: 'failed', enriched_personal_email: null };

it.each<[string, Partial<FinishedRun>, RegExp]>([
	['a lost row', { output: sound.slice(1) }, /1 rows were lost/],
	["another person's answer", { output: changed({ enriched_personal_email: otherEmail }) }, /, not /],
	['a wrong status', { output: changed({ ...FAILED, enriched_status: 'not_found' }) }, /is held/],
	['a double payment', { requests: [paid, paid] }, /charged again/],
	['a discarded answer', { output: changed(FAILED), requests: [paid] }, /lacks the answer/],
	['an error after an answer', { output: null, requests: [paid] }, /rows were lost/],
	['an error under Continue', { output: null, variant: VARIANTS[1] }, /rows were lost/],
])('checkRun reports %s', (_name, set, complaint) => {
	expect(complaintsOf(set)).toEqual([expect.stringMatching(complaint)]);
});

it('measureGrowth reports a leak behind the noise of active runs', () => {
	const leaksOf = (leak: number) => {
		const heapAt = (at: number) => 80e6 + leak * at + (at % 7) * 9e6;
		const sample = (at: number) => ({ at, rss: 0, heap: heapAt(at), external: 0, handles: 0, files: 0 });
		return measureGrowth(Array.from({ length: 200 }, (_, at) => sample(at))).filter(({ isLeak }) => isLeak);
	};
	expect(leaksOf(0)).toEqual([]);
	expect(leaksOf(1e5)).toHaveLength(1);
});
