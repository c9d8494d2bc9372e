import { allCells, type Cell } from '../../../dev/faultMatrix/cells';
import type { Observation, ObservedItem } from '../../../dev/faultMatrix/promises';
import { judge } from '../../../dev/faultMatrix/promises';
import { runCells, type CellResult } from '../../../dev/faultMatrix/runCells';
import { packedTypes } from '../../support/node/nodeRun';

const OWN_ERROR = { name: 'NodeApiError', message: 'No connection', description: 'Check the network' };
const REFUSED = 'The service refused this value';

const named = (fault: string, mode: Cell['mode'], onError: Cell['onError']): Cell => {
	const found = allCells().find(
		(cell) =>
			cell.fault.name === fault &&
			cell.mode === mode &&
			cell.onError === onError &&
			cell.operation.name === 'businessProfile.findByEmail',
	);
	if (found === undefined) throw new Error(`There is no cell for ${fault}`);
	return found;
};

const FIRST = named('reset', 'first', 'continueRegularOutput');
const STOP = named('reset', 'always', 'stopWorkflow');
const TEAPOT = named('418', 'first', 'continueRegularOutput');

let real: CellResult;
beforeAll(async () => {
	[real] = await runCells(await packedTypes(), [FIRST]);
});

/** Replaces the item of row 3. */
const item = (change: (old: ObservedItem) => ObservedItem[]) => (observed: Observation) => ({
	items: observed.items.flatMap((old) => (old.rows[0] === 3 ? change(old) : [old])),
});
const failing = (reason: string) =>
	item((old) => [{ ...old, status: 'failed', json: { ...old.json, enriched_reason: reason } }]);
const allFail = ({ items }: Observation) => ({ items: items.map((old) => ({ ...old, status: 'failed' as const })) });

it('a real run keeps all promises', () => expect(real.verdict).toEqual({ broken: [], lost: 0, paidTwice: 0 }));

it.each<[string, Cell, (observed: Observation) => Partial<Observation>, RegExp]>([
	['a row is missing', FIRST, item(() => []), /1 rows were lost: 3/],
	['an item has no row', FIRST, item((old) => [old, { ...old, rows: [] }]), /1 items belong to no input row/],
	['a row fails that must be answered', FIRST, failing('lost'), /row 3 is failed, not found or not_found/],
	['a value is another', FIRST, item((old) => [{ ...old, json: { ...old.json, x: 1 } }]), /row 3 .* baseline in x/],
	['a paid answer is not in its row', TEAPOT, failing(REFUSED), /row 3 lacks the answer .*, which was paid for/],
	['a row has the wrong reason', TEAPOT, failing('lost'), /row 3 has the reason "lost", not "The service refused/],
	['a row is paid twice', FIRST, ({ requests }) => ({ requests: [...requests, requests[1]] }), /was charged again/],
	['a lookup is sent too often', FIRST, ({ requests: [one] }) => ({ requests: [one, one, one] }), /3 times, limit 2/],
	['another tool is called', FIRST, ({ requests: [one] }) => ({ requests: [{ ...one, tool: 'x' }] }), /it called x/],
	['the key leaks', FIRST, () => ({ leaked: 2 }), /2 requests reached a server that must not receive the key/],
	['a run takes too long', FIRST, () => ({ time: 1e7 }), /it took 10000000 ms, limit \d+/],
	['a run does not end', FIRST, () => ({ time: Infinity }), /it did not end in \d+ ms/],
	['the node throws', FIRST, () => ({ thrown: OWN_ERROR }), /it must not throw under continueRegularOutput/],
	['the node throws after an answer', STOP, () => ({ thrown: OWN_ERROR }), /it threw after a lookup was answered/],
	['the error is not its own', STOP, () => ({ thrown: { ...OWN_ERROR, name: 'TypeError' } }), /not the node's own/],
	['the node does not throw', STOP, (one) => ({ ...allFail(one), requests: [] }), /an answer, but it did not throw/],
])('is broken if %s', (_name, cell, change, sentence) => {
	const { broken } = judge(cell, { ...real.observed, ...change(real.observed) }, real.baseline);
	expect(broken).toContainEqual(expect.stringMatching(sentence));
});

it('a run without any answer may throw under Stop Workflow', () => {
	const observed = { ...real.observed, items: [], requests: [], thrown: OWN_ERROR };
	expect(judge(STOP, observed, real.baseline)).toEqual({ broken: [], lost: 0, paidTwice: 0 });
});
