import {
	errorJson,
	errorOf,
	isOldError,
	type RowError,
} from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import { getAccount } from '../../../nodes/IdentityResolution/api/account/account';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/refusal';
import { type Outcome, type Stop, stopFor } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { customRoute, lookupFor, personalEmail } from '../../support/run/lookups';

const MISS: Outcome = {
	is: 'not_found',
	answer: { found: false, results: {}, metadata: null, at: 0 },
	phone: 'as_requested',
};
const FOUND: Outcome = { ...MISS, is: 'found' };
const INVALID: Outcome = { is: 'invalid', why: 'no profile' };

describe('errorOf', () => {
	const row = (outcome: Outcome): SettledRow => ({
		outcome,
		steps: [{ outcome, lookup: lookupFor(personalEmail, 'ada-example'), record: { lostCount: 0 } } as Step],
	});
	const refusal = { reason: 'invalid_input', httpStatus: 422, code: 'bad', message: 'No', retryAfter: null } as const;
	const stop: Stop = { reason: 'fair_use_records', retryAt: null, refusal: null, tool: null };
	const none = { httpStatus: null, code: null, retryAt: null };

	it.each<[string, Outcome, Partial<RowError>]>([
		[
			'an invalid row',
			INVALID,
			{ ...none, message: 'no profile', description: 'Correct the value, then run this row again' },
		],
		[
			'an invalid row with a remedy',
			{ is: 'invalid', why: 'no profile', remedy: 'Use Email' },
			{ ...none, message: 'no profile', description: 'Use Email' },
		],
		[
			'a refused row',
			{ is: 'failed', refusal },
			{
				message: 'The service refused this value (HTTP 422 bad: No)',
				description: 'Check the value',
				httpStatus: 422,
				code: 'bad',
				retryAt: null,
			},
		],
		[
			'a deferred row that no request met',
			{ is: 'deferred', stop },
			{
				message: 'The Fair Use window of records is used up',
				description: 'Run this row again when the window opens',
				httpStatus: null,
				code: 'fair_use_records',
				retryAt: null,
			},
		],
		[
			'a deferred row with a refusal and a retry time',
			{ is: 'deferred', stop: { ...stop, retryAt: 0, refusal: { ...refusal, httpStatus: 429 } } },
			{
				message: 'The Fair Use window of records is used up (HTTP 429 bad: No)',
				httpStatus: 429,
				code: 'bad',
				retryAt: '1970-01-01T00:00:00.000Z',
			},
		],
		[
			'a miss',
			MISS,
			{
				...none,
				message: 'The service found nothing for this row',
				description: 'Check the value, or set On Not Found to keep such rows',
			},
		],
	])('describes %s', (_what, outcome, error) => {
		expect(errorOf(row(outcome))).toMatchObject({ identifier: personalEmailOf('ada-example'), ...error });
	});

	it('has no identifier for a row without lookups, or with a body', () => {
		expect(errorOf({ outcome: INVALID, steps: [] }).identifier).toBeNull();
		const [custom] = [customRoute('any_tool', { name: 'Ada Example' })([], new Prices())];
		if (custom === null || !('lookup' in custom)) throw new Error('The route has no lookup');
		const steps = [{ outcome: MISS, lookup: custom.lookup, record: { lostCount: 0 } } as Step];
		expect(errorOf({ outcome: MISS, steps }).identifier).toBeNull();
	});

	it('contains the identifier of the last lookup', () => {
		const [first] = row(MISS).steps;
		const second = { ...first, lookup: lookupFor(personalEmail, 'bob-example') };
		expect(errorOf({ outcome: MISS, steps: [first, second] }).identifier).toBe(personalEmailOf('bob-example'));
	});

	it('does not say that nothing was found if another tool of Resolve found something', () => {
		const { steps } = row(FOUND);
		expect(errorOf({ outcome: MISS, steps }).message).toBe('The service found none of the wanted data');
	});

	it('names what is wrong with the credential, which was not sent', () => {
		const message = 'The credential has no API Key';
		const refusal: Refusal = { reason: 'unauthorized', httpStatus: null, code: null, message, retryAfter: null };
		const outcome: Outcome = { is: 'deferred', stop: stopFor('unauthorized', { refusal }) };
		expect(errorOf({ outcome, steps: [] }).message).toBe(message);
	});

	it('describes an account without an answer', () => {
		const lookup = { tool: getAccount, identifier: { value: null } } as unknown as Step['lookup'];
		const steps = [{ outcome: MISS, lookup, record: { lostCount: 0 } } as Step];
		expect(errorOf({ outcome: MISS, steps })).toEqual({
			...none,
			identifier: null,
			message: 'The service returned nothing about the account',
			description: 'Run this again later. If this continues, contact the provider of the service',
		});
	});

	const personalEmailOf = (name: string) => lookupFor(personalEmail, name).identifier.value;
});

describe('isOldError', () => {
	const error: RowError = {
		message: 'It failed',
		description: 'Try again',
		httpStatus: null,
		code: null,
		identifier: null,
		retryAt: null,
	};

	it.each<[string, unknown, string[], boolean]>([
		['an error of this node', error, [], true],
		['one with paid answers and a column for them', { ...error, resume: 'x' }, ['title', 'resume'], true],
		['one with paid answers and no column for them', { ...error, resume: 'x' }, ['title'], false],
		['a text', 'It failed', [], false],
		['nothing', null, [], false],
		...Object.keys(error).map((name): [string, unknown, string[], boolean] => [
			`an object without ${name}`,
			Object.fromEntries(Object.entries(error).filter(([key]) => key !== name)),
			[],
			false,
		]),
	])('classifies %s', (_what, value, columns, expected) => {
		expect(isOldError(value, columns)).toBe(expected);
	});

	it('recognizes what errorJson returns', () => {
		expect(isOldError(errorJson(error)['error'], [])).toBe(true);
		expect(Object.keys(errorJson(error))).toEqual(['error']);
	});
});
