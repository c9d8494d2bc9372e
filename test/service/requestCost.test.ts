import { NO_USAGE, type Refusal } from '../../nodes/IdentityResolution/api/replies/envelope';
import fc from 'fast-check';
import { readBody, searchPage } from '../../nodes/IdentityResolution/api/identifiers/body';
import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import type { Reason } from '../../nodes/IdentityResolution/api/replies/refusals';
import { type Answer, type Reading } from '../../nodes/IdentityResolution/api/replies/reading';
import { requestCostOf, splitCharge, type RequestCost } from '../../nodes/IdentityResolution/service/stats';
import { identify, people, personalEmail } from '../support/run/lookups';

const found = (results: unknown = { email: 'ada@example.com' }): Answer => ({
	found: true,
	results,
	metadata: {},
	at: 0,
});
const miss: Answer = { ...found({}), found: false };

describe('requestCostOf', () => {
	const five = people(5).map((name) => identify(personalEmail, name));
	const batch = [readBody({ emails: ['ada@example.com', 'bob@example.com', 'cy@example.com'] })];
	const single = [readBody({ email: 'ada@example.com' })];
	const page = [searchPage({ query: 'x' }, { limit: 25, offset: 0 })];
	const row = (name: string) => ({ name });
	const withPhone = { mobile_phone: '12025550100' };

	const refusalOf = (reason: Reason): Refusal => ({
		reason,
		httpStatus: 200,
		code: null,
		message: null,
		retryAfter: null,
	});
	const usageOf = (tokensCharged: number | null) => ({ ...NO_USAGE, tokensCharged });

	const refusing = (reason: Reason, charged: number | null = null): Reading => ({
		is: 'refusal',
		refusal: refusalOf(reason),
		usage: usageOf(charged),
	});

	/** A reply that answers the first identifiers, but not the rest. */
	const answering = (
		answers: readonly Answer[],
		identifiers: readonly Identifier[] = five,
		{ charged = null, partial }: { charged?: number | null; partial?: Reason } = {},
	): Reading => ({
		is: 'answers',
		answers: new Map(answers.map((answer, index) => [identifiers[index].key, answer])),
		partialError: partial === undefined ? null : refusalOf(partial),
		usage: usageOf(charged),
		drift: [],
	});

	it.each<[string, Identifier[], Answer, number]>([
		['the results of a page of a search', page, found({ results: [{ id: 1 }, { id: 2 }], total: 90 }), 2],
		['none of a page of a search that only counts', page, found({ total: 90 }), 0],
		['the rows with data of a custom batch body', batch, found([row('Ada'), null, row('Cy')]), 2],
		['none of a batch body without data', batch, found([null, {}, { name: null }]), 0],
		['no more than its lookups of a batch body', batch, found(['A', 'B', 'C', 'D'].map(row)), 3],
		['all lookups of a batch body without a list', batch, found({ 'ada@example.com': row('Ada') }), 3],
		['none of a batch body that is a miss', batch, miss, 0],
		['one of a body with one lookup, even if the answer is a list', single, found([row('Ada'), row('Bob')]), 1],
		['one of a body with one lookup and an empty list', single, found([]), 1],
	])('counts as hits %s', (_what, requested, answer, hits) => {
		expect(requestCostOf(answering([answer], requested), requested, 'without').hits).toBe(hits);
	});

	it.each<[string, Answer[], Partial<RequestCost>]>([
		['hits, without misses and unanswered lookups', [found(), miss, found()], { hits: 2, phones: 0 }],
		['phones of hits', [found(withPhone), found(), found({ phone: '12025550101' })], { hits: 3, phones: 2 }],
		['no empty phones', [found({ first_name: 'Ada', mobile_phone: '' })], { phones: 0 }],
		['no phone of a miss', [{ ...miss, results: withPhone }], { phones: 0 }],
	])('counts %s', (_what, answers, cost) => {
		expect(requestCostOf(answering(answers), five, 'with')).toMatchObject(cost);
	});

	it('counts no phone that was not requested', () => {
		expect(requestCostOf(answering([found(withPhone)]), five, 'without')).toMatchObject({ hits: 1, phones: 0 });
	});

	it.each<[string, Reading, number, Identifier[]?]>([
		['all lookups of a lost answer', refusing('lost'), 5],
		['all lookups of a batch body that is lost', refusing('lost'), 3, batch],
		['all lookups of a batch body that is not answered', answering([], batch), 3, batch],
		['those that a batch does not answer', answering([found(), miss]), 3],
		['none if a batch answers every lookup', answering([found(), miss, found(), miss, miss]), 0],
		['none for a failure that is never charged', refusing('internal_error'), 0],
		['none if nothing was sent', refusing('unsent'), 0],
		['none for a refusal', refusing('insufficient_tokens'), 0],
		['none dropped for lack of tokens', answering([found()], five, { partial: 'insufficient_tokens' }), 0],
		['none of a lost answer if the charge was 0', refusing('lost', 0), 0],
		['none of an incomplete answer if the charge was 0', answering([found()], five, { charged: 0 }), 0],
	])('counts as unconfirmed %s', (...[, reading, unconfirmed, requested = five]) => {
		expect(requestCostOf(reading, requested, 'without').unconfirmed).toBe(unconfirmed);
	});

	it.each<[string, Reading, Partial<RequestCost>]>([
		['the reported charge, whatever the hits', answering([found()], five, { charged: 7 }), { charged: 7, hits: 1 }],
		['the charge that a refusal reports', refusing('lost', 3), { charged: 3, hits: 0, phones: 0 }],
		['null if the reply does not report it', answering([found()]), { charged: null }],
	])('returns %s', (_what, reading, cost) => {
		expect(requestCostOf(reading, five, 'with')).toMatchObject(cost);
	});
});

