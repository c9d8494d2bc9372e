import { MAX_RETRIES } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import type { INodeParameters } from 'n8n-workflow';
import { accountOf, Poller, type Answers, type Polled } from '../../support/actions/polls';
import { badKey, brokenDown, hit, http, lost, miss, rateLimited, refusal, unsent } from '../../support/api/replies';

const BALANCE: INodeParameters = { event: 'lowBalance', threshold: 100 };
const WINDOW = 'enrich_records_5h';
const LOW: INodeParameters = { event: 'windowLow', windows: [WINDOW], percent: 10 };
const OPEN: INodeParameters = { event: 'windowOpen', windows: [WINDOW] };

const account =
	(besides: object): Answers =>
	() =>
		hit(accountOf({}, { ...besides }));
const low = account({ token_balance: 50 });
const full = account({ token_balance: 500 });
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
	return polled.error as Error & { description?: string; httpCode?: string };
};

describe('the output of a poll', () => {
	it('is null if nothing changed, which starts no execution', async () => {
		const poller = new Poller(BALANCE);
		expect(items(await poller.poll(full))).toBeNull();
		expect(items(await poller.poll(full))).toBeNull();
	});

	it('is an execution without items if only the state changed, so that n8n saves it', async () => {
		const poller = new Poller(BALANCE);
		expect(items(await poller.poll(low))).toHaveLength(1);
		expect(items(await poller.poll(full))).toEqual([]);
		expect(items(await poller.poll(full))).toBeNull();
		poller.kill();
		expect(items(await poller.poll(low))).toHaveLength(1);
	});

	it('is the event of a first poll, too, because n8n may have been down', async () => {
		const poller = new Poller(OPEN);
		expect(items(await poller.poll(closed()))).toBeNull();
		poller.kill();
		expect(items(await poller.poll(account({})))).toMatchObject([{ opened: WINDOW }]);
	});
});

describe('the saved state', () => {
	it('belongs to the event and its settings: with others, a poll is the first one', async () => {
		const poller = new Poller(BALANCE);
		expect(items(await poller.poll(low))).toHaveLength(1);
		poller.set({ ...BALANCE, threshold: 90 });
		expect(items(await poller.poll(low))).toHaveLength(1);
		poller.set(LOW);
		expect(items(await poller.poll(full))).toEqual([]);
		poller.set({ ...BALANCE, threshold: 90 });
		expect(items(await poller.poll(low))).toHaveLength(1);
	});

	it('belongs to the account: the open window of another account has not opened', async () => {
		const poller = new Poller(OPEN);
		await poller.poll(closed());
		expect(items(await poller.poll(account({ id: 'other' })))).toEqual([]);
		expect(items(await poller.poll(closed({ id: 'other' })))).toEqual([]);
		expect(items(await poller.poll(account({ id: undefined })))).toHaveLength(1);
		expect(items(await poller.poll(closed({ id: 'other' })))).toEqual([]);
		expect(items(await poller.poll(account({ id: 'other' })))).toHaveLength(1);
	});

	it('belongs to the first account that reports its id', async () => {
		const poller = new Poller(OPEN);
		await poller.poll(closed({ id: undefined }));
		expect(items(await poller.poll(account({})))).toHaveLength(1);
	});

	it.each<[string, Answers]>([
		['the key is dead', badKey],
		['the service is down', () => brokenDown()],
		['the answer is lost', () => lost()],
		['the answer lacks the data of the event', account({ token_balance: undefined })],
		['the answer is not an account', () => hit(null)],
	])('does not change if %s', async (_when, answers) => {
		const poller = new Poller(BALANCE);
		await poller.poll(low);
		const { saved } = poller;
		expect((await poller.poll(answers)).is).toBe('failed');
		expect(poller.saved).toBe(saved);
		expect(items(await poller.poll(low))).toBeNull();
		poller.kill();
		expect(items(await poller.poll(low))).toBeNull();
	});

	it('starts again if the static data contain something else', async () => {
		const poller = new Poller(BALANCE);
		poller.saved = JSON.stringify({ polled: 'lately', other: 1 });
		expect(items(await poller.poll(low))).toHaveLength(1);
		expect(JSON.parse(poller.saved)).toMatchObject({ other: 1, polled: { data: { low: true } } });
	});
});

