import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Usage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import type { Answer, Reading } from '../../../nodes/IdentityResolution/api/replies/reading';
import type { Refusal, RefusalKind } from '../../../nodes/IdentityResolution/api/replies/refusal';
import { costOf } from '../../../nodes/IdentityResolution/run/budget/requestCost';
import { identify, people, personalEmail } from '../../support/lookups';

const usage = (tokensCharged: number | null): Usage => ({
	tokensCharged,
	tokensRemaining: null,
	records: { '5h': { remaining: null, resetsAt: null }, '1w': { remaining: null, resetsAt: null } },
});

const asked = people(5).map((name) => identify(personalEmail, name));

const found = (results: unknown = { email: 'ada@example.com' }): Answer => ({
	found: true,
	results,
	metadata: {},
	at: 0,
});
const missed: Answer = { found: false, results: {}, metadata: {}, at: 0 };

const refusalOf = (kind: RefusalKind): Refusal => ({
	kind,
	httpStatus: 200,
	code: null,
	message: null,
	retryAfter: null,
});

/** A reply that answers the first of those who were asked, and leaves the others open. */
function answering(
	answers: readonly Answer[],
	{
		among = asked,
		charged = null,
		cut = null,
	}: { among?: typeof asked; charged?: number | null; cut?: Refusal | null } = {},
): Reading {
	return {
		is: 'answers',
		answers: new Map(answers.map((answer, place) => [among[place].key, answer])),
		matching: 'per_row',
		unanswered: among.slice(answers.length).map(({ key }) => key),
		partialError: cut,
		usage: usage(charged),
		drift: [],
	};
}

const refusing = (kind: RefusalKind, charged: number | null = null): Reading => ({
	is: 'refusal',
	refusal: refusalOf(kind),
	usage: usage(charged),
});

describe('the hits of a reply', () => {
	it('are its answers with data: neither misses nor what it left open', () => {
		expect(costOf(answering([found(), missed, found()]), asked).hits).toBe(2);
	});

	it('are none where it is a refusal', () => {
		expect(costOf(refusing('lost'), asked).hits).toBe(0);
	});
});

describe('the phones of a reply', () => {
	it.each<[string, Answer[], number]>([
		[
			'are its hits that hold one',
			[found({ mobile_phone: '12025550100' }), found(), found({ phone: '12025550101' })],
			2,
		],
		[
			'are none where the field is empty',
			[found({ first_name: 'Ada', mobile_phone: null }), found({ first_name: 'Ada', mobile_phone: '' })],
			0,
		],
		['are none where it is a miss', [{ ...missed, results: { mobile_phone: '12025550100' } }], 0],
	])('%s', (_says, answers, phones) => {
		expect(costOf(answering(answers), asked).phones).toBe(phones);
	});

	it('are none where it is a refusal', () => {
		expect(costOf(refusing('lost'), asked).phones).toBe(0);
	});
});

describe('the lookups that may have been charged without being answered', () => {
	it.each<[string, Reading, number]>([
		['are all of a lost answer', refusing('lost'), 5],
		['are none of a failure that is never charged', refusing('internal_error'), 0],
		['are none where nothing was sent', refusing('unsent'), 0],
		['are none of a refusal', refusing('insufficient_tokens'), 0],
		['are those that a batch says nothing about', answering([found(), missed]), 3],
		[
			'are none where a batch says something about everyone',
			answering([found(), missed, found(), missed, missed]),
			0,
		],
		[
			'are none of those that a partial batch dropped for want of tokens',
			answering([found()], { cut: refusalOf('insufficient_tokens') }),
			0,
		],
	])('%s', (_says, reading, doubtful) => {
		expect(costOf(reading, asked).unconfirmed).toBe(doubtful);
	});
});

describe('the charge', () => {
	it.each<[string, Reading, number | null]>([
		['is what the reply reports, whatever its hits', answering([found()], { charged: 7 }), 7],
		['is what a refusal reports', refusing('lost', 3), 3],
		['may be nothing', answering([missed], { charged: 0 }), 0],
		['is not known where nothing is reported', answering([found()]), null],
	])('%s', (_says, reading, charged) => {
		expect(costOf(reading, asked).charged).toBe(charged);
	});
});

describe('a body that is a batch of its own', () => {
	const batch = [readBody({ emails: ['ada@example.com', 'bob@example.com', 'cy@example.com'] })];
	const single = [readBody({ email: 'ada@example.com' })];
	const row = (name: string) => ({ name });

	it.each<[string, Answer, number]>([
		['are its rows with data', found([row('Ada'), null, row('Cy')]), 2],
		['are none where no row holds data', found([null, {}, { name: null }]), 0],
		['are no more than were asked, however many rows there are', found(['A', 'B', 'C', 'D'].map(row)), 3],
		['are all of it where the answer is no list', found({ 'ada@example.com': row('Ada') }), 3],
		['are none where it is a miss', missed, 0],
	])('has hits that %s', (_says, answer, hits) => {
		expect(costOf(answering([answer], { among: batch }), batch).hits).toBe(hits);
	});

	it('is doubtful as a whole where the answer was lost', () => {
		expect(costOf(refusing('lost'), batch).unconfirmed).toBe(3);
	});

	it('is not doubtful if the reply reports a charge of 0', () => {
		const free = { usage: usage(0) };
		expect(costOf({ ...refusing('lost'), ...free }, batch).unconfirmed).toBe(0);
		expect(costOf({ ...answering([], { among: batch }), ...free }, batch).unconfirmed).toBe(0);
	});

	it('is doubtful as a whole where nothing is said about it', () => {
		expect(costOf(answering([], { among: batch }), batch).unconfirmed).toBe(3);
	});

	it('is no batch where it asks but one thing: its answer is one hit, a list or not', () => {
		const bills = [found([row('Ada'), row('Ada')]), found(row('Ada')), found([])].map((answer) =>
			costOf(answering([answer], { among: single }), single),
		);
		expect(bills.map(({ hits }) => hits)).toEqual([1, 1, 1]);
	});
});
