import type { Usage } from '../../nodes/IdentityResolution/api/metadata';
import type { Reading } from '../../nodes/IdentityResolution/api/reading';
import type { RefusalKind } from '../../nodes/IdentityResolution/api/refusal';
import { getAccount } from '../../nodes/IdentityResolution/api/tools/getAccount';
import { countDoubtful, countHits, countReading, startTally } from '../../nodes/IdentityResolution/run/tally';
import { businessProfile, personalEmail } from '../support/lookups';

const usage = (tokensCharged: number | null): Usage => ({
	tokensCharged,
	tokensRemaining: null,
	records: { '5h': { remaining: null, resetsAt: null }, '1w': { remaining: null, resetsAt: null } },
});

const answers = (found: boolean[], tokensCharged: number | null = null, drift: string[] = []): Reading => ({
	is: 'answers',
	answers: new Map(found.map((one, place) => [`person-${place}`, { found: one, results: {}, metadata: {} }])),
	unanswered: ['person-left-open'],
	cut: null,
	usage: usage(tokensCharged),
	drift,
});

const refusal = (tokensCharged: number | null = null, kind: RefusalKind = 'lost'): Reading => ({
	is: 'refusal',
	refusal: { kind, httpStatus: 200, code: null, message: null, retryAfter: null },
	usage: usage(tokensCharged),
});

describe('the hits of a reply', () => {
	it('are its answers with data: neither misses nor what it left open', () => {
		expect(countHits(answers([true, false, true]))).toBe(2);
	});

	it('are none where it is a refusal', () => {
		expect(countHits(refusal())).toBe(0);
	});
});

describe('the lookups that may have been charged without being answered', () => {
	const cut = { kind: 'insufficient_tokens', httpStatus: 200, code: null, message: null, retryAfter: null } as const;

	it.each<[string, Reading, number]>([
		['are all of a lost answer', refusal(), 5],
		['are none of a failure that is never charged', refusal(null, 'internal_error'), 0],
		['are none where nothing was sent', refusal(null, 'unsent'), 0],
		['are none of a refusal', refusal(null, 'insufficient_tokens'), 0],
		['are those that a batch says nothing about', answers([true, false]), 1],
		['are none of those that a partial batch dropped for want of tokens', { ...answers([true, false]), cut } as Reading, 0],
	])('%s', (_says, reading, doubtful) => {
		expect(countDoubtful(reading, 5)).toBe(doubtful);
	});
});

describe('a tally', () => {
	it('starts with nothing, and with nothing estimated', () => {
		expect(startTally()).toEqual({ lookups: 0, requests: 0, answered: 0, tokens: 0, tokensAre: 'reported', doubtful: 0, drift: new Map() });
	});

	it('counts hits and misses as answered', () => {
		const tally = startTally();
		countReading(tally, personalEmail, answers([true, false]), 3);
		countReading(tally, personalEmail, answers([false]), 3);
		countReading(tally, personalEmail, refusal(), 3);
		expect(tally.answered).toBe(3);
	});

	it.each([
		['what a reply reports, whatever its hits', answers([true, true], 7), 7, 'reported'],
		['one for each hit where it reports nothing, as an estimate', answers([true, false, true]), 2, 'estimated'],
		['nothing for misses, which is no estimate: misses cost nothing', answers([false, false]), 0, 'reported'],
		['what a reply reports even where nothing else in it can be read', refusal(3), 3, 'reported'],
		['nothing for a refusal', refusal(), 0, 'reported'],
	] as const)('counts as tokens %s', (_says, reading, tokens, tokensAre) => {
		const tally = startTally();
		countReading(tally, businessProfile, reading, 3);
		expect(tally).toMatchObject({ tokens, tokensAre });
	});

	it('stays an estimate once one reply was estimated', () => {
		const tally = startTally();
		countReading(tally, businessProfile, answers([true]), 3);
		countReading(tally, businessProfile, answers([true], 3), 3);
		expect(tally).toMatchObject({ tokens: 4, tokensAre: 'estimated' });
	});

	it('counts no token for a free tool', () => {
		const tally = startTally();
		countReading(tally, getAccount, answers([true]), 3);
		expect(tally).toMatchObject({ tokens: 0, tokensAre: 'reported' });
	});

	it('counts what may have been charged without an answer, but not for a free tool', () => {
		const tally = startTally();
		countReading(tally, personalEmail, { ...answers([true]), unanswered: ['a', 'b'] } as Reading, 3);
		countReading(tally, personalEmail, refusal(), 3);
		countReading(tally, getAccount, refusal(), 1);
		expect(tally.doubtful).toBe(5);
	});

	it('counts each departure from the contract', () => {
		const tally = startTally();
		countReading(tally, personalEmail, answers([true], null, ['status is "odd"', 'another']), 3);
		countReading(tally, personalEmail, answers([true], null, ['status is "odd"']), 3);
		expect([...tally.drift]).toEqual([
			['status is "odd"', 2],
			['another', 1],
		]);
	});
});
