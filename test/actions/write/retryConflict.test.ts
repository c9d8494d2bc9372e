import type { INodeExecutionData } from 'n8n-workflow';
import { retryConflict } from '../../../nodes/IdentityResolution/actions/write/conflicts';
import type { RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { Destinations } from '../../../nodes/IdentityResolution/actions/write/writeRows';

const ALL_ON_RESULTS: Destinations = {
	onNotFound: 'keep',
	onLimit: 'keep',
	onBlocked: 'defer',
	errors: 'in_results',
};

const WITH_ERROR: INodeExecutionData = { json: { person: 'ada-example', error: 'mine' } };
const WITHOUT_ERROR: INodeExecutionData = { json: { person: 'bob-example' } };

const conflictOf = (
	items: INodeExecutionData[],
	to: Partial<Destinations> = {},
	input: RowShape['input'] = 'kept',
	retryOnFail = true,
	columns: string[] = [],
	isSkipped = false,
) =>
	retryConflict(
		{ retryOnFail },
		items,
		{ input, columns } as unknown as RowShape,
		{
			...ALL_ON_RESULTS,
			...to,
		},
		async () => await Promise.resolve(isSkipped),
	);

it('rejects a first row with a field "error" of the user, and names the row and the remedy', async () => {
	expect(await conflictOf([WITH_ERROR, WITHOUT_ERROR])).toBe(
		'Retry On Fail is on and row 1 has a field named "error": n8n would run and charge all rows again. ' +
			'Switch Retry On Fail off, or rename the field',
	);
});

it.each<[string, Partial<Destinations>]>([
	['misses are dropped', { onNotFound: 'drop' }],
	['misses have their own output', { onNotFound: 'output' }],
	['deferred rows have their own output', { onLimit: 'output' }],
	['errors have their own output', { errors: 'own_output' }],
])('rejects a later row with an error if it may be the first on an output, because %s', async (_why, to) => {
	expect(await conflictOf([WITHOUT_ERROR, WITH_ERROR], to)).toContain('row 2 has a field');
});

it.each(['', 0, 'mine', {}, [], true])('rejects every value that n8n treats as a failure: %j', async (error) => {
	expect(await conflictOf([{ json: { error } }])).toContain('row 1 has a field');
});

it('accepts the error of an earlier run, unless it contains a resume without a column', async () => {
	const error = { message: 'm', description: 'd', httpStatus: 422, code: 'c', identifier: 'i', retryAt: null };
	const before = (more: object = {}): INodeExecutionData[] => [{ json: { error: { ...error, ...more } } }];
	expect(await conflictOf(before())).toBeUndefined();
	expect(await conflictOf(before({ resume: 'r2.paid' }))).toContain('row 1 has a field');
	expect(await conflictOf(before({ resume: 'r2.paid' }), {}, 'kept', true, ['resume'])).toBeUndefined();
});

it('rejects the error of an earlier run if Skip When skips its row, which then keeps it', async () => {
	const error = { message: 'm', description: 'd', httpStatus: 422, code: 'c', identifier: 'i', retryAt: null };
	expect(await conflictOf([{ json: { error } }], {}, 'kept', true, [], true)).toContain('row 1 has a field');
});

it.each([undefined, null, false])('accepts a field "error" that contains %j', async (error) => {
	expect(await conflictOf([{ json: { error } }])).toBeUndefined();
});

it('accepts a row that is not the first, omitted input fields, and Retry On Fail off', async () => {
	expect(await conflictOf([WITHOUT_ERROR, WITH_ERROR])).toBeUndefined();
	expect(await conflictOf([WITHOUT_ERROR, WITH_ERROR], { onNotFound: 'error' })).toBeUndefined();
	expect(await conflictOf([WITH_ERROR], {}, 'omitted')).toBeUndefined();
	expect(await conflictOf([WITH_ERROR], {}, 'kept', false)).toBeUndefined();
});
