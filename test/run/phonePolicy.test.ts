import type { Reason } from '../../nodes/IdentityResolution/api/refusals';
import type { Answer } from '../../nodes/IdentityResolution/api/replies/reading';
import type { Refusal } from '../../nodes/IdentityResolution/api/replies/refusal';
import { newRecord, type LookupRecord } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome, PhoneResult } from '../../nodes/IdentityResolution/run/outcome';
import {
	OUT_OF_PHONE_TOKENS,
	outcomeForRow,
	outcomeWithoutPhoneTokens,
	phoneInMode,
	phoneResult,
} from '../../nodes/IdentityResolution/run/phonePolicy';
import { businessProfile, lookupFor } from '../support/run/lookups';

const answerWith = (results: unknown): Answer => ({ found: true, results, metadata: {}, at: 0 });
const partial = (kind: Reason): Refusal => ({
	reason: kind,
	httpStatus: 402,
	code: null,
	message: null,
	retryAfter: null,
});

const PHONE = { mobile_phone: '+1 555 0100' };
const MASKED = { mobile_phone: '+1 555 01**' };

describe('when phone tokens run out', () => {
	it.each([
		['requested', 'with', 'with'],
		['omitted', 'with', 'without'],
		['requested', 'without', 'without'],
	] as const)('mode %s sends a lookup %s phone %s', (mode, phone, sent) => {
		expect(phoneInMode(mode, phone)).toBe(sent);
	});

	it.each<[string, Partial<LookupRecord>, boolean]>([
		['a row wants more than the phone', { rows: 2, forPhone: 1 }, true],
		['all rows want the phone alone', { rows: 2, forPhone: 2 }, false],
	])('a refused lookup is retried without the phone or deferred: %s', (_says, record, isRetried) => {
		const outcome = outcomeWithoutPhoneTokens({ ...newRecord(null), ...record }, undefined);
		expect(outcome).toEqual(isRetried ? null : { is: 'deferred', stop: OUT_OF_PHONE_TOKENS });
	});

	it.each<[string, Partial<LookupRecord>, Outcome, Outcome]>([
		[
			'with its phone as omitted',
			{},
			{ is: 'found', answer: answerWith({}), phone: 'as_requested' },
			{ is: 'found', answer: answerWith({}), phone: 'omitted' },
		],
		['unchanged if it has no phone', {}, { is: 'planned', why: '' }, { is: 'planned', why: '' }],
		[
			'unless all rows want the phone alone',
			{ forPhone: 1 },
			{ is: 'found', answer: answerWith({}), phone: 'as_requested' },
			{ is: 'deferred', stop: OUT_OF_PHONE_TOKENS },
		],
	])('a cached answer settles a refused lookup %s', (_says, record, cached, outcome) => {
		expect(outcomeWithoutPhoneTokens({ ...newRecord(null), rows: 1, ...record }, cached)).toEqual(outcome);
	});
});

describe('the phone of an answer', () => {
	it.each<[string, 'with' | 'without', unknown, Reason | null, PhoneResult]>([
		['is as requested if it is there', 'with', PHONE, null, 'as_requested'],
		['is as requested if the person has none', 'with', {}, null, 'as_requested'],
		['is as requested if none was', 'without', {}, 'insufficient_phone_tokens', 'as_requested'],
		['was omitted if phone tokens ran out', 'with', {}, 'insufficient_phone_tokens', 'omitted'],
		[
			'is as requested if it is there although tokens ran out',
			'with',
			PHONE,
			'insufficient_phone_tokens',
			'as_requested',
		],
		['is as requested if other tokens ran out', 'with', {}, 'insufficient_tokens', 'as_requested'],
		['is unreadable if it is masked', 'with', MASKED, null, 'unreadable'],
	])('%s', (_says, sent, results, kind, phone) => {
		expect(phoneResult(sent, answerWith(results), kind && partial(kind))).toBe(phone);
	});
});

describe('the outcome for one of the rows that share an answer', () => {
	const withPhone = lookupFor(businessProfile, 'ada-example', 'with');
	const without = lookupFor(businessProfile, 'ada-example', 'without');
	const found = (phone: PhoneResult, results: unknown = PHONE): Outcome => ({
		is: 'found',
		answer: answerWith(results),
		phone,
	});
	const deferred: Outcome = { is: 'deferred', stop: OUT_OF_PHONE_TOKENS };

	it.each<[string, Outcome, boolean, boolean, Outcome]>([
		['keeps the phone that it requested', found('as_requested'), true, true, found('as_requested')],
		['lacks a phone that it did not request', found('omitted'), false, true, found('as_requested', {})],
		['is unchanged if no row requested a phone', found('as_requested'), false, false, found('as_requested')],
		['says that the phone was requested too late', found('as_requested'), true, false, found('too_late')],
		['is unchanged if there is no answer', deferred, false, true, deferred],
	])('%s', (_says, outcome, rowWants, wasSent, expected) => {
		expect(outcomeForRow(outcome, rowWants ? withPhone : without, wasSent ? withPhone : without)).toEqual(expected);
	});
});