describe('a poll that fails', () => {
	const failing = async (parameters: INodeParameters, answers: Answers) =>
		errorOf(await new Poller(parameters).poll(answers));

	it.each<[string, Answers, string, string, string | null]>([
		[
			'a dead key',
			badKey,
			'The service did not accept the API key (HTTP 401 unauthorized: The service says unauthorized)',
			'Check the key in the credential: it may be mistyped or revoked',
			'401',
		],
		[
			'no access',
			() => refusal(403, 'forbidden'),
			'The service refused access (HTTP 403 forbidden: The service says forbidden)',
			'Check that the account is active and that its key may call this tool',
			'403',
		],
		[
			'an inactive account',
			() => refusal(403, 'account_inactive'),
			'The account is not active (HTTP 403 account_inactive: The service says account_inactive)',
			'Activate it with the service',
			'403',
		],
		[
			'a wrong address',
			() => http(404, '<html>'),
			'The Base URL does not lead to the service (HTTP 404)',
			'Correct the Base URL in the credential',
			'404',
		],
		[
			'a redirect',
			() => http(302, ''),
			'The Base URL does not lead to the service (HTTP 302)',
			'Correct the Base URL in the credential',
			'302',
		],
		[
			'no connection',
			unsent,
			'There is no connection to the service (the connection was refused)',
			'Check the Base URL in the credential and the network',
			null,
		],
		[
			'a service that is down',
			brokenDown,
			'The service is temporarily unavailable (HTTP 500 internal_error: The service says internal_error)',
			'Nothing is lost: the next poll retries',
			'500',
		],
		[
			'a lost answer',
			lost,
			'The answer of the service did not arrive or could not be read (the connection was interrupted)',
			'Nothing is lost: the next poll retries',
			null,
		],
		[
			'a long wait',
			() => rateLimited(600),
			'The rate limit of the service is reached (HTTP 429 rate_limited: The service says rate_limited)',
			'Nothing is lost: the next poll retries',
			'429',
		],
		[
			'a miss',
			() => miss(),
			'The service returned nothing about the account',
			'Nothing is lost: the next poll retries',
			null,
		],
	])('reports what happened and what to do: %s', async (_what, answers, message, description, httpCode) => {
		const error = await failing(BALANCE, answers);
		expect(error).toMatchObject({ message, description });
		expect(error.httpCode ?? null).toBe(httpCode);
		expect(`${message} ${description}`).not.toMatch(/\brow\b/);
	});

	it('has sent all retries', async () => {
		const poller = new Poller(BALANCE);
		expect((await poller.poll(brokenDown)).is).toBe('failed');
		expect(poller.requests).toHaveLength(1 + MAX_RETRIES);
		let answered = 0;
		expect(items(await poller.poll(() => ((answered += 1) < 3 ? brokenDown() : low())))).toHaveLength(1);
	});

	it('reports that the service took too long', async () => {
		const poller = new Poller(BALANCE);
		poller.latency = 9_900;
		expect(errorOf(await poller.poll(brokenDown))).toMatchObject({
			message: 'The service did not answer in time',
			description: 'Nothing is lost: the next poll retries',
		});
	});

	it('has a failure cause, which determines the next poll time in n8n', async () => {
		const cases: Array<[Answers, object]> = [
			[badKey, { cause: 'credential-invalid' }],
			[() => refusal(403, 'forbidden'), { cause: 'credential-invalid' }],
			[() => refusal(403, 'account_inactive'), { cause: 'configuration-invalid' }],
			[() => http(404, '<html>'), { cause: 'configuration-invalid' }],
			[() => http(302, ''), { cause: 'configuration-invalid' }],
			[brokenDown, { cause: 'temporarily-unavailable' }],
			[lost, { cause: 'temporarily-unavailable' }],
			[() => rateLimited(600), { cause: 'rate-limited', resetsAtEpochMs: Date.UTC(2030, 0, 1) + 601_000 }],
			[
				() => refusal(429, 'fair_use_requests_exceeded', 600),
				{ cause: 'quota-exhausted', resetsAtEpochMs: Date.UTC(2030, 0, 1) + 601_000 },
			],
			[() => refusal(429, 'fair_use_limit_exceeded'), { cause: 'quota-exhausted' }],
		];
		for (const [answers, failure] of cases) expect(await failing(BALANCE, answers)).toMatchObject({ failure });
		expect(await failing({ event: 'fullMoon' }, full)).toMatchObject({
			failure: { cause: 'configuration-invalid' },
		});
	});

	it('fails once while the account lacks the data of the event', async () => {
		const poller = new Poller(BALANCE);
		const hidden = account({ token_balance: null });
		const outcomes = [];
		for (const answers of [full, hidden, hidden, full, hidden, hidden])
			outcomes.push((await poller.poll(answers)).is);
		expect(outcomes).toEqual(['items', 'failed', 'items', 'items', 'failed', 'items']);
		expect(items(await poller.poll(hidden))).toBeNull();
		expect(items(await poller.poll(low))).toHaveLength(1);
	});

	it('fails every time if the account never had the data, because n8n retries the publication', async () => {
		const poller = new Poller(BALANCE);
		const hidden = account({ token_balance: null });
		for (let time = 0; time < 3; time++) expect((await poller.poll(hidden)).is).toBe('failed');
	});

	it('reports that the account lacks the data of the event', async () => {
		expect(await failing(BALANCE, account({ token_balance: null }))).toMatchObject({
			message: 'The account does not show its token balance',
		});
	});

	it.each<[INodeParameters, string]>([
		[{ event: 'fullMoon' }, 'The trigger has no such Event. Select the event again'],
		[{ event: 'lowBalance', threshold: 0 }, 'Threshold must be a number above 0'],
		[{ event: 'windowLow', windows: [], percent: 10 }, 'Windows must name at least one Fair Use window'],
	])('sends nothing with invalid parameters: %j', async (parameters, message) => {
		const poller = new Poller(parameters);
		expect(errorOf(await poller.poll(full)).message).toBe(message);
		expect(poller.requests).toEqual([]);
	});

	it.each<[string, Answers, number]>([
		['is down', brokenDown, 0],
		['is down and slow', brokenDown, 9_900],
		['never answers', lost, 10_000],
		['requests a pause', () => rateLimited(), 0],
		['requests a pause, slowly', () => rateLimited(3), 9_900],
		['requests a long pause', () => rateLimited(600), 9_900],
	])('ends well before the next one if the service %s', async (_when, answers, latency) => {
		const poller = new Poller(BALANCE);
		poller.latency = latency;
		expect((await poller.poll(answers)).is).toBe('failed');
		// The default timeout of n8n's scheduler for a poll.
		expect(poller.clock.elapsed).toBeLessThan(36_000);
	});
});

