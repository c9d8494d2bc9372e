import type { IExecuteFunctions } from 'n8n-workflow';
import { brokenInBrownOut, BROWN_OUTS, simulateBrownOut } from '../../../dev/simulation/brownOut';
import { NEW_NODE } from '../../../dev/simulation/limits';
import { plansFor } from '../../../dev/simulation/plans';
import { brokenPromises } from '../../../dev/simulation/report';
import { makeSheet } from '../../../dev/simulation/sheet';
import { simulate, type Run } from '../../../dev/simulation/simulation';
import { batches, known, resolve, singles } from '../../../dev/simulation/work';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { readSettings } from '../../../nodes/IdentityResolution/actions/parameters/settings';
import type { Environment } from '../../../nodes/IdentityResolution/run/environment';
import { run } from '../../../nodes/IdentityResolution/run/run';
import { badInput } from '../../support/api/replies';

const ROWS = 5_000;
const broken = async (workers: number, engine: Run = run, work = batches) =>
	brokenPromises(
		await simulate(makeSheet(ROWS, 1, work.column), { work, plan: plansFor(ROWS)[1], workers }, 1, engine),
	);

it.each([1, 8])('simulation keeps all promises with %d workers', async (workers) => {
	expect(await broken(workers)).toEqual([]);
});

it.each([singles, resolve, known])('simulation keeps all promises for $name', async (work) => {
	expect(await broken(1, run, work)).toEqual([]);
});

it.each<[string, Run, RegExp]>([
	['loses a row', tamper((rows) => rows.slice(0, -1)), /rows were lost/],
	['reverses the rows', tamper((rows) => [...rows].reverse()), /has the answer .*, not /],
	[
		'pays twice',
		async (routes, ...rest) => (await run(routes.slice(0, 9), ...rest), run(routes, ...rest)),
		/charged again/,
	],
])('simulation reports an engine that %s', async (_name, engine, complaint) => {
	expect((await broken(1, engine)).join('\n')).toMatch(complaint);
});

function tamper(change: (rows: Awaited<ReturnType<Run>>['rows']) => Awaited<ReturnType<Run>>['rows']): Run {
	return async (...args) => {
		const done = await run(...args);
		return { ...done, rows: change(done.rows) };
	};
}

it.each(BROWN_OUTS)(
	'brown-out keeps all promises: $share of 500s until $until ms, $batchSize in a request',
	async (brownOut) => {
		expect(brokenInBrownOut(await simulateBrownOut(makeSheet(2_000, 1), brownOut, 1))).toEqual([]);
	},
);

it('brown-out reports an engine that gives up early', async () => {
	const impatient: Run = async (routes, limits, env, ...rest) => {
		// The engine does not retry a lookup that the service rejects as invalid.
		const send: Environment['send'] = async (...request) => {
			const reply = await env.send(...request);
			return reply.is === 'http' && reply.status === 500 ? badInput() : reply;
		};
		return await run(routes, limits, { ...env, send }, ...rest);
	};
	const [brownOut] = BROWN_OUTS;
	expect(brokenInBrownOut(await simulateBrownOut(makeSheet(2_000, 1), brownOut, 1, impatient)).join()).toMatch(
		/another number of attempts/,
	);
});

it('simulated limits equal the defaults of the node', () => {
	const getNodeParameter = (_name: string, _item: number, fallback: unknown) => fallback;
	const untouched = { getNodeParameter, getNode: () => ({ parameters: {} }) } as unknown as IExecuteFunctions;
	expect(readSettings(untouched, findBest).settings).toMatchObject(NEW_NODE);
});
