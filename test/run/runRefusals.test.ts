import type { Reply } from '../../nodes/IdentityResolution/api/reply';
import { everyoneFound, nameOf, profileOf, type Script } from '../support/fakeService';
import { asks, businessProfile, people, personalEmail, rowsOf } from '../support/lookups';
import { count, emailOf, reasonsOf } from '../support/played';
import {
	badInput,
	badKey,
	batchOf,
	brokenDown,
	http,
	lost,
	miss,
	outOfPhoneTokens,
	outOfTokens,
	partialBatchOf,
	rateLimited,
	recordsUsedUp,
	refusal,
	unsent,
} from '../support/replies';
import { always, atFirst, exceptFor } from '../support/scripts';
import { play } from '../support/virtualRun';

describe('what stops a run', () => {
	it.each<[string, () => Reply, string]>([
		['a dead key', badKey, 'unauthorized'],
		['a dead key, in the flat shape', () => http(401, { error: 'unauthorized', message: 'No' }), 'unauthorized'],
		['a key without access', () => refusal(403, 'forbidden'), 'forbidden'],
		['an inactive account', () => refusal(403, 'account_inactive'), 'forbidden'],
		['a tool that is not on the plan', () => refusal(403, 'plan_restricted'), 'plan_restricted'],
		['a tool that does not exist', () => refusal(404, 'not_found'), 'unknown_tool'],
		['an empty balance', outOfTokens, 'insufficient_tokens'],
		['a Fair Use limit of the plan', () => recordsUsedUp(), 'plan_limit'],
	])('%s costs no more than the requests already in flight, and everything is deferred', async (_says, reply, reason) => {
		const done = await play(rowsOf(businessProfile, 500), { limits: { concurrency: 7 }, script: always(reply) });
		expect(done.service.requests).toHaveLength(7);
		expect(count(done, 'deferred')).toBe(500);
		expect(reasonsOf(done)).toEqual([reason]);
		expect(done.stop).toMatchObject({ reason, retryAt: null, tool: businessProfile.name, refusal: { message: expect.any(String) as string } });
		expect(done.took).toBe(100);
	});

	it('a redirect fails what was sent and defers the rest', async () => {
		const done = await play(rowsOf(businessProfile, 500), { limits: { concurrency: 7 }, script: always(() => http(302, '')) });
		expect(done.service.requests).toHaveLength(7);
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([7, 493]);
		expect(reasonsOf(done)).toEqual(['wrong_address']);
	});

	it('keeps everything that was answered before', async () => {
		const done = await play(rowsOf(personalEmail, 250), {
			limits: { concurrency: 1 },
			script: (asked) => (asked.nth < 1 ? everyoneFound(asked) : outOfTokens()),
		});
		expect(done.statuses).toEqual([...Array<string>(100).fill('found'), ...Array<string>(150).fill('deferred')]);
		expect(done.service.requests).toHaveLength(2);
	});

	it('keeps what was in flight and is answered after', async () => {
		const done = await play(rowsOf(businessProfile, 10), {
			limits: { concurrency: 3 },
			script: atFirst(badKey),
			latency: ({ nth }) => (nth === 0 ? 50 : 100),
		});
		expect(done.statuses).toEqual(['deferred', 'found', 'found', ...Array<string>(7).fill('deferred')]);
		expect(done.service.requests).toHaveLength(3);
		expect(done.took).toBe(100);
	});

	it('says the first reason, of which those that follow are the consequence', async () => {
		const done = await play(rowsOf(businessProfile, 3), { script: (asked) => (asked.nth === 0 ? outOfTokens() : badKey()) });
		expect(done.stop?.reason).toBe('insufficient_tokens');
		expect(reasonsOf(done)).toEqual(['insufficient_tokens']);
	});

	it('does not ask again what was lost when the run has stopped meanwhile', async () => {
		const done = await play(rowsOf(businessProfile, 2), {
			script: (asked) => (asked.nth === 0 ? badKey() : lost()),
			latency: ({ nth }) => 100 + nth,
		});
		expect(done.statuses).toEqual(['deferred', 'deferred']);
		expect(done.service.requests).toHaveLength(2);
	});

	it('is told as no stop where the run comes to its end', async () => {
		expect((await play(rowsOf(businessProfile, 3))).stop).toBeNull();
	});
});

