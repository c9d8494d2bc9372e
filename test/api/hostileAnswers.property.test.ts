import fc from 'fast-check';
import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { readReply } from '../../nodes/IdentityResolution/api/replies/readReply';
import type { Reading } from '../../nodes/IdentityResolution/api/replies/reading';
import { REQUESTED, hostileReplies, mismatch, profileUrl } from '../support/api/hostileAnswers';
import { pollution } from '../support/hostilePrototypes';
import { identify, personalEmail } from '../support/run/lookups';
import { expectAllAccountedFor } from '../support/api/readings';
import { http } from '../support/api/replies';

const NOW = Date.UTC(2030, 0, 1);
const RUNS = { seed: 701, numRuns: 6_000 };

const identifiers = new Map(REQUESTED.map((slug) => [slug, identify(personalEmail, profileUrl(slug))]));
const slugLists = fc.oneof(
	{ weight: 4, arbitrary: fc.shuffledSubarray([...REQUESTED], { minLength: 2 }) },
	{ weight: 1, arbitrary: fc.constantFrom(...REQUESTED).map((slug) => [slug]) },
);
const exchanges = fc.record({ slugs: slugLists, reply: hostileReplies });

const keysOf = (slugs: readonly string[]) => slugs.map((slug) => identifiers.get(slug) as Identifier);
const read = (slugs: readonly string[], { status, body }: { status: number; body: unknown }): Reading =>
	readReply(personalEmail, keysOf(slugs), http(status, body), NOW);

describe('readReply with hostile replies', () => {
	it('returns each identifier once, as answered or unanswered, or a refusal', () => {
		fc.assert(
			fc.property(exchanges, ({ slugs, reply }) => {
				expectAllAccountedFor(read(slugs, reply), keysOf(slugs));
			}),
			RUNS,
		);
	});

	it('never returns a row with the echo or key of another person, or without a certain position', () => {
		fc.assert(
			fc.property(exchanges, ({ slugs, reply }) => {
				const reading = read(slugs, reply);
				if (reading.is === 'refusal') return;
				const wrong = slugs.flatMap((slug) => {
					const answer = reading.answers.get((identifiers.get(slug) as Identifier).key);
					return (answer && mismatch(reply.body, answer.results, slug, slugs)) ?? [];
				});
				expect(wrong).toEqual([]);
			}),
			RUNS,
		);
	});

	it('does not change prototypes or the body', () => {
		fc.assert(
			fc.property(exchanges, ({ slugs, reply }) => {
				const body = JSON.stringify(reply.body);
				read(slugs, reply);
				expect(pollution()).toEqual([]);
				expect(JSON.stringify(reply.body)).toBe(body);
			}),
			{ ...RUNS, numRuns: 3_000 },
		);
	});

	it('returns the same for the same reply', () => {
		fc.assert(
			fc.property(exchanges, ({ slugs, reply }) => expect(read(slugs, reply)).toEqual(read(slugs, reply))),
			{ ...RUNS, numRuns: 2_000 },
		);
	});
});

it('the hostile replies include many matched, partly matched, unmatched and refused batches', () => {
	const readings = fc
		.sample(exchanges, RUNS)
		.map(({ slugs, reply }) => ({ requested: slugs.length, reading: read(slugs, reply) }));
	const answered = readings.flatMap(({ requested, reading }) => {
		if (reading.is === 'refusal') return [];
		const hits = [...reading.answers.values()].filter(({ found }) => found).length;
		return [{ requested, answers: reading.answers.size, hits }];
	});
	const counts = {
		refused: readings.length - answered.length,
		unmatched: answered.filter(({ answers }) => answers === 0).length,
		partial: answered.filter(({ requested, answers }) => answers > 0 && answers < requested).length,
		whole: answered.filter(({ requested, answers }) => answers === requested).length,
		hits: answered.filter(({ hits }) => hits > 0).length,
	};
	for (const [name, count] of Object.entries(counts)) expect([name, count > 300]).toEqual([name, true]);
});
