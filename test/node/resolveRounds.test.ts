import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { IDataObject } from 'n8n-workflow';
import { emailOf } from '../../dev/sandbox/people';
import type { SettingsPatch } from '../../dev/sandbox/settings';
import { column, rowsOf, runOperation, type OperationRun } from '../support/nodeRun';
import { people, PROFILE, resolve, REVERSE } from '../support/resolveRun';
import { sandboxes } from '../support/sandboxes';

const start = sandboxes();

/** How rows come back: what each of these carries them through must leave them as good as they were. */
const WAYS: Array<[string, (rows: IDataObject[]) => IDataObject[]]> = [
	['as they left', (rows) => rows],
	['as JSON, which is how the Wait node keeps them', (rows) => JSON.parse(JSON.stringify(rows)) as IDataObject[]],
	[
		'as cells of a sheet, all of them text',
		(rows) => parse(stringify(rows, { header: true, cast: { boolean: String } }), { columns: true }),
	],
];

describe.each(WAYS)('rows that a window put off, and that come back %s', (_way, carried) => {
	const rows = people.slice(0, 40).map((person, id) => ({
		id,
		email: emailOf(person),
		linkedin: id % 4 === 0 ? `https://www.linkedin.com/in/${person.slug}` : '',
	}));

	it('are not asked again what was paid for, and end as if nothing had come between', async () => {
		const sandbox = await start({
			limits: { enrich: { records: { '5h': 30 } } },
			toolHitRates: { [REVERSE]: 0.7 },
		});
		const job = (input: IDataObject[]) =>
			resolve(['profile', 'workEmail', 'personalEmail'], input, {
				limits: { onLimit: 'defer', concurrency: 5 },
				options: { skipWhen: '={{ $json.enriched_found }}' },
			});
		const first = rowsOf(await runOperation(sandbox, job(rows)));
		const paid = sandbox.ledger.requests();
		expect(first.filter(({ enriched_status }) => enriched_status === 'deferred').length).toBeGreaterThan(10);

		sandbox.configure({ limits: { enrich: { records: { '5h': 1_000 } } } });
		const second = rowsOf(await runOperation(sandbox, job(carried(first))));
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		const answered = paid.filter(({ status }) => status === 200).map(({ tool, keys }) => `${tool} ${keys.join()}`);
		const deferred = new Set(
			first
				.filter(({ enriched_status }) => enriched_status === 'deferred')
				.map(({ email }) => `email:${String(email)}`),
		);
		const again = sandbox.ledger
			.requests()
			.slice(paid.length)
			.filter(({ keys }) => keys.some((key) => deferred.has(key)));
		expect(again.map(({ tool, keys }) => `${tool} ${keys.join()}`).filter((one) => answered.includes(one))).toEqual(
			[],
		);

		const whole = await start({ toolHitRates: { [REVERSE]: 0.7 } });
		const atOnce = rowsOf(await runOperation(whole, job(rows)));
		const told = (row: IDataObject) =>
			Object.entries(row)
				.filter(
					([name, value]) =>
						value !== null &&
						value !== '' &&
						!['id', 'enriched_found', 'enriched_answered_at'].includes(name),
				)
				.map(([name, value]) => [name, String(value)]);
		expect(second.map(told)).toEqual(atOnce.map(told));
	});

	it('keep what was filled so far, and lose the resume text once they are done', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const job = (input: IDataObject[]) =>
			resolve(['profile', 'workEmail'], input, { limits: { onLimit: 'defer', concurrency: 1 } });
		const [first] = rowsOf(await runOperation(sandbox, job([{ email: emailOf(people[0]) }])));
		expect(first).toMatchObject({
			enriched_status: 'deferred',
			enriched_first_name: people[0].firstName,
			enriched_work_email: null,
			enriched_work_email_obscured: expect.any(String) as unknown,
		});
		expect(String(first.enriched_resume).length).toBeLessThan(2_000);
		sandbox.configure({ limits: { enrich: { records: { '5h': 10 } } } });
		const [second] = rowsOf(await runOperation(sandbox, job(carried([first]))));
		expect(second).toMatchObject({
			enriched_status: 'found',
			enriched_work_email: people[0].workEmail,
			enriched_resume: '',
		});
	});
});

