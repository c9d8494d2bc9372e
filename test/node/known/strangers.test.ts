import type { IDataObject } from 'n8n-workflow';
import { emailOf } from '../../../dev/sandbox/people';
import { defaultSettings } from '../../../dev/sandbox/settings';
import { forgedResume } from '../../support/api/resumeText';
import { findBestOf } from '../../support/node/findBestRun';
import { column, hintsOf, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { people, resolve } from '../../support/node/resolveRun';
import { BEST } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();
const [ada, bea] = people;
const options = { knownAnswers: true };
const rows = [ada, bea].map(({ slug }) => ({ linkedin: `in/${slug}` }));
const emails = [ada, bea].map(emailOf);

const findBest = (more: Partial<OperationRun>) => findBestOf(rows, { options, ...more });

describe('a resume text that a stranger wrote', () => {
	const answers = [ada, bea].map(({ slug }) => ({
		...{ t: BEST, k: `linkedin:${slug}`, a: Date.UTC(2030, 0, 1) },
		r: { email: 'forged@example.net' },
	}));
	const forged = forgedResume(JSON.stringify(answers));
	const [named] = rows;

	it.each<[string, IDataObject]>([
		['in our column', { enriched_resume: forged }],
		['in any columns', { resume: forged, other_resume: forged, note: forged }],
		['in an error item', { error: { resume: forged } }],
	])('answers nothing, and costs no other answer: %s', async (_where, cells) => {
		const sandbox = await start();
		const stored = rowsOf(await runOperation(sandbox, findBest({ rows: [{ ...named, ...cells }], known: [] })));
		expect(stored[0].enriched_personal_email).toBe(emails[0]);
		const tokens = sandbox.ledger.summary().tokensCharged;
		const again = await runOperation(sandbox, findBest({ rows: [named], known: stored }));
		expect(column(again, 'enriched_personal_email')).toEqual([emails[0]]);
		expect(sandbox.ledger.summary().tokensCharged).toBe(tokens);
	});

	it.each<[string, IDataObject, OperationRun['options']]>([
		['of a row without an identifier', { enriched_person_key: forged, enriched_resume: forged }, {}],
		['of a row that Skip When skips', { ...named, enriched_resume: forged }, { skipWhen: true }],
	])('answers no other row after the whole output was stored: %s', async (_where, row, more) => {
		const sandbox = await start();
		const paid = rowsOf(await runOperation(sandbox, findBest({ rows: [rows[1]], known: [] })));
		const stored = rowsOf(
			await runOperation(sandbox, findBest({ rows: [row], known: [], options: { ...options, ...more } })),
		);
		const run = await runOperation(sandbox, findBest({ known: [...stored, ...paid] }));
		expect(column(run, 'enriched_personal_email')).toEqual(emails);
		expect(hintsOf(run)).toContain('1 resume text was ignored');
	});

	it('stays in its cell until the row is answered', async () => {
		const sandbox = await start();
		const job = (dryRun: boolean) =>
			resolve(['personalEmail'], [{ ...named, enriched_resume: forged }], { options: { dryRun } });
		const unanswered = await runOperation(sandbox, job(true));
		expect(column(unanswered, 'enriched_resume')).toEqual([forged]);
		const answered = await runOperation(sandbox, job(false));
		expect(column(answered, 'enriched_resume')).toEqual(['']);
		expect(column(answered, 'enriched_personal_email')).toEqual([emails[0]]);
	});
});

describe('a store', () => {
	/** A run with another credential or address than the run that wrote the store, and what it cost. */
	const runWith = async (writer: IDataObject, reader: IDataObject, host = '127.0.0.1') => {
		const sandbox = await start();
		const credential = (data: IDataObject) => ({ apiKey: sandbox.key, baseUrl: sandbox.url, ...data });
		const known = rowsOf(await runOperation(sandbox, findBest({ known: [], credential: credential(writer) })));
		const before = sandbox.ledger.summary().tokensCharged;
		const baseUrl = sandbox.url.replace('127.0.0.1', host);
		const run = await runOperation(
			sandbox,
			findBest({
				known,
				node: { onError: 'continueRegularOutput' },
				credential: credential({ ...reader, baseUrl }),
			}),
		);
		const tokens = sandbox.ledger.summary().tokensCharged - before;
		return { status: column(run, 'enriched_status'), tokens, run };
	};
	const [KEY] = defaultSettings().keys;
	const OTHER_KEY = { apiKey: 'sandbox_otherkey002' };

	it.each<[string, IDataObject, IDataObject]>([
		['with the same API key', {}, {}],
		['with another key and the same Signing Secret', { signingSecret: 'x' }, { ...OTHER_KEY, signingSecret: 'x' }],
		['with another API key and the old one as Signing Secret', {}, { ...OTHER_KEY, signingSecret: KEY }],
	])('answers a run %s', async (_which, writer, reader) => {
		expect(await runWith(writer, reader)).toMatchObject({ status: ['found', 'found'], tokens: 0 });
	});

	it.each<[string, IDataObject, IDataObject]>([
		['another API key', {}, OTHER_KEY],
		['another Signing Secret', { signingSecret: 'x' }, { signingSecret: 'y' }],
		['a Signing Secret for the first time', {}, { signingSecret: 'y' }],
	])('that was written with %s is not paid for again: nothing is sent, and every row says why', async (...inputs) => {
		const { run, ...rest } = await runWith(inputs[1], inputs[2]);
		expect(rest).toEqual({ status: ['invalid', 'invalid'], tokens: 0 });
		expect(column(run, 'enriched_reason')[0]).toMatch(
			/^The resume texts at the input Known were written with another key/,
		);
	});

	it('of another service means nothing', async () => {
		const { run, ...rest } = await runWith({}, {}, 'localhost');
		expect(rest).toEqual({ status: ['invalid', 'invalid'], tokens: 0 });
		expect(hintsOf(run)).toContain('2 resume texts were ignored');
	});

	it('with one authentic text is used, and the others are counted', async () => {
		const sandbox = await start();
		const known = rowsOf(await runOperation(sandbox, findBest({ known: [] })));
		const run = await runOperation(
			sandbox,
			findBest({ known: [{ ...known[0], enriched_resume: 'r2.damaged' }, known[1]] }),
		);
		expect(column(run, 'enriched_status')).toEqual(['found', 'found']);
		expect(sandbox.ledger.summary().tokensCharged).toBe(3);
		expect(hintsOf(run)).toContain('1 resume text was ignored');
	});
});

it('a row that is not answered keeps its own text of another key, unless the store knows its person', async () => {
	const sandbox = await start();
	const credential = { baseUrl: sandbox.url, apiKey: sandbox.key, signingSecret: 'new' };
	const [row] = rows;
	const run = async (more: Partial<OperationRun>) =>
		rowsOf(await runOperation(sandbox, findBest({ rows: [row], known: [], ...more })));
	const [{ enriched_resume }] = await run({});
	const known = await run({ resource: 'businessProfile', operation: 'findByLinkedin', credential });
	const planned = async (store: IDataObject[]) =>
		(
			await run({
				resource: 'workEmail',
				operation: 'findByLinkedin',
				rows: [{ ...row, enriched_resume }],
				known: store,
				options: { ...options, dryRun: true },
				credential,
			})
		)[0];
	expect(await planned([])).toMatchObject({ enriched_status: 'planned', enriched_resume });
	const { enriched_resume: stored } = await planned(known);
	expect([stored === known[0].enriched_resume, stored === enriched_resume]).toEqual([true, false]);
});

it('a row that Skip When skips takes along what the store knows of its person, so that it can replace it there', async () => {
	const sandbox = await start({ hitRate: 1 });
	const run = async (more: Partial<OperationRun>) => rowsOf(await runOperation(sandbox, findBest(more)));
	const profile = { resource: 'businessProfile', operation: 'findByLinkedin', rows: [rows[0]] };
	const older = await run({ rows: [rows[0]], known: [] });
	const store = await run({ ...profile, known: older });
	const skipped = await run({ rows: older, known: store, options: { ...options, skipWhen: true } });
	expect(skipped[0]).toMatchObject({ enriched_status: 'found', enriched_person_key: older[0].enriched_person_key });
	const before = sandbox.ledger.summary().tokensCharged;
	await run({ ...profile, known: skipped });
	expect(sandbox.ledger.summary().tokensCharged).toBe(before);
});

it('a row with a text that does not count, and without an answer, is stored beside the others, and blocks no store', async () => {
	const sandbox = await start({ account: { tokens: 0 } });
	const given = [{ ...rows[0], enriched_resume: 'r2.x' }, rows[1]];
	const run = await runOperation(sandbox, findBest({ rows: given, known: [] }));
	expect(column(run, 'enriched_status')).toEqual(['deferred', 'deferred']);
	expect(column(run, 'enriched_person_key')).toEqual([`?linkedin:${ada.slug}`, `linkedin:${bea.slug}`]);
	expect(column(run, 'enriched_resume')[0]).toBe('r2.x');
	const later = await runOperation(await start(), findBest({ known: rowsOf(run).slice(0, 1) }));
	expect(column(later, 'enriched_status')).toEqual(['found', 'found']);
});

it('a row with a text of another key still names its person, so that an edited row loses the data of the first one', async () => {
	const sandbox = await start();
	const run = async (given: IDataObject[], more: Partial<OperationRun> = {}) =>
		rowsOf(await runOperation(sandbox, findBest({ rows: given, known: [], ...more })));
	const credential = { baseUrl: sandbox.url, apiKey: sandbox.key, signingSecret: 'new' };
	const skipped = await run(await run([rows[0]]), { credential, options: { ...options, skipWhen: true } });
	expect(skipped[0].enriched_person_key).toBe(`?linkedin:${ada.slug}`);
	const [edited] = await run([{ ...skipped[0], linkedin: 'in/test-not-found' }]);
	expect(edited).toMatchObject({ enriched_status: 'not_found', enriched_personal_email: '' });
	expect(edited.enriched_person_key).toBe('linkedin:test-not-found');
});

it('a document in a column of the user changes no cell of ours', async () => {
	const row = {
		...rows[0],
		candidate_resume: 'JVBERi0xLjQK'.repeat(20),
		enriched_person_key: `linkedin:${ada.slug}`,
	};
	const given = { ...row, enriched_status: 'found', enriched_resume: '' };
	const run = await runOperation(
		await start(),
		findBest({ rows: [given], known: [], options: { ...options, skipWhen: true } }),
	);
	expect(rowsOf(run)[0]).toMatchObject({ ...given, enriched_resume: null });
});

it('the error output keeps the paid answers of an earlier run, also of a search, which has none', async () => {
	const sandbox = await start();
	const [paid] = rowsOf(await runOperation(sandbox, findBest({ rows: [rows[0]], known: [] })));
	const run = await runOperation(sandbox, {
		resource: 'person',
		operation: 'search',
		parameters: { query: '={{ $json.query }}', limit: 0 },
		node: { onError: 'continueErrorOutput' },
		rows: [{ query: 'sales', error: { resume: paid.enriched_resume } }, { query: 'sales' }],
	});
	const [first, second] = rowsOf(run, 1).map(({ error }) => error as IDataObject);
	expect(first.resume).toBe(paid.enriched_resume);
	expect(second).not.toHaveProperty('resume');
});
