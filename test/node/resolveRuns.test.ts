import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { IDataObject } from 'n8n-workflow';
import { emailOf, syntheticPeople } from '../../sandbox/people';
import type { Sandbox } from '../../sandbox/server';
import { defaultSettings } from '../../sandbox/settings';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../support/nodeRun';
import { sandboxes } from '../support/sandboxes';

const start = sandboxes();

const BEST = 'linkedin_to_best_personal_email_usa';
const PROFILE = 'linkedin_to_business_profile';
const REVERSE = 'reverse_email_lookup';

const people = syntheticPeople(defaultSettings().seed, 600);

const resolve = (want: string[], rows: IDataObject[], more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'person',
	operation: 'resolve',
	rows,
	...more,
	parameters: { linkedinUrl: '={{ $json.linkedin }}', email: '={{ $json.email }}', want, ...more.parameters },
});

const byTool = ({ ledger }: Sandbox) => Object.fromEntries(Object.entries(ledger.summary().byTool).map(([tool, counts]) => [tool, Object.values(counts).reduce((sum, count) => sum + count)]));

/** How rows come back: what each of these carries them through must leave them as good as they were. */
const WAYS: Array<[string, (rows: IDataObject[]) => IDataObject[]]> = [
	['as they left', (rows) => rows],
	['as JSON, which is how the Wait node keeps them', (rows) => JSON.parse(JSON.stringify(rows)) as IDataObject[]],
	['as cells of a sheet, all of them text', (rows) => parse(stringify(rows, { header: true, cast: { boolean: String } }), { columns: true })],
];

describe('1,000 rows about 600 people', () => {
	const rows = Array.from({ length: 1000 }, (_, row) => ({ id: row, email: emailOf(people[row < 600 ? row : (row * 7) % 600]) }));

	it('are led from tool to tool together: each step is asked once for each person, and batched', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, resolve(['personalEmail'], rows));
		expect(column(run, 'id')).toEqual(rows.map(({ id }) => id));
		expect(pairs(run)).toEqual(rows.map(({ id }) => id));
		expect(column(run, 'enriched_personal_email')).toEqual(rows.map(({ email }) => email));
		expect(byTool(sandbox)).toEqual({ get_account: 1, [REVERSE]: 600, [BEST]: 6 });
		expect(sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 1200, chargedMoreThanOnce: [] });
	});

	it('are asked side by side, as many at once as Concurrency allows', async () => {
		const sandbox = await start({ latency: 20 });
		await runOperation(sandbox, resolve(['workEmail'], rows));
		expect(sandbox.ledger.summary().maxInFlight).toBe(20);
	});
});

describe.each(WAYS)('rows that a window put off, and that come back %s', (_way, carried) => {
	const rows = people.slice(0, 40).map((person, id) => ({ id, email: emailOf(person), linkedin: id % 4 === 0 ? `https://www.linkedin.com/in/${person.slug}` : '' }));

	it('are not asked again what was paid for, and end as if nothing had come between', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 30 } } }, toolHitRates: { [REVERSE]: 0.7 } });
		const job = (input: IDataObject[]) => resolve(['profile', 'workEmail', 'personalEmail'], input, { limits: { onLimit: 'defer', concurrency: 5 }, options: { skipWhen: '={{ $json.enriched_found }}' } });
		const first = rowsOf(await runOperation(sandbox, job(rows)));
		const paid = sandbox.ledger.requests();
		expect(first.filter(({ enriched_status }) => enriched_status === 'deferred').length).toBeGreaterThan(10);

		sandbox.configure({ limits: { enrich: { records: { '5h': 1_000 } } } });
		const second = rowsOf(await runOperation(sandbox, job(carried(first))));
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		const answered = paid.filter(({ status }) => status === 200).map(({ tool, keys }) => `${tool} ${keys.join()}`);
		const deferred = new Set(first.filter(({ enriched_status }) => enriched_status === 'deferred').map(({ email }) => `email:${String(email)}`));
		const again = sandbox.ledger.requests().slice(paid.length).filter(({ keys }) => keys.some((key) => deferred.has(key)));
		expect(again.map(({ tool, keys }) => `${tool} ${keys.join()}`).filter((one) => answered.includes(one))).toEqual([]);

		const whole = await start({ toolHitRates: { [REVERSE]: 0.7 } });
		const atOnce = rowsOf(await runOperation(whole, job(rows)));
		const told = (row: IDataObject) => Object.entries(row).filter(([name, value]) => value !== null && value !== '' && !['id', 'enriched_found'].includes(name)).map(([name, value]) => [name, String(value)]);
		expect(second.map(told)).toEqual(atOnce.map(told));
	});

	it('keep what was filled so far, and lose the resume text once they are done', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const job = (input: IDataObject[]) => resolve(['profile', 'workEmail'], input, { limits: { onLimit: 'defer', concurrency: 1 } });
		const [first] = rowsOf(await runOperation(sandbox, job([{ email: emailOf(people[0]) }])));
		expect(first).toMatchObject({ enriched_status: 'deferred', enriched_first_name: people[0].firstName, enriched_work_email_form: expect.not.stringMatching('plain') as unknown });
		expect(String(first.enriched_resume).length).toBeLessThan(2_000);
		sandbox.configure({ limits: { enrich: { records: { '5h': 10 } } } });
		const [second] = rowsOf(await runOperation(sandbox, job(carried([first]))));
		expect(second).toMatchObject({ enriched_status: 'found', enriched_work_email: people[0].workEmail, enriched_resume: '' });
	});
});

