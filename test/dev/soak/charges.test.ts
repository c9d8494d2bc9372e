import type { LedgerEntry } from '../../../dev/sandbox/ledger';
import { isHeld } from '../../../dev/sandbox/people';
import { answered, paidAgain, paidFor } from '../../../dev/soak/charges';
import { Blocks, keyOf } from '../../../dev/soak/contacts';
import { chargedEntry as request } from '../../support/ledgerEntries';

const SERVICE = { seed: 1, hitRate: 0.7 };
const KEYS = new Blocks(SERVICE.seed).contactsOf(0).map((contact) => keyOf(contact, 'linkedin'));
const [A, B] = KEYS.filter((key) => isHeld(key, SERVICE.seed, SERVICE.hitRate));
const [MISS] = KEYS.filter((key) => !isHeld(key, SERVICE.seed, SERVICE.hitRate));

const TOOL = 'linkedin_to_best_personal_email_usa';

const lost = { fate: 'lost' } as const;

it.each<[string, LedgerEntry[], string[]]>([
	['nobody who was asked once', [request([A, MISS, B], 2)], []],
	['nobody who was asked again after a miss', [request([MISS], 0), request([MISS], 0)], []],
	['nobody whose answer was lost', [request([A], 1, lost), request([A], 1)], []],
	['whoever was asked again after an answer', [request([A, B], 2), request([B], 1)], [B]],
	[
		'whoever was answered after an answer was lost, and asked again',
		[request([A], 1, lost), request([A], 1), request([A], 1)],
		[A],
	],
	['whoever was charged behind a miss, and asked again', [request([MISS, A], 1), request([A], 1)], [A]],
	['each of them as often as they were', [request([A], 1), request([A], 1), request([A], 1)], [A, A]],
	['nobody who was refused before', [request([A], 0, { status: 429, code: 'rate_limited' }), request([A], 1)], []],
	[
		'nobody whom a batch left out that was cut short',
		[request([A, B], 1, { code: 'insufficient_tokens' }), request([B], 1)],
		[],
	],
	['whoever such a batch did answer', [request([A, B], 1, { code: 'insufficient_tokens' }), request([A], 1)], [A]],
	[
		'nobody who was asked of two tools',
		[request([A], 1), request([A], 1, { tool: 'linkedin_to_business_profile' })],
		[],
	],
])('paid again was %s', (_whom, requests, again) => {
	expect(paidAgain(requests, SERVICE)).toEqual(again.map((key) => `${TOOL} ${key}`));
});

it('paid for was whoever was charged and answered', () => {
	const requests = [request([A, MISS], 1), request([B], 1, lost), request([MISS], 0)];
	expect([...paidFor(requests, SERVICE)]).toEqual([A]);
	expect([...paidFor([...requests, request([B], 1)], SERVICE)]).toEqual([A, B]);
	expect([...paidFor([request([MISS, B], 1)], SERVICE)]).toEqual([B]);
});

it.each<[string, LedgerEntry]>([
	['a hit', request([A], 1)],
	['a miss', request([MISS], 0)],
	['a batch that was cut short', request([A, B], 1, { code: 'insufficient_tokens' })],
])('%s tells of somebody', (_what, one) => {
	expect(answered([one])).toEqual([one]);
});

it.each<[string, LedgerEntry]>([
	['a refusal', request([A], 0, { status: 402, code: 'insufficient_tokens' })],
	['a hit that was lost', request([A], 1, lost)],
	['a web page', request([A], 0, lost)],
	['a batch that was cut short before its first hit', request([A, B], 0, { code: 'insufficient_tokens' })],
	['a look at the account', request([], 0)],
])('%s tells of nobody', (_what, one) => {
	expect(answered([one])).toEqual([]);
});
