import { MAX_RETRIES } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { IDataObject } from 'n8n-workflow';
import { emailOf } from '../../../dev/sandbox/people';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { column, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { HEM_TO_LINKEDIN, people, PHONE, resolve, REVERSE, SERVICES, WORK } from '../../support/node/resolveRun';
import { sandboxes } from '../../support/node/sandboxes';
import { inFastTime } from '../../support/node/fastTime';

inFastTime();

const startSandbox = sandboxes();

/** Formats in which rows are kept between two runs. */
const FORMATS: Array<[string, (rows: IDataObject[]) => IDataObject[]]> = [
	['unchanged', (rows) => rows],
	['as JSON, as in the Wait node', (rows) => JSON.parse(JSON.stringify(rows)) as IDataObject[]],
	[
		'as text cells of a sheet',
		(rows) => parse(stringify(rows, { header: true, cast: { boolean: String } }), { columns: true }),
	],
];

describe.each(SERVICES)('with $service,', ({ offers, profileTool }) => {
	const start = async (settings: SettingsPatch) => await startSandbox({ offers, ...settings });

	describe.each(FORMATS)('rows deferred by a window and run again %s', (_format, convert) => {
		const rows = people.slice(0, 40).map((person, id) => ({
			id,
			email: emailOf(person),
			linkedin: id % 4 === 0 ? `https://www.linkedin.com/in/${person.slug}` : '',
		}));

		it('are not charged twice, and get the same result as in a single run', async () => {
			const sandbox = await start({
				limits: { enrich: { records: { '5h': 30 } } },
				toolHitRates: { [REVERSE]: 0.7 },
			});
			const job = (input: IDataObject[]) =>
				resolve(['profile', 'workEmail', 'personalEmail'], input, {
					options: { maxWait: 0, concurrency: 5, skipWhen: '={{ $json.enriched_found }}' },
				});
			const first = rowsOf(await runOperation(sandbox, job(rows)));
			const paid = sandbox.ledger.requests();
			expect(first.filter(({ enriched_status }) => enriched_status === 'deferred').length).toBeGreaterThan(10);

			sandbox.configure({ limits: { enrich: { records: { '5h': 1_000 } } } });
			const second = rowsOf(await runOperation(sandbox, job(convert(first))));
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
			const answered = paid
				.filter(({ status }) => status === 200)
				.map(({ tool, keys }) => `${tool} ${keys.join()}`);
			const deferred = new Set(
				first
					.filter(({ enriched_status }) => enriched_status === 'deferred')
					.map(({ email }) => `email:${String(email)}`),
			);
			const retried = sandbox.ledger
				.requests()
				.slice(paid.length)
				.filter(({ keys }) => keys.some((key) => deferred.has(key)));
			expect(
				retried
					.map(({ tool, keys }) => `${tool} ${keys.join()}`)
					.filter((request) => answered.includes(request)),
			).toEqual([]);

			const unlimited = await start({ toolHitRates: { [REVERSE]: 0.7 } });
			const single = rowsOf(await runOperation(unlimited, job(rows)));
			const contentOf = (row: IDataObject) =>
				Object.entries(row)
					.filter(
						([name, value]) =>
							value !== null &&
							value !== '' &&
							!['id', 'enriched_found', 'enriched_answered_at'].includes(name),
					)
					.map(([name, value]) => [name, String(value)]);
			expect(second.map(contentOf)).toEqual(single.map(contentOf));
		});

		it('keep their filled columns, and lose the resume text when they are complete', async () => {
			const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
			const job = (input: IDataObject[]) =>
				resolve(['profile', 'workEmail'], input, { options: { maxWait: 0, concurrency: 1 } });
			const [first] = rowsOf(await runOperation(sandbox, job([{ email: emailOf(people[0]) }])));
			expect(first).toMatchObject({
				enriched_status: 'deferred',
				enriched_first_name: people[0].firstName,
				enriched_work_email: null,
				enriched_work_email_obscured: expect.any(String) as unknown,
			});
			expect(String(first.enriched_resume).length).toBeLessThan(2_000);
			sandbox.configure({ limits: { enrich: { records: { '5h': 10 } } } });
			const [second] = rowsOf(await runOperation(sandbox, job(convert([first]))));
			expect(second).toMatchObject({
				enriched_status: 'found',
				enriched_work_email: people[0].workEmail,
				enriched_resume: '',
			});
		});
	});

	describe('a paid answer', () => {
		const [ada] = people;

		it('is in the resume text of an error item', async () => {
			const sandbox = await start({ faults: [{ kind: 'internal_error', tool: WORK }] });
			const job = (input: IDataObject[]) =>
				resolve(['workEmail'], input, { node: { onError: 'continueErrorOutput' } });
			const run = await runOperation(
				sandbox,
				job([{ email: emailOf(ada) }, { email: 'test-found@example.com' }]),
			);
			const [error] = rowsOf(run, 1).map((row) => row.error as IDataObject);
			expect(error).toMatchObject({ httpStatus: 500, resume: expect.stringMatching(/^r2\./) as unknown });
			sandbox.configure({ faults: [] });
			await runOperation(sandbox, job([{ email: emailOf(ada), enriched_resume: error.resume }]));
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		});

		it('is reused if the error item is run again, and again after a deferral', async () => {
			const sandbox = await start({ faults: [{ kind: 'internal_error', tool: WORK }] });
			const job = (input: IDataObject[]) =>
				resolve(['workEmail'], input, {
					options: { maxWait: 0 },
					node: { onError: 'continueErrorOutput' },
				});
			const [failed] = rowsOf(await runOperation(sandbox, job([{ email: emailOf(ada) }])), 1);
			expect(failed.error).toMatchObject({ resume: expect.stringMatching(/^r2\./) as unknown });
			sandbox.configure({ faults: [{ kind: 'status', status: 429, code: 'rate_limited', tool: WORK }] });
			const [deferred] = rowsOf(await runOperation(sandbox, job([failed])));
			sandbox.configure({ faults: [] });
			const [done] = rowsOf(await runOperation(sandbox, job([deferred])));
			expect([deferred.enriched_status, done.enriched_status]).toEqual(['deferred', 'found']);
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		});

		it('is in the resume text of an error item for a miss', async () => {
			const sandbox = await start({ toolHitRates: { [WORK]: 0 } });
			const job = (input: IDataObject[]) =>
				resolve(['workEmail'], input, {
					options: { onNotFound: 'error' },
					node: { onError: 'continueErrorOutput' },
				});
			const [{ error }] = rowsOf(await runOperation(sandbox, job([{ email: emailOf(ada) }])), 1) as Array<{
				error: IDataObject;
			}>;
			expect(error).toMatchObject({
				message: 'The service found none of the wanted data',
				resume: expect.stringMatching(/^r2\./) as unknown,
			});
			await runOperation(
				sandbox,
				resolve(['linkedinProfile'], [{ email: emailOf(ada), enriched_resume: error.resume }]),
			);
			expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 1, chargedMoreThanOnce: [] });
		});

		it.each<[string, SettingsPatch, Partial<OperationRun>, string]>([
			['a tool that fails', { faults: [{ kind: 'internal_error', tool: WORK }] }, {}, 'failed'],
			[
				'a limit that is an error',
				{ limits: { enrich: { records: { '5h': 1 } } } },
				{ options: { onLimit: 'error', maxWait: 0 } },
				'deferred',
			],
			['a rejected key', { faults: [{ kind: 'status', status: 401, tool: WORK }] }, {}, 'deferred'],
			[
				'a miss that is an error',
				{ toolHitRates: { [WORK]: 0 } },
				{ options: { onNotFound: 'error' } },
				'not_found',
			],
		])('is kept after %s: the node does not throw and is not retried', async (_what, settings, more, status) => {
			const sandbox = await start(settings);
			const run = await runOperation(
				sandbox,
				resolve(['workEmail'], [{ email: emailOf(ada) }], {
					node: { onError: 'stopWorkflow', retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
					...more,
				}),
			);
			expect(run.status).toBe('success');
			expect(rowsOf(run)).toMatchObject([
				{ enriched_status: status, enriched_linkedin_url: expect.stringContaining(ada.slug) as unknown },
			]);
			expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 1, byTool: { [profileTool]: { 200: 1 } } });
		});

		it.each([
			[
				'on the error output if Retry On Fail is off',
				false,
				{ email: emailOf(ada), error: { httpStatus: 500, resume: expect.stringMatching(/^r2\./) as unknown } },
			],
			[
				'on Results if it is on, so that the node is not retried',
				true,
				{ email: emailOf(ada), enriched_resume: expect.stringMatching(/^r2\./) as unknown },
			],
		])('stays with the only error row, %s', async (_output, retryOnFail, item) => {
			const sandbox = await start({ faults: [{ kind: 'internal_error', tool: WORK }] });
			const node = { onError: 'continueErrorOutput', retryOnFail, maxTries: 2, waitBetweenTries: 0 } as const;
			const run = await runOperation(sandbox, resolve(['workEmail'], [{ email: emailOf(ada) }], { node }));
			expect(rowsOf(run, retryOnFail ? 0 : 1)).toMatchObject([item]);
			expect(sandbox.ledger.summary()).toMatchObject({
				chargedMoreThanOnce: [],
				byTool: { [profileTool]: { 200: 1 }, [WORK]: { 500: 1 + MAX_RETRIES } },
			});
		});

		it('stays with rows without input fields, whose resume column has no prefix', async () => {
			const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
			const row = { email: emailOf(ada) };
			const job = (input: IDataObject[], more: Partial<OperationRun> = {}) =>
				resolve(['workEmail'], input, {
					options: { maxWait: 0 },
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

		it('stays with a row that cannot be looked up, or that is only planned', async () => {
			const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
			const [first] = rowsOf(
				await runOperation(
					sandbox,
					resolve(['workEmail'], [{ email: emailOf(ada) }], { options: { maxWait: 0 } }),
				),
			);
			const { enriched_resume: resume } = first;
			const rejected = await runOperation(
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
					options: { maxWait: 0 },
					node: { onError: 'continueRegularOutput' },
				}),
			);
			// The answers that a run with a wrong key wrote count again with the right one.
			const corrected = await runOperation(
				sandbox,
				resolve(['workEmail'], rowsOf(rejected), { options: { maxWait: 0 } }),
			);
			expect([
				...column(corrected, 'enriched_resume'),
				...column(planned, 'enriched_resume'),
				column(mistyped, 'enriched_resume')[0],
			]).toEqual([resume, resume, resume, resume]);
		});

		it('without a phone is not charged again if another tool has the phone', async () => {
			const sandbox = await start({
				account: { phoneTokens: 0 },
				limits: { enrich: { records: { '5h': 1 } } },
				missingTools: [HEM_TO_LINKEDIN, PHONE],
			});
			const job = (input: IDataObject[]) =>
				resolve(['mobilePhone', 'workEmail'], input, {
					options: { maxWait: 0, hashEmail: true },
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

		it('is looked up again, with a hint, if its resume text was cut', async () => {
			const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
			const [first] = rowsOf(
				await runOperation(
					sandbox,
					resolve(['workEmail'], [{ email: emailOf(ada) }], { options: { maxWait: 0 } }),
				),
			);
			sandbox.configure({ limits: { enrich: { records: { '5h': 100 } } } });
			const run = await runOperation(
				sandbox,
				resolve(['workEmail'], [{ ...first, enriched_resume: String(first.enriched_resume).slice(0, -9) }]),
			);
			expect(column(run, 'enriched_status')).toEqual(['found']);
			expect(run.hints.map(({ message }) => message).join()).toContain('1 resume text was ignored');
		});

		it('answers every row with the same lookup, and no other row', async () => {
			const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
			const [first] = rowsOf(
				await runOperation(
					sandbox,
					resolve(['workEmail'], [{ email: emailOf(ada) }], { options: { maxWait: 0 } }),
				),
			);
			sandbox.configure({ limits: { enrich: { records: { '5h': 100 } } } });
			const other = { email: emailOf(people[1]), enriched_resume: first.enriched_resume };
			const run = await runOperation(sandbox, resolve(['workEmail'], [other, { email: emailOf(ada) }]));
			expect(column(run, 'enriched_work_email')).toEqual([people[1].workEmail, ada.workEmail]);
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		});
	});
});
