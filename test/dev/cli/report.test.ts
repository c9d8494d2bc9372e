import { remarksOf, summarize } from '../../../dev/cli/report';

const STATUSES = ['found', 'not_found', 'skipped', 'invalid', 'failed', 'deferred'];

/** One item of the first status, two of the second, and so on. The sheet has a column "status" of its own. */
const items = STATUSES.flatMap((status, place) =>
	Array.from({ length: place + 1 }, () => ({ json: { enriched_status: status, status: 'found' } })),
);

it('the summary shows every count, and marks estimated tokens and rows that were answered before', () => {
	const totals = { lookups: 18, requests: 2, tokens: 7, tokensAre: 'estimated', time: 1_234 } as const;
	const summary = summarize(items, items.slice(0, 2), totals)
		.trim()
		.split(/\s*\n\s*/);
	expect(summary.map((line) => line.replace(/ {2,}/, ': '))).toEqual([
		'rows: 21',
		'distinct lookups: 18',
		'requests: 2',
		'found: 1 (1 of them answered before)',
		'not found: 2 (1 of them answered before)',
		...STATUSES.slice(2).map((status, place) => `${status}: ${place + 3}`),
		'tokens: 7 (estimated: this tool does not report charges)',
		'time: 1.2 s',
	]);
});

it("remarks omit the counts, keep what follows them, and name the flag for the node's parameter Skip When", () => {
	const remarks = (message: string) => remarksOf([{ location: 'outputPane', type: 'info', message }], 'my sheet.csv');
	const counts = '1,500 rows: 1,500 found. 1,200 distinct lookups in 12 requests, 900 tokens (estimated).';
	for (const hint of [counts, "42 columns, of which n8n's table shows 40."]) expect(remarks(hint)).toEqual([]);
	const ofWants = '2 rows: 2 found. 2 with a profile. 1 distinct lookup in 1 request, 1 token. 1 charge may be lost.';
	expect(remarks(ofWants)).toEqual(['This run: 2 with a profile. 1 charge may be lost.']);
	expect(remarks(`${counts} Run the deferred rows again at 06:52 UTC. A &lt;b>.`)).toEqual([
		'Run the deferred rows again at 06:52 UTC. A <b>.',
	]);
	const command = 'npm start -- --file "my sheet.csv" --skip-answered, with your other flags';
	expect(remarks('1 row deferred. Run the written rows again later with Skip When set to {{ x }}.')).toEqual([
		`1 row deferred. Run later: ${command}`,
	]);
	expect(remarks('Do it, then run the written rows again with Skip When set to {{ x }}.')).toEqual([
		`Do it, then run: ${command}`,
	]);
});
