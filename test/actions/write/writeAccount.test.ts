import { get } from '../../../nodes/IdentityResolution/actions/account/get.operation';
import type { AccountOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import type { ParameterReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { writeAccount } from '../../../nodes/IdentityResolution/actions/write/writeAccount';
import type { FlatRow } from '../../../nodes/IdentityResolution/api/account/flatRow';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { businessProfile } from '../../support/run/lookups';
import { FAILED, found, rowOf } from '../../support/run/settledRows';

const OPERATION: AccountOperation = {
	...get,
	rows: (results) => [results as FlatRow],
	agentRow: (results) => ({ ...(results as FlatRow), short: true }),
};
const PARAMETERS = {
	row: () => () => ({ is: 'value', value: true }),
} as unknown as ParameterReader;

/** Writes rows with a lookup of their own, or with equal ones. */
const write = (reader: Parameters<typeof writeAccount>[3], ...rows: Array<[string, Outcome]>) => {
	const [items] = writeAccount(
		OPERATION,
		rows.map(([name, outcome]) => rowOf(businessProfile, name, outcome)),
		PARAMETERS,
		reader,
	);
	return items.map(({ json, pairedItem }) => [json, pairedItem]);
};

const ADA = found({ id: 'a', plan: null });

describe('writeAccount', () => {
	it('pairs one item to all rows with the same lookup', () => {
		expect(
			write('workflow', ['ada-example', ADA], ['bob-example', found({ id: 'b' })], ['ada-example', ADA]),
		).toEqual([
			[{ id: 'a', plan: null }, [{ item: 0 }, { item: 2 }]],
			[{ id: 'b' }, [{ item: 1 }]],
		]);
	});

	it('returns status and reason of a row without an answer', () => {
		expect(write('workflow', ['ada-example', FAILED])).toMatchObject([
			[
				{ status: 'failed', reason: expect.stringContaining('internal_error') as string, retry_at: null },
				[{ item: 0 }],
			],
		]);
	});

	it('returns error items behind the others if there is an error output', () => {
		expect(write('workflow_with_error_output', ['bob-example', FAILED], ['ada-example', ADA])).toEqual([
			[{ id: 'a', plan: null }, [{ item: 1 }]],
			[{ error: expect.objectContaining({ httpStatus: 500, code: 'internal_error' }) as object }, [{ item: 0 }]],
		]);
	});

	it('returns an agent the short item without nulls, with the cost, and no error items', () => {
		expect(write('agent', ['ada-example', ADA], ['bob-example', FAILED])).toMatchObject([
			[{ id: 'a' }, [{ item: 0 }]],
			[{ status: 'failed' }, [{ item: 1 }]],
		]);
		expect(write('agent', ['ada-example', ADA])[0][0]).toEqual({ id: 'a', short: true, cost: 'Free' });
	});

	it('returns an item for each way in which rows show their answer', () => {
		const parameters = {
			row: (index: number) => (name: string) => ({ is: 'value', value: name === 'simplify' && index === 1 }),
		} as unknown as ParameterReader;
		const rows = [0, 1, 2].map(() => rowOf(businessProfile, 'ada-example', ADA));
		const [items] = writeAccount(OPERATION, rows, parameters, 'workflow');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }]]);
	});
});