describe('a partial batch', () => {
	const firstTwo: Script = ({ inputs }) => partialBatchOf(inputs.slice(0, 2).map((input) => ({ input, results: profileOf(input) })));

	it('keeps its rows; those that the balance did not cover are deferred, and nothing more is sent', async () => {
		const done = await play(rowsOf(personalEmail, 12), { limits: { batchSize: 5, concurrency: 1 }, script: firstTwo });
		expect(done.statuses).toEqual(['found', 'found', ...Array<string>(10).fill('deferred')]);
		expect(reasonsOf(done)).toEqual(['insufficient_tokens']);
		expect(done.service.sizes).toEqual([5]);
	});
});

describe('rows that a batch says nothing certain about', () => {
	/** Answers batches without these people, and singles as they come. */
	const silentOn =
		(names: readonly string[], single: Script = everyoneFound): Script =>
		(asked) =>
			asked.inputs.length > 1
				? batchOf(asked.inputs.filter((input) => !names.includes(nameOf(input))).map((input) => ({ input, results: profileOf(input) })))
				: single(asked);

	it('are asked again, each alone, and nobody else is', async () => {
		const { statuses, rows, service } = await play(rowsOf(personalEmail, 5), { script: silentOn(['person-2', 'person-4']) });
		expect(service.requests.map(({ inputs }) => inputs.map(nameOf))).toEqual([people(5), ['person-2'], ['person-4']]);
		expect(statuses).toEqual(Array(5).fill('found'));
		expect(rows.map(emailOf)).toEqual(people(5).map((name) => `${name}@example.com`));
	});

	it.each<[string, () => Reply]>([
		['lost', lost],
		['not to be read', () => http(200, 'gateway')],
	])('are asked again once: where that answer is %s, they fail', async (_says, reply) => {
		const { statuses, service } = await play(rowsOf(personalEmail, 5), { script: silentOn(['person-2'], always(reply)) });
		expect(service.sizes).toEqual([5, 1]);
		expect(statuses).toEqual(['found', 'failed', 'found', 'found', 'found']);
	});

	it('are all of them where the answer cannot be told apart', async () => {
		const nameless: Script = (asked) =>
			asked.inputs.length > 1 ? http(200, { results: [profileOf('person-1'), profileOf('person-2')], status: 'ok', metadata: {} }) : everyoneFound(asked);
		const { rows, service } = await play(rowsOf(personalEmail, 3), { script: nameless });
		expect(service.sizes).toEqual([3, 1, 1, 1]);
		expect(rows.map(emailOf)).toEqual(people(3).map((name) => `${name}@example.com`));
	});

	it('are counted with the requests that carried them', async () => {
		const { rows } = await play(rowsOf(personalEmail, 3), { script: silentOn(['person-2']) });
		expect(rows.map(({ steps }) => steps[0].record.attempts)).toEqual([1, 2, 1]);
	});
});

describe('a batch that the service calls wrong', () => {
	it('is halved until the bad row stands alone; the others are found', async () => {
		const done = await play(rowsOf(personalEmail, 8), { script: exceptFor(['person-3'], badInput), limits: { concurrency: 1 } });
		expect(done.service.requests.map(({ inputs }) => inputs.map((input) => nameOf(input).slice(-1)).join(''))).toEqual([
			'12345678',
			'1234',
			'5678',
			'12',
			'34',
			'3',
			'4',
		]);
		expect(done.statuses).toEqual(people(8).map((name) => (name === 'person-3' ? 'failed' : 'found')));
		expect(done.stop).toBeNull();
	});

	it.each([1, 2, 37, 50, 51, 64, 100])('of a hundred with one bad row, the %ith, takes no more than 15 requests', async (place) => {
		const done = await play(rowsOf(personalEmail, 100), { script: exceptFor([`person-${place}`], badInput) });
		expect(done.service.requests.length).toBeLessThanOrEqual(15);
		expect(done.statuses.indexOf('failed')).toBe(place - 1);
		expect([count(done, 'found'), count(done, 'failed')]).toEqual([99, 1]);
	});

	it('and in which every row is bad is asked one by one in the end, and the run goes on', async () => {
		const bad = people(16);
		const done = await play(rowsOf(personalEmail, 20), { script: exceptFor(bad, badInput), limits: { batchSize: 16 } });
		expect([count(done, 'failed'), count(done, 'found')]).toEqual([16, 4]);
		expect(done.service.requests).toHaveLength(31 + 1);
	});

	it('takes nothing from the retries, nor from the one time that a lost answer is asked again', async () => {
		const script: Script = (asked) => [badInput(), brokenDown(), lost()][asked.nth] ?? everyoneFound(asked);
		const done = await play(rowsOf(personalEmail, 2), { script, limits: { retries: 1 } });
		expect(done.statuses).toEqual(['found', 'found']);
		expect(done.service.sizes).toEqual([2, 1, 1, 1, 1]);
	});

	it('fails with the words of the service', async () => {
		const done = await play(rowsOf(businessProfile, 1), { script: always(badInput) });
		expect(done.rows[0].outcome).toEqual({
			is: 'failed',
			refusal: { kind: 'invalid_input', httpStatus: 422, code: 'invalid_input', message: 'The service says invalid_input', retryAfter: null },
		});
	});
});

