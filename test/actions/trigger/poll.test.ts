import type { INodeParameters } from 'n8n-workflow';
import { accountOf, Poller, type Answers, type Polled } from '../../support/actions/polls';
import {
	badKey,
	brokenDown,
	hit,
	http,
	lost,
	miss,
	rateLimited,
	recordsUsedUp,
	refusal,
	unsent,
} from '../../support/api/replies';

/** After the first attempt. */
const MAX_RETRIES = 3;

const BALANCE: INodeParameters = { event: 'lowBalance', threshold: 100 };
const WINDOW = 'enrich_records_5h';
const LOW: INodeParameters = { event: 'windowLow', windows: [WINDOW], percent: 10 };
const OPEN: INodeParameters = { event: 'windowOpen', windows: [WINDOW] };

const account =
	(besides: object = {}): Answers =>
	() =>
		hit(accountOf({}, { ...besides }));
const low = account({ token_balance: 50 });
const full = account({ token_balance: 500 });
const hidden = account({ token_balance: null });
const closed =
	(besides: object = {}): Answers =>
	() =>
		hit(accountOf({ [WINDOW]: { remaining: 0 } }, { ...besides }));

const items = (polled: Polled) => {
	if (polled.is === 'failed') throw polled.error;
	return polled.items;
};

/** The error of a poll. */
const errorOf = (polled: Polled) => {
	if (polled.is !== 'failed') throw new Error('the poll did not fail');
	return polled.error as Error & { httpCode?: string };
};

describe('the output of a poll', () => {
	it('is null without an event, even if the state changed, because n8n would start an execution', async () => {
		const poller = new Poller(BALANCE);
		expect(items(await poller.poll(low))).toHaveLength(1);
		for (const answers of [low, full, full]) expect(items(await poller.poll(answers))).toBeNull();
		expect(items(await poller.poll(low))).toHaveLength(1);
	});

	it.each([
		[BALANCE, low, 1],
		[OPEN, account(), 0],
	])('repeats an event after a start of n8n if one may have been lost: %j', async (parameters, answers, repeated) => {
		const poller = new Poller(parameters);
		await poller.poll(answers);
		poller.kill();
		expect(items(await poller.poll(answers)) ?? []).toHaveLength(repeated);
		expect(items(await poller.poll(answers))).toBeNull();
	});
});

describe('what a trigger has seen', () => {
	it.each<[INodeParameters, Answers, INodeParameters[]]>([
		[BALANCE, low, [{ ...BALANCE, threshold: '100' }, { ...BALANCE, threshold: 200 }, OPEN, LOW, BALANCE]],
		[LOW, closed(), [{ ...LOW, percent: '10' }, { ...LOW, windows: ['search_records_5h'] }, BALANCE, LOW]],
		[OPEN, account(), [{ ...OPEN, minFree: '' }, { ...OPEN, windows: ['enrich_requests_5h', WINDOW] }, LOW, OPEN]],
	])('does not depend on the settings: %j', async (parameters, answers, edits) => {
		const poller = new Poller(parameters);
		expect(items(await poller.poll(answers))).toHaveLength(1);
		for (const edited of edits) {
			poller.set(edited);
			const found = items(await poller.poll(answers));
			if (edited.event === parameters.event) expect(found).toBeNull();
		}
	});

	it('belongs to the account, by its id if it has one', async () => {
		const poller = new Poller(BALANCE);
		const counts = [];
		for (const id of ['one', 'other', 'one', undefined, 'other'])
			counts.push(items(await poller.poll(account({ id, token_balance: 50 })))?.length ?? 0);
		expect(counts).toEqual([1, 1, 0, 0, 0]);
	});

	it.each<[string, Answers]>([
		['the key is dead', badKey],
		['the answer lacks the data of the event', hidden],
		['the answer is not an account', () => hit(null)],
	])('does not change if %s', async (_when, answers) => {
		const poller = new Poller(BALANCE);
		await poller.poll(low);
		const { saved } = poller;
		expect((await poller.poll(answers)).is).toBe('failed');
		expect(poller.saved).toBe(saved);
		expect(items(await poller.poll(low))).toBeNull();
	});

	it.each([
		{ polled: '["lowBalance",100]', state: '{"low":true}', account: 'account-example' },
		{ seen: '{', failures: '?' },
		{ seen: { other: 1 }, failures: 5 },
	])('is nothing if the static data contain something else: %j', async (saved) => {
		const poller = new Poller(BALANCE);
		poller.saved = JSON.stringify({ ...saved, other: 1 });
		expect(items(await poller.poll(low))).toHaveLength(1);
		expect(items(await poller.poll(low))).toBeNull();
		expect((await poller.poll(badKey)).is).toBe('failed');
		expect(JSON.parse(poller.saved)).toMatchObject({ other: 1 });
	});

	it('includes windows that are not on the plan, which are logged once', async () => {
		const poller = new Poller({ ...LOW, windows: [WINDOW, 'search_records_5h'] });
		for (let time = 0; time < 2; time++)
			await poller.poll(() => hit(accountOf({ search_records_5h: { limit: 0, remaining: 0 } })));
		expect(poller.logged).toEqual(['Trigger: The plan does not have these windows: Search Records per 5 Hours']);
	});
});

