import type { AnswerCache } from '../../nodes/IdentityResolution/run/answerStore';
import { Prices } from '../../nodes/IdentityResolution/service/budget';
import type { Route, Step } from '../../nodes/IdentityResolution/run/route';
import {
	answeringSuppressed,
	endingAtSuppressed,
	NO_SUPPRESSION,
	revealsListed,
	SUPPRESSED,
	SUPPRESSED_BY_ANSWER,
	type Suppression,
} from '../../nodes/IdentityResolution/run/suppression';
import { businessProfile, lookupFor, personalEmail } from '../support/run/lookups';
import { DEFERRED, found, MISS, rowOf } from '../support/run/settledRows';

/** Suppresses the people with these keys, and request bodies that contain one of them. */
const suppressing = (...keys: string[]): Suppression => ({
	isEmpty: false,
	has: ({ key, value }) => keys.includes(key) || keys.some((one) => JSON.stringify(value).includes(one)),
	isIn: (results) => keys.some((one) => JSON.stringify(results).includes(one)),
});
const NO_ADA = suppressing('linkedin:ada-example');

describe('answeringSuppressed', () => {
	const ANSWER = found({ full_name: 'Any Example' });

	it.each([
		['a suppressed person', 'ada-example', ANSWER, SUPPRESSED],
		['a suppressed person in another spelling', 'https://uk.linkedin.com/in/ADA-example/', undefined, SUPPRESSED],
		['another person with an answer', 'bea-example', ANSWER, ANSWER],
		['another person without an answer', 'bea-example', undefined, undefined],
	])('answers for %s, and reads no answer about a suppressed person', (_whom, name, answer, outcome) => {
		for (const tool of [businessProfile, personalEmail])
			for (const phone of ['with', 'without'] as const) {
				const cache = jest.fn((): ReturnType<AnswerCache> => answer);
				expect(answeringSuppressed(NO_ADA, cache)(lookupFor(tool, name, phone))).toBe(outcome);
				expect(cache).toHaveBeenCalledTimes(outcome === SUPPRESSED ? 0 : 1);
			}
	});
});

describe('endingAtSuppressed', () => {
	const ADA = lookupFor(businessProfile, 'ada-example');
	const next = (route: Route, list = NO_ADA, steps: readonly Step[] = []) =>
		endingAtSuppressed(list, route)(steps, new Prices());

	it.each([
		['their results', NO_ADA, { linkedin_url: 'linkedin:ada-example' }],
		['a column of them', suppressing('/in/ada-example'), { profile: 'ada-example' }],
	])('ends a row at an answer that names a listed person, before the next lookup, by %s', (_where, list, results) => {
		const { steps } = rowOf(businessProfile, 'bea-example', found(results));
		const route = jest.fn(() => ({ lookup: ADA }));
		expect(next(route, list, steps)).toEqual({ outcome: SUPPRESSED_BY_ANSWER });
		expect(route).not.toHaveBeenCalled();
		expect([revealsListed(list, steps[0]), revealsListed(NO_SUPPRESSION, steps[0])]).toEqual([true, false]);
	});

	it.each<[string, ReturnType<Route>]>([
		['a lookup', { lookup: ADA }],
		['a lookup that is not sent, with the outcome of its tool', { lookup: ADA, outcome: DEFERRED }],
		['an outcome', { outcome: MISS }],
	])('does not change %s of a row without such an answer', (_what, result) => {
		for (const outcome of [found({ linkedin_url: 'linkedin:bea-example' }), MISS, DEFERRED])
			expect(next(() => result, NO_ADA, rowOf(businessProfile, 'bea-example', outcome).steps)).toBe(result);
		expect(next(() => result)).toBe(result);
	});
});
