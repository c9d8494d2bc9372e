import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import { searchResultsOf } from '../../nodes/IdentityResolution/api/replies/searchResults';
import { searchPeople } from '../support/api/tools';
import type { Environment } from '../../nodes/IdentityResolution/run/environment';
import { run } from '../../nodes/IdentityResolution/run/run';
import { offsetAfter, searchRoute } from '../../nodes/IdentityResolution/run/searchRoute';
import { matchAt, readSearch } from '../../dev/sandbox/data/searchResults';
import { createService } from '../../dev/sandbox/service';
import { VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';
import { limitsWith } from '../support/run/limits';

const SEED = 1;
const HEADERS = {
	'content-type': 'application/json',
	'user-agent': 'test',
	authorization: 'Bearer sandbox_readykey001',
};

/** A sheet with one search per row, of which every tenth repeats an earlier one. */
const searches = Array.from({ length: 400 }, (_, row): JsonObject => {
	const first = row % 10 === 9 ? row - 9 : row;
	return { query: `search ${first}`, industry: `test-${(first * 37) % 61}-results` };
});

/** Runs open rows again until none is deferred. Returns the entries of each row, and what the service recorded. */
async function searchAll(maxWait: number) {
	const clock = new VirtualClock();
	const service = createService({
		seed: SEED,
		account: { tokens: 1_000_000 },
		burst: { perSecond: 30, burst: 30 },
		limits: { search: { records: { '5h': 4_000, '1w': 400_000 }, requests: { '5h': 400 } } },
	});
	const env: Environment = {
		send: async ({ name }, body) => {
			await clock.sleep(80);
			const request = { tool: name, method: 'POST', headers: HEADERS, body: JSON.stringify(body) };
			return { is: 'http', ...service.handle(request, clock.now()) };
		},
		clock,
		random: () => 0,
		signal: new AbortController().signal,
		progress: () => undefined,
		log: () => undefined,
	};
	const entries = searches.map((): unknown[] => []);
	const offsets = searches.map(() => 0);
	let runs = 0;
	let cut = 0;
	const work = async () => {
		for (let open = searches.map((_, row) => row); open.length > 0; runs++) {
			const routes = open.map((row) =>
				searchRoute({
					tool: searchPeople,
					filters: searches[row],
					limit: Infinity,
					offset: offsets[row],
					maxTokens: Infinity,
				}),
			);
			const { rows } = await run(routes, limitsWith({ maxWait }), env);
			const deferred: number[] = [];
			let retryAt = Infinity;
			rows.forEach(({ outcome, steps }, place) => {
				const row = open[place];
				for (const step of steps)
					if (step.outcome.is === 'found')
						entries[row].push(...(searchResultsOf(step.outcome.answer.results) ?? []));
				// A search that a window cut behind its last match has no further results.
				expect(['found', 'not_found', 'deferred', 'skipped']).toContain(outcome.is);
				if (outcome.is !== 'deferred') return;
				deferred.push(row);
				offsets[row] = offsetAfter(steps);
				if (offsets[row] > 0) cut += 1;
				retryAt = Math.min(retryAt, outcome.stop.retryAt ?? Infinity);
			});
			open = deferred;
			if (open.length > 0) await clock.sleep(Math.max(1_000, retryAt - clock.now()));
		}
	};
	await clock.until(work(), Infinity);
	return { entries, runs, cut, ledger: service.ledger };
}

const expected = searches.map((filters) => {
	const search = readSearch(searchPeople.name, filters, SEED);
	return Array.from({ length: search.total }, (_, place) => matchAt(search, place, SEED, Date.UTC(2030, 0, 1)));
});

const nameOf = (entry: unknown) => (entry as { linkedin_url: string }).linkedin_url;

it.each([
	['deferred and run again', 0],
	['waited for', 7 * 86_400_000],
])('400 searches return every result once, under a burst guard and windows that are %s', async (_says, maxWait) => {
	const { entries, runs, cut, ledger } = await searchAll(maxWait);
	expect(entries.map((row) => row.map(nameOf))).toEqual(expected.map((row) => row.map(nameOf)));
	const { chargedMoreThanOnce, identifiersCharged, byTool } = ledger.summary();
	const distinct = new Map(searches.map((filters, row) => [JSON.stringify(filters), expected[row].length]));
	expect(chargedMoreThanOnce).toEqual([]);
	expect(identifiersCharged).toBe([...distinct.values()].reduce((sum, count) => sum + count, 0));
	if (maxWait === 0) expect([runs > 2, cut > 0]).toEqual([true, true]);
	else expect(runs).toBe(1);
	expect(byTool.search_people[429]).toBeGreaterThan(0);
});
