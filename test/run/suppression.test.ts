import type { AnswerCache } from '../../nodes/IdentityResolution/run/answerStore';
import { Prices } from '../../nodes/IdentityResolution/run/budget/budget';
import type { Route } from '../../nodes/IdentityResolution/run/lookup';
import { run } from '../../nodes/IdentityResolution/run/run';
import {
	answeringSuppressed,
	endingAtSuppressed,
	SUPPRESSED,
	type Suppression,
} from '../../nodes/IdentityResolution/run/suppression';
import { businessProfile, customRoute, lookupFor, personalEmail, routeFor, rowsOf } from '../support/run/lookups';
import { DEFERRED, found, MISS } from '../support/run/settledRows';
import { simulate } from '../support/virtual/virtualRun';

/** Suppresses the people with these keys, and request bodies that contain one of them. */
const suppressing = (...keys: string[]): Suppression => ({
	isEmpty: false,
	has: ({ key, value }) => keys.includes(key) || keys.some((one) => JSON.stringify(value).includes(one)),
	isIn: (results) => keys.some((one) => JSON.stringify(results).includes(one)),
});
const NO_ADA = suppressing('linkedin:ada-example');

describe('answeringSuppressed', () => {
	const ANSWER = found({ full_name: 'Any Example' });
	const KNOWN: AnswerCache = () => ANSWER;
	const NONE: AnswerCache = () => undefined;

	it.each([
		['a suppressed person without an answer', 'ada-example', NONE, SUPPRESSED],
		['a suppressed person with an answer', 'ada-example', KNOWN, SUPPRESSED],
		['another person with an answer', 'bea-example', KNOWN, ANSWER],
		['another person without an answer', 'bea-example', NONE, undefined],
	])('answers for %s', (_whom, name, cache, outcome) => {
		for (const tool of [businessProfile, personalEmail])
			expect(answeringSuppressed(NO_ADA, cache)(lookupFor(tool, name))).toBe(outcome);
	});

	it('skips a suppressed person with and without the phone, in every spelling', () => {
		const cache = answeringSuppressed(NO_ADA, NONE);
		for (const phone of ['with', 'without'] as const)
			expect(cache(lookupFor(businessProfile, 'https://uk.linkedin.com/in/ADA-example/', phone))).toBe(
				SUPPRESSED,
			);
	});

	it('does not read the answers about a suppressed person', () => {
		const cache = jest.fn(KNOWN);
		answeringSuppressed(NO_ADA, cache)(lookupFor(businessProfile, 'ada-example'));
		expect(cache).not.toHaveBeenCalled();
	});
});

describe('endingAtSuppressed', () => {
	const REVEALING = found({ linkedin_url: 'linkedin:ada-example' });
	const next = (route: Route) => endingAtSuppressed(NO_ADA, route)([], new Prices());

	it('replaces the outcome of a row whose answer is about a suppressed person', () => {
		expect(next(() => ({ outcome: REVEALING }))).toEqual({ outcome: SUPPRESSED });
	});

	it.each<[string, ReturnType<Route>]>([
		['a lookup', { lookup: lookupFor(businessProfile, 'ada-example') }],
		[
			'a lookup that is not sent, with the outcome of its tool',
			{ unsent: lookupFor(businessProfile, 'ada-example'), outcome: DEFERRED },
		],
		['an answer about another person', { outcome: found({ linkedin_url: 'linkedin:bea-example' }) }],
		['a miss', { outcome: MISS }],
	])('does not change %s', (_what, result) => {
		expect(next(() => result)).toBe(result);
	});
});

describe('a run with a suppression list', () => {
	const runWithout = async (suppression: Suppression, routes: Parameters<typeof run>[0]) =>
		await simulate(routes, {
			runWith: (all, limits, env) =>
				run(
					all,
					limits,
					env,
					answeringSuppressed(suppression, () => undefined),
				),
		});

	it('sends only the lookups of other people, and charges nothing for the skipped rows', async () => {
		const { statuses, rows, service, lookups, stats } = await runWithout(
			suppressing('linkedin:person-2'),
			rowsOf(businessProfile, 3),
		);
		expect(statuses).toEqual(['found', 'skipped', 'found']);
		expect(rows[1].outcome).toBe(SUPPRESSED);
		expect(service.requests.map(({ inputs: [input] }) => input.split('/').at(-1))).toEqual([
			'person-1',
			'person-3',
		]);
		expect([lookups, stats.tokens]).toEqual([2, 2]);
	});

	it('skips all rows of a suppressed person', async () => {
		const routes = ['ada-example', 'ADA-example'].map((name) => routeFor(personalEmail, name));
		const { statuses, service } = await runWithout(NO_ADA, routes);
		expect(statuses).toEqual(['skipped', 'skipped']);
		expect(service.requests).toEqual([]);
	});

	it('sends no request body that names a suppressed person', async () => {
		const routes = ['ada@example.com', 'bea@example.com'].map((email) => customRoute('any_tool', { email }));
		const { statuses, service } = await runWithout(suppressing('ada@example.com'), routes);
		expect(statuses[0]).toBe('skipped');
		expect(JSON.stringify(service.requests)).not.toContain('ada@example.com');
		expect(service.requests).toHaveLength(1);
	});
});
