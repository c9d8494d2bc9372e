import { drawsOf } from '../../../dev/sandbox/random';
import { isHeld } from '../../../dev/sandbox/people';
import { checkRun, type FinishedRun } from '../../../dev/soak/checkRun';
import { SERVICE } from '../../../dev/soak/conditions';
import { isLeak, measureGrowth } from '../../../dev/soak/growth';
import { LINKED, OUTPUT } from '../../../dev/soak/outputRows';
import { directory, keyOf } from '../../../dev/soak/people';
import { drawOptions } from '../../../dev/soak/runOptions';
import { makeSheet } from '../../../dev/soak/sheet';
import { VARIANTS } from '../../../dev/soak/variants';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import { chargedEntry } from '../../support/ledgerEntries';

const sheet = makeSheet(['linkedin'], directory(SERVICE.seed).slice(0, 100), drawsOf(1, 'sheet'));
const options = { ...drawOptions(drawsOf(1, 'options')), output: 'simplified' as const, includeInputFields: false };

const sound: JsonObject[] = sheet.contents.map((content, place) => {
	const row = (status: string, email: string | null = null) => ({
		...{ status, personal_email: email },
		...{ [LINKED]: place + 1, [OUTPUT]: 'results' },
	});
	if (content.is !== 'person') return row(content.is === 'blank' ? 'skipped' : 'invalid');
	const isFound = isHeld(keyOf(content.contact, 'linkedin'), SERVICE.seed, SERVICE.hitRate);
	return isFound ? row('found', content.contact.email) : row('not_found');
});
const [first, second] = sound.flatMap(({ status }, place) => (status === 'found' ? [place] : []));
const paid = sheet.contents[first].is === 'person' ? [keyOf(sheet.contents[first].contact, 'linkedin')] : [];
const changed = (cells: JsonObject) => sound.map((row, place) => (place === first ? { ...row, ...cells } : row));

const complaintsOf = (set: Partial<FinishedRun>) => {
	const variant = { ...VARIANTS[0], onError: 'stopWorkflow', onNotFound: 'keep', deferredRows: 'output' } as const;
	return checkRun({ variant, options, sheet, output: sound, requests: [], ...set }).complaints;
};

it('checkRun accepts a sound run, and a run that ended with an error before any answer', () => {
	expect(complaintsOf({ requests: [chargedEntry(paid, 1)] })).toEqual([]);
	expect(complaintsOf({ output: null })).toEqual([]);
});

it.each<[string, Partial<FinishedRun>, RegExp]>([
	['a lost row', { output: sound.slice(1) }, /1 rows were lost/],
	['a row that came back twice', { output: [...sound, sound[0]] }, /came back twice/],
	["another person's answer", { output: changed({ personal_email: sound[second].personal_email }) }, /, not /],
	['a wrong status', { output: changed({ status: 'not_found', personal_email: null }) }, /is held/],
	['a wrong output', { output: changed({ [OUTPUT]: 'deferred' }) }, /on the output deferred/],
	['a double payment', { requests: [chargedEntry(paid, 1), chargedEntry(paid, 1)] }, /charged again/],
	[
		'a discarded answer',
		{ output: changed({ status: 'failed', personal_email: null }), requests: [chargedEntry(paid, 1)] },
		/lacks the answer/,
	],
	['an error after an answer', { output: null, requests: [chargedEntry(paid, 1)] }, /rows were lost/],
])('checkRun reports %s', (_name, set, complaint) => {
	expect(complaintsOf(set)).toEqual([expect.stringMatching(complaint)]);
});

it('measureGrowth reports a leak behind the noise of active runs', () => {
	const leaksOf = (leak: number) => {
		const heapAt = (at: number) => 80e6 + leak * at + (at % 7) * 9e6;
		const sample = (at: number) => ({ at, rss: 0, heap: heapAt(at), external: 0, handles: 0, files: 0 });
		return measureGrowth(Array.from({ length: 200 }, (_, at) => sample(at))).filter(isLeak);
	};
	expect(leaksOf(0)).toEqual([]);
	expect(leaksOf(1e5)).toHaveLength(1);
});