describe('what is left of a bound', () => {
	const rows = people.slice(0, 100).map((person) => ({ email: emailOf(person) }));

	it.each<[string, string, Partial<OperationRun>, number]>([
		['Max Tokens, and a tool that is asked singly', 'workEmail', { limits: { maxTokens: 60, concurrency: 10 } }, 60],
		['Max Tokens, and a tool that batches', 'personalEmail', { limits: { maxTokens: 60, concurrency: 10 } }, 60],
		['Reserve', 'personalEmail', { limits: { reserve: 40, concurrency: 10 } }, 60],
	])('is spent on rows that have begun before others begin: %s', async (_what, want, more, tokens) => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 100 } } } });
		const run = await runOperation(sandbox, resolve([want], rows, more));
		const statuses = column(run, 'enriched_status');
		const halfDone = rowsOf(run).filter(({ enriched_status, enriched_resume }) => enriched_status === 'deferred' && enriched_resume !== null);
		expect(sandbox.ledger.summary().tokensCharged).toBe(tokens);
		expect(statuses.filter((status) => status === 'found').length).toBeGreaterThanOrEqual(25);
		expect(halfDone.length).toBeLessThanOrEqual(10);
	});
});

describe('prices that are not what they are taken for', () => {
	const rows = people.slice(0, 60).map((person) => ({ linkedin: person.slug, email: emailOf(person) }));

	it.each([
		['as declared', 2, { [REVERSE]: 0, [PROFILE]: 60, [BEST]: 0 }, 120],
		['far higher', 9, { [REVERSE]: 55, [PROFILE]: 5, [BEST]: 1 }, 5 * 9 + 55 * 2],
	])('%s: rows that have not been asked yet decide by what the first replies told', async (_what, price, asked, tokens) => {
		const sandbox = await start({ prices: { [PROFILE]: price } });
		const run = await runOperation(sandbox, resolve(['personalEmail', 'company', 'profile'], rows, { limits: { concurrency: 5 }, parameters: { hashedEmail: '', want: ['personalEmail', 'company', 'profile'] } }));
		expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['found']));
		expect({ [REVERSE]: 0, [BEST]: 0, ...byTool(sandbox) }).toMatchObject(asked);
		expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: tokens, chargedMoreThanOnce: [] });
	});
});

describe('what was paid for', () => {
	const [ada] = people;

	it('goes with a row that leaves on the error output', async () => {
		const sandbox = await start({ faults: [{ kind: 'internal_error', tool: PROFILE }] });
		const job = (input: IDataObject[]) => resolve(['workEmail'], input, { limits: { retries: 0 }, node: { onError: 'continueErrorOutput' } });
		const run = await runOperation(sandbox, job([{ email: emailOf(ada) }, { email: 'test-found@example.com' }]));
		const [error] = rowsOf(run, 1).map((row) => row.error as IDataObject);
		expect(error).toMatchObject({ httpStatus: 500, resume: expect.stringMatching(/^r1\./) as unknown });
		sandbox.configure({ faults: [] });
		await runOperation(sandbox, job([{ email: emailOf(ada), enriched_resume: error.resume }]));
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('stays on a row that can not be asked at all, or that is only planned', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const [first] = rowsOf(await runOperation(sandbox, resolve(['workEmail'], [{ email: emailOf(ada) }], { limits: { onLimit: 'defer' } })));
		const { enriched_resume: resume } = first;
		const dead = await runOperation(sandbox, resolve(['workEmail'], [first, first], { credential: { baseUrl: sandbox.url, apiKey: 'sandbox_wrongkey001' }, node: { onError: 'continueRegularOutput' } }));
		const planned = await runOperation(sandbox, resolve(['workEmail'], [first], { options: { dryRun: true } }));
		const mistyped = await runOperation(sandbox, resolve(['workEmail'], [{ ...first, email: 'ada' }, { email: 'test-found@example.com' }], { limits: { onLimit: 'defer' }, node: { onError: 'continueRegularOutput' } }));
		expect([...column(dead, 'enriched_resume'), ...column(planned, 'enriched_resume'), column(mistyped, 'enriched_resume')[0]]).toEqual([resume, resume, resume, resume]);
	});

	it('is asked again, and said to be, where its text was cut', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const [first] = rowsOf(await runOperation(sandbox, resolve(['workEmail'], [{ email: emailOf(ada) }], { limits: { onLimit: 'defer' } })));
		sandbox.configure({ limits: { enrich: { records: { '5h': 100 } } } });
		const run = await runOperation(sandbox, resolve(['workEmail'], [{ ...first, enriched_resume: String(first.enriched_resume).slice(0, 255) }]));
		expect(column(run, 'enriched_status')).toEqual(['found']);
		expect(run.hints.map(({ message }) => message).join()).toContain('1 row came in with a resume text that was cut or changed');
	});

	it('answers every row with the same question, and none with another', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const [first] = rowsOf(await runOperation(sandbox, resolve(['workEmail'], [{ email: emailOf(ada) }], { limits: { onLimit: 'defer' } })));
		sandbox.configure({ limits: { enrich: { records: { '5h': 100 } } } });
		const other = { email: emailOf(people[1]), enriched_resume: first.enriched_resume };
		const run = await runOperation(sandbox, resolve(['workEmail'], [other, { email: emailOf(ada) }]));
		expect(column(run, 'enriched_work_email')).toEqual([people[1].workEmail, ada.workEmail]);
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});
});

