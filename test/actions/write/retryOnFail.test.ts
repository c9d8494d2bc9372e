import type { IDataObject } from 'n8n-workflow';
import { couldPayAgain, retryConflict } from '../../../nodes/IdentityResolution/actions/write/retryOnFail';
import type { RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { Destinations } from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import { personalEmail } from '../../support/run/lookups';
import { FAILED, found, rowOf } from '../../support/run/settledRows';

describe('retryConflict', () => {
	const ALL_ON_RESULTS: Destinations = {
		onNotFound: 'keep',
		onLimit: 'keep',
		onBlocked: 'defer',
		errors: 'in_results',
	};
	const MINE = { error: 'mine' };
	const OURS = { message: 'm', description: 'd', httpStatus: 422, code: 'c', identifier: 'i', retryAt: null };

	interface Run {
		to?: Partial<Destinations>;
		input?: RowShape['input'];
		retryOnFail?: boolean;
		columns?: string[];
	}
	const conflictOf = (rows: IDataObject[], run: Run = {}) => {
		const { to, input = 'kept', retryOnFail = true, columns = [] } = run;
		const shape = { input, columns } as unknown as RowShape;
		const destinations = { ...ALL_ON_RESULTS, ...to };
		return retryConflict(
			{ retryOnFail },
			rows.map((json) => ({ json })),
			shape,
			destinations,
		);
	};

	it.each(['', 0, 'mine', {}, [], true])(
		'rejects a first row whose field "error" is %j, and says what to do',
		(error) => {
			expect(conflictOf([{ error }, {}])).toBe(
				'Retry On Fail is on and row 1 has a field named "error": n8n would run and charge all rows again. ' +
					'Switch Retry On Fail off, or rename the field',
			);
		},
	);

	it.each<[string, Partial<Destinations>]>([
		['misses are dropped', { onNotFound: 'drop' }],
		['misses have their own output', { onNotFound: 'output' }],
		['deferred rows have their own output', { onLimit: 'output' }],
		['errors have their own output', { errors: 'own_output' }],
	])('rejects a later row that may be the first on an output, because %s', (_why, to) => {
		expect(conflictOf([{}, MINE], { to })).toContain('row 2 has a field');
	});

	it.each<[string, IDataObject, Run, boolean]>([
		['is removed', {}, {}, false],
		['stays, because its resume has no column', { resume: 'r2.paid' }, {}, true],
		['is removed, because its resume has a column', { resume: 'r2.paid' }, { columns: ['resume'] }, false],
	])('rejects the error of an earlier run if it stays: it %s', (_why, more, run, isRejected) => {
		expect(conflictOf([{ error: { ...OURS, ...more } }], run) !== undefined).toBe(isRejected);
	});

	it.each<[string, IDataObject[], Run]>([
		...[undefined, null, false].map((error): [string, IDataObject[], Run] => [`error ${error}`, [{ error }], {}]),
		['an error in a row that is not the first', [{}, MINE], { to: { onNotFound: 'error' } }],
		['an error if input fields are omitted', [MINE], { input: 'omitted' }],
		['an error if Retry On Fail is off', [MINE], { retryOnFail: false }],
	])('accepts %s', (_what, rows, run) => {
		expect(conflictOf(rows, run)).toBeUndefined();
	});
});

it('couldPayAgain is true for any answered row, and false without Retry On Fail', () => {
	const rows = [FAILED, found({})].map((outcome) => rowOf(personalEmail, 'ada-example', outcome));
	const policy = { onNotFound: 'keep', onLimit: 'keep', onBlocked: 'defer' } as const;
	expect([true, false].map((retryOnFail) => couldPayAgain({ retryOnFail }, rows, policy))).toEqual([true, false]);
});