describe('a poll that fails', () => {
	const NEXT_POLL = 'Nothing is lost: the next poll retries';
	const ADDRESS = 'Correct the Base URL in the credential';
	const WRONG = 'The Base URL does not lead to the service';
	const NETWORK = 'Check the Base URL in the credential and the network';
	const CONFIGURATION = { cause: 'configuration-invalid' };
	const DOWN = { cause: 'temporarily-unavailable' };
	const resetsAtEpochMs = Date.UTC(2030, 0, 1) + 601_000;
	const used = (wait: number) => () => refusal(429, 'fair_use_requests_exceeded', wait);

	it.each<[string, Answers, message: string, description: string, failure: object | undefined]>([
		[
			'a dead key',
			badKey,
			'The service did not accept the API key (HTTP 401 unauthorized: ',
			'Check the credential: its key may be mistyped or revoked, or its token expired',
			{ cause: 'credential-invalid' },
		],
		[
			'an inactive account',
			() => refusal(403, 'account_inactive'),
			'The account is not active (HTTP 403 account_inactive: ',
			'Activate it with the service',
			CONFIGURATION,
		],
		['a wrong address', () => http(404, '<html>'), `${WRONG} (HTTP 404)`, ADDRESS, CONFIGURATION],
		['no connection', unsent, 'There is no connection to the service', NETWORK, DOWN],
		['a service that is down', brokenDown, 'The service is temporarily unavailable (HTTP 500 ', NEXT_POLL, DOWN],
		['a lost answer', lost, 'The answer of the service did not arrive or could not be read', NEXT_POLL, DOWN],
		[
			'a long wait',
			() => rateLimited(600),
			'The rate limit of the service is reached (HTTP 429 ',
			NEXT_POLL,
			{ cause: 'rate-limited', resetsAtEpochMs },
		],
		['a quota', used(600), 'The Fair Use window', NEXT_POLL, { cause: 'quota-exhausted', resetsAtEpochMs }],
		['a limit of the plan', () => recordsUsedUp(), 'The plan', NEXT_POLL, { cause: 'quota-exhausted' }],
		['a miss', miss, 'The service returned nothing about the account', NEXT_POLL, undefined],
	])(
		'reports what happened, what to do, and when n8n polls again: %s',
		async (_what, answers, message, description, failure) => {
			const error = errorOf(await new Poller(BALANCE).poll(answers));
			expect(error).toMatchObject({ message: expect.stringContaining(message) as string, description });
			expect(error).toHaveProperty('failure', failure);
			expect(error.httpCode).toBe(/HTTP (\d+)/.exec(error.message)?.[1]);
			expect(`${error.message} ${description}`).not.toMatch(/\brow\b/);
		},
	);

	it('has sent all retries', async () => {
		const poller = new Poller(BALANCE);
		expect((await poller.poll(brokenDown)).is).toBe('failed');
		expect(poller.requests).toHaveLength(1 + MAX_RETRIES);
		let answered = 0;
		expect(items(await poller.poll(() => ((answered += 1) < 3 ? brokenDown() : low())))).toHaveLength(1);
	});

	const HOUR = 3_600_000;
	it.each<[string, Array<[Answers, hours: number]>, string]>([
		[
			'once per cause',
			[
				[badKey, 0],
				[badKey, 0],
				[hidden, 0],
				[hidden, 0],
				[badKey, 0],
			],
			'f-f--',
		],
		[
			'again after a day',
			[
				[hidden, 0],
				[hidden, 23.9],
				[hidden, 0.1],
				[hidden, 0],
			],
			'f-f-',
		],
		[
			'again if the cause was gone for an hour',
			[
				[badKey, 0],
				[full, 1],
				[badKey, 0.9],
				[full, 0],
				[badKey, 1],
			],
			'f---f',
		],
		[
			'once for all symptoms of an unreliable service',
			[
				[brokenDown, 0],
				[lost, 0],
				[unsent, 0],
				[full, 0.5],
				[brokenDown, 0],
			],
			'f----',
		],
	])('fails %s', async (_when, polls, expected) => {
		const poller = new Poller(BALANCE);
		await poller.poll(full);
		let outcomes = '';
		for (const [answers, hours] of polls) {
			await poller.wait(hours * HOUR);
			outcomes += (await poller.poll(answers)).is === 'failed' ? 'f' : '-';
		}
		expect(outcomes).toBe(expected);
		expect(items(await poller.poll(low))).toHaveLength(1);
		expect(poller.logged.at(-1)).toMatch(/^Trigger: Polls no longer end with: The /);
	});

	it.each<[string, Answers]>([
		['lacks the data', hidden],
		['has a dead key', badKey],
	])('fails at each publication of a trigger that %s, because n8n retries it', async (_how, answers) => {
		const poller = new Poller(BALANCE);
		for (let time = 0; time < 3; time++) expect((await poller.poll(answers)).is).toBe('failed');
		await poller.poll(full);
		poller.set(BALANCE);
		for (let time = 0; time < 3; time++) expect((await poller.poll(answers)).is).toBe('failed');
	});

	it('does not end the trigger at a start of n8n, and fails at the next poll', async () => {
		const poller = new Poller(BALANCE);
		await poller.poll(low);
		poller.kill();
		expect(items(await poller.poll(brokenDown))).toBeNull();
		expect(poller.logged).toEqual([expect.stringContaining('The service is temporarily unavailable')]);
		expect([(await poller.poll(brokenDown)).is, (await poller.poll(brokenDown)).is]).toEqual(['failed', 'items']);
		expect(items(await poller.poll(low))).toHaveLength(1);
	});

	it.each<[INodeParameters, string]>([
		[{ event: 'fullMoon' }, 'The trigger has no such Event. Select the event again'],
		[{ ...BALANCE, threshold: 0 }, 'Threshold must be a number above 0'],
	])('sends nothing with invalid parameters: %j', async (parameters, message) => {
		const poller = new Poller(parameters);
		expect(errorOf(await poller.poll(full))).toMatchObject({ message, failure: CONFIGURATION });
		expect(poller.requests).toEqual([]);
	});

	it.each<[string, Answers, number]>([
		['is down and slow', brokenDown, 9_900],
		['never answers', lost, 10_000],
		['requests a pause, slowly', () => rateLimited(3), 9_900],
		['requests a long pause', () => rateLimited(600), 9_900],
	])('ends well before the next one if the service %s', async (_when, answers, latency) => {
		const poller = new Poller(BALANCE);
		poller.latency = latency;
		expect((await poller.poll(answers)).is).toBe('failed');
		// The default timeout of n8n's scheduler for a poll.
		expect(poller.clock.elapsed).toBeLessThan(36_000);
	});

	it('reports that the service took too long', async () => {
		const poller = new Poller(BALANCE);
		poller.latency = 9_900;
		expect(errorOf(await poller.poll(brokenDown))).toMatchObject({
			message: 'The service did not answer in time',
			description: NEXT_POLL,
		});
	});
});

