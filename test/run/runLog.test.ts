import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import type { Limits, LogEntry } from '../../nodes/IdentityResolution/run/environment';
import type { Route } from '../../nodes/IdentityResolution/run/lookup';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { businessProfile, personalEmail, reverseEmail, rowsOf } from '../support/run/lookups';
import {
	badInput,
	badKey,
	brokenDown,
	closedTool,
	lost,
	outOfPhoneTokens,
	rateLimited,
	recordsUsedUp,
} from '../support/api/replies';
import { always, atFirst, exceptFor, unmatchable } from '../support/virtual/scripts';
import { simulate } from '../support/virtual/virtualRun';

const PROFILE = 'linkedin_to_business_profile';
const EMAIL = 'linkedin_to_best_personal_email_usa';

const entry = (
	event: LogEntry['event'],
	tool: string | null,
	reason: string,
	{ attempt = null, wait = null }: Partial<LogEntry> = {},
): LogEntry => ({ event, tool, attempt, reason, wait });

/** A script that gives these replies to the first requests, and hits to all others. */
const first =
	(...replies: Reply[]): Script =>
	(request) =>
		replies[request.nth] ?? everyoneFound(request);

const logOf = async (routes: Route[], script: Script, limits: Partial<Limits> = {}) =>
	(await simulate(routes, { script, limits: { concurrency: 1, ...limits } })).logged;

describe('a run logs', () => {
	it('nothing if everything is answered', async () => {
		expect(await logOf(rowsOf(personalEmail, 250), everyoneFound)).toEqual([]);
	});

	it('each retry, with the attempt that failed and the wait before the next one', async () => {
		const script = first(brokenDown(), brokenDown(), lost());
		expect(await logOf(rowsOf(businessProfile, 1), script)).toEqual([
			entry('retry', PROFILE, 'internal_error', { attempt: 1, wait: 500 }),
			entry('retry', PROFILE, 'internal_error', { attempt: 2, wait: 1_000 }),
			entry('retry', PROFILE, 'lost', { attempt: 3, wait: 500 }),
		]);
	});

	it.each<[string, Script, LogEntry[]]>([
		[
			'that one row made invalid, at each step',
			exceptFor(['person-1'], badInput),
			[1, 1].map(() => entry('split', EMAIL, 'invalid_input', { attempt: 1, wait: 0 })),
		],
		['whose answers could not be matched', unmatchable, [entry('split', EMAIL, 'lost', { attempt: 1, wait: 0 })]],
		[
			'that failed for good',
			first(brokenDown(), brokenDown(), brokenDown(), brokenDown()),
			[
				entry('retry', EMAIL, 'internal_error', { attempt: 1, wait: 500 }),
				entry('retry', EMAIL, 'internal_error', { attempt: 2, wait: 1_000 }),
				entry('retry', EMAIL, 'internal_error', { attempt: 3, wait: 2_000 }),
				entry('split', EMAIL, 'internal_error', { attempt: 4, wait: 500 }),
			],
		],
	])('each split of a batch %s', async (_says, script, entries) => {
		expect(await logOf(rowsOf(personalEmail, 3), script)).toEqual(entries);
	});

	it('a rate limit as a pause and a slow-down', async () => {
		expect(
			await logOf(
				rowsOf(businessProfile, 2),
				atFirst(() => rateLimited(5)),
				{ concurrency: 2 },
			),
		).toEqual([
			entry('pause', PROFILE, 'rate_limited', { wait: 5_000 }),
			entry('slowDown', PROFILE, 'rate_limited'),
		]);
	});

	it('that a tool is probed, and that it is closed', async () => {
		const logged = await logOf(rowsOf(businessProfile, 50), always(brokenDown));
		const others = logged.filter(({ event }) => event !== 'retry');
		expect(others).toEqual([
			entry('slowDown', PROFILE, 'internal_error'),
			entry('closeTool', PROFILE, 'service_down'),
		]);
	});

	it('that a tool is closed because it is not on the plan', async () => {
		expect(await logOf(rowsOf(reverseEmail, 1), always(closedTool))).toEqual([
			entry('closeTool', reverseEmail.name, 'plan_restricted'),
		]);
	});

	it('that phones are dropped, once', async () => {
		const script: Script = (request) => (request.phone === 'with' ? outOfPhoneTokens() : everyoneFound(request));
		const logged = await logOf(rowsOf(businessProfile, 5, 'with'), script, { concurrency: 3 });
		expect(logged).toEqual([entry('closePhones', PROFILE, 'insufficient_phone_tokens')]);
	});

	it.each<[string, () => Reply, string, string | null]>([
		['a rejected key', badKey, 'unauthorized', PROFILE],
		['a window that is closed for too long', () => recordsUsedUp(9_000), 'fair_use_records', PROFILE],
	])('its stop: %s', async (_says, reply, reason, tool) => {
		expect(await logOf(rowsOf(businessProfile, 3), always(reply))).toEqual([entry('stop', tool, reason)]);
	});

	it('its stop at the end of its time', async () => {
		const logged = await logOf(rowsOf(businessProfile, 3), everyoneFound, { maxRunTime: 150 });
		expect(logged).toEqual([entry('stop', null, 'run_time')]);
	});

	it('a pause before the run', async () => {
		const script: Script = (request) => (request.nth === 0 ? rateLimited(5) : everyoneFound(request));
		const logged = await logOf(rowsOf(businessProfile, 9), script, { maxTokens: 100 });
		expect(logged).toContainEqual(entry('pause', 'get_account', 'rate_limited', { wait: 5_000 }));
	});
});
