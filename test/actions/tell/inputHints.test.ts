import type { IExecuteFunctions } from 'n8n-workflow';
import { inputHints, LOOP } from '../../../nodes/IdentityResolution/actions/tell/inputHints';
import type { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import type { ParameterReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';

/** The hints of a node in its run with this index. */
function hintsOf(rows: object[], runIndex: unknown, warnings: string[] = []) {
	const host = { evaluateExpression: () => runIndex } as unknown as IExecuteFunctions;
	const items = rows.map((json) => ({ json: json as never }));
	const isFixed = (parameter: string) => parameter === 'email';
	const inputs: Pick<InputReader, 'warnings'> = {
		warnings: (ofParameter) =>
			warnings.map((warning) => `${warning}: ${ofParameter('email') && !ofParameter('hem')}`),
	};
	return inputHints({ host, items }, inputs as InputReader, { isFixed } as unknown as ParameterReader, 'enriched_');
}

describe('inputHints', () => {
	it.each<[string, object[], unknown, boolean]>([
		['the third run with one row', [{ id: 1 }], 2, true],
		['a later run with one row', [{ id: 1 }], 9, true],
		['the second run with one row, which may be another branch', [{ id: 1 }], 1, false],
		['a run with two rows', [{ id: 1 }, { id: 2 }], 2, false],
		[
			'a row with a status, which comes from a loop over deferred rows',
			[{ enriched_status: 'deferred' }],
			2,
			false,
		],
		['a row with a status of its own', [{ status: 'customer' }], 2, true],
		['a host that does not count runs', [{ id: 1 }], undefined, false],
	])('warn about a loop in %s: %s', (_when, rows, runIndex, expected) => {
		const loop = { type: 'warning', message: LOOP, location: 'outputPane' };
		expect(hintsOf(rows, runIndex)).toEqual(expected ? [loop] : []);
	});

	it('contain the warnings of the input, which depend on fixed parameters', () => {
		expect(hintsOf([{ id: 1 }], 0, ['same', 'other'])).toMatchObject([
			{ type: 'warning', message: 'same: true' },
			{ type: 'warning', message: 'other: true' },
		]);
	});
});