describe('a test event', () => {
	it.each<INodeParameters>([BALANCE, LOW, OPEN])(
		'is a sample of the account, and changes no state: %j',
		async (event) => {
			const poller = new Poller(event);
			const sample = [{ event: event.event, id: 'account-example', name: 'Example' }];
			for (let times = 0; times < 2; times++)
				expect(items(await poller.fetchTestEvent(full))).toMatchObject(sample);
			expect(poller.saved).toBe('{}');
			expect(poller.requests).toEqual(Array(2).fill({ tool: 'get_account', body: {} }));
		},
	);

	it('shows an unlimited balance in words', async () => {
		const polled = await new Poller(BALANCE).fetchTestEvent(account({ token_balance: -1 }));
		expect(items(polled)).toMatchObject([{ token_balance: 'unlimited', unlimited: true, threshold: 100 }]);
	});

	it('does not affect a later poll', async () => {
		const poller = new Poller(BALANCE);
		await poller.poll(full);
		expect(items(await poller.fetchTestEvent(low))).toHaveLength(1);
		expect(items(await poller.poll(low))).toHaveLength(1);
	});

	it.each<[Answers, string]>([
		[badKey, 'The service did not accept the API key'],
		[hidden, 'The account does not show its token balance'],
	])('fails like a poll', async (answers, message) => {
		expect(errorOf(await new Poller(BALANCE).fetchTestEvent(answers)).message).toContain(message);
	});
});