describe.each<[string, () => Reply]>([
	['a 500', brokenDown],
	['a connection that cannot be made', unsent],
])('%s, which is never charged', (_says, reply) => {
	it('is tried again after half a second, one second and two, and then fails', async () => {
		const done = await play(rowsOf(businessProfile, 1), { script: always(reply) });
		expect(done.service.times).toEqual([0, 600, 1_700, 3_800]);
		expect(done.statuses).toEqual(['failed']);
		expect(done.stop).toBeNull();
	});

	it.each([0, 1, 5])('is tried again %i times where retries says so', async (retries) => {
		const done = await play(rowsOf(businessProfile, 1), { script: always(reply), limits: { retries } });
		expect(done.service.requests).toHaveLength(retries + 1);
	});

	it('is forgotten where it passes', async () => {
		const done = await play(rowsOf(businessProfile, 2), { script: [reply(), reply(), reply()] });
		expect(done.statuses).toEqual(['found', 'found']);
	});

	it('does not hold up the others', async () => {
		const done = await play(rowsOf(businessProfile, 4), { script: exceptFor(['person-1'], reply), limits: { concurrency: 1 } });
		expect(done.statuses).toEqual(['failed', 'found', 'found', 'found']);
		expect(done.service.times).toEqual([0, 100, 200, 300, 600, 1_700, 3_800]);
	});

	it('is taken for a service that is down once five lookups failed so in a row', async () => {
		const done = await play(rowsOf(businessProfile, 100), { script: always(reply), limits: { concurrency: 1, retries: 0 } });
		expect(done.service.requests).toHaveLength(5);
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([5, 95]);
		expect(reasonsOf(done)).toEqual(['service_down']);
		expect(done.stop?.refusal?.message).toEqual(expect.any(String));
	});

	it('counts once for a batch, however many lookups it holds', async () => {
		const done = await play(rowsOf(personalEmail, 700), { script: always(reply), limits: { concurrency: 1, retries: 0 } });
		expect(done.service.sizes).toEqual([100, 100, 100, 100, 100]);
		expect([count(done, 'failed'), count(done, 'deferred')]).toEqual([500, 200]);
	});

	it('of one batch costs the others nothing', async () => {
		const script: Script = (asked) => (asked.nth === 1 ? reply() : everyoneFound(asked));
		const done = await play(rowsOf(personalEmail, 500), { script, limits: { concurrency: 1, retries: 0 } });
		expect([count(done, 'failed'), count(done, 'found'), done.stop]).toEqual([100, 400, null]);
	});

	it.each<[string, Script]>([
		['a hit', everyoneFound],
		['a miss', always(miss)],
		['a refusal of that lookup alone', always(badInput)],
	])('is not taken for a service that is down with %s after every four', async (_answer, fifth) => {
		const done = await play(rowsOf(businessProfile, 50), {
			script: (asked) => (asked.nth % 5 === 4 ? fifth(asked) : reply()),
			limits: { concurrency: 1, retries: 0 },
		});
		expect(done.stop).toBeNull();
		expect(count(done, 'deferred')).toBe(0);
	});
});

