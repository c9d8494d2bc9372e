import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { column, hintsOf, pairs, rowsOf, runOperation, toolItems, type OperationRun } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';
import { inFastTime } from '../../support/node/fastTime';

const start = sandboxes();
inFastTime();

const search = (resource: string, rows: IDataObject[], more: Partial<OperationRun> = {}): OperationRun => ({
	resource,
	operation: 'search',
	rows,
	...more,
	parameters: { query: '={{ $json.query }}', ...more.parameters },
});

type JobOf = (names: string[], more?: Partial<OperationRun>) => OperationRun;
const searchOf =
	(resource: string): JobOf =>
	(names, more) =>
		search(
			resource,
			names.map((query) => ({ query })),
			more,
		);
const findByName: JobOf = (names, more = {}) => ({
	resource: 'linkedinProfile',
	operation: 'findByName',
	rows: names.map((last) => (last === '' ? {} : { first: 'Ada', last, company: 'Example' })),
	...more,
	parameters: {
		firstName: '={{ $json.first }}',
		lastName: '={{ $json.last }}',
		company: '={{ $json.company }}',
		...more.parameters,
	},
});

describe.each<[string, string, string, JobOf]>([
	['person / search', 'search_people', 'title', searchOf('person')],
	['company / search', 'search_companies', 'company_name', searchOf('company')],
	['linkedinProfile / findByName', 'search_linkedin_profile', 'linkedin_url', findByName],
])('%s', (_name, tool, shows, jobOf) => {
	it('returns an item per result, one for a miss and one for a blank row, and sends equal searches once', async () => {
		const sandbox = await start();
		const names = ['test-3-results', 'test-not-found', '', ' TEST-3-Results '];
		const run = await runOperation(sandbox, jobOf(names));
		expect(pairs(run)).toEqual([0, 0, 0, 1, 2, 3, 3, 3]);
		const found = ['found', 'found', 'found'];
		expect(column(run, 'enriched_status')).toEqual([...found, 'not_found', 'skipped', ...found]);
		const data = column(run, `enriched_${shows}`);
		expect(data.slice(0, 3)).toEqual(data.slice(5));
		expect(data[0]).toEqual(expect.any(String));
		expect(column(run, 'enriched_total').slice(0, 4)).toEqual([3, 3, 3, 0]);
		expect(sandbox.ledger.summary()).toMatchObject({ byTool: { [tool]: { 200: 2 } }, tokensCharged: 3 });
	});

	it('counts the results of all rows in its summary', async () => {
		const { hints } = await runOperation(
			await start(),
			jobOf(['test-3-results', 'test-not-found', 'test-3-results']),
		);
		expect(hints[0].message).toMatch(/^3 rows: 2 found, 1 not found\. 6 results\. 2 distinct lookups in /);
	});

	it('returns each entry unchanged as Raw, and chosen columns as Selected Fields', async () => {
		const raw = await runOperation(await start(), jobOf(['test-2-results'], { parameters: { output: 'raw' } }));
		const entries = column(raw, 'enriched_results') as IDataObject[];
		expect(entries).toHaveLength(2);
		expect(entries[0]).not.toEqual(entries[1]);
		expect(Object.keys(entries[0]).length).toBeGreaterThan(3);
		const parameters = { output: 'selected', fields: [shows], inputFields: 'none' };
		const selected = await runOperation(await start(), jobOf(['test-2-results'], { parameters }));
		expect(Object.keys(rowsOf(selected)[0])).toEqual(
			['status', shows, 'reason', 'total', 'retry_at', 'answered_at'].map((name) => `enriched_${name}`),
		);
	});

	it('gives an agent one answer with a line per result', async () => {
		const job = jobOf(['test-3-results'], { node: { rewireOutputLogTo: 'ai_tool' } });
		expect(toolItems(await runOperation(await start(), job))).toEqual([
			expect.objectContaining({
				status: 'found',
				total: 3,
				results: expect.stringMatching(/^[a-z_]+(?:; [a-z_]+)+\n[^\n]+\n[^\n]+\n[^\n]+$/) as string,
			}),
		]);
	});

	it('shows the cost of a dry run, and sends no search', async () => {
		const sandbox = await start({ prices: { [tool]: 2 } });
		const run = await runOperation(sandbox, jobOf(['ada', 'bea'], { options: { dryRun: true } }));
		expect(column(run, 'enriched_status')).toEqual(['planned', 'planned']);
		expect(hintsOf(run)).toMatch(/A real run costs at most \d+ tokens|The cost is unknown/);
		expect(hintsOf(run)).toContain(
			tool === 'search_linkedin_profile'
				? 'would send 2 distinct lookups in 2 requests.'
				: 'would begin with 2 distinct lookups in 2 requests, and then request further pages if there are any.',
		);
		expect(sandbox.ledger.summary().byTool[tool]).toBeUndefined();
	});
});

