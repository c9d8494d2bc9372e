import type { INode, INodeExecutionData } from 'n8n-workflow';
import { retryConflict } from '../../../nodes/IdentityResolution/actions/messages/retryConflict';
import type { RowShape } from '../../../nodes/IdentityResolution/actions/rows/rowShape';
import type { Destinations } from '../../../nodes/IdentityResolution/actions/rows/writeRows';

const ALL_ON_RESULTS: Destinations = {
	onNotFound: 'keep',
	deferredRows: 'keep',
	onLimit: 'wait',
	onCondition: 'defer',
	errors: 'in_results',
};

const FAILED: INodeExecutionData = { json: { who: 'ada-example', error: 'mine' } };
const SOUND: INodeExecutionData = { json: { who: 'bob-example' } };

const clash = (
	items: INodeExecutionData[],
	to: Partial<Destinations> = {},
	input: RowShape['input'] = 'kept',
	retryOnFail = true,
	columns: string[] = [],
) =>
	retryConflict({ retryOnFail } as INode, items, { input, columns } as unknown as RowShape, {
		...ALL_ON_RESULTS,
		...to,
	});

it('refuses a first row with a field "error" of the user\'s own, and says which row and what to do', () => {
	expect(clash([FAILED, SOUND])).toBe(
		'Retry On Fail is on and row 1 has a field named "error": n8n would run and charge all rows again. ' +
			'Switch Retry On Fail off, or rename the field',
	);
});

it.each<[string, Partial<Destinations>]>([
	['misses are dropped', { onNotFound: 'drop' }],
	['misses leave on an output of their own', { onNotFound: 'output' }],
	['deferred rows leave on an output of their own', { deferredRows: 'output' }],
	['errors leave on an output of their own', { errors: 'own_output' }],
])('refuses such a row further down where it may come out first, because %s', (_why, to) => {
	expect(clash([SOUND, FAILED], to)).toContain('row 2 has a field');
});

it.each(['', 0, 'mine', {}, [], true])('takes the field for a failure as n8n does: %j', (error) => {
	expect(clash([{ json: { error } }])).toContain('row 1 has a field');
});

it('accepts the error of an earlier run, unless it contains a resume without a column', () => {
	const error = { message: 'm', description: 'd', httpStatus: 422, code: 'c', identifier: 'i', retryAt: null };
	const before = (more: object = {}): INodeExecutionData[] => [{ json: { error: { ...error, ...more } } }];
	expect(clash(before())).toBeUndefined();
	expect(clash(before({ resume: 'r1.paid' }))).toContain('row 1 has a field');
	expect(clash(before({ resume: 'r1.paid' }), {}, 'kept', true, ['resume'])).toBeUndefined();
});

it.each([undefined, null, false])('takes no failure from %j', (error) => {
	expect(clash([{ json: { error } }])).toBeUndefined();
});

it('refuses nothing where such a row can not come out first, where input fields are left out, or where Retry On Fail is off', () => {
	expect(clash([SOUND, FAILED])).toBeUndefined();
	expect(clash([SOUND, FAILED], { onNotFound: 'error' })).toBeUndefined();
	expect(clash([FAILED], {}, 'omitted')).toBeUndefined();
	expect(clash([FAILED], {}, 'kept', false)).toBeUndefined();
});