describe('the node around it', () => {
	const [ada] = people;
	const row = { email: emailOf(ada) };

	it('lists the steps and what each cost', async () => {
		const sandbox = await start({ prices: { [PROFILE]: 2 } });
		const run = await runOperation(sandbox, resolve(['workEmail'], [row, row], { options: { includeLookupDetails: true } }));
		const step = { sharedWith: 1, attempts: 1, status: 'found' };
		expect(column(run, 'enriched_lookup')).toMatchObject([
			{ steps: [{ ...step, tool: REVERSE, tokensCharged: null }, { ...step, tool: PROFILE, tokensCharged: 2 }], tokensCharged: null, reason: null },
			{ steps: [{ tokensCharged: null }, { tokensCharged: 0 }] },
		]);
	});

	it.each([
		['raw', {}, { results: { [REVERSE]: { first_name: ada.firstName }, [PROFILE]: { full_name: `${ada.firstName} ${ada.lastName}` } }, metadata: { [PROFILE]: { tokens_charged: 1 } } }],
		['selected', { fields: ['work_email', 'title'] }, { work_email: ada.workEmail, title: ada.title }],
	])('shows it as %s, with its sources', async (output, parameters, data) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, resolve(['workEmail'], [row], { parameters: { output, includeInputFields: false, ...parameters } }));
		expect(rowsOf(run)).toMatchObject([{ status: 'found', ...data, sources: expect.stringContaining(`work_email: ${PROFILE}`) as unknown, resume: null }]);
		expect(new Set(Object.keys(rowsOf(run)[0]))).toEqual(new Set(['status', 'found', 'reason', 'retry_at', ...Object.keys(data), 'sources', 'resume']));
	});

	it.each([
		['nothing', []],
		['something unknown', ['shoeSize']],
	])('refuses every row and sends nothing where %s is wanted', async (_what, want) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, resolve(want, [row], { node: { onError: 'continueRegularOutput' } }));
		expect(rowsOf(run)).toMatchObject([{ enriched_status: 'invalid', enriched_reason: 'Want must be one or more of company, mobilePhone, personalEmail, profile, workEmail' }]);
		expect(sandbox.ledger.requests()).toEqual([]);
	});

	it.each([
		[{}, 'skipped', /^LinkedIn URL, Email/],
		[{ linkedin: 'ask Ada', email: 'ada@' }, 'invalid', /"ask Ada" .*"ada@" is not an e-mail address/],
		[{ linkedin: 'ask Ada', email: 'test-found@example.com' }, 'found', /^Left out: "ask Ada" /],
	])('says of %j that it is %s', async (input, status, reason) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, resolve(['profile'], [input, { email: 'test-found@example.com' }]));
		const [first] = rowsOf(run);
		expect(first.enriched_status).toBe(status);
		expect(first.enriched_reason).toMatch(reason);
	});

	it('never sends a plain e-mail where e-mails are hashed', async () => {
		const sandbox = await start({ toolHitRates: { hem_to_business_profile: 0.5 } });
		const rows = people.slice(0, 30).map((person) => ({ email: emailOf(person) }));
		const run = await runOperation(sandbox, resolve(['company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'], rows, { options: { hashEmail: true } }));
		expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['found', 'not_found']));
		expect(sandbox.ledger.requests().flatMap(({ keys }) => keys).filter((key) => key.startsWith('email:'))).toEqual([]);
	});

	it('tells a model what it found, without what is for its next run', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const run = await runOperation(sandbox, resolve(['workEmail'], [row], { node: { rewireOutputLogTo: 'ai_tool' }, limits: { onLimit: 'defer' } }));
		const told = run.run.data.resultData.runData.Node[0].data?.ai_tool?.[0]?.[0].json;
		expect(told).toMatchObject({ status: 'deferred', first_name: ada.firstName });
		expect(told).not.toHaveProperty('resume');
	});

	it('takes what is wanted as a text, as models give it', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, resolve('profile, company' as never, [row]));
		expect(rowsOf(run)).toMatchObject([{ enriched_status: 'found', enriched_company_name: ada.company.name }]);
		expect(byTool(sandbox)).toEqual({ [REVERSE]: 1 });
	});
});
