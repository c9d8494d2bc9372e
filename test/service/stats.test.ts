import { NO_USAGE } from '../../nodes/IdentityResolution/api/replies/envelope';
import type { Reading } from '../../nodes/IdentityResolution/api/replies/reading';
import { getAccount } from '../../nodes/IdentityResolution/api/account/account';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import {
	acceptedRate,
	addAccepted,
	addReading,
	addRefused,
	newStats,
	type RequestCost,
	type RunStats,
} from '../../nodes/IdentityResolution/service/stats';
import { businessProfile, personalEmail } from '../support/run/lookups';

const answers = (count: number, drift: string[] = []): Reading => ({
	is: 'answers',
	answers: new Map(
		Array.from({ length: count }, (_, nth) => [`person-${nth}`, { found: true, results: {}, metadata: {}, at: 0 }]),
	),
	partialError: null,
	usage: NO_USAGE,
	drift,
});

const refusal: Reading = {
	is: 'refusal',
	refusal: { reason: 'lost', httpStatus: 200, code: null, message: null, retryAfter: null },
	usage: NO_USAGE,
};

type Added = [Tool, Reading, Partial<RequestCost>, tokens?: number];

/** The statistics after these replies. `tokens`: the listed price. */
function statsAfter(...replies: Added[]): RunStats {
	const stats = newStats();
	for (const [tool, reading, cost, tokens] of replies) {
		const price = { tokens: tokens ?? 1, prices: tokens === undefined ? 'assumed' : 'listed' } as const;
		addReading(stats, tool, reading, { hits: 0, phones: 0, unconfirmed: 0, charged: null, ...cost }, price);
	}
	return stats;
}

describe('the statistics of a run', () => {
	it('have the least that a reply reported as left, of records only those of enrichment', () => {
		const left = (tokensLeft: number, recordsLeft: number): Reading => ({
			...answers(1),
			usage: { ...NO_USAGE, tokensLeft, recordsLeft },
		});
		const search = { ...businessProfile, family: 'search' } as const;
		const replies = [left(9, 8), left(7, Infinity), left(8, 9)].map((reply): Added => [businessProfile, reply, {}]);
		expect(statsAfter(...replies, [search, left(10, 1), {}])).toMatchObject({ tokensLeft: 7, recordsLeft: 8 });
		const refused = { ...refusal, usage: left(6, 5).usage };
		expect(statsAfter(...replies, [businessProfile, refused, {}])).toMatchObject({ tokensLeft: 6, recordsLeft: 5 });
		expect(statsAfter([businessProfile, answers(1), {}])).toMatchObject({ tokensLeft: Infinity });
	});

	it.each<[string, Added[], number, RunStats['tokensAre']]>([
		['what it reports, whatever its hits', [[businessProfile, answers(2), { hits: 2, charged: 7 }]], 7, 'reported'],
		['nothing if a reply reports that', [[businessProfile, answers(2), { hits: 2, charged: 0 }]], 0, 'reported'],
		['one a hit without a report, as an estimate', [[businessProfile, answers(3), { hits: 2 }]], 2, 'estimated'],
		['nothing for misses, which is no estimate', [[businessProfile, answers(2), {}]], 0, 'reported'],
		['what a refusal reports', [[businessProfile, refusal, { charged: 3, unconfirmed: 1 }]], 3, 'reported'],
		['nothing for a refusal', [[businessProfile, refusal, { unconfirmed: 3 }]], 0, 'reported'],
		['what the account lists without a report', [[personalEmail, answers(1), { hits: 2 }, 3]], 6, 'reported'],
		['the report, not what is listed', [[personalEmail, answers(1), { hits: 1, charged: 4 }, 3]], 4, 'reported'],
		['nothing for a free tool', [[getAccount, answers(1), { hits: 1 }]], 0, 'reported'],
		[
			'an estimate once one reply was estimated',
			[
				[businessProfile, answers(1), { hits: 1 }],
				[businessProfile, answers(1), { hits: 1, charged: 3 }],
			],
			4,
			'estimated',
		],
	])('count as tokens %s', (_says, replies, tokens, tokensAre) => {
		expect(statsAfter(...replies)).toMatchObject({ tokens, tokensAre });
	});

	it('count answers and departures from the contract, and possible charges except those of a free tool', () => {
		const stats = statsAfter(
			[personalEmail, answers(2, ['status is "odd"', 'another']), { hits: 1, unconfirmed: 2 }],
			[personalEmail, refusal, { unconfirmed: 3 }],
			[getAccount, answers(1, ['status is "odd"']), { hits: 1, unconfirmed: 1 }],
		);
		expect(stats).toMatchObject({ answered: 3, unconfirmed: 5 });
		expect([...stats.drift]).toEqual([
			['status is "odd"', 2],
			['another', 1],
		]);
	});
});

describe('the rate that a service accepts', () => {
	/** Statistics of accepted and refused requests in turn, with seconds from one event to the next. */
	const after = (...events: ReadonlyArray<readonly [what: 'accepted' | 'refused', count: number, at: number]>) => {
		const stats = newStats();
		for (const [what, count, at] of events) {
			const add = what === 'accepted' ? addAccepted : addRefused;
			for (let nth = 0; nth < count; nth += 1) add(stats, at * 1_000);
		}
		return stats;
	};

	it.each<[string, number | null, RunStats]>([
		[
			'is what it accepted since the first refusal',
			4,
			after(['accepted', 99, 0], ['refused', 9, 0], ['accepted', 40, 10]),
		],
		['is unknown without a refusal', null, after(['accepted', 99, 10])],
		['is unknown if that took less than 10 s', null, after(['refused', 9, 0], ['accepted', 40, 9.9])],
		['is unknown if next to nothing was accepted', null, after(['refused', 9, 0], ['accepted', 9, 10])],
		[
			'is unknown if refusals are so rare that they are chance',
			null,
			after(['refused', 1, 0], ['accepted', 21, 10]),
		],
	])('%s: %j a second', (_says, rate, stats) => {
		expect(acceptedRate(stats)).toBe(rate);
	});
});
