import fc from 'fast-check';
import {
	MAX_RESUME_LENGTH,
	writeResume,
	type Reduce,
	type StoredAnswer,
} from '../../nodes/IdentityResolution/api/resume';
import { readText, SIGN } from '../support/api/resumeText';

const hit = (key: string, results: object): StoredAnswer => ({
	tool: 'any_tool',
	key,
	phone: 'without',
	found: true,
	at: 1_767_225_600_000,
	results,
});
const miss = (key: string): StoredAnswer => ({ ...hit(key, { note: 'No match' }), found: false });

/** Keeps the name, which is the only field that a column reads. */
const onlyName: Reduce = ({ results }) => ({ name: (results as { name?: unknown }).name });

/** Writes answers, and reads them again. */
function written(answers: readonly StoredAnswer[]) {
	const { text, isComplete } = writeResume(answers, SIGN, onlyName);
	expect(text.length).toBeLessThanOrEqual(MAX_RESUME_LENGTH);
	const kept = readText(text);
	return { text, isComplete, kept, keys: kept.map(({ key }) => key) };
}

describe('writeResume', () => {
	it('keeps the whole answers if they fit into a cell', () => {
		const answers = [hit('a', { name: 'Ada', extra: 'x'.repeat(20_000) }), miss('b')];
		expect(written(answers)).toMatchObject({ isComplete: true, kept: answers });
	});

	it('omits the fields that no column reads, and the results of misses, if the text is too long', () => {
		expect(written([hit('a', { name: 'Ada', extra: 'x'.repeat(40_000) }), miss('b')])).toMatchObject({
			isComplete: true,
			kept: [hit('a', { name: 'Ada' }), { ...miss('b'), results: null }],
		});
	});

	it('then omits misses', () => {
		const misses = Array.from({ length: 300 }, (_, number) => miss(`b${number}`.padEnd(100, 'x')));
		const ada = hit('a', { name: 'Ada' });
		expect(written([...misses, ada])).toMatchObject({ isComplete: true, kept: [ada] });
	});

	it('then omits the last hits, and reports it', () => {
		const hits = ['a', 'b', 'c'].map((key) => hit(key, { name: key.repeat(10_000) }));
		expect(written([miss('m'), ...hits])).toMatchObject({ isComplete: false, keys: ['a', 'b'] });
	});

	it('omits no short hit because of an earlier one that is too long', () => {
		const hits = [100, 30_000, 100].map((size, place) => hit(`é${place}`, { name: '"'.repeat(size / 2) }));
		expect(written(hits)).toMatchObject({ isComplete: false, keys: ['é0', 'é2'] });
	});

	it('leaves no space for another hit', () => {
		const hits = Array.from({ length: 200 }, (_, number) => hit(`a${number}`, { name: 'é'.repeat(50) }));
		const { text, keys } = written(hits);
		expect(keys).toEqual(hits.slice(0, keys.length).map(({ key }) => key));
		expect(text.length * (1 + 1 / keys.length)).toBeGreaterThan(MAX_RESUME_LENGTH);
	});

	it('never writes more than 30,000 characters, and keeps hits in their order', () => {
		const sizes = fc.tuple(fc.nat(5), fc.constantFrom('x', 'é', '"', '例'), fc.nat(9_000));
		fc.assert(
			fc.property(fc.array(sizes, { maxLength: 8 }), (all) => {
				const hits = all.map(([person, letter, size], at) => ({
					...hit(`person-${person}`, { name: letter.repeat(size) }),
					at,
				}));
				const { isComplete, kept } = written(hits);
				const times = kept.map(({ at }) => at);
				expect(kept).toEqual(hits.filter(({ at }) => times.includes(at)));
				expect(isComplete).toBe(kept.length === hits.length);
			}),
			{ seed: 315, numRuns: 300 },
		);
	});
});
