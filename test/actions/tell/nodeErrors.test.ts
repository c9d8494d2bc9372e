import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import {
	throwIfUnanswered,
	toNodeError,
	type ErrorPolicy,
} from '../../../nodes/IdentityResolution/actions/write/errorPolicy';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { personalEmail } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, rowOf } from '../../support/run/settledRows';

const NODE: INode = { id: '1', name: 'Find', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const POLICY: ErrorPolicy = { onNotFound: 'keep', onLimit: 'keep', onBlocked: 'defer' };

const BAD_KEY: Outcome = {
	is: 'deferred',
	stop: { reason: 'unauthorized', retryAt: null, refusal: null, tool: null },
};
const RATE_LIMITED: Outcome = {
	is: 'deferred',
	stop: { reason: 'rate_limited', retryAt: null, refusal: null, tool: null },
};
const typo: SettledRow = { outcome: { is: 'invalid', why: 'no profile' }, steps: [] };
const blank: SettledRow = { outcome: { is: 'skipped', why: 'empty', by: 'blank' }, steps: [] };
const skipped: SettledRow = { outcome: { is: 'skipped', why: 'skipped', by: 'skip_when' }, steps: [] };
const row = (outcome: Outcome, record = {}) => rowOf(personalEmail, 'ada-example', outcome, record);

/** The message and row of the error; null if nothing is thrown. */
function thrownBy(rows: SettledRow[], policy: Partial<ErrorPolicy> = {}, node: Partial<INode> = {}) {
	try {
		throwIfUnanswered({ ...NODE, ...node }, rows, { ...POLICY, ...policy });
		return null;
	} catch (error) {
		const { message, context } = error as NodeApiError;
		return [context.itemIndex, message];
	}
}

describe('throwIfUnanswered', () => {
	it.each<[string, SettledRow[]]>([
		['there are no rows', []],
		['a row is found', [typo, row(found({}))]],
		['a row is not found', [typo, row(MISS)]],
		['all rows are blank', [blank]],
		['Skip When skipped a row', [typo, skipped]],
		['rows are deferred by a limit, even beside a typo', [typo, row(DEFERRED)]],
	])('throws nothing if %s', (_when, rows) => {
		expect(thrownBy(rows)).toBeNull();
	});

	it('throws the first error of a row', () => {
		expect(thrownBy([blank, typo, row(FAILED)])).toEqual([1, 'no profile']);
	});

	it('names no row if all rows are invalid for the same reason', () => {
		expect(thrownBy([typo, typo])).toEqual([undefined, 'no profile']);
		expect(thrownBy([typo])).toEqual([0, 'no profile']);
		const other: SettledRow = { outcome: { is: 'invalid', why: 'no email' }, steps: [] };
		expect(thrownBy([typo, other])).toEqual([0, 'no profile']);
	});

	it('throws a stop before the error of a single row', () => {
		expect(thrownBy([typo, row(BAD_KEY)])).toEqual([1, 'The service did not accept the API key']);
		expect(thrownBy([typo, row(RATE_LIMITED)], { onLimit: 'error' })?.[0]).toBe(1);
	});

	it('throws a miss that is an error', () => {
		expect(thrownBy([row(MISS)], { onNotFound: 'error' })?.[0]).toBe(0);
	});

	it('throws nothing with Retry On Fail if an answer was lost, because the next run could pay again', () => {
		const lost = row(FAILED, { lostCount: 1 });
		expect(thrownBy([lost], {}, { retryOnFail: true })).toBeNull();
		expect(thrownBy([lost])?.[0]).toBe(0);
		expect(thrownBy([row(FAILED)], {}, { retryOnFail: true })?.[0]).toBe(0);
	});
});

describe('toNodeError', () => {
	const error = { message: 'It failed', description: 'Try again', code: null, identifier: null, retryAt: null };

	it('returns an operation error if the service did not answer', () => {
		const thrown = toNodeError(NODE, { ...error, httpStatus: null }, 3);
		expect(thrown).toBeInstanceOf(NodeOperationError);
		expect(thrown).toMatchObject({ message: 'It failed', description: 'Try again', context: { itemIndex: 3 } });
	});

	it('returns an API error with the status of the service', () => {
		const thrown = toNodeError(NODE, { ...error, httpStatus: 429 }, 3);
		expect(thrown).toBeInstanceOf(NodeApiError);
		expect(thrown).toMatchObject({
			message: 'It failed',
			description: 'Try again',
			httpCode: '429',
			context: { itemIndex: 3 },
		});
	});
});
