import { type Execution, executionEnded, readExecution, rowsOf } from '../../../dev/n8n/instance/executions';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { importExample } from '../support/example';
import { expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';

const FIVE_HOURS = 5 * 60 * 60 * 1_000;
/** In ms. n8n stores an execution that waits 65 s or longer; the run before the wait takes some seconds too. */
const UNTIL_IT_OPENS = 100_000;
const TIMEOUT_MS = 240_000;
/** The service's clock is slow by this until the window is used up, and correct from then on. */
const SLOW_BY = FIVE_HOURS - UNTIL_IT_OPENS;
const RECORDS = 300;
const USED_BY_OTHERS = 200;

const host = useHosted({
	sandbox: { now: () => Date.now() - SLOW_BY, settings: { limits: { enrich: { records: { '5h': RECORDS } } } } },
});
let id: string;

/** Uses the window as another client of the account would, so that it opens again soon. */
async function useUp(records: number): Promise<void> {
	const { url, key, advance } = host.sandbox;
	for (let sent = 0; sent < records; sent += 100) {
		const urls = Array.from({ length: 100 }, (_, index) => `https://www.linkedin.com/in/other-${sent + index}`);
		const answer = await fetch(`${url}/linkedin_to_best_personal_email_usa`, {
			method: 'POST',
			headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
			body: JSON.stringify({ linkedin_urls: urls }),
		});
		expect(answer.status).toBe(200);
	}
	advance(SLOW_BY);
}

/** @returns the enriched rows, after a check that every row of the sheet is among them once */
function enrichedRows(execution: Execution) {
	expect(execution.status).toBe('success');
	const rows = rowsOf(execution, 'Enriched Rows');
	const ids = (all: typeof rows) => all.map(({ id: row }) => row).sort();
	expect(ids(rows)).toEqual(ids(rowsOf(execution, 'Rows of the Sheet')));
	return rows;
}

beforeAll(async () => {
	id = await importExample(host, 'deferred-wait-loop.json');
});

it(
	'waits until the window opens and then looks up the deferred rows, each row once',
	async () => {
		await useUp(USED_BY_OTHERS);
		host.sandbox.ledger.clear();
		host.sandbox.configure({ hitRate: 0.8 });
		const started = await host.rest.run(id, 'Start');

		const waiting = await waitFor('The wait', async () => {
			const execution = await readExecution(host.rest, started);
			return execution.status === 'waiting' ? execution : undefined;
		});
		const early = rowsOf(waiting, 'Find Best Email', 0);
		const late = rowsOf(waiting, 'Find Best Email', 1);
		expect(new Set(late.map(({ enriched_status }) => enriched_status))).toEqual(new Set(['deferred']));
		expect(host.sandbox.ledger.summary().recordsUsed).toBeLessThanOrEqual(RECORDS - USED_BY_OTHERS);

		const rows = enrichedRows(await executionEnded(host.rest, started, TIMEOUT_MS));
		expect(rows.slice(0, early.length)).toEqual(early);
		expectOwnAnswers(
			rows,
			rows.map(({ linkedin }) => linkedin),
			host.sandbox.settings(),
		);
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	},
	2 * TIMEOUT_MS,
);

it('returns rows as deferred, each once, if waiting does not help', async () => {
	host.sandbox.configure({ account: { tokens: 30 }, limits: { enrich: { records: { '5h': 100_000 } } } });
	host.sandbox.ledger.clear();
	const rows = enrichedRows(await executionEnded(host.rest, await host.rest.run(id, 'Start'), TIMEOUT_MS));
	const deferred = rows.filter(({ enriched_status }) => enriched_status === 'deferred');
	expect(deferred.length).toBeGreaterThan(0);
	for (const { enriched_reason } of deferred) expect(enriched_reason).toContain('insufficient_tokens');
	expect(host.sandbox.ledger.summary().tokensCharged).toBe(30);
});
