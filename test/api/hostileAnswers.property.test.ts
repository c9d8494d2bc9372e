import fc from 'fast-check';
import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { readReply } from '../../nodes/IdentityResolution/api/replies/readReply';
import type { Reading } from '../../nodes/IdentityResolution/api/replies/reading';
import { ASKED, hostileReplies, objection, ownersAddress } from '../support/hostileAnswers';
import { pollution } from '../support/hostilePrototypes';
import { identify, personalEmail } from '../support/lookups';
import { expectAllAccountedFor } from '../support/readings';
import { http } from '../support/replies';

const NOW = Date.UTC(2030, 0, 1);
const RUNS = { seed: 701, numRuns: 6_000 };

const identifiers = new Map(ASKED.map((slug) => [slug, identify(personalEmail, ownersAddress(slug))]));
const questions = fc.oneof(
	{ weight: 4, arbitrary: fc.shuffledSubarray([...ASKED], { minLength: 2 }) },
	{ weight: 1, arbitrary: fc.constantFrom(...ASKED).map((slug) => [slug]) },
);
const exchanges = fc.record({ slugs: questions, reply: hostileReplies });

const keysOf = (slugs: readonly string[]) => slugs.map((slug) => identifiers.get(slug) as Identifier);
const read = (slugs: readonly string[], { status, body }: { status: number; body: unknown }): Reading =>
	readReply(personalEmail, keysOf(slugs), http(status, body), NOW);

describe('whatever the service answers', () => {
	it('every identifier asked stands once among the answers or the unanswered, or the whole is a refusal', () => {
		fc.assert(
			fc.property(exchanges, ({ slugs, reply }) => {
				expectAllAccountedFor(read(slugs, reply), keysOf(slugs));
			}),
			RUNS,
		);
	});

	it('nobody gets a row that echoes somebody else, is keyed by somebody else, or stands at no certain place', () => {
		fc.assert(
			fc.property(exchanges, ({ slugs, reply }) => {
				const reading = read(slugs, reply);
				if (reading.is === 'refusal') return;
				const wrong = slugs.flatMap((slug) => {
					const answer = reading.answers.get((identifiers.get(slug) as Identifier).key);
					return (answer && objection(reply.body, answer.results, slug, slugs)) ?? [];
				});
				expect(wrong).toEqual([]);
			}),
			RUNS,
		);
	});

	it('nothing is added to what all objects inherit, and the body is left as it came', () => {
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

	it('is read the same a second time', () => {
		fc.assert(
			fc.property(exchanges, ({ slugs, reply }) => expect(read(slugs, reply)).toEqual(read(slugs, reply))),
			{ ...RUNS, numRuns: 2_000 },
		);
	});
});

it('the answers go deep: many are matched, many only in part, many not at all', () => {
	const readings = fc
		.sample(exchanges, RUNS)
		.map(({ slugs, reply }) => ({ asked: slugs.length, reading: read(slugs, reply) }));
	const answered = readings.flatMap(({ asked, reading }) => {
		if (reading.is === 'refusal') return [];
		const hits = [...reading.answers.values()].filter(({ found }) => found).length;
		return [{ asked, answers: reading.answers.size, hits }];
	});
	const counts = {
		refused: readings.length - answered.length,
		unmatched: answered.filter(({ answers }) => answers === 0).length,
		inPart: answered.filter(({ asked, answers }) => answers > 0 && answers < asked).length,
		whole: answered.filter(({ asked, answers }) => answers === asked).length,
		hits: answered.filter(({ hits }) => hits > 0).length,
	};
	for (const [what, count] of Object.entries(counts)) expect([what, count > 300]).toEqual([what, true]);
});
