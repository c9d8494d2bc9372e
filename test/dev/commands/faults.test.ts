import { Agent, request } from 'undici';
import { allCells } from '../../../dev/faultMatrix/cells';
import { clockSetBack, redirectToOtherHost, selfSigned } from '../../../dev/faultMatrix/endpoints';
import { FAULTS } from '../../../dev/faultMatrix/faults';
import { OPERATIONS } from '../../../dev/faultMatrix/operations';
import { runCells } from '../../../dev/faultMatrix/runCells';
import { packedTypes } from '../../support/node/nodeRun';
import { waitFor } from '../../../dev/n8n/instance/waitFor';

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