describe('a test event', () => {
	it.each<INodeParameters>([BALANCE, LOW, OPEN])(
		'is a sample of the current account, and does not change the state: %j',
		async (parameters) => {
			const poller = new Poller(parameters);
			for (let times = 0; times < 2; times++) {
				expect(items(await poller.fetchTestEvent(full))).toMatchObject([
					{ event: parameters.event, id: 'account-example' },
				]);
			}
			expect(poller.saved).toBe('{}');
		},
	);

	it('does not affect a later poll', async () => {
		const poller = new Poller(BALANCE);
		await poller.poll(full);
		expect(items(await poller.fetchTestEvent(low))).toHaveLength(1);
		expect(items(await poller.poll(low))).toHaveLength(1);
	});

	it('fails like a poll', async () => {
		expect(errorOf(await new Poller(BALANCE).fetchTestEvent(badKey)).message).toMatch(
			/^The service did not accept the API key/,
		);
		expect(errorOf(await new Poller(BALANCE).fetchTestEvent(account({ token_balance: null }))).message).toBe(
			'The account does not show its token balance',
		);
	});
});

it('requests only the account', async () => {
	const poller = new Poller(BALANCE);
	await poller.poll(full);
	await poller.fetchTestEvent(full);
	expect(poller.requests).toEqual([
		{ tool: 'get_account', body: {} },
		{ tool: 'get_account', body: {} },
	]);
});
