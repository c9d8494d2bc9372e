import type { Answer } from '../../nodes/IdentityResolution/api/replies/reading';
import { linkedinToBestPersonalEmailUsa as tool } from '../support/api/tools';
import { AnswerMemory } from '../../nodes/IdentityResolution/service/answerMemory';
import type { AnsweredLookup } from '../../nodes/IdentityResolution/service/request';

const MEGABYTE = 1024 * 1024;
const answerWith = (characters: number): Answer => ({
	found: true,
	results: { email: 'ada@example.net', other: 'x'.repeat(characters) },
	metadata: null,
	at: 0,
});
const answered = (...answers: Answer[]) =>
	answers.map(
		(answer) =>
			({
				entry: {},
				outcome: { is: 'found', answer, phone: 'as_requested' },
				charged: 1,
				recordsLeft: null,
			}) as unknown as AnsweredLookup,
	);
const answersIn = (lookups: readonly AnsweredLookup[]) => lookups.map(({ outcome }) => outcome.answer);

it.each([1, 3])('AnswerMemory keeps the answers of an ordinary reply to %i lookups as they came', (count) => {
	const lookups = answered(answerWith(15_000), answerWith(100));
	const memory = new AnswerMemory('columns');
	expect(memory.keep(tool, lookups, count * 16_384, count)).toBe(lookups);
	expect(memory.keep(tool, lookups, count * 16_384 + 1, count)).not.toBe(lookups);
});

it('AnswerMemory reduces only the large answers of a batch, and shared ones once', () => {
	const [small, large] = [answerWith(100), answerWith(50_000)];
	const kept = answersIn(new AnswerMemory('columns').keep(tool, answered(small, large, large), 100_000, 3));
	expect(kept[0]).toBe(small);
	const columns = { personal_email: 'ada@example.net' };
	expect(kept[1]).toEqual({ found: true, results: { columns, unread: {} }, metadata: null, at: 0 });
	expect(kept[2]).toBe(kept[1]);
});

it('AnswerMemory keeps whole results up to 256 MB, then reduces and marks them', () => {
	const memory = new AnswerMemory('results');
	const large = answerWith(100 * MEGABYTE);
	const keepLarge = () => answersIn(memory.keep(tool, answered(large), 100 * MEGABYTE, 1));
	expect([keepLarge(), keepLarge()]).toEqual([[large], [large]]);
	expect(memory.isFull).toBe(false);
	const [reduced] = keepLarge();
	expect(reduced).toMatchObject({
		results: { columns: { personal_email: 'ada@example.net' } },
		isReduced: true,
	});
	expect(memory.isFull).toBe(true);
});

it('AnswerMemory counts what columns need', () => {
	const memory = new AnswerMemory('columns');
	const large = { ...answerWith(0), results: { email: 'x'.repeat(150 * MEGABYTE) } };
	for (const isFull of [false, true]) {
		memory.keep(tool, answered(large), 150 * MEGABYTE, 1);
		expect(memory.isFull).toBe(isFull);
	}
});

it.each(['columns', 'results'] as const)(
	'AnswerMemory counts of %s only what exceeds 16 KB for each lookup',
	(needs) => {
		const memory = new AnswerMemory(needs);
		memory.keep(tool, answered(answerWith(100)), 400 * MEGABYTE, 20_000);
		expect(memory.isFull).toBe(false);
	},
);
