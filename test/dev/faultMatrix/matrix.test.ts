import { Agent, request } from 'undici';
import { allCells, sampleCells, type Cell } from '../../../dev/faultMatrix/cells';
import { clockSetBack, redirectToOtherHost, selfSigned } from '../../../dev/faultMatrix/endpoints';
import { FAULTS } from '../../../dev/faultMatrix/faults';
import { isForContract, OPERATIONS } from '../../../dev/faultMatrix/operations';
import { runCells } from '../../../dev/faultMatrix/runCells';
import { OPERATIONS as INTERFACE } from '../../../nodes/IdentityResolution/actions/operations';
import { packedTypes } from '../../support/node/nodeRun';
import { waitFor } from '../../../dev/n8n/instance/waitFor';

it('operations are the whole public interface', () => {
	const names = INTERFACE.map(({ resource, operation }) => `${resource}.${operation}`);
	const own = OPERATIONS.filter((operation) => !isForContract(operation)).map(({ name }) => name);
	expect(own.sort()).toEqual(names.sort());
	expect(OPERATIONS.filter(isForContract).map(({ name }) => name)).toEqual(['person.resolve.contract']);
});

it('a sample covers every fault, mode, operation and On Error setting, and depends on its seed alone', () => {
	const sample = sampleCells(200, 7);
	const distinct = (cells: readonly Cell[], name: (cell: Cell) => string) => new Set(cells.map(name)).size;
	expect(new Set(sample).size).toBe(200);
	for (const name of [
		({ fault, mode }: Cell) => fault.name + mode,
		({ operation }: Cell) => operation.name,
		({ onError }: Cell) => onError,
	])
		expect(distinct(sample, name)).toBe(distinct(allCells(), name));
	expect(distinct(sample, ({ fault, operation }) => fault.name + operation.name)).toBeGreaterThan(190);
	expect(sampleCells(200, 7)).toEqual(sample);
	expect(sampleCells(200, 8)).not.toEqual(sample);
});

it.each(OPERATIONS)('$name has every kind of row, and keeps all promises', async ({ name, kind }) => {
	const cells = allCells(FAULTS.filter((fault) => ['informational', '418', 'window-text'].includes(fault.name)));
	const results = await runCells(
		await packedTypes(),
		cells.filter(({ operation, mode }) => operation.name === name && mode === 'always'),
	);
	expect(results.flatMap(({ verdict: decision }) => decision.broken)).toEqual([]);
	const statuses = results[0].baseline.map(({ status }) => status);
	expect([...new Set(statuses)].sort()).toEqual(
		kind === 'account' ? ['found'] : ['found', 'invalid', 'not_found', 'skipped'],
	);
});

it.each([
	['redirect to another server', redirectToOtherHost, {}],
	['self-signed certificate', selfSigned, { connect: { rejectUnauthorized: false } }],
])('%s: a request that accepts it is counted', async (_name, open, trust) => {
	const endpoint = await open('always', OPERATIONS[0]);
	const dispatcher = new Agent(trust);
	const send = async (url: string) => {
		const { headers, body } = await request(url, { method: 'POST', dispatcher });
		await body.dump();
		return headers.location;
	};
	const location = await send(`${endpoint.credential.baseUrl}/get_account`);
	if (location !== undefined) await send(String(location));
	expect(endpoint.leaked()).toBe(1);
	await Promise.all([dispatcher.destroy(), endpoint.close()]);
});

it('the clock is set back after the first response, until all endpoints are closed', async () => {
	const { now } = Date;
	const open = clockSetBack({ kind: 'status', status: 429 });
	const [endpoint, other] = [await open('first', OPERATIONS[0]), await open('first', OPERATIONS[0])];
	await (await request(`${endpoint.credential.baseUrl}/get_account`, { method: 'POST' })).body.dump();
	await waitFor('The clock set back', () => now() - Date.now() > 3_500_000);
	await endpoint.close();
	expect(Date.now).not.toBe(now);
	await other.close();
	expect(Date.now).toBe(now);
});