describe('what was paid for', () => {
	const [ada] = people;

	it('goes with a row that leaves on the error output', async () => {
		const sandbox = await start({ faults: [{ kind: 'internal_error', tool: PROFILE }] });
		const job = (input: IDataObject[]) =>
			resolve(['workEmail'], input, { limits: { retries: 0 }, node: { onError: 'continueErrorOutput' } });
		const run = await runOperation(sandbox, job([{ email: emailOf(ada) }, { email: 'test-found@example.com' }]));
		const [error] = rowsOf(run, 1).map((row) => row.error as IDataObject);
		expect(error).toMatchObject({ httpStatus: 500, resume: expect.stringMatching(/^r1\./) as unknown });
		sandbox.configure({ faults: [] });
		await runOperation(sandbox, job([{ email: emailOf(ada), enriched_resume: error.resume }]));
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('is known again where that row comes back as it is, also where it was put off in between', async () => {
		const sandbox = await start({ faults: [{ kind: 'internal_error', tool: PROFILE }] });
		const job = (input: IDataObject[]) =>
			resolve(['workEmail'], input, {
				limits: { retries: 0, onLimit: 'defer' },
				node: { onError: 'continueErrorOutput' },
			});
		const [failed] = rowsOf(await runOperation(sandbox, job([{ email: emailOf(ada) }])), 1);
		expect(failed.error).toMatchObject({ resume: expect.stringMatching(/^r1\./) as unknown });
		sandbox.configure({ faults: [{ kind: 'status', status: 429, code: 'rate_limited', tool: PROFILE }] });
		const [putOff] = rowsOf(await runOperation(sandbox, job([failed])));
		sandbox.configure({ faults: [] });
		const [done] = rowsOf(await runOperation(sandbox, job([putOff])));
		expect([putOff.enriched_status, done.enriched_status]).toEqual(['deferred', 'found']);
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('goes with a row that leaves on the error output because nobody has what was wanted', async () => {
		const sandbox = await start({ toolHitRates: { [PROFILE]: 0 } });
		const job = (input: IDataObject[]) =>
			resolve(['workEmail'], input, {
				options: { onNotFound: 'error' },
				node: { onError: 'continueErrorOutput' },
			});
		const [{ error }] = rowsOf(await runOperation(sandbox, job([{ email: emailOf(ada) }])), 1) as Array<{
			error: IDataObject;
		}>;
		expect(error).toMatchObject({
			message: 'The service has nothing for this row',
			resume: expect.stringMatching(/^r1\./) as unknown,
		});
		await runOperation(sandbox, resolve(['profile'], [{ email: emailOf(ada), enriched_resume: error.resume }]));
		expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 1, chargedMoreThanOnce: [] });
	});

	it.each<[string, SettingsPatch, Partial<OperationRun>, string]>([
		[
			'a tool that fails',
			{ faults: [{ kind: 'internal_error', tool: PROFILE }] },
			{ limits: { retries: 0 } },
			'failed',
		],
		[
			'a limit that is an error',
			{ limits: { enrich: { records: { '5h': 1 } } } },
			{ limits: { onLimit: 'error', maxWait: 0 } },
			'deferred',
		],
		['a key that is refused', { faults: [{ kind: 'status', status: 401, tool: PROFILE }] }, {}, 'deferred'],
		[
			'a miss that is an error',
			{ toolHitRates: { [PROFILE]: 0 } },
			{ options: { onNotFound: 'error' } },
			'not_found',
		],
	])(
		'does not get lost by %s, though nothing that was wanted was found: the node does not throw, and is not run again',
		async (_what, settings, more, status) => {
			const sandbox = await start(settings);
			const run = await runOperation(
				sandbox,
				resolve(['workEmail'], [{ email: emailOf(ada) }], {
					node: { onError: 'stopWorkflow', retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
					...more,
				}),
			);
			expect(run.status).toBe('success');
			expect(rowsOf(run)).toMatchObject([{ enriched_status: status, enriched_first_name: ada.firstName }]);
			expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 1, byTool: { [REVERSE]: { 200: 1 } } });
		},
	);

	it.each([
		[
			'in full where Retry On Fail is off',
			false,
			{ email: emailOf(ada), error: { httpStatus: 500, resume: expect.stringMatching(/^r1\./) as unknown } },
		],
		[
			'on Results, with all of its fields, if it is on: the node does not run again',
			true,
			{ email: emailOf(ada), enriched_resume: expect.stringMatching(/^r1\./) as unknown },
		],
	])('goes with a row that is the only error, %s', async (_how, retryOnFail, item) => {
		const sandbox = await start({ faults: [{ kind: 'internal_error', tool: PROFILE }] });
		const node = { onError: 'continueErrorOutput', retryOnFail, maxTries: 2, waitBetweenTries: 0 } as const;
		const run = await runOperation(
			sandbox,
			resolve(['workEmail'], [{ email: emailOf(ada) }], { limits: { retries: 0 }, node }),
		);
		expect(rowsOf(run, retryOnFail ? 0 : 1)).toMatchObject([item]);
		expect(sandbox.ledger.summary()).toMatchObject({
			chargedMoreThanOnce: [],
			byTool: { [REVERSE]: { 200: 1 }, [PROFILE]: { 500: 1 } },
		});
	});

	it('stays with rows that left without their fields, and whose text stands bare beside them', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const row = { email: emailOf(ada) };
		const job = (input: IDataObject[], more: Partial<OperationRun> = {}) =>
			resolve(['workEmail'], input, {
				limits: { onLimit: 'defer' },
				parameters: { includeInputFields: false },
				...more,
			});
		const [{ resume }] = rowsOf(await runOperation(sandbox, job([row])));
		const planned = await runOperation(sandbox, job([{ ...row, resume }], { options: { dryRun: true } }));
		const mistyped = await runOperation(
			sandbox,
			job([{ email: 'ada', resume }], { node: { onError: 'continueRegularOutput' } }),
		);
		const failed = await runOperation(
			sandbox,
			job([{ email: 'ada', resume }], { node: { onError: 'continueErrorOutput' } }),
		);
		expect([
			...column(planned, 'resume'),
			...column(mistyped, 'resume'),
			(rowsOf(failed, 1)[0].error as IDataObject).resume,
		]).toEqual([resume, resume, resume]);
	});

	it('stays on a row that can not be asked at all, or that is only planned', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const [first] = rowsOf(
			await runOperation(
				sandbox,
				resolve(['workEmail'], [{ email: emailOf(ada) }], { limits: { onLimit: 'defer' } }),
			),
		);
		const { enriched_resume: resume } = first;
		const dead = await runOperation(
			sandbox,
			resolve(['workEmail'], [first, first], {
				credential: { baseUrl: sandbox.url, apiKey: 'sandbox_wrongkey001' },
				node: { onError: 'continueRegularOutput' },
			}),
		);
		const planned = await runOperation(sandbox, resolve(['workEmail'], [first], { options: { dryRun: true } }));
		const mistyped = await runOperation(
			sandbox,
			resolve(['workEmail'], [{ ...first, email: 'ada' }, { email: 'test-found@example.com' }], {
				limits: { onLimit: 'defer' },
				node: { onError: 'continueRegularOutput' },
			}),
		);
		expect([
			...column(dead, 'enriched_resume'),
			...column(planned, 'enriched_resume'),
			column(mistyped, 'enriched_resume')[0],
		]).toEqual([resume, resume, resume, resume]);
	});

	it('without a phone, for want of phone tokens, is not paid for again with it where another tool has the phone', async () => {
		const sandbox = await start({ account: { phoneTokens: 0 }, limits: { enrich: { records: { '5h': 1 } } } });
		const job = (input: IDataObject[]) =>
			resolve(['mobilePhone', 'workEmail'], input, {
				limits: { onLimit: 'defer' },
				options: { hashEmail: true },
			});
		const first = rowsOf(
			await runOperation(sandbox, job([{ email: emailOf(ada) }, { email: emailOf(ada).toUpperCase() }])),
		);
		expect(first).toMatchObject([
			{ enriched_status: 'deferred', enriched_first_name: ada.firstName },
			{ enriched_status: 'deferred' },
		]);
		sandbox.configure({ account: { phoneTokens: 10 }, limits: { enrich: { records: { '5h': 100 } } } });
		const second = rowsOf(await runOperation(sandbox, job(first)));
		expect(
			second.map(({ enriched_mobile_phone, enriched_work_email }) => [
				enriched_mobile_phone,
				enriched_work_email,
			]),
		).toEqual([
			[ada.phone, ada.workEmail],
			[ada.phone, ada.workEmail],
		]);
		expect(sandbox.ledger.summary()).toMatchObject({ chargedMoreThanOnce: [], phoneTokensCharged: 1 });
	});

	it('is asked again, and said to be, where its text was cut', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const [first] = rowsOf(
			await runOperation(
				sandbox,
				resolve(['workEmail'], [{ email: emailOf(ada) }], { limits: { onLimit: 'defer' } }),
			),
		);
		sandbox.configure({ limits: { enrich: { records: { '5h': 100 } } } });
		const run = await runOperation(
			sandbox,
			resolve(['workEmail'], [{ ...first, enriched_resume: String(first.enriched_resume).slice(0, 255) }]),
		);
		expect(column(run, 'enriched_status')).toEqual(['found']);
		expect(run.hints.map(({ message }) => message).join()).toContain(
			'1 row came in with a resume text that was cut or changed',
		);
	});

	it('answers every row with the same question, and none with another', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const [first] = rowsOf(
			await runOperation(
				sandbox,
				resolve(['workEmail'], [{ email: emailOf(ada) }], { limits: { onLimit: 'defer' } }),
			),
		);
		sandbox.configure({ limits: { enrich: { records: { '5h': 100 } } } });
		const other = { email: emailOf(people[1]), enriched_resume: first.enriched_resume };
		const run = await runOperation(sandbox, resolve(['workEmail'], [other, { email: emailOf(ada) }]));
		expect(column(run, 'enriched_work_email')).toEqual([people[1].workEmail, ada.workEmail]);
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});
});
