import { hostileServers, type RawAnswer } from '../../support/wire/hostileServer';
import { okAnswer } from '../../support/node/answers';
import { column, runOperation, toolItems, type OperationRun } from '../../support/node/nodeRun';

const start = hostileServers();

interface Page {
	limit: number;
	offset: number;
}

const person = (number: number) => ({
	full_name: `Person ${number}`,
	linkedin_url: `https://www.linkedin.com/in/person-${number}-example`,
});

const peopleFrom = (first: number, count: number) => Array.from({ length: count }, (_, place) => person(first + place));

const page = (results: unknown[], total?: unknown) =>
	okAnswer({ results, total }, { status: results.length > 0 ? 'ok' : 'not_found' });

/** A search for people, and the pages that it requested. */
async function search(limit: number | 'all', answer: (asked: Page) => RawAnswer, more: Partial<OperationRun> = {}) {
	const asked: Page[] = [];
	const service = await start(({ text }) => {
		const { limit: size, offset } = JSON.parse(text) as Page;
		asked.push({ limit: size, offset });
		if (asked.length > 20) throw new Error('The search does not end');
		return answer({ limit: size, offset });
	});
	const run = await runOperation(service, {
		resource: 'person',
		operation: 'search',
		parameters: { query: 'Ada', ...(limit === 'all' ? { returnAll: true } : { limit }) },
		rows: [{}],
		...more,
	});
	return { run, names: column(run, 'enriched_full_name'), reasons: column(run, 'enriched_reason'), asked };
}

/** A service with this many matches that follows limit and offset. */
const matches =
	(count: number, total: unknown) =>
	({ limit, offset }: Page) =>
		page(peopleFrom(offset, Math.max(0, Math.min(limit, count - offset))), total);

const namesTo = (count: number) => peopleFrom(0, count).map(({ full_name }) => full_name);

describe('a search', () => {
	it.each([5, 25, 0, -1, 'null', undefined])('of 60 people is not ended by a total of %j', async (total) => {
		for (const limit of [50, 'all'] as const) {
			const { names, reasons } = await search(limit, matches(60, total));
			expect(names).toEqual(namesTo(limit === 'all' ? 60 : 50));
			expect(new Set(reasons)).toEqual(new Set([null]));
		}
	});

	it.each([
		['that counts what has arrived', ({ limit, offset }: Page) => Math.min(offset + limit, 60)],
		['of what is left', ({ offset }: Page) => 60 - offset],
	])('is not ended by a total %s', async (_what, totalOf) => {
		const { names } = await search('all', (asked) => matches(60, totalOf(asked))(asked));
		expect(names).toEqual(namesTo(60));
	});

	it('ends at a plausible total without another page', async () => {
		const { names, asked } = await search('all', matches(50, 50));
		expect([names.length, asked.length]).toEqual([50, 2]);
	});

	it('that ends at an empty page before its total says so on its last item, and to an agent', async () => {
		const answer = (asked: Page) => (asked.offset < 50 ? matches(110, 110)(asked) : page([], 110));
		const { names, reasons } = await search('all', answer);
		expect(names).toEqual(namesTo(50));
		expect(reasons.slice(-2)).toEqual([null, 'The service returned 50 of 110 results']);
		const { run } = await search('all', answer, { node: { rewireOutputLogTo: 'ai_tool' }, outputs: 1 });
		expect(toolItems(run)[0]).toMatchObject({ reason: 'The service returned 50 of 110 results' });
	});

	it('continues after a page that is shorter than asked for, if its total is larger', async () => {
		const { names } = await search('all', ({ offset }) => page(peopleFrom(offset, Math.min(10, 60 - offset)), 60));
		expect(names).toEqual(namesTo(60));
	});

	it('returns at most Limit items of a page of any size, and says so', async () => {
		const { names, asked, reasons } = await search(25, () => page(peopleFrom(0, 50_000), 50_000));
		expect(names).toEqual(namesTo(25));
		expect(asked).toHaveLength(1);
		expect(reasons.at(-1)).toBe('The service returned 50000 results, more than Limit');
	});

	it.each<[string, (asked: Page) => RawAnswer]>([
		['ignores the offset', ({ limit }) => page(peopleFrom(0, limit), 1_000)],
		['ignores the offset and has no total', ({ limit }) => page(peopleFrom(0, limit))],
		['repeats its last page', ({ limit, offset }) => page(peopleFrom(Math.min(offset, 25), limit), 1_000)],
		['repeats two pages', ({ limit, offset }) => page(peopleFrom((offset / 25) % 2 === 0 ? 0 : 25, limit), 1_000)],
	])('of a service that %s costs at most one page more', async (_what, answer) => {
		const { names, asked } = await search('all', answer);
		expect(new Set(names).size).toBe(names.length);
		expect(asked.length).toBeLessThanOrEqual(names.length / 25 + 1);
	});
});

it('a search is sent in the spelling that its key is made of', async () => {
	const service = await start(() => page([]));
	const parameters = { query: '={{ $json.query }}' };
	const rows = ['Zu\u0308rich\u2003AG', 'Zürich AG'].map((query) => ({ query }));
	await runOperation(service, { resource: 'person', operation: 'search', parameters, rows });
	expect(service.received.map(({ text }) => text)).toEqual([expect.stringContaining('"query":"Zürich AG"')]);
});
