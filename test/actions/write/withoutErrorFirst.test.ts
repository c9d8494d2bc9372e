import type { IDataObject } from 'n8n-workflow';
import { withoutErrorFirst } from '../../../nodes/IdentityResolution/actions/write/runErrors';

describe('withoutErrorFirst', () => {
	const firstOf = (json: IDataObject, retryOnFail = true) =>
		withoutErrorFirst({ retryOnFail }, [[{ json, pairedItem: { item: 0 } }, { json: { error: 'later' } }], []]);

	it.each(['', 0, 'mine', {}, [], true])('renames the field "error" of the first item, if it is %j', (error) => {
		expect(firstOf({ id: 1, error, status: 'found' })).toEqual([
			[
				{ json: { id: 1, input_error: error, status: 'found' }, pairedItem: { item: 0 } },
				{ json: { error: 'later' } },
			],
			[],
		]);
	});

	it.each<[string, IDataObject, boolean]>([
		...[undefined, null, false].map((error): [string, IDataObject, boolean] => [
			`${error}`,
			{ id: 1, error },
			true,
		]),
		['any, if Retry On Fail is off', { id: 1, error: 'mine' }, false],
		['that of an item of the error output', { error: { message: 'm' } }, true],
	])('keeps an error that is %s', (_what, json, retryOnFail) => {
		expect(firstOf(json, retryOnFail)[0][0].json).toEqual(json);
	});

	it('takes a name that no other field has', () => {
		const [[{ json }]] = firstOf({ error: 'theirs', input_error: 'mine' });
		expect(json).toEqual({ input_error_: 'theirs', input_error: 'mine' });
	});

	it('changes nothing without an item', () => {
		expect(withoutErrorFirst({ retryOnFail: true }, [[], []])).toEqual([[], []]);
	});
});
