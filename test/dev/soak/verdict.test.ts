import { MEASURES, type Grown } from '../../../dev/soak/measures';
import { Tally } from '../../../dev/soak/tally';
import { broken, type Soaked } from '../../../dev/soak/verdict';

const flat = (growth: number | null = 0): Grown[] => MEASURES.map((measure) => ({ measure, growth, least: 100 }));
const grownBy = (name: string, growth: number): Grown[] =>
	flat().map((one) => (one.measure.name === name ? { ...one, growth } : one));

const tally = (set: Partial<Tally> = {}): Tally =>
	Object.assign(new Tally(), { runs: 2, rows: 30, statuses: { found: 20, skipped: 10 }, ...set });
const soaked = (set: Partial<Soaked> = {}): Soaked => ({
	tally: tally(),
	grown: flat(),
	control: null,
	strays: 0,
	...set,
});

it('nothing is broken where every row is accounted for and nothing grows', () => {
	expect(broken(soaked())).toEqual([]);
	expect(broken(soaked({ grown: flat(null) }))).toEqual([]);
	expect(
		broken(soaked({ grown: MEASURES.map((measure) => ({ measure, growth: measure.allowed, least: 1 })) })),
	).toEqual([]);
	expect(broken(soaked({ grown: flat(-1e9) }))).toEqual([]);
});

it.each<[string, Partial<Soaked>]>([
	['2 rows were lost', { tally: tally({ lost: 2, rows: 32 }) }],
	["2 rows came out twice, or are nobody's", { tally: tally({ repeated: 2 }) }],
	["2 rows came out with what can't be theirs", { tally: tally({ wrong: 2 }) }],
	['30 of 31 rows are accounted for', { tally: tally({ rows: 31 }) }],
	['2 people were paid for again though an answer had arrived', { tally: tally({ paidAgain: 2 }) }],
	['2 runs were not brought to an end by n8n', { tally: tally({ n8nFailures: 2 }) }],
	['2 requests asked about people of no run', { strays: 2 }],
	['nobody was found', { tally: tally({ statuses: { failed: 30 } }) }],
	['heap grew by 80.0 MB over the last half, where 4.0 MB may be chance', { grown: grownBy('heap', 80e6) }],
	['handles grew by 50 over the last half, where 10 may be chance', { grown: grownBy('handles', 50) }],
	['open files grew by 50 over the last half, where 10 may be chance', { grown: grownBy('open files', 50) }],
])('%s', (sentence, set) => {
	expect(broken(soaked(set))).toEqual([sentence]);
});

it("what grows without the node as well is not the node's, but what grows more with it is", () => {
	const control = grownBy('heap', 79e6);
	expect(broken(soaked({ grown: grownBy('heap', 80e6), control }))).toEqual([]);
	expect(broken(soaked({ grown: grownBy('heap', 90e6), control }))).toHaveLength(1);
	expect(broken(soaked({ grown: grownBy('heap', 2e6), control: grownBy('heap', -500e6) }))).toEqual([]);
	expect(broken(soaked({ grown: grownBy('heap', 80e6), control: flat(null) }))).toHaveLength(1);
});
