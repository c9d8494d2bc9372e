import {
	isAuthentic,
	MAX_RESUME_LENGTH,
	readResume,
	writeResume,
	type StoredAnswer,
	type Reduce,
} from '../../nodes/IdentityResolution/api/resume';
import { forgedResume } from '../support/api/forgedResume';
import { SIGN } from '../support/api/resumeText';

const hit = (key: string, results: object): StoredAnswer => ({
	tool: 'any_tool',
	key,
	phone: 'without',
	at: 1_767_225_600_000,
	results,
});
const miss = (key: string): StoredAnswer => ({ ...hit(key, {}), results: null });

/** Keeps the name, which is the only field that a column reads. */
const onlyName: Reduce = ({ results }) => (results === null ? null : { name: (results as { name?: unknown }).name });

const answersIn = (text: string) => (readResume(text) ?? []).map(({ key, results }) => [key, results]);

describe('writeResume', () => {
	it('keeps the whole answers if they fit into a cell', () => {
		const answers = [hit('a', { name: 'Ada', extra: 'x'.repeat(20_000) }), miss('b')];
		const { text, isComplete } = writeResume(answers, SIGN, onlyName);
		expect([isComplete, answersIn(text)]).toEqual([true, answers.map(({ key, results }) => [key, results])]);
	});

	it('omits the fields that no column reads if the text is too long', () => {
		const answers = [hit('a', { name: 'Ada', extra: 'x'.repeat(40_000) }), miss('b')];
		const { text, isComplete } = writeResume(answers, SIGN, onlyName);
		expect(text.length).toBeLessThanOrEqual(MAX_RESUME_LENGTH);
		expect([isComplete, answersIn(text)]).toEqual([
			true,
			[
				['a', { name: 'Ada' }],
				['b', null],
			],
		]);
		expect((readResume(text) ?? []).every((answer) => isAuthentic(answer, SIGN))).toBe(true);
	});

	it('then omits misses', () => {
		const misses = Array.from({ length: 300 }, (_, number) => miss(`b${number}`.padEnd(100, 'x')));
		const { text, isComplete } = writeResume([...misses, hit('a', { name: 'Ada' })], SIGN, onlyName);
		expect([isComplete, answersIn(text)]).toEqual([true, [['a', { name: 'Ada' }]]]);
	});

	it('keeps the hits that fit and reports that others do not', () => {
		const hits = ['a', 'b', 'c'].map((key) => hit(key, { name: key.repeat(10_000) }));
		const { text, isComplete } = writeResume([miss('m'), ...hits], SIGN, onlyName);
		expect(text.length).toBeLessThanOrEqual(MAX_RESUME_LENGTH);
		expect([isComplete, answersIn(text).map(([key]) => key)]).toEqual([false, ['a', 'b']]);
	});

	it('keeps answers of this run and verified ones rather than those of unknown origin', () => {
		const sized = (key: string, more: Partial<StoredAnswer>) => ({
			...hit(key, { name: key.repeat(10_000) }),
			...more,
		});
		const answers = [
			sized('u', { signature: 'x', unverified: true }),
			sized('v', { signature: 'x' }),
			sized('s', {}),
		];
		const { text, isComplete } = writeResume(answers, SIGN, onlyName);
		expect([isComplete, answersIn(text).map(([key]) => key)]).toEqual([false, ['s', 'v']]);
	});

	it.each([10_000, 10_001, 10_002, 10_003])(
		'fills the text with the hits that fit, in their order: the first of %i characters',
		(size) => {
			const sizes = [size, ...[30_000, 5_000, 5_000, 4_000, 2_000], ...Array<number>(40).fill(50)];
			const hits = sizes.map((length, place) => hit(`é${place}`, { name: '"'.repeat(length / 2) }));
			const { text } = writeResume(hits, SIGN, onlyName);
			const written = answersIn(text).map(([key]) => String(key));
			expect(written.slice(0, 3)).toEqual(['é0', 'é2', 'é3']);
			const omitted = hits.filter(({ key }) => !written.includes(key));
			expect(omitted.length).toBeGreaterThan(1);
			for (const one of omitted) {
				const earlier = hits.slice(0, hits.indexOf(one)).filter(({ key }) => written.includes(key));
				expect(writeResume([...earlier, one], SIGN, onlyName).isComplete).toBe(false);
			}
		},
	);

	it('never writes more than 30,000 characters', () => {
		for (const size of [10, 1_000, 22_000, 22_500, 25_000, 100_000]) {
			const { text } = writeResume([hit('a', { name: 'x'.repeat(size) }), miss('b')], SIGN, onlyName);
			expect(text.length).toBeLessThanOrEqual(30_000);
			expect(readResume(text)).not.toBeNull();
		}
	});
});

it('readResume refuses a text that is longer than any that the node writes', () => {
	const answers = Array.from({ length: 5_000 }, (_, number) => ({ t: 'x', k: String(number) }));
	expect(readResume(forgedResume(JSON.stringify(answers)))).toBeNull();
	expect(readResume(forgedResume(JSON.stringify(answers.slice(0, 500))))).toHaveLength(500);
});
