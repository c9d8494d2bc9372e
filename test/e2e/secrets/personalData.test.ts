import { executionEnded } from '../../../dev/n8n/instance/executions';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { spelledIn } from '../../support/wireSpellings';
import { rowsWorkflow, START } from '../support/rowsWorkflow';
import { startWatched, type Watched } from './watched';

const LOCAL_PARTS = ['quillon.vexley', 'brannoc_tarrow+news', 'plumley-oakhurst'];
const ROWS = LOCAL_PARTS.map((local, id) => ({
	id,
	email: ` ${id === 1 ? local.toUpperCase() : local}@example.com`,
	note: local,
}));

const byHash = { resource: 'businessProfile', operation: 'findByHashedEmail', hashedEmail: '={{ $json.email }}' };
const resolve = {
	resource: 'person',
	operation: 'resolve',
	email: '={{ $json.email }}',
	want: ['company', 'personalEmail', 'profile', 'workEmail'],
};

let host: Watched;

beforeAll(async () => {
	host = await startWatched();
});

afterAll(async () => await host?.stop());

/** @returns the id of the execution */
async function run(parameters: Record<string, unknown>, settings: Record<string, unknown> = {}): Promise<string> {
	const workflow = rowsWorkflow({ rows: ROWS, parameters, behind: ['Results'] }, host.credential);
	const { id } = await host.rest.createWorkflow({ ...workflow, settings: { executionOrder: 'v1', ...settings } });
	return await host.rest.run(id, START);
}

/** @returns the local parts that n8n sent to the service, in any spelling */
function sentLocalParts(): string[] {
	const { port } = new URL(host.sandbox.url);
	const toService = host.sent().filter((one) => one.port === Number(port));
	const bytes = Buffer.concat(toService.map((one) => one.bytes));
	expect(bytes.length).toBeGreaterThan(0);
	return LOCAL_PARTS.filter((local) => [local, local.toUpperCase()].some((one) => spelledIn(bytes, one).length > 0));
}

it('Hash Email sends no e-mail to the service and logs none', async () => {
	for (const parameters of [byHash, resolve]) {
		const id = await run({ ...parameters, options: { hashEmail: true } });
		expect(await executionEnded(host.rest, id)).toMatchObject({ status: 'success' });
	}
	expect(host.sandbox.ledger.requests().length).toBeGreaterThanOrEqual(2 * ROWS.length);
	expect(sentLocalParts()).toEqual([]);
	const log = host.written().find(({ file }) => file.endsWith('n8n.log'));
	expect(log?.bytes.toString()).toContain('Identity Resolution');
	expect(LOCAL_PARTS.filter((local) => log?.bytes.includes(local))).toEqual([]);
});

it('n8n lists no execution of a workflow that saves none', async () => {
	const before = host.sandbox.ledger.requests().length;
	const listed = async () =>
		((await host.rest.call('GET', 'executions?limit=100')) as { results: Array<{ id: string }> }).results.map(
			({ id }) => id,
		);
	const kept = await listed();
	const id = await run(
		{ ...byHash, options: { hashEmail: true } },
		{ saveManualExecutions: false, saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' },
	);
	const isOver = async () =>
		host.sandbox.ledger.requests().length > before && !(await listed()).includes(id) ? true : undefined;
	await waitFor('The end of an execution and of its place in the list', isOver);
	expect(await listed()).toEqual(kept);
});

it('the search finds every e-mail in a run without Hash Email', async () => {
	expect(await executionEnded(host.rest, await run(byHash))).toMatchObject({ status: 'success' });
	expect(sentLocalParts()).toEqual(LOCAL_PARTS);
});
