import { stringify } from 'csv-stringify/sync';
import { parse } from 'csv-parse/sync';
import { readLinkedin } from '../../nodes/IdentityResolution/api/identifiers/linkedin';
import { emailOf, personFor } from '../../dev/sandbox/people';
import { defaultSettings, type SettingsPatch } from '../../dev/sandbox/settings';
import { column, hintsOf, pairs, rowsOf, runOperation, type OperationRun } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();
const { seed } = defaultSettings();

const SPELLINGS = [
	(slug: string) => `https://www.linkedin.com/in/${slug}`,
	(slug: string) => `http://uk.linkedin.com/in/${slug}/?trk=x`,
	(slug: string) => `in/${slug.toUpperCase()}`,
	(slug: string) => ` linkedin.com/in/${slug.replaceAll('-', '%2D')}/en `,
];

/** 1,000 rows about 600 people: every person once, then 400 duplicates in another spelling. */
const sheet = Array.from({ length: 1000 }, (_, row) => {
	const slug = `person-example-${row < 600 ? row : (row * 7) % 600}`;
	return {
		id: row,
		profile: SPELLINGS[row % SPELLINGS.length](slug),
		status: 'mine',
		title: '',
		note: 'a "quoted", cell\nof two lines',
	};
});

const findBest = (rows: OperationRun['rows'], more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'personalEmail',
	operation: 'findBest',
	parameters: { linkedinUrl: '={{ $json.profile }}' },
	rows,
	...more,
});

/** The email that the service has for the person of a row. */
function ownEmail(profile: unknown): string {
	const reading = readLinkedin(String(profile));
	if (reading.is !== 'identifier') throw new Error(`${String(profile)} is no profile`);
	return emailOf(personFor(reading.identifier.key, seed));
}

describe('1,000 rows with 40 % duplicates', () => {
	it.each<[string, SettingsPatch, number, number]>([
		['echoed in order', { batchShape: 'echo' }, 6, 0],
		['echoed in any order', { batchShape: 'echo', batchOrder: 'shuffled' }, 6, 0],
		['nested, in any order', { batchShape: 'nested', batchOrder: 'shuffled' }, 6, 0],
		['keyed by input', { batchShape: 'keyed', batchOrder: 'shuffled' }, 6, 0],
		// After the first batch, lookups are sent one by one.
		['without echoes', { batchShape: 'positional' }, 601, 100],
	])('keep their order, each with its own answer: batches %s', async (_shape, settings, requests, chargedAgain) => {
		const sandbox = await start(settings);
		const run = await runOperation(sandbox, findBest(sheet));

		expect(column(run, 'id')).toEqual(sheet.map(({ id }) => id));
		expect(pairs(run)).toEqual(sheet.map(({ id }) => id));
		expect(column(run, 'enriched_personal_email')).toEqual(sheet.map(({ profile }) => ownEmail(profile)));
		const ledger = sandbox.ledger.summary();
		expect([ledger.requests, ledger.identifiersCharged]).toEqual([requests, 600]);
		expect(ledger.chargedMoreThanOnce).toHaveLength(chargedAgain);
	});

	it('keep the input columns, followed by those of the node, and no cell is an object', async () => {
		const sandbox = await start({ hitRate: 0.7 });
		const rows = rowsOf(await runOperation(sandbox, findBest(sheet)));

		const header = Object.keys(rows[0]);
		const csv = stringify(rows, { header: true, columns: header });
		const parsed = parse(csv, { columns: true });
		expect(header.slice(0, 5)).toEqual(Object.keys(sheet[0]));
		parsed.forEach((row, index) => expect(row).toMatchObject({ ...sheet[index], id: String(index) }));
		for (const row of rows)
			for (const cell of Object.values(row)) expect(cell === null || typeof cell !== 'object').toBe(true);
	});

	it('get their own answers if batch rows are missing, duplicated or unrequested', async () => {
		const batchFaults = { dropRows: 0.1, duplicateRows: 0.1, unrequestedRows: 0.1 };
		const sandbox = await start({ batchOrder: 'shuffled', batchFaults });
		const run = await runOperation(sandbox, findBest(sheet));

		expect(column(run, 'enriched_personal_email')).toEqual(sheet.map(({ profile }) => ownEmail(profile)));
		expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['found']));
	});
});

it('a rejected key costs at most `concurrency` requests and ends the run with one error', async () => {
	const sandbox = await start({ latency: 20 });
	const credential = { baseUrl: sandbox.url, apiKey: 'sandbox_deadkey' };
	const run = await runOperation(sandbox, findBest(sheet, { credential, options: { concurrency: 4 } }));

	expect(run.status).toBe('error');
	expect(run.error?.message).toBe(
		'The service did not accept the API key (HTTP 401 unauthorized: The API key is invalid or revoked)',
	);
	expect(run.error?.description).toContain('or its token expired');
	expect(sandbox.ledger.summary().requests).toBeLessThanOrEqual(4);
	expect(rowsOf(run)).toEqual([]);
});

describe('a balance that is used up during the run', () => {
	const options = { concurrency: 1 };

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'keeps the 300 charged rows and defers the other 700 (%s, with Retry On Fail)',
		async (onError) => {
			const sandbox = await start({ account: { tokens: 300 } });
			const distinct = Array.from({ length: 1000 }, (_, id) => ({ id, profile: `in/nobody-example-${id}` }));
			const run = await runOperation(
				sandbox,
				findBest(distinct, { options, node: { onError, retryOnFail: true } }),
			);

			const statuses = column(run, 'enriched_status');
			expect(statuses.filter((status) => status === 'found')).toHaveLength(300);
			expect(statuses.filter((status) => status === 'deferred')).toHaveLength(700);
			expect(column(run, 'id')).toEqual(distinct.map(({ id }) => id));
			expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 300, chargedMoreThanOnce: [] });
			expect(hintsOf(run)).toContain('300 found, 700 deferred');
		},
	);

	it('keeps the answered part of a batch, including duplicates', async () => {
		const sandbox = await start({ account: { tokens: 250 } });
		const run = await runOperation(
			sandbox,
			findBest([...sheet.slice(0, 600), ...sheet.slice(0, 400)], { options }),
		);

		const answered = rowsOf(run).filter(({ enriched_status: status }) => status === 'found');
		expect(new Set(answered.map(({ enriched_personal_email: email }) => email)).size).toBe(250);
		for (const row of answered) expect(row.enriched_personal_email).toBe(ownEmail(row.profile));
		expect(sandbox.ledger.summary().tokensCharged).toBe(250);
	});
});

it('a second run over the output of the first looks up only the rows that were not found', async () => {
	const sandbox = await start({ account: { tokens: 5 } });
	const people = Array.from({ length: 10 }, (_, id) => ({ id, profile: `in/nobody-example-${id}` }));
	const first = await runOperation(sandbox, findBest(people));
	expect(column(first, 'enriched_status').filter((status) => status === 'found')).toHaveLength(5);

	sandbox.configure({ account: { tokens: 100 } });
	const second = await runOperation(sandbox, findBest(rowsOf(first)));
	expect(column(second, 'enriched_personal_email')).toEqual(people.map(({ profile }) => ownEmail(profile)));
	expect(column(second, 'enriched_status')).toEqual(Array(10).fill('found'));
	expect(column(second, 'enriched_reason')).toEqual([...Array<null>(5).fill(null), ...Array<string>(5).fill('')]);
	expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 10, chargedMoreThanOnce: [] });
});
