import { NO_ANSWERS, type AnswerCache } from '../../nodes/IdentityResolution/run/answerCache';
import { Prices } from '../../nodes/IdentityResolution/run/budget/prices';
import { doneRoute, singleLookup, withRowCache, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { businessProfile, lookupFor, personalEmail, routeFor } from '../support/run/lookups';
import { found, MISS } from '../support/run/settledRows';
import { simulate } from '../support/virtual/virtualRun';

const ANSWER = found({ full_name: 'Ada Example' });
const ada = lookupFor(businessProfile, 'ada-example');

/** A cache with an answer to one lookup, with any phone. */
const cacheOf =
	(key: string, outcome = ANSWER): AnswerCache =>
	(lookup) =>
		lookup.key === key ? outcome : undefined;

describe('withRowCache', () => {
	const next = (route: Route) => route([], new Prices());

	it('answers a lookup of the row from its cache', () => {
		expect(next(withRowCache(singleLookup(ada), cacheOf(ada.key)))).toEqual({ cached: ada, outcome: ANSWER });
	});

	it.each<[string, Route]>([
		['a lookup without an answer', routeFor(personalEmail, 'ada-example')],
		['a lookup of another person', routeFor(businessProfile, 'bea-example')],
		['the outcome of a row', doneRoute(MISS)],
		['an answer that the route itself has cached', () => ({ cached: ada, outcome: MISS })],
	])('does not change %s', (_what, route) => {
		expect(next(withRowCache(route, cacheOf(ada.key)))).toEqual(next(route));
	});

	it('is the same route if the row has no cache', () => {
		const route = singleLookup(ada);
		expect(withRowCache(route, NO_ANSWERS)).toBe(route);
	});

	it('passes the steps, the prices and the closed tools to the route', () => {
		const route = jest.fn(doneRoute(MISS));
		const args = [[], new Prices(), () => undefined] as const;
		withRowCache(route, cacheOf(ada.key))(...args);
		expect(route).toHaveBeenCalledWith(...args);
	});
});

describe('a run of rows with own answers', () => {
	it('answers only the row itself, and sends the lookup for others', async () => {
		const route = singleLookup(ada);
		const { rows, service, lookups, stats } = await simulate([withRowCache(route, cacheOf(ada.key)), route]);
		expect(rows[0].outcome).toBe(ANSWER);
		expect(rows[0].steps.map(({ record }) => [record.attempts, record.charged])).toEqual([[0, 0]]);
		expect(rows[1].outcome).not.toBe(ANSWER);
		expect([service.requests.length, lookups, stats.tokens]).toEqual([1, 1, 1]);
	});

	it('continues with the next lookup after an answer from the row', async () => {
		const second = lookupFor(personalEmail, 'ada-example');
		const route: Route = (steps) =>
			steps.length < 2 ? { lookup: [ada, second][steps.length] } : { outcome: steps[1].outcome };
		const { statuses, service } = await simulate([withRowCache(route, cacheOf(ada.key, MISS))]);
		expect(statuses).toEqual(['found']);
		expect(service.tools).toEqual([personalEmail.name]);
	});
});
