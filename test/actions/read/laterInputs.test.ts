import type { IExecuteFunctions, ITaskData } from 'n8n-workflow';
import { readLaterInput } from '../../../nodes/IdentityResolution/actions/read/laterInputs';
import { rows, wiredHost, type Wired } from '../../support/actions/wiredHost';
import { NOON } from '../../support/run/settledRows';

const HOUR = 3_600_000;
const ADA = rows({ mail: 'ada@example.com' });
const BEA = rows({ mail: 'bea@example.com' });
const list = (...outputs: Array<typeof ADA>): Wired => ({ input: 1, name: 'List', runs: [{ outputs }] });
const read = (host: IExecuteFunctions, input: 'Suppressed' | 'Known' = 'Suppressed') =>
	readLaterInput(host, input, NOON);

describe('a later input arrived', () => {
	it.each<[string, Wired[], typeof ADA]>([
		['from one node', [list(ADA)], ADA],
		['from another output', [{ ...list([], [], BEA), output: 2 }], BEA],
		['from two nodes', [list(ADA), { ...list(BEA), name: 'Second' }], [...ADA, ...BEA]],
		['from two outputs of one node', [list(ADA, BEA), { ...list(ADA, BEA), output: 1 }], [...ADA, ...BEA]],
		['from the newest run', [{ ...list(), runs: [{ outputs: [ADA] }, { outputs: [BEA] }] }], BEA],
		['as an empty list, which Always Output Data gives', [list(rows({}))], []],
		['with an empty item among others', [list([...rows({}), ...ADA])], [...rows({}), ...ADA]],
		['a day ago', [{ ...list(), runs: [{ outputs: [ADA], startTime: NOON - 24 * HOUR }] }], ADA],
		[
			'with a row that has a column error',
			[list(rows({ error: 'x', mail: 'ada@example.com' }))],
			rows({ error: 'x', mail: 'ada@example.com' }),
		],
	])('%s', (_how, wired, items) => {
		expect(read(wiredHost(wired))).toEqual({ is: 'arrived', items });
	});

	it('with more items than a call can have arguments', () => {
		const many = rows(...Array.from({ length: 50_000 }, (_, id) => ({ id })));
		const all = Array.from({ length: 6 }, () => many).flat();
		const arrival = read(wiredHost([list(all)]));
		expect(arrival.is === 'arrived' && arrival.items.length).toBe(300_000);
	});

	it('from its own wires only', () => {
		const host = wiredHost([list(ADA), { ...list(BEA), input: 2, name: 'Store' }]);
		expect([read(host), read(host, 'Known')]).toEqual([ADA, BEA].map((items) => ({ is: 'arrived', items })));
	});
});

describe('a later input is missing, with the cause', () => {
	const FAILED = { executionStatus: 'error', error: { message: 'x' } } as Partial<ITaskData>;
	it.each<[string, IExecuteFunctions, string]>([
		['without a wire', wiredHost([{ ...list(ADA), input: 2 }]), 'nothing is connected to the input Suppressed'],
		['if its node has not run', wiredHost([{ ...list(), runs: [] }]), '"List" has not run yet'],
		[
			'if one of two nodes has not run',
			wiredHost([list(ADA), { ...list(), name: 'Second', runs: [] }]),
			'"Second" has not run yet',
		],
		[
			'if its node is deactivated and passes on what it gets',
			wiredHost([{ ...list(rows({})), disabled: true }]),
			'"List" is deactivated',
		],
		[
			'if it is older than a day',
			wiredHost([{ ...list(), runs: [{ outputs: [ADA], startTime: NOON - 24 * HOUR - 1 }] }]),
			'"List" ran more than a day ago',
		],
		[
			'if its node failed and passed on what it got',
			wiredHost([{ ...list(), runs: [{ outputs: [ADA], ...FAILED }] }]),
			'"List" failed',
		],
		[
			'if a node before it failed',
			wiredHost([{ ...list(rows({})), parents: ['Read'] }], { Read: FAILED }),
			'"Read" failed',
		],
		['if it has no row', wiredHost([list([])]), '"List" returned no row'],
		['if the wired output has none', wiredHost([{ ...list(ADA), output: 1 }]), '"List" returned no row'],
		['if it is an error', wiredHost([list(rows({ error: 'Forbidden' }))]), '"List" returned an error'],
		[
			'if it has an error among its rows',
			wiredHost([list([...ADA, ...rows({ error: 'Forbidden' })])]),
			'"List" returned an error',
		],
		[
			'if n8n does not show the wires',
			{ ...wiredHost([list(ADA)]), getConnections: undefined } as never,
			'this n8n does not show what is wired to Suppressed',
		],
		[
			'if n8n does not show the run data',
			{ ...wiredHost([list(ADA)]), runExecutionData: null } as never,
			'this n8n does not show what is wired to Suppressed',
		],
	])('%s', (_when, host, cause) => {
		expect(read(host)).toEqual({
			is: 'missing',
			why: `Nothing was sent, because ${cause}. Connect what reads the list to Suppressed, with Always Output Data on`,
		});
	});
});
