import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { jsonAnswer } from '../support/node/answers';
import { rowsOf, runOperation, type OperationRun } from '../support/node/nodeRun';
import { BEST, PHONE, PROFILE, WORK } from '../support/node/toolNames';
import { hostileServers, type Received } from '../support/wire/hostileServer';

const start = hostileServers();

const PEOPLE = ['ada-example', 'bob-example', 'cy-example', 'dee-example', 'eve-example'];
const urlOf = (person: string) => `https://www.linkedin.com/in/${person}`;
const personIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** What each tool has of a person, under the fields that fill `columns`. */
const TOOLS: Record<string, { columns: string[]; results(person: string): IDataObject }> = {
	[WORK]: { columns: ['work_email'], results: (one) => ({ email: `${one}@work.test`, risk_score: 'A' }) },
	[BEST]: { columns: ['personal_email'], results: (one) => ({ email: `${one}@home.test`, risk_score: 'B' }) },
	[PHONE]: { columns: ['mobile_phone'], results: (one) => ({ mobile_phone: `+1202555010${PEOPLE.indexOf(one)}` }) },
	[PROFILE]: {
		columns: ['full_name', 'title'],
		results: (one) => ({ full_name: `${one} Person`, title: `Job of ${one}`, linkedin_url: urlOf(one) }),
	},
};

/** What a hit writes into a column. */
function cellOf(tool: string, column: string, one: string): unknown {
	const { email, ...others } = TOOLS[tool].results(one);
	return others[column] ?? email;
}

interface Operation {
	resource: string;
	operation: string;
	want?: string[];
	tools: string[];
}

const OPERATIONS: Operation[] = [
	{ resource: 'workEmail', operation: 'findByLinkedin', tools: [WORK] },
	{ resource: 'personalEmail', operation: 'findBest', tools: [BEST] },
	{ resource: 'mobilePhone', operation: 'findByLinkedin', tools: [PHONE] },
	{ resource: 'businessProfile', operation: 'findByLinkedin', tools: [PROFILE] },
	{ resource: 'person', operation: 'resolve', want: ['workEmail', 'mobilePhone'], tools: [WORK, PHONE] },
	{ resource: 'person', operation: 'resolve', want: ['personalEmail', 'profile'], tools: [BEST, PROFILE] },
	{ resource: 'person', operation: 'resolve', want: ['linkedinProfile', 'workEmail'], tools: [WORK] },
];

const OUTPUTS = ['simplified', 'everything', 'raw'] as const;

/** How a store gives back what was written. All keep the order and the key of the rows. */
const STORES: Record<string, (row: IDataObject) => IDataObject> = {
	'as it is': (row) => row,
	'a sheet, whose cells are texts': (row) =>
		mapped(row, (value) => (value === null ? '' : typeof value === 'object' ? '[object Object]' : String(value))),
	'a CRM, which leaves out empty fields': (row) =>
		Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== '')),
	'columns in another order, with those of others': (row) => ({
		notes: 'mine',
		status: 'customer',
		...Object.fromEntries(Object.entries(row).reverse()),
	}),
};

const mapped = (row: IDataObject, change: (value: unknown) => string): IDataObject =>
	Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]));