describe('a lost answer, which may have been charged', () => {
	const kinds: Array<[string, () => Reply]> = [
		['a connection that was cut', lost],
		['a 408', () => http(408, '')],
		['a 502', () => http(502, '<html>')],
		['a 200 that is not JSON', () => http(200, '<html>')],
		['a 200 with neither results nor status', () => http(200, {})],
	];

	describe.each(kinds)('%s', (_says, reply) => {
		it('is asked again once', async () => {
			const done = await play(rowsOf(businessProfile, 1), { script: [reply()] });
			expect(done.service.times).toEqual([0, 600]);
			expect(done.statuses).toEqual(['found']);
		});

		it('is not asked a third time', async () => {
			const done = await play(rowsOf(businessProfile, 1), { script: always(reply) });
			expect(done.service.requests).toHaveLength(2);
			expect(done.statuses).toEqual(['failed']);
		});

		it('is never asked again where the user wants no charge twice', async () => {
			const done = await play(rowsOf(businessProfile, 2), { script: [reply()], limits: { onLostAnswer: 'fail' } });
			expect(done.service.requests).toHaveLength(2);
			expect(done.statuses).toEqual(['failed', 'found']);
		});
	});

	it('of a batch is asked again as the same batch', async () => {
		const done = await play(rowsOf(personalEmail, 5), { script: [lost()] });
		expect(done.service.sizes).toEqual([5, 5]);
		expect(done.statuses).toEqual(Array(5).fill('found'));
	});

	it('is asked again once even after failures that were not charged', async () => {
		const done = await play(rowsOf(businessProfile, 1), { script: [brokenDown(), lost()] });
		expect(done.service.requests).toHaveLength(3);
		expect(done.statuses).toEqual(['found']);
	});

	it('is told with the lookup, and nothing else is', async () => {
		const done = await play(rowsOf(businessProfile, 3), { script: [brokenDown(), rateLimited(1), lost()] });
		expect(done.statuses).toEqual(['found', 'found', 'found']);
		expect(done.rows.map(({ steps }) => steps[0].record.lost)).toEqual([0, 0, 1]);
	});

	it('takes nothing from the retries of what is never charged', async () => {
		const done = await play(rowsOf(businessProfile, 1), { script: [lost(), brokenDown()], limits: { retries: 1 } });
		expect(done.service.requests).toHaveLength(3);
		expect(done.statuses).toEqual(['found']);
	});

	it('is not asked a third time after failures that were not charged', async () => {
		const done = await play(rowsOf(businessProfile, 1), { script: [lost(), brokenDown(), lost()] });
		expect(done.service.requests).toHaveLength(3);
		expect(done.statuses).toEqual(['failed']);
	});

	it('is taken for a service that is down once five lookups failed so in a row', async () => {
		const done = await play(rowsOf(businessProfile, 100), { script: always(lost), limits: { concurrency: 1, onLostAnswer: 'fail' } });
		expect(done.service.requests).toHaveLength(5);
		expect(reasonsOf(done)).toEqual(['service_down']);
	});
});

describe('phone tokens used up', () => {
	const noPhones: Script = (asked) => (asked.phone === 'with' ? outOfPhoneTokens() : everyoneFound(asked));
	const some = [...rowsOf(businessProfile, 3, 'with'), asks(businessProfile, 'person-4', 'without')];

	it('by default everyone is asked without the phone, and the rows that wanted it say so', async () => {
		const done = await play(some, { script: noPhones });
		expect(done.statuses).toEqual(Array(4).fill('found'));
		expect(done.rows.map(({ outcome }) => (outcome.is === 'found' ? outcome.phone : null))).toEqual([
			'left_out',
			'left_out',
			'left_out',
			'as_asked',
		]);
		expect(done.stop).toBeNull();
	});

	it('from then on nobody is asked with the phone', async () => {
		const done = await play(rowsOf(businessProfile, 100, 'with'), { script: noPhones, limits: { concurrency: 4 } });
		expect(done.service.requests.filter(({ phone }) => phone === 'with')).toHaveLength(4);
		expect(done.service.requests).toHaveLength(104);
		expect(count(done, 'found')).toBe(100);
	});

	it('where the user defers them, the rows that wanted a phone are deferred, and the others are asked', async () => {
		const done = await play(some, { script: noPhones, limits: { concurrency: 1, onPhoneTokens: 'defer' } });
		expect(done.statuses).toEqual(['deferred', 'deferred', 'deferred', 'found']);
		expect(reasonsOf(done)).toEqual(['insufficient_phone_tokens']);
		expect(done.service.requests.map(({ phone }) => phone)).toEqual(['with', 'without']);
		expect(done.stop).toBeNull();
	});

	it('does not ask for ever where the service says so to a request without a phone', async () => {
		const done = await play(rowsOf(businessProfile, 50), { script: always(outOfPhoneTokens), limits: { concurrency: 2 } });
		expect(done.service.requests).toHaveLength(2);
		expect(reasonsOf(done)).toEqual(['insufficient_tokens']);
	});
});