describe('a search with pages', () => {
	const all = { parameters: { returnAll: true } };
	const page2Fails = { faults: [{ kind: 'internal_error' as const, tool: 'search_people', nth: [2, 3, 4, 5] }] };
	const cutAt30 = { limits: { search: { records: { '5h': 30 } } } };
	const open = { limits: { search: { records: { '5h': 1_000 } } } };

	it.each([
		[{ limit: 30 }, [25, 5], 30],
		[{ limit: 3 }, [3], 3],
		[{}, [25, 25], 50],
		[{ returnAll: true }, [25, 25, 10], 60],
	])('with %j requests pages of %j', async (parameters, sizes, results) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, search('person', [{ query: 'test-60-results' }], { parameters }));
		expect(sandbox.ledger.requests().map(({ records }) => records)).toEqual(sizes);
		expect(new Set(column(run, 'enriched_linkedin_url')).size).toBe(results);
	});

	it('that a window cuts returns its results, and one deferred item from which a later run continues', async () => {
		const sandbox = await start(cutAt30);
		const rows = [{ query: 'test-60-results' }, { query: 'test-2-results' }];
		const job = (input: IDataObject[]) =>
			search('person', input, { ...all, options: { maxWait: 0, concurrency: 1, onLimit: 'output' } });
		const run = await runOperation(sandbox, job(rows));
		const [found, deferred] = [rowsOf(run), rowsOf(run, 1)];
		expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['found']));
		expect(found.length).toBeGreaterThanOrEqual(30);
		expect(deferred[0]).toMatchObject({
			query: 'test-60-results',
			enriched_status: 'deferred',
			enriched_next_page: expect.stringMatching(/^30-[0-9a-f]{8}$/) as unknown,
			enriched_retry_at: expect.any(String) as unknown,
			enriched_full_name: null,
		});
		sandbox.configure(open);
		const second = await runOperation(sandbox, job(deferred));
		expect(new Set(column(second, 'enriched_status'))).toEqual(new Set(['found']));
		expect(column(second, 'enriched_next_page')).not.toContain(deferred[0].enriched_next_page);
		const urls = [...found, ...rowsOf(second)].map(({ enriched_linkedin_url }) => enriched_linkedin_url);
		expect(new Set(urls).size).toBe(62);
		expect(sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 62, chargedMoreThanOnce: [] });
	});

	it('continues from rows without their input fields', async () => {
		const sandbox = await start(cutAt30);
		const parameters = { query: 'test-40-results', returnAll: true, inputFields: 'none' };
		const job = (row: IDataObject) => search('person', [row], { parameters, options: { maxWait: 0 } });
		const first = rowsOf(await runOperation(sandbox, job({ id: 1 })));
		sandbox.configure(open);
		const second = rowsOf(await runOperation(sandbox, job(first[30])));
		expect([first.length, second.length]).toEqual([31, 10]);
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('starts again if the row names another search than the page to continue at', async () => {
		const row = { query: 'test-30-results', enriched_status: 'deferred', enriched_next_page: '25-00000000' };
		const run = await runOperation(await start(), search('person', [row], all));
		expect(rowsOf(run)).toHaveLength(30);
		expect(column(run, 'enriched_next_page')[0]).toBe('');
	});

	it('requests nothing if Limit is now what the row already has', async () => {
		const sandbox = await start(cutAt30);
		const rows = [{ query: 'test-40-results' }];
		const first = rowsOf(await runOperation(sandbox, search('person', rows, { ...all, options: { maxWait: 0 } })));
		sandbox.configure(open);
		const again = await runOperation(sandbox, search('person', [first[30]], { parameters: { limit: 30 } }));
		expect(rowsOf(again)).toEqual([
			expect.objectContaining({
				enriched_status: 'skipped',
				enriched_reason: 'The row already has its 30 results. Raise Limit to get more',
				enriched_next_page: first[30].enriched_next_page,
			}),
		]);
		expect(sandbox.ledger.summary().tokensCharged).toBe(30);
	});

	it('keeps its results if a later page fails', async () => {
		const run = await runOperation(await start(page2Fails), search('person', [{ query: 'test-40-results' }], all));
		expect(column(run, 'enriched_status')).toEqual([...Array<string>(25).fill('found'), 'failed']);
		expect(column(run, 'enriched_next_page').at(-1)).toMatch(/^25-/);
	});

	it('continues from an item of the error output', async () => {
		const sandbox = await start(page2Fails);
		const job = (row: IDataObject) => search('person', [row], { ...all, node: { onError: 'continueErrorOutput' } });
		const run = await runOperation(sandbox, job({ query: 'test-40-results' }));
		expect([rowsOf(run).length, rowsOf(run, 1)]).toMatchObject([
			25,
			[{ error: { next_page: expect.stringMatching(/^25-/) as string } }],
		]);
		sandbox.configure({ faults: [] });
		const again = await runOperation(sandbox, job({ query: 'test-40-results', ...rowsOf(run, 1)[0] }));
		expect(rowsOf(again)).toHaveLength(15);
		expect(rowsOf(again)[0]).not.toHaveProperty('error');
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('is about others than the person of its row, of whom nothing stays beside a result', async () => {
		const row = {
			query: 'test-1-results',
			enriched_status: 'found',
			enriched_personal_email: 'ada@home.test',
			enriched_work_email: 'ada@example.org',
			enriched_person_key: 'linkedin:ada',
		};
		const [result] = rowsOf(await runOperation(await start(), search('person', [row])));
		expect(result).toMatchObject({ enriched_personal_email: '', enriched_person_key: '' });
		expect(result.enriched_reason).toContain('Data of an earlier operation was removed');
		expect(JSON.stringify(result)).not.toContain('ada@');
	});

	it.each([
		[10, 10],
		[40, 40],
	])('with Max Tokens of %i returns %i results, and defers the rest', async (maxTokens, results) => {
		const sandbox = await start();
		const rows = [{ query: 'test-60-results' }];
		const run = await runOperation(sandbox, search('person', rows, { ...all, options: { maxTokens } }));
		expect(column(run, 'enriched_status')).toEqual([...Array<string>(results).fill('found'), 'deferred']);
		expect(sandbox.ledger.summary().tokensCharged).toBe(results);
	});
});

describe('the filters of a search', () => {
	/** The statuses and reasons of the rows, and the keys of the requests. */
	const filtered = async (parameters: OperationRun['parameters'], rows: IDataObject[] = [{}]) => {
		const sandbox = await start();
		const job = search('person', rows, {
			parameters: { query: '', limit: 1, ...parameters },
			node: { onError: 'continueRegularOutput' },
		});
		const run = await runOperation(sandbox, job);
		return {
			statuses: column(run, 'enriched_status'),
			reasons: column(run, 'enriched_reason'),
			keys: sandbox.ledger.requests().flatMap(({ keys }) => keys),
		};
	};

	it('are sent under the names of the service, lists also from text with commas, and one entry as a list', async () => {
		const { keys } = await filtered({
			filters: {
				seniority: 'VP',
				excludeSeniority: ['Intern', 'Entry'],
				excludeIndustry: ['Leisure, Travel & Tourism'],
				excludeCountry: 'Canada, , Mexico',
				city: ' ',
				title: 'N/A',
				companyDomain: "={{ ['example.org'] }}",
			},
		});
		expect(keys).toEqual([
			'search:{"company_domain":"example.org","exclude_country":["canada","mexico"],' +
				'"exclude_industry":["leisure, travel & tourism"],' +
				'"exclude_seniority":["intern","entry"],"limit":1,"offset":0,"seniority":"vp"}',
		]);
	});

	it('skip a row whose own filter is empty, because the search would return unrelated results', async () => {
		const filters = { companyDomain: '={{ $json.domain }}', seniority: 'VP' };
		const rows = [{ domain: 'example.org' }, { domain: '' }, { domian: 'example.org' }];
		const { statuses, reasons, keys } = await filtered({ filters }, rows);
		expect(statuses).toEqual(['found', 'skipped', 'skipped']);
		expect(reasons[1]).toBe('Company Domain is empty');
		expect(keys).toHaveLength(1);
	});

	it.each([
		// An empty expression may be mistyped.
		[{ filters: { title: "={{ $('Start').first().json.titel }}", country: 'Canada' } }, 'Title is empty'],
		[{}, 'Query and Filters are empty. Fill in one of them'],
		[{ filters: { seniority: '={{ "Boss" }}' } }, 'Seniority must be one of C Suite, Director'],
		[{ filters: { title: '={{ ({}) }}' } }, 'Title is an object. Take one value of it'],
		[{ filters: { excludeCountry: 'Canada' } }, 'Only exclusions are set. Add Query or a filter'],
		...['0', '""', 'null', "$('Start').first().json.mistyped"].map((limit): [INodeParameters, string] => [
			{ filters: { title: 'CEO' }, limit: `={{ ${limit} }}` },
			'Limit must be a whole number of 1 or more',
		]),
	])('%j send nothing', async (parameters, reason) => {
		const { reasons, keys } = await filtered(parameters);
		expect(reasons).toEqual([expect.stringContaining(reason)]);
		expect(keys).toEqual([]);
	});
});