const person = fc.constantFrom(...PEOPLE);
const world = fc.record({
	operation: fc.constantFrom(...OPERATIONS),
	output: fc.constantFrom(...OUTPUTS),
	store: fc.constantFrom(...Object.keys(STORES)),
	rows: fc.array(person, { minLength: 1, maxLength: 6 }),
	hits: fc.dictionary(fc.constantFrom(...Object.keys(TOOLS)), fc.subarray(PEOPLE)),
	edits: fc.array(fc.tuple(fc.nat(5), person), { maxLength: 3 }),
	added: fc.array(person, { maxLength: 2 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** Runs rows of a world as the next execution would, and returns them as their store gives them back. */
function sheetOf({ operation: { resource, operation, want }, output, store, hits }: Omit<World, 'edits' | 'added'>) {
	/** Lookups that the service answers before its window is used up, and those that it has answered. */
	const window = { left: Infinity };
	const answered: Array<readonly [tool: string, person: string]> = [];
	const has = (tool: string, one: string) => (hits[tool] ?? []).includes(one);
	const answer = ({ tool, inputs, text }: Received) => {
		if (window.left < inputs.length)
			return jsonAnswer({ error: { code: 'fair_use_limit_exceeded', message: 'x' }, results: null }, 429);
		window.left -= inputs.length;
		if (tool in TOOLS) answered.push(...inputs.map((url) => [tool, personIn(url)] as const));
		const results = inputs.map((url) => (has(tool, personIn(url)) ? TOOLS[tool].results(personIn(url)) : null));
		if (!text.includes('linkedin_urls'))
			return jsonAnswer({ results: results[0], status: results[0] === null ? 'not_found' : 'ok', metadata: {} });
		const rows = inputs.map((linkedin_url, at) => ({
			linkedin_url,
			status: results[at] === null ? 'not_found' : 'ok',
			results: results[at],
		}));
		return jsonAnswer({ results: rows, status: 'ok', metadata: {} });
	};
	const run = async (service: { url: string; key: string }, rows: IDataObject[], mode?: string) => {
		const before = answered.length;
		const job: OperationRun = {
			...{ resource, operation, rows },
			parameters: { linkedinUrl: '={{ $json.who }}', output, ...(want && { want }) },
			options: { maxWait: 0, ...(mode !== undefined && { rowsAnsweredBefore: mode }) },
		};
		const done = await runOperation(service, job);
		// A run that ends as an error leaves the store as it is.
		const written = done.error === undefined ? rowsOf(done) : rows;
		const asked = answered.slice(before);
		const charged = asked.filter(([tool, one]) => has(tool, one)).map((pair) => pair.join(' '));
		return { rows: written.map(STORES[store]), written, asked: asked.length, charged };
	};
	return { run, answer, has, window };
}

/** The status that a row has after every wanted part was decided. */
const statusOf = ({ tools }: Operation, has: (tool: string, one: string) => boolean, one: string) =>
	tools.some((tool) => has(tool, one)) ? 'found' : 'not_found';

it('a sheet that runs again is not paid for again, keeps its data, and gets that of edited and new rows', async () => {
	await fc.assert(
		fc.asyncProperty(world, async (given) => {
			const { run, answer, has } = sheetOf(given);
			const service = await start(answer);
			const { operation, output, edits, added } = given;
			const people = [...given.rows];
			const first = await run(
				service,
				people.map((one, id) => ({ id, who: urlOf(one) })),
			);

			// Nothing has changed: found rows are free, and with Skip Found and Not Found nothing is sent at all.
			const again = await run(service, first.rows);
			expect(again.charged).toEqual([]);
			expect((await run(service, again.rows, 'skipAnswered')).asked).toBe(0);

			const changed = again.rows.map((row) => ({ ...row }));
			for (const [at, one] of edits) {
				if (at >= people.length) continue;
				people[at] = one;
				changed[at].who = urlOf(one);
			}
			for (const one of added) {
				changed.push({ id: people.length, who: urlOf(one) });
				people.push(one);
			}
			const last = await run(service, changed);
			// Each person is paid for at most once in a run, and only if a row that names the person has no data yet.
			expect(new Set(last.charged).size).toBe(last.charged.length);
			const before = again.rows.map(({ who }) => personIn(String(who)));
			const isNew = (one: string) => people.some((now, at) => now === one && before[at] !== one);
			for (const pair of last.charged) expect(isNew(pair.split(' ')[1])).toBe(true);

			expect(last.written).toHaveLength(people.length);
			for (const [at, one] of people.entries()) {
				const row = last.written[at];
				expect(row).toMatchObject({ who: urlOf(one), enriched_status: statusOf(operation, has, one) });
				for (const tool of output === 'raw' ? [] : operation.tools)
					for (const column of TOOLS[tool].columns) {
						const expected = has(tool, one) ? cellOf(tool, column, one) : '';
						expect(row[`enriched_${column}`] ?? '').toBe(expected);
					}
			}
			await run(service, last.rows);
			expect((await run(service, last.rows, 'lookUpAgain')).charged.length).toBe(
				new Set(
					people.flatMap((one) => operation.tools.filter((tool) => has(tool, one)).map((tool) => tool + one)),
				).size,
			);
		}),
		{ numRuns: 300 },
	);
});

const partOf = (store: string, operation: Operation, hits: World['hits'], rows: string[]) =>
	sheetOf({ operation, output: 'simplified', store, hits, rows });

it('a sheet that limits cut is completed by later runs, and nobody is paid for twice', async () => {
	await fc.assert(
		fc.asyncProperty(world, fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }), async (given, windows) => {
			const people = [...new Set(given.rows)];
			const { run, answer, has, window } = partOf(given.store, given.operation, given.hits, people);
			const service = await start(answer);
			let rows = people.map((one, id): IDataObject => ({ id, who: urlOf(one) }));
			const charged: string[] = [];
			for (const left of [...windows, Infinity]) {
				window.left = left;
				const done = await run(service, rows);
				charged.push(...done.charged);
				rows = done.rows;
			}
			expect(new Set(charged).size).toBe(charged.length);
			for (const [at, one] of people.entries())
				expect(rows[at]).toMatchObject({ enriched_status: statusOf(given.operation, has, one) });
		}),
		{ numRuns: 200 },
	);
});

it('an operation is not skipped because another one with the same prefix found something', async () => {
	const pair = fc.tuple(fc.constantFrom(...OPERATIONS), fc.constantFrom(...OPERATIONS));
	await fc.assert(
		fc.asyncProperty(world, pair, async ({ store, hits, rows: people }, operations) => {
			let rows = people.map((one, id): IDataObject => ({ id, who: urlOf(one) }));
			for (const operation of operations) {
				const { run, answer } = partOf(store, operation, hits, people);
				rows = (await run(await start(answer), rows)).rows;
			}
			for (const [at, one] of people.entries())
				for (const tool of operations.flatMap(({ tools }) => tools).filter((name) => hits[name]?.includes(one)))
					for (const column of TOOLS[tool].columns)
						expect(rows[at][`enriched_${column}`]).toBe(cellOf(tool, column, one));
		}),
		{ numRuns: 200 },
	);
});