describe('an answer with a refusal besides', () => {
	const besides = (code: string): Reply =>
		http(200, { results: profileOf('person-1'), status: 'ok', metadata: { tokens_charged: 1 }, error: { code, message: 'Besides' } });

	it.each(['internal_error', 'rate_limited', 'insufficient_phone_tokens', 'invalid_input'])(
		'(%s) is kept, nothing is asked again, and the run comes to its end',
		async (code) => {
			const done = await play(rowsOf(businessProfile, 2, 'with'), { script: [besides(code)], limits: { concurrency: 1 } });
			expect(done.rows.map(emailOf)).toEqual(['person-1@example.com', 'person-2@example.com']);
			expect(done.service.requests).toHaveLength(2);
			expect(done.stop).toBeNull();
		},
	);

	it.each(['insufficient_tokens', 'unauthorized', 'plan_restricted'])('(%s) is kept, and the run stops', async (code) => {
		const done = await play(rowsOf(businessProfile, 3), { script: [besides(code)], limits: { concurrency: 1 } });
		expect(done.statuses).toEqual(['found', 'deferred', 'deferred']);
		expect(reasonsOf(done)).toEqual([code]);
		expect(done.service.requests).toHaveLength(1);
	});
});

describe('a batch of which nothing can be matched', () => {
	/** A list without echoes that is one row short: nobody can tell whose row is missing. */
	const short: Script = (asked) => (asked.inputs.length > 1 ? http(200, { results: asked.inputs.slice(1).map(profileOf), status: 'ok', metadata: {} }) : everyoneFound(asked));

	it('is asked again singly, and from then on everything goes alone: nothing else is paid for twice', async () => {
		const done = await play(rowsOf(personalEmail, 250), { script: short, limits: { concurrency: 1 } });
		expect(done.service.sizes).toEqual([100, ...Array<number>(250).fill(1)]);
		expect(count(done, 'found')).toBe(250);
		expect(done.tally.doubtful).toBe(100);
	});

	it('makes everything go alone even where it was of two', async () => {
		const done = await play(rowsOf(personalEmail, 6), { script: short, limits: { concurrency: 1, batchSize: 2 } });
		expect(done.service.sizes).toEqual([2, ...Array<number>(6).fill(1)]);
	});

	it('is no answer: the failures in a row before it still count', async () => {
		const script: Script = (asked) => (asked.nth === 4 ? short(asked) : brokenDown());
		const done = await play(rowsOf(personalEmail, 50), { script, limits: { concurrency: 1, batchSize: 2, retries: 0 } });
		expect(done.stop?.reason).toBe('service_down');
		expect(done.service.requests).toHaveLength(6);
	});

	it('makes those go alone, too, that wait to be sent again', async () => {
		const script: Script = (asked) => (asked.nth === 0 ? brokenDown() : short(asked));
		const done = await play(rowsOf(personalEmail, 20), { script, limits: { concurrency: 1, batchSize: 10 } });
		expect(done.service.sizes).toEqual([10, 10, ...Array<number>(20).fill(1)]);
		expect(count(done, 'found')).toBe(20);
	});

	it('fails where its answer was lost before: what may have been charged is asked again once', async () => {
		const script: Script = (asked) => (asked.nth === 0 ? lost() : short(asked));
		const done = await play(rowsOf(personalEmail, 4), { script, limits: { concurrency: 1 } });
		expect(done.service.sizes).toEqual([4, 4]);
		expect(done.statuses).toEqual(Array(4).fill('failed'));
		expect(done.rows[0].steps[0].record).toMatchObject({ attempts: 2, lost: 2 });
	});

	it('fails where an answer that may have been charged must not be asked again', async () => {
		const done = await play(rowsOf(personalEmail, 120), { script: short, limits: { concurrency: 1, onLostAnswer: 'fail' } });
		expect([count(done, 'failed'), count(done, 'found')]).toEqual([100, 20]);
		expect(done.rows[0].outcome).toMatchObject({ refusal: { kind: 'lost', httpStatus: 200, message: expect.stringContaining('batch') as string } });
		expect(done.rows[0].steps[0].record.lost).toBe(1);
	});
});

describe('phone tokens that are used up, where rows that want a phone are put off', () => {
	it('still answer a row without a phone that shares its lookup with one that wants it', async () => {
		const routes = [asks(businessProfile, 'ada-example', 'with'), asks(businessProfile, 'ada-example'), asks(businessProfile, 'bob-example', 'with')];
		const script: Script = (asked) => (asked.phone === 'with' ? outOfPhoneTokens() : everyoneFound(asked));
		const done = await play(routes, { script, limits: { concurrency: 1, onPhoneTokens: 'defer' } });
		expect(done.statuses).toEqual(['deferred', 'found', 'deferred']);
		expect(reasonsOf(done)).toEqual(['insufficient_phone_tokens']);
	});
});
