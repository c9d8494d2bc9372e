import { Cleanups } from '../../../dev/n8n/instance/cleanups';
import { executionEnded } from '../../../dev/n8n/instance/executions';
import type { RunningN8n } from '../../../dev/n8n/instance/n8nProcess';
import type { Supervised } from '../../../dev/n8n/instance/supervised';
import { createTestbed, openN8n } from '../../../dev/n8n/instance/testbed';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import type { WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { startSandbox } from '../../../dev/sandbox/server';
import { HUBSPOT, HubSpot } from '../examples/standIns/hubspot';
import { startStandIns } from '../examples/standIns/standIns';
import { startContacts } from '../support/contacts';
import { connect, importInto, type OtherCredential, readExample, withParameters } from '../support/example';
import { createCredential, type Hosted } from '../support/hosted';
import { openThirdPartyRoute } from '../support/thirdPartyRoute';
import { type Cluster, GRACE, startCluster } from './cluster';

type Host = Pick<Hosted, 'rest' | 'sandbox' | 'credential'>;
type Change = (workflow: WorkflowFile) => WorkflowFile;

/** A nightly template, and the people in its store. */
interface Nightly {
	file: string;
	credentials(): OtherCredential[];
	people: number;
	/** How many of them are charged when the night is ended. */
	charged: number;
	fill(): Promise<void>;
	countKept(): Promise<number>;
}

/** How a night ends in its middle, and what is left of it. */
interface Death {
	by: string;
	nightly?: Nightly;
	change?: Change;
	/** Settings that n8n is started with. */
	env?: Record<string, string>;
	/** Without this, a time-out ends it. */
	end?: (process: Supervised) => Promise<void>;
	status: string;
	next?: 'night' | 'Retry';
	/** The answers that are in the store, at least. */
	kept: number;
	/** The people who are charged a second time by the runs behind it, from and to. */
	twice: readonly [number, number];
}

const NIGHT = 'Every night';
/** The people whom the templates look up before they write. */
const PART = 500;
const MAX_NIGHTS = 3;
const LATENCY_MS = 50;
/** From the moment on at which the night is to end, so that it does not end by itself. */
const SLOW_MS = 1_000;
const TIMEOUT_MS = 180_000;
jest.setTimeout(4 * TIMEOUT_MS);

const cleanups = new Cleanups();
let contacts: Awaited<ReturnType<typeof startContacts>>;
const hubspot = new HubSpot({}, () => false);

const POSTGRES: Nightly = {
	file: 'postgres-upsert.json',
	credentials: () => [contacts.credential],
	people: 4 * PART,
	// Two parts, and more than half of the third.
	charged: 1_300,
	async fill() {
		const rows = `SELECT id, 'many-' || id || '@example.com' FROM generate_series(1, ${this.people}) id`;
		await contacts.query(`TRUNCATE contacts; INSERT INTO contacts (id, email) ${rows}`);
	},
	countKept: async () => Number(await contacts.query(`SELECT count(*) FROM contacts WHERE status = 'found'`)),
};

/** A night looks up one part, by its Max Tokens. */
const CRM: Nightly = {
	file: 'hubspot-backfill.json',
	credentials: () => HUBSPOT,
	people: PART + 100,
	charged: PART,
	async fill() {
		const people = Array.from({ length: this.people }, (_, at) => [`c-${at}`, { email: `many-${at}@example.com` }]);
		hubspot.contacts = Object.fromEntries(people) as HubSpot['contacts'];
		await Promise.resolve();
	},
	countKept: async () =>
		await Promise.resolve(Object.values(hubspot.contacts).filter((one) => 'enrichment_status' in one).length),
};

const inOneRun = withParameters({ 'Loop Over Items': { batchSize: POSTGRES.people } });
const quickly = withParameters({
	'Update contacts': { options: { batching: { batch: { batchSize: 50, batchInterval: 200 } } } },
});
const withSettings =
	(settings: Record<string, unknown>): Change =>
	(workflow) => ({ ...workflow, settings: { ...workflow.settings, ...settings } });

const bySigkill = async (process: Supervised) => await process.kill();
const bySigterm = async (process: Supervised) => await process.stop();

/** Each person is sent once in a run, by the first tool. */
const peopleIn = (charges: ReadonlyArray<{ key: string }>): number =>
	charges.filter(({ key }) => key.startsWith('email:')).length;

/** Starts a night. Resolves in its middle, with the ids of workflow and execution. */
async function startNight(host: Host, { nightly = POSTGRES, change = (workflow) => workflow }: Partial<Death> = {}) {
	await nightly.fill();
	host.sandbox.ledger.clear();
	host.sandbox.configure({ latency: LATENCY_MS });
	const connected = await connect(host, nightly.credentials());
	const workflow = await importInto(host, change(connected(readExample(nightly.file))));
	const execution = await host.rest.run(workflow, NIGHT);
	await waitFor('Charges', () => peopleIn(host.sandbox.ledger.charges()) >= nightly.charged, TIMEOUT_MS);
	host.sandbox.configure({ latency: SLOW_MS });
	return { workflow, execution };
}

/** Waits for the end of a night, runs what follows until everybody has an answer, and compares the losses. */
async function expectLoss(
	host: Host,
	{ workflow, execution }: Awaited<ReturnType<typeof startNight>>,
	{ nightly = POSTGRES, status, next = 'night', kept, twice: [least, most] }: Death,
) {
	expect((await executionEnded(host.rest, execution)).status).toBe(status);
	expect(await nightly.countKept()).toBeGreaterThanOrEqual(kept);
	host.sandbox.configure({ latency: 0 });
	for (let run = 0; run < MAX_NIGHTS && (await nightly.countKept()) < nightly.people; run++) {
		const id = next === 'night' ? await host.rest.run(workflow, NIGHT) : await host.rest.retry(execution);
		expect((await executionEnded(host.rest, id)).status).toBe('success');
	}
	expect(await nightly.countKept()).toBe(nightly.people);
	const twice = peopleIn(host.sandbox.ledger.summary().chargedMoreThanOnce);
	expect(twice).toBeGreaterThanOrEqual(least);
	expect(twice).toBeLessThanOrEqual(most);
}

beforeAll(async () => {
	contacts = await startContacts(cleanups);
	const columns = ['email', 'md5', 'status', 'reason', 'full_name', 'company_name', 'work_email'];
	await contacts.query(`CREATE TABLE contacts (id integer PRIMARY KEY, ${columns.join(' text, ')} text)`);
});

afterAll(async () => await cleanups.run());

const LOSS = '$by: at least $kept answers are kept, and $twice.0 to $twice.1 people are charged twice';

describe('a night in n8n as one process, ended by', () => {
	const host = {} as Host;
	let n8n: RunningN8n;
	let open: (env?: Record<string, string>) => Promise<void>;

	beforeAll(async () => {
		const testbed = await createTestbed('death', cleanups);
		const { route, env: routed } = await openThirdPartyRoute(cleanups);
		cleanups.add(await startStandIns(route, hubspot));
		host.sandbox = await startSandbox();
		cleanups.add(async () => await host.sandbox.close());
		open = async (env = {}) => {
			({ n8n, rest: host.rest } = await openN8n(testbed, cleanups, { env: { ...GRACE, ...routed, ...env } }));
		};
		await open();
		host.credential = await createCredential(host.rest, host.sandbox);
	});

	it.each<Death>([
		{ by: 'SIGKILL', end: bySigkill, status: 'crashed', kept: 2 * PART, twice: [1, PART] },
		{ by: 'SIGTERM', end: bySigterm, status: 'crashed', kept: 2 * PART, twice: [1, PART] },
		{
			by: 'SIGKILL, and continued by Retry',
			...{ end: bySigkill, change: withSettings({ saveExecutionProgress: true }), next: 'Retry' },
			...{ status: 'crashed', kept: 2 * PART, twice: [1, PART] },
		},
		{
			by: 'SIGTERM, without parts',
			...{ end: bySigterm, change: inOneRun },
			...{ status: 'crashed', kept: 0, twice: [POSTGRES.charged, POSTGRES.people] },
		},
		{
			by: 'SIGKILL, with at most 500 contacts of HubSpot',
			...{ nightly: CRM, end: bySigkill, change: quickly },
			...{ status: 'crashed', kept: 0, twice: [1, PART] },
		},
		{
			by: "Max Run Time before the workflow's time-out, without parts",
			change: (workflow) => withSettings({ executionTimeout: 45 })(inOneRun(workflow)),
			...{ status: 'success', kept: 2 * PART, twice: [0, 0] },
		},
		{
			by: 'EXECUTIONS_TIMEOUT, which the node cannot see',
			...{ env: { EXECUTIONS_TIMEOUT: '20' }, status: 'canceled', kept: 2 * PART, twice: [1, PART] },
		},
	])(LOSS, async (death) => {
		if (death.env !== undefined) {
			await n8n.stop();
			await open(death.env);
		}
		const night = await startNight(host, death);
		if (death.end !== undefined) {
			await death.end(n8n);
			await open();
		}
		await expectLoss(host, night, death);
	});
});

describe('a night on a worker in queue mode, ended by', () => {
	let cluster: Cluster;

	beforeAll(async () => {
		cluster = await startCluster({});
		cleanups.add(async () => await cluster.stop());
	});

	const workerOf = (execution: string) => {
		const worker = cluster.workers.find((one) => one.output().includes(`Worker started execution ${execution} `));
		if (worker === undefined) throw new Error(`No worker has execution ${execution}`);
		return worker;
	};

	it.each<Death & Required<Pick<Death, 'end'>>>([
		{ by: 'SIGKILL', end: bySigkill, status: 'error', kept: 2 * PART, twice: [1, PART] },
		{ by: 'SIGTERM', end: bySigterm, status: 'error', kept: 2 * PART, twice: [1, PART] },
	])(LOSS, async (death) => {
		const night = await startNight(cluster, death);
		await death.end(workerOf(night.execution));
		cluster.workers.push(await cluster.startWorker(cluster.workers.length + 1));
		await expectLoss(cluster, night, death);
	});

	it('nothing if only main is killed: all answers are kept, and nobody is charged twice', async () => {
		const { execution } = await startNight(cluster);
		const worker = workerOf(execution);
		await cluster.main.kill();
		cluster.sandbox.configure({ latency: LATENCY_MS });
		await waitFor('The end', () => worker.output().includes(`finished execution ${execution} `), TIMEOUT_MS);
		expect(await POSTGRES.countKept()).toBe(POSTGRES.people);
		expect(cluster.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});
});
