import type { Reason } from '../../../nodes/IdentityResolution/api/refusals';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { searchPage } from '../../../nodes/IdentityResolution/api/identifiers/searchPage';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import type { Answer, Reading, Usage } from '../../../nodes/IdentityResolution/api/replies/reading';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/refusal';
import { requestCostOf } from '../../../nodes/IdentityResolution/run/budget/tokenBudget';
import { identify, people, personalEmail } from '../../support/run/lookups';

const usage = (tokensCharged: number | null): Usage => ({
	tokensCharged,
	records: { '5h': { remaining: null, resetsAt: null }, '1w': { remaining: null, resetsAt: null } },
});

const requested = people(5).map((name) => identify(personalEmail, name));

const found = (results: unknown = { email: 'ada@example.com' }): Answer => ({
	found: true,
	results,
	metadata: {},
	at: 0,
});
const miss: Answer = { found: false, results: {}, metadata: {}, at: 0 };

const refusalOf = (kind: Reason): Refusal => ({
	reason: kind,
	httpStatus: 200,
	code: null,
	message: null,
	retryAfter: null,
});

/** A reply that answers the first identifiers, but not the rest. */
function answering(
	answers: readonly Answer[],
	{
		identifiers = requested,
		charged = null,
		partialError = null,
	}: { identifiers?: readonly Identifier[]; charged?: number | null; partialError?: Refusal | null } = {},
): Reading {
	return {
		is: 'answers',
		answers: new Map(answers.map((answer, index) => [identifiers[index].key, answer])),
		matching: 'per_row',
		unanswered: identifiers.slice(answers.length).map(({ key }) => key),
		partialError,
		usage: usage(charged),
		drift: [],
	};
}

const refusing = (kind: Reason, charged: number | null = null): Reading => ({
	is: 'refusal',
	refusal: refusalOf(kind),
	usage: usage(charged),
});

describe('the hits of a reply', () => {
	it('are its answers with data, without misses and unanswered lookups', () => {
		expect(requestCostOf(answering([found(), miss, found()]), requested).hits).toBe(2);
	});

	it.each<[string, unknown, number]>([
		['its results', { results: [{ id: 1 }, { id: 2 }, { id: 3 }], total: 90 }, 3],
		['none if it only counts', { total: 90 }, 0],
	])('are, for a page of a search, %s', (_what, results, hits) => {
		const page = [searchPage({ query: 'x' }, { limit: 25, offset: 0 })];
		expect(requestCostOf(answering([found(results)], { identifiers: page }), page).hits).toBe(hits);
	});

	it('are 0 for a refusal', () => {
		expect(requestCostOf(refusing('lost'), requested).hits).toBe(0);
	});
});

describe('the phones of a reply', () => {
	it.each<[string, Answer[], number]>([
		[
			'are its hits with a phone',
			[found({ mobile_phone: '12025550100' }), found(), found({ phone: '12025550101' })],
			2,
		],
		[
			'are 0 if the field is empty',
			[found({ first_name: 'Ada', mobile_phone: null }), found({ first_name: 'Ada', mobile_phone: '' })],
			0,
		],
		['are 0 for a miss', [{ ...miss, results: { mobile_phone: '12025550100' } }], 0],
	])('%s', (_case, answers, phones) => {
		expect(requestCostOf(answering(answers), requested).phones).toBe(phones);
	});

	it('are 0 for a refusal', () => {
		expect(requestCostOf(refusing('lost'), requested).phones).toBe(0);
	});
});

describe('unconfirmed lookups', () => {
	it.each<[string, Reading, number]>([
		['are all lookups of a lost answer', refusing('lost'), 5],
		['are 0 for a failure that is never charged', refusing('internal_error'), 0],
		['are 0 if nothing was sent', refusing('unsent'), 0],
		['are 0 for a refusal', refusing('insufficient_tokens'), 0],
		['are those that a batch does not answer', answering([found(), miss]), 3],
		['are 0 if a batch answers every lookup', answering([found(), miss, found(), miss, miss]), 0],
		[
			'are 0 if a partial batch drops lookups because of insufficient tokens',
			answering([found()], { partialError: refusalOf('insufficient_tokens') }),
			0,
		],
	])('%s', (_case, reading, unconfirmed) => {
		expect(requestCostOf(reading, requested).unconfirmed).toBe(unconfirmed);
	});
});

describe('the charge', () => {
	it.each<[string, Reading, number | null]>([
		['is the one that the reply reports, regardless of its hits', answering([found()], { charged: 7 }), 7],
		['is the one that a refusal reports', refusing('lost', 3), 3],
		['may be 0', answering([miss], { charged: 0 }), 0],
		['is unknown if the reply does not report it', answering([found()]), null],
	])('%s', (_case, reading, charged) => {
		expect(requestCostOf(reading, requested).charged).toBe(charged);
	});
});

describe('a custom batch body', () => {
	const batch = [readBody({ emails: ['ada@example.com', 'bob@example.com', 'cy@example.com'] })];
	const single = [readBody({ email: 'ada@example.com' })];
	const row = (name: string) => ({ name });

	it.each<[string, Answer, number]>([
		['counts its rows with data as hits', found([row('Ada'), null, row('Cy')]), 2],
		['has no hits if no row contains data', found([null, {}, { name: null }]), 0],
		['has no more hits than lookups, even with more rows', found(['A', 'B', 'C', 'D'].map(row)), 3],
		['counts all lookups as hits if the answer is not a list', found({ 'ada@example.com': row('Ada') }), 3],
		['has no hits if it is a miss', miss, 0],
	])('%s', (_case, answer, hits) => {
		expect(requestCostOf(answering([answer], { identifiers: batch }), batch).hits).toBe(hits);
	});

	it('is entirely unconfirmed if the answer is lost', () => {
		expect(requestCostOf(refusing('lost'), batch).unconfirmed).toBe(3);
	});

	it('is not unconfirmed if the reply reports a charge of 0', () => {
		const free = { usage: usage(0) };
		expect(requestCostOf({ ...refusing('lost'), ...free }, batch).unconfirmed).toBe(0);
		expect(requestCostOf({ ...answering([], { identifiers: batch }), ...free }, batch).unconfirmed).toBe(0);
	});

	it('is entirely unconfirmed if the reply does not answer it', () => {
		expect(requestCostOf(answering([], { identifiers: batch }), batch).unconfirmed).toBe(3);
	});

	it('with a single lookup has one hit, even if the answer is a list', () => {
		const costs = [found([row('Ada'), row('Ada')]), found(row('Ada')), found([])].map((answer) =>
			requestCostOf(answering([answer], { identifiers: single }), single),
		);
		expect(costs.map(({ hits }) => hits)).toEqual([1, 1, 1]);
	});
});