describe("the shares of a request's charge", () => {
	const [HIT, MISS] = [true, false];

	const sharesOf = (charged: number | null, hits: readonly boolean[]) => {
		const answers = hits.map((isHit) => ({ ...(isHit ? found() : miss) }));
		const shares = splitCharge(charged, answers);
		return answers.map((one) => shares.get(one));
	};

	it.each<[string, number | null, boolean[], Array<number | null>]>([
		['are whole tokens, one more for the first hits', 7, [HIT, HIT, HIT], [3, 2, 2]],
		['may be 0 if there are more hits than tokens', 2, [HIT, HIT, HIT], [1, 1, 0]],
		['are 0 for misses', 4, [MISS, HIT, MISS, HIT], [0, 2, 0, 2]],
		['are unknown for hits if no charge is reported', null, [MISS, HIT, MISS], [0, null, 0]],
		['are assigned to the first miss if there are no hits', 2, [MISS, MISS], [2, 0]],
		['are fractional if the charge is', 2.5, [HIT, HIT], [1.5, 1]],
		['are none without answers', 5, [], []],
	])('%s', (_case, charged, hits, shares) => {
		expect(sharesOf(charged, hits)).toEqual(shares);
	});

	it('sum to the charge in whole tokens and differ by at most one token', () => {
		fc.assert(
			fc.property(fc.nat(1_000), fc.array(fc.boolean(), { minLength: 1, maxLength: 100 }), (charged, hits) => {
				const shares = sharesOf(charged, hits) as number[];
				expect(shares.reduce((sum, share) => sum + share)).toBe(charged);
				expect(shares.every(Number.isInteger)).toBe(true);
				if (!hits.includes(HIT)) return;
				const [paid, unpaid] = [HIT, MISS].map((kind) =>
					shares.filter((_share, index) => hits[index] === kind),
				);
				expect(Math.max(...paid) - Math.min(...paid)).toBeLessThanOrEqual(1);
				expect(unpaid.every((share) => share === 0)).toBe(true);
			}),
		);
	});
});
