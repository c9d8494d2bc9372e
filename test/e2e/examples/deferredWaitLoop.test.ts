import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { executionEnded, readExecution, rowsOf } from '../../../dev/n8n/instance/executions';
import { eventually } from '../../../dev/n8n/instance/eventually';
import { expectedFor } from '../support/expected';
import { startHosted, type Hosted } from '../support/hosted';
import { EXAMPLES, importInto, readExample } from '../support/example';

const FIVE_HOURS = 5 * 60 * 60 * 1_000;
/** In ms. Far above the 65 s from which on n8n stores an execution that waits: what comes before the wait takes its time too. */
const UNTIL_IT_OPENS = 100_000;
const MOST = 240_000;
/** The service's clock is late by it, until the others have used the window up: from then on it is right. */
const EARLIER = FIVE_HOURS - UNTIL_IT_OPENS;
const RECORDS = 300;
const USED_BY_OTHERS = 200;

let host: Hosted;

/** Uses a window up as another client of the same account would, so that it opens again in a short while. */
async function useUp(records: number): Promise<void> {
	const { url, key, advance } = host.sandbox;
	for (let sent = 0; sent < records; sent += 100) {
		const urls = Array.from(
			{ length: 100 },
			(_, index) => `https://www.linkedin.com/in/other-client-${sent + index}`,
		);
		const answer = await fetch(`${url}/linkedin_to_best_personal_email_usa`, {
			method: 'POST',
			headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
			body: JSON.stringify({ linkedin_urls: urls }),
		});
		if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`);
	}
	advance(EARLIER);
}

beforeAll(async () => {
	host = await startHosted({
		sandbox: { now: () => Date.now() - EARLIER, settings: { limits: { enrich: { records: { '5h': RECORDS } } } } },
	});
	cpSync(join(EXAMPLES, 'contacts.csv'), join(host.files, 'contacts.csv'));
});

afterAll(async () => await host?.stop());

it(
	'answers what the window has left, waits until it opens, and answers the rest, each row once',
	async () => {
		const id = await importInto(host, readExample('deferred-wait-loop.json'));
		await useUp(USED_BY_OTHERS);
		host.sandbox.ledger.clear();
		host.sandbox.configure({ hitRate: 0.8 });
		const started = await host.rest.run(id, 'Start');

		const waiting = await eventually('The wait', async () => {
			const execution = await readExecution(host.rest, started);
			return execution.status === 'waiting' ? execution : undefined;
		});
		const early = rowsOf(waiting, 'Find Best Email', 0);
		const late = rowsOf(waiting, 'Find Best Email', 1);
		expect(late.length).toBeGreaterThan(0);
		expect(new Set(late.map(({ enriched_status }) => enriched_status))).toEqual(new Set(['deferred']));
		expect(host.sandbox.ledger.summary().recordsUsed).toBeLessThanOrEqual(RECORDS - USED_BY_OTHERS);

		const execution = await executionEnded(host.rest, started, MOST);
		expect(execution.status).toBe('success');
		const out = rowsOf(execution, 'Enriched Rows');
		expect(out.slice(0, early.length)).toEqual(early);
		expect(out.length).toBe(early.length + late.length);

		const settings = host.sandbox.settings();
		const sheet = rowsOf(execution, 'Rows of the Sheet');
		expect(out.map(({ id: row }) => row).sort()).toEqual(sheet.map(({ id: row }) => row).sort());
		expect(
			out.map(({ enriched_status, enriched_personal_email }) => [enriched_status, enriched_personal_email]),
		).toEqual(
			out
				.map(({ linkedin }) => expectedFor(linkedin, settings))
				.map(({ status, personalEmail }) => [status, personalEmail]),
		);
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	},
	2 * MOST,
);

it('lets rows out as deferred where waiting does not help, each once, instead of going round for ever', async () => {
	host.sandbox.configure({ account: { tokens: 30 }, limits: { enrich: { records: { '5h': 100_000 } } } });
	host.sandbox.ledger.clear();
	const id = await importInto(host, readExample('deferred-wait-loop.json'));
	const execution = await executionEnded(host.rest, await host.rest.run(id, 'Start'), MOST);
	expect(execution.status).toBe('success');
	const out = rowsOf(execution, 'Enriched Rows');
	const sheet = rowsOf(execution, 'Rows of the Sheet');
	expect(out.map(({ id: row }) => row).sort()).toEqual(sheet.map(({ id: row }) => row).sort());
	const deferred = out.filter(({ enriched_status }) => enriched_status === 'deferred');
	expect(deferred.length).toBeGreaterThan(0);
	for (const { enriched_reason } of deferred) expect(enriched_reason).toContain('insufficient_tokens');
	expect(host.sandbox.ledger.summary().tokensCharged).toBe(30);
});
