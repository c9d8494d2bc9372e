import { VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';
import { Batches } from '../../nodes/IdentityResolution/service/batches';
import type { Reservation } from '../../nodes/IdentityResolution/service/budget';
import { sendOnce } from '../../nodes/IdentityResolution/service/once';
import { badInput, batchOf, brokenDown, miss } from '../support/api/replies';
import { businessProfile, personalEmail } from '../support/run/lookups';
import { reservationOf, retryOf } from '../support/run/requests';
import { everyoneFound, FakeService, profileOf, type Script } from '../support/virtual/fakeService';
import { always, unmatchable } from '../support/virtual/scripts';

/** A request with this many lookups, and the reply to it. */
type Sent = [lookups: number, script: Script];

const refused = always(badInput);
const misses: Script = ({ inputs }) => batchOf(inputs.map((input) => ({ input, results: null })));
/** Names all lookups but the last one. */
const namesMost =
	(results: (input: string) => ReturnType<typeof profileOf> | null): Script =>
	({ inputs }) =>
		batchOf(inputs.slice(1).map((input) => ({ input, results: results(input) })));

async function learn(batches: Batches, [lookups, script]: Sent): Promise<void> {
	const clock = new VirtualClock();
	const { send } = new FakeService(clock, script);
	const env = { clock, send };
	batches.learn(await clock.until(sendOnce(retryOf(lookups), personalEmail, env, (reading) => reading)));
}

async function batchesAfter(sent: readonly Sent[], batches = new Batches()): Promise<Batches> {
	for (const one of sent) await learn(batches, one);
	return batches;
}

const confirm = (batches: Batches, verdict: 'confirmed' | 'refuted' | 'undecided') =>
	batches.check(personalEmail, () => Promise.resolve(verdict));

describe('the most lookups of a batch', () => {
	it.each<[string, Sent[], number]>([
		[
			'is not learned from accepted batches alone',
			[
				[100, everyoneFound],
				[2, everyoneFound],
			],
			100,
		],
		[
			'is not learned from refused batches alone',
			[
				[100, refused],
				[50, refused],
			],
			100,
		],
		[
			'is not learned from a batch after a single lookup that is refused',
			[
				[1, refused],
				[7, everyoneFound],
			],
			100,
		],
		[
			'is what is accepted after a refused batch',
			[
				[100, refused],
				[50, everyoneFound],
			],
			50,
		],
		[
			'is the most that was ever accepted',
			[
				[60, everyoneFound],
				[100, refused],
				[50, everyoneFound],
			],
			60,
		],
		[
			'is not learned from a single lookup after a refused batch',
			[
				[100, refused],
				[1, everyoneFound],
			],
			100,
		],
		[
			'is not learned from a failure',
			[
				[100, always(brokenDown)],
				[50, everyoneFound],
			],
			100,
		],
		['is 1 after a batch without any match', [[3, unmatchable]], 1],
		[
			'is 1 even if another batch was matched before',
			[
				[3, everyoneFound],
				[3, unmatchable],
			],
			1,
		],
		['is 1 after a batch whose only named lookups are misses', [[3, namesMost(() => null)]], 1],
		['is not less if the named lookups are hits', [[3, namesMost(profileOf)]], 100],
		[
			'is not less once a hit was matched',
			[
				[3, everyoneFound],
				[3, namesMost(() => null)],
			],
			100,
		],
		['is not less after one miss for a whole batch, which is in doubt', [[3, always(miss)]], 100],
	])('%s', async (_says, sent, most) => {
		const batches = await batchesAfter(sent);
		expect([batches.maxBatch(personalEmail), batches.maxBatch(businessProfile)]).toEqual([most, 1]);
	});

	it.each<[number, string, Sent[]]>([
		[
			1,
			'two lookups that were refused together are accepted alone',
			[
				[2, refused],
				[1, everyoneFound],
			],
		],
		[
			2,
			'that happens beside an accepted batch',
			[
				[2, everyoneFound],
				[2, refused],
				[1, everyoneFound],
			],
		],
	])('is %i if %s', async (most, _says, sent) => {
		const batches = await batchesAfter(sent);
		batches.acceptNone(personalEmail);
		expect(batches.maxBatch(personalEmail)).toBe(most);
	});

	it('is 1 for good once a lookup, sent alone, has refuted the miss of its batch', async () => {
		const batches = await batchesAfter([[100, refused]]);
		await confirm(batches, 'refuted');
		await learn(batches, [50, everyoneFound]);
		expect(batches.maxBatch(personalEmail)).toBe(1);
	});
});

it('Batches hands what it has learned on to a later run', async () => {
	const first = await batchesAfter([[3, everyoneFound]]);
	expect(first.learned).toEqual({ matched: [personalEmail.name], areUnmatchable: false });
	const second = await batchesAfter([[3, unmatchable]], new Batches(first.learned));
	expect(second.learned).toEqual({ matched: [personalEmail.name], areUnmatchable: true });
	expect(new Batches(second.learned).maxBatch(personalEmail)).toBe(1);
});

describe('another batch', () => {
	const batch = reservationOf(personalEmail, { lookups: 2 });
	const mayStart = (batches: Batches, inFlight: Reservation[] = [batch], most = 100, kind = batch.kind) =>
		batches.mayStart(personalEmail, kind, most, inFlight);

	it.each<[string, boolean, Reservation[], number]>([
		['starts if none is in flight', true, [], 100],
		['waits for the first one', false, [batch], 100],
		['starts beside single lookups', true, [reservationOf(personalEmail)], 100],
		['starts beside one of another tool', true, [{ ...batch, tool: { ...personalEmail, name: 'other' } }], 100],
		['waits for nothing if it is a single lookup', true, [batch], 1],
	])('%s', (_says, starts, inFlight, most) => {
		expect(mayStart(new Batches(), inFlight, most)).toBe(starts);
	});

	it.each<[string, number, Sent[], matched: string[]]>([
		['none if only single lookups were found', 0, [[1, everyoneFound]], []],
		['none if one was missed as a whole', 0, [[2, always(miss)]], []],
		['none if one of another tool was matched', 0, [], ['other']],
		['one if all rows of one were named, as misses', 1, [[2, misses]], []],
		[
			'two if that happened twice',
			2,
			[
				[2, misses],
				[3, misses],
			],
			[],
		],
		['any number once a hit was matched', 9, [[2, everyoneFound]], []],
		['any number if an earlier run has matched one', 9, [], [personalEmail.name]],
	])('starts beside others: %s', async (_says, others, sent, matched) => {
		const batches = await batchesAfter(sent, new Batches({ matched, areUnmatchable: false }));
		const startsBeside = [0, 1, 2, 3].map((count) => mayStart(batches, Array<Reservation>(count).fill(batch)));
		expect(startsBeside).toEqual([0, 1, 2, 3].map((count) => count <= others));
	});

	it.each(['confirmed', 'refuted', 'undecided'] as const)(
		'waits until a miss of a whole one is %s',
		async (verdict) => {
			const batches = await batchesAfter([[2, everyoneFound]]);
			const seen: unknown[] = [];
			const other = batches.check(personalEmail, async () => {
				seen.push(mayStart(batches), mayStart(batches, [], 1, 'retry'));
				await Promise.resolve();
				return verdict;
			});
			const waited = batches.otherCheck(personalEmail).then((was) => [was, batches.verdictOf(personalEmail)]);
			await other;
			expect([...seen, mayStart(batches)]).toEqual([false, false, true]);
			expect(await waited).toEqual([true, verdict === 'undecided' ? undefined : verdict]);
			expect(await batches.otherCheck(personalEmail)).toBe(false);
		},
	);

	it.each<[string, boolean, Sent[], Reservation['kind']]>([
		[
			'waits',
			false,
			[
				[2, everyoneFound],
				[100, refused],
			],
			'first',
		],
		[
			'starts if it is a part of it',
			true,
			[
				[2, everyoneFound],
				[100, refused],
			],
			'retry',
		],
		[
			'starts if the service has accepted one of full size',
			true,
			[
				[100, everyoneFound],
				[100, refused],
			],
			'first',
		],
		['starts if the service has refused it for another reason', true, [[2, everyoneFound]], 'first'],
	])('%s while a refused one is halved', async (_says, starts, sent, kind) => {
		const batches = await batchesAfter(sent);
		let during: boolean | null = null;
		await batches.halve(personalEmail, () => {
			during = mayStart(batches, [], 100, kind);
			return Promise.resolve();
		});
		expect([during, mayStart(batches, [], 100, kind)]).toEqual([starts, true]);
	});
});
