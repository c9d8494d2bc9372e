import {
	errorJson,
	errorOf,
	isOldError,
	type RowError,
} from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import { getAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/envelope';
import { lookupOf } from '../../../nodes/IdentityResolution/service/lookup';
import { type Outcome, type Stop, stopFor } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { lookupFor, personalEmail } from '../../support/run/lookups';
import { FAILED, found, MISS, rowOf } from '../../support/run/settledRows';

const INVALID: Outcome = { is: 'invalid', why: 'no profile' };
const refusal: Refusal = { reason: 'invalid_input', httpStatus: 422, code: 'bad', message: 'No', retryAfter: null };
const stop: Stop = { reason: 'fair_use_records', retryAt: null, refusal: null, tool: null };
const row = (outcome: Outcome, record = {}): SettledRow => rowOf(personalEmail, 'ada-example', outcome, record);
const none: Partial<RowError> = { httpStatus: null, code: null, retryAt: null };
const BAD: Partial<RowError> = { httpStatus: 422, code: 'bad', retryAt: null };
const USED_UP = 'The Fair Use window of records is used up';
const CORRECT = 'Correct the value, then run the node again';
const CHECK = 'Check the value, or set On Not Found to keep such rows';

describe('errorOf', () => {
	it.each<[string, SettledRow, Partial<RowError>]>([
		['an invalid row', row(INVALID), { ...none, message: 'no profile', description: CORRECT }],
		['an invalid row with a remedy', row({ ...INVALID, remedy: 'Use Email' }), { description: 'Use Email' }],
		[
			'a refused row',
			row({ is: 'failed', refusal }),
			{ ...BAD, message: 'The service refused this value (HTTP 422 bad: No)', description: 'Check the value' },
		],
		[
			'a deferred row that no request met',
			row({ is: 'deferred', stop }),
			{
				...none,
				message: USED_UP,
				description: 'Run this row again when the window opens',
				code: 'fair_use_records',
			},
		],
		[
			'a deferred row with a refusal and a retry time',
			row({ is: 'deferred', stop: { ...stop, retryAt: 0, refusal } }),
			{ ...BAD, message: `${USED_UP} (HTTP 422 bad: No)`, retryAt: '1970-01-01T00:00:00.000Z' },
		],
		[
			'a failure after a lost answer',
			row(FAILED, { lostCount: 1 }),
			{
				description:
					'Run this row again later; this request was not charged. ' +
					'An earlier answer was lost and may have been charged',
			},
		],
		['a miss', row(MISS), { ...none, message: 'The service found nothing for this row', description: CHECK }],
		[
			'a miss after a hit of another tool',
			{ outcome: MISS, steps: row(found({})).steps },
			{ message: 'The service found none of the wanted data' },
		],
	])('describes %s', (_what, one, error) => {
		const identifier = lookupFor(personalEmail, 'ada-example').identifier.value;
		expect(errorOf(one)).toMatchObject({ identifier, ...error });
	});

	it('has the identifier of the last lookup, and none without lookups', () => {
		const steps = [...row(MISS).steps, ...rowOf(personalEmail, 'bob-example', MISS).steps];
		expect(errorOf({ outcome: MISS, steps }).identifier).toContain('bob-example');
		expect(errorOf({ outcome: INVALID, steps: [] }).identifier).toBeNull();
	});

	it('names what is wrong with the credential, which was not sent', () => {
		const own: Refusal = {
			...refusal,
			reason: 'unauthorized',
			httpStatus: null,
			message: 'The credential has no API Key',
		};
		const outcome: Outcome = { is: 'deferred', stop: stopFor('unauthorized', { refusal: own }) };
		expect(errorOf({ outcome, steps: [] }).message).toBe('The credential has no API Key');
	});

	it('describes an account without an answer, whose request has no identifier', () => {
		const [step] = row(MISS).steps;
		const steps = [{ ...step, lookup: lookupOf(getAccount, readBody({}), 'without') }];
		expect(errorOf({ outcome: MISS, steps })).toEqual({
			...none,
			identifier: null,
			message: 'The service returned nothing about the account',
			description: 'Run this again later. If this continues, contact the provider of the service',
		});
	});
});

describe('isOldError', () => {
	const error = errorOf({ outcome: INVALID, steps: [] });

	it.each<[string, unknown, string[], boolean]>([
		['what errorJson returns', errorJson(error).error, [], true],
		['one with paid answers and a column for them', { ...error, answers: 'x' }, ['title', 'answers'], true],
		['one with paid answers and no column for them', { ...error, answers: 'x' }, ['title'], false],
		['a text', 'It failed', [], false],
		['nothing', null, [], false],
		...Object.keys(error).map((name): [string, unknown, string[], boolean] => [
			`an object without ${name}`,
			{ ...error, [name]: undefined },
			[],
			false,
		]),
	])('classifies %s', (_what, value, columns, expected) => {
		expect(isOldError(JSON.parse(JSON.stringify(value)), columns)).toBe(expected);
	});
});
