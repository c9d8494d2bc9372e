import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { IDataObject } from 'n8n-workflow';
import type { NodeRun } from '../../../dev/n8n/engine/runNode';
import { emailOf } from '../../../dev/sandbox/people';
import type { Sandbox } from '../../../dev/sandbox/server';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { column, credentialFor, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { people, resolve, SERVICES } from '../../support/node/resolveRun';
import { HEM_TO_LINKEDIN, PHONE, REVERSE, WORK } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';
import { inFastTime } from '../../support/node/fastTime';

/** After the first attempt. */
const MAX_RETRIES = 3;

inFastTime();

const startSandbox = sandboxes();

/** A window that closes after the first charged lookup, and one that is open. */
const CUT: SettingsPatch = { limits: { enrich: { records: { '5h': 1 } } } };
const OPEN: SettingsPatch = { limits: { enrich: { records: { '5h': 1_000 } } } };

/** A later execution continues from the rows at the input Known. */
const KNOWN = { maxWait: 0, knownAnswers: true };

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
	const start = async (settings: SettingsPatch = {}) => await startSandbox({ offers, ...settings });

	describe.each(FORMATS)('rows deferred by a window and run again %s', (_format, convert) => {
		const rows = people.slice(0, 40).map((person, id) => ({
			id,
			email: emailOf(person),
			linkedin: id % 4 === 0 ? `https://www.linkedin.com/in/${person.slug}` : '',
		}));

		it('are not charged twice, and get the same result as in a single run', async () => {
			const toolHitRates = { [REVERSE]: 0.7 };
			const sandbox = await start({ limits: { enrich: { records: { '5h': 30 } } }, toolHitRates });
			const job = (input: IDataObject[], known: IDataObject[]) =>
				resolve(['profile', 'workEmail', 'personalEmail'], input, {
					known,
					options: { ...KNOWN, concurrency: 5 },
				});
			const first = rowsOf(await runOperation(sandbox, job(rows, [])));
			const paid = sandbox.ledger.requests();
			const deferred = first.filter(({ enriched_status }) => enriched_status === 'deferred');
			expect(deferred.length).toBeGreaterThan(10);

			sandbox.configure(OPEN);
			const second = rowsOf(await runOperation(sandbox, job(convert(first), convert(first))));
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
			const lookupOf = ({ tool, keys }: { tool: string; keys: readonly string[] }) => `${tool} ${keys.join()}`;
			const answered = paid.filter(({ status }) => status === 200).map(lookupOf);
			const keys = new Set(deferred.map(({ email }) => `email:${String(email)}`));
			const retried = sandbox.ledger.requests().slice(paid.length);
			expect(
				retried
					.filter((request) => request.keys.some((key) => keys.has(key)))
					.map(lookupOf)
					.filter((request) => answered.includes(request)),
			).toEqual([]);

			const single = rowsOf(await runOperation(await start({ toolHitRates }), job(rows, [])));
			const isCompared = ([name, value]: [string, unknown]) =>
				value !== null && value !== '' && !/^id$|_(?:answered_at|answers|reason)$/.test(name);
			const contentOf = (row: IDataObject) =>
				Object.entries(row)
					.filter(isCompared)
					.map(([name, value]) => [name, String(value)]);
			expect(second.map(contentOf)).toEqual(single.map(contentOf));
		});

		it('keep their filled columns until they are complete', async () => {
			const sandbox = await start(CUT);
			const job = (input: IDataObject[], known: IDataObject[]) =>
				resolve(['profile', 'workEmail'], input, { known, options: { ...KNOWN, concurrency: 1 } });
			const [first] = rowsOf(await runOperation(sandbox, job([{ email: emailOf(people[0]) }], [])));
			expect(first).toMatchObject({
				enriched_status: 'deferred',
				enriched_first_name: people[0].firstName,
				enriched_work_email: null,
				enriched_work_email_obscured: expect.any(String) as unknown,
			});
			expect(String(first.enriched_answers).length).toBeLessThan(2_000);
			sandbox.configure(OPEN);
			const [second] = rowsOf(await runOperation(sandbox, job(convert([first]), convert([first]))));
			expect(second).toMatchObject({ enriched_status: 'found', enriched_work_email: people[0].workEmail });
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		});
	});

	describe('a paid answer', () => {
		const [ada, bea] = people;
		const ROW = { email: emailOf(ada) };
		const FAILING: SettingsPatch = { faults: [{ kind: 'internal_error', tool: WORK }] };
		const TEXT = expect.stringMatching(/^r2\./) as unknown;
		const job = (input: IDataObject[], known: IDataObject[], more: Partial<OperationRun> = {}) =>
			resolve(['workEmail'], input, { known, ...more, options: { ...KNOWN, ...more.options } });
		const CONTINUE = { onError: 'continueRegularOutput' } as const;
		const ERROR_OUTPUT = { onError: 'continueErrorOutput' } as const;
		const errorOf = (run: NodeRun) => rowsOf(run, 1)[0].error as IDataObject;
		/** A row that was deferred after its first tool was paid for. */
		const deferredIn = async (sandbox: Sandbox) => {
			sandbox.configure(CUT);
			const [row] = rowsOf(await runOperation(sandbox, job([ROW], [])));
			return row;
		};

		it('in an error item is reused once it is stored, and again after a deferral', async () => {
			const sandbox = await start(FAILING);
			const run = async (known: IDataObject[]) =>
				await runOperation(sandbox, job([ROW], known, { node: ERROR_OUTPUT }));
			const error = errorOf(await run([]));
			expect(error).toMatchObject({ httpStatus: 500, answers: TEXT });
			sandbox.configure({ faults: [{ kind: 'status', status: 429, code: 'rate_limited', tool: WORK }] });
			const [deferred] = rowsOf(await run([{ answers: error.answers }]));
			sandbox.configure({ faults: [] });
			const [done] = rowsOf(await run([deferred]));
			expect([deferred.enriched_status, done.enriched_status]).toEqual(['deferred', 'found']);
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		});

		it('is in the error item of a miss', async () => {
			const sandbox = await start({ toolHitRates: { [WORK]: 0 } });
			const more = { options: { onNotFound: 'error' }, node: ERROR_OUTPUT };
			const error = errorOf(await runOperation(sandbox, job([ROW], [], more)));
			expect(error).toMatchObject({ message: 'The service found none of the wanted data', answers: TEXT });
			const known = [{ answers: error.answers }];
			await runOperation(sandbox, resolve(['linkedinProfile'], [ROW], { known, options: KNOWN }));
			expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 1, chargedMoreThanOnce: [] });
		});

		it.each<[string, SettingsPatch, OperationRun['options'], string]>([
			['a tool that fails', FAILING, {}, 'failed'],
			['a limit that is an error', CUT, { onLimit: 'error' }, 'deferred'],
			['a rejected key', { faults: [{ kind: 'status', status: 401, tool: WORK }] }, {}, 'deferred'],
			['a miss that is an error', { toolHitRates: { [WORK]: 0 } }, { onNotFound: 'error' }, 'not_found'],
		])('is kept after %s: the node does not throw and is not retried', async (_what, settings, options, status) => {
			const sandbox = await start(settings);
			const node = { onError: 'stopWorkflow', retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } as const;
			const run = await runOperation(sandbox, job([ROW], [], { node, options }));
			expect(run.status).toBe('success');
			expect(rowsOf(run)).toMatchObject([
				{ enriched_status: status, enriched_linkedin_url: expect.stringContaining(ada.slug) as unknown },
			]);
			expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 1, byTool: { [profileTool]: { 200: 1 } } });
		});

		it.each([
			['on Error without Retry On Fail', false, { ...ROW, error: { httpStatus: 500, answers: TEXT } }],
			['on Results if it is on, so that the node is not retried', true, { ...ROW, enriched_answers: TEXT }],
		])('stays with the only error row, %s', async (_output, retryOnFail, item) => {
			const sandbox = await start(FAILING);
			const node = { ...ERROR_OUTPUT, retryOnFail, maxTries: 2, waitBetweenTries: 0 };
			const run = await runOperation(sandbox, job([ROW], [], { node }));
			expect(rowsOf(run, retryOnFail ? 0 : 1)).toMatchObject([item]);
			expect(sandbox.ledger.summary()).toMatchObject({
				chargedMoreThanOnce: [],
				byTool: { [profileTool]: { 200: 1 }, [WORK]: { 500: 1 + MAX_RETRIES } },
			});
		});

		it('stays with a row that cannot be looked up, or that is only planned', async () => {
			const sandbox = await start();
			const first = await deferredIn(sandbox);
			const textsAfter = async (input: IDataObject[], more: Partial<OperationRun> = {}) =>
				column(await runOperation(sandbox, job(input, [], more)), 'enriched_answers');
			const credential = { ...credentialFor(sandbox), apiKey: 'sandbox_wrongkey001' };
			const text = first.enriched_answers;
			expect(text).toEqual(TEXT);
			expect(await textsAfter([first], { options: { dryRun: true } })).toEqual([text]);
			expect((await textsAfter([{ ...first, email: 'ada' }, ROW], { node: CONTINUE }))[0]).toBe(text);
			expect(await textsAfter([first, first], { credential, node: CONTINUE })).toEqual([text, text]);
		});

		it('without a phone is not charged again if another tool has the phone', async () => {
			const sandbox = await start({
				...CUT,
				account: { phoneTokens: 0 },
				missingTools: [HEM_TO_LINKEDIN, PHONE],
			});
			const phoneJob = (known: IDataObject[]) =>
				resolve(['mobilePhone', 'workEmail'], [ROW, { email: ROW.email.toUpperCase() }], {
					known,
					options: { ...KNOWN, hashEmail: true },
				});
			const run = await runOperation(sandbox, phoneJob([]));
			expect(column(run, 'enriched_status')).toEqual(['deferred', 'deferred']);
			expect(column(run, 'enriched_first_name')[0]).toBe(ada.firstName);
			sandbox.configure({ ...OPEN, account: { phoneTokens: 10 } });
			const again = await runOperation(sandbox, phoneJob(rowsOf(run)));
			expect(column(again, 'enriched_mobile_phone')).toEqual([`+${ada.phone}`, `+${ada.phone}`]);
			expect(column(again, 'enriched_work_email')).toEqual([ada.workEmail, ada.workEmail]);
			expect(sandbox.ledger.summary()).toMatchObject({ chargedMoreThanOnce: [], phoneTokensCharged: 1 });
		});

		it('answers every row with the same lookup, and no other row', async () => {
			const sandbox = await start();
			const known = [await deferredIn(sandbox)];
			sandbox.configure(OPEN);
			const run = await runOperation(sandbox, job([{ email: emailOf(bea) }, ROW, ROW], known));
			expect(column(run, 'enriched_work_email')).toEqual([bea, ada, ada].map(({ workEmail }) => workEmail));
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		});
	});
});
