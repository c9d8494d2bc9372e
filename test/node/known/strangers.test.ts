import type { IDataObject } from 'n8n-workflow';
import { emailOf } from '../../../dev/sandbox/people';
import { forgedText } from '../../support/api/answersText';
import { findBestOf } from '../../support/node/findBestRun';
import { column, credentialFor, hintsOf, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { people } from '../../support/node/resolveRun';
import { BEST } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();
const options = { knownAnswers: true };
const PEOPLE = people.slice(0, 5);
const rows = PEOPLE.map(({ slug }) => ({ linkedin: `in/${slug}` }));
const emails = PEOPLE.map(emailOf);
const node = { onError: 'continueRegularOutput' as const };

const findBest = (more: Partial<OperationRun>) => findBestOf(rows, { options, node, ...more });

describe('a text of answers that a stranger wrote', () => {
	const answers = PEOPLE.map(({ slug }) => ({
		...{ t: BEST, k: `linkedin:${slug}`, a: Date.UTC(2030, 0, 1) },
		r: { email: 'forged@example.net' },
	}));
	const forged = forgedText(JSON.stringify(answers));

	it.each<[string, IDataObject]>([
		['in our column', { enriched_answers: forged }],
		['in any columns', { answers: forged, other_answers: forged, note: forged }],
		['in an error item', { error: { answers: forged } }],
	])('answers nothing, and costs no other answer: %s', async (_where, cells) => {
		const sandbox = await start();
		const given = rows.map((row) => ({ ...row, ...cells }));
		const stored = rowsOf(await runOperation(sandbox, findBest({ rows: given, known: [] })));
		expect(stored.map((row) => row.enriched_personal_email)).toEqual(emails);
		const again = await runOperation(sandbox, findBest({ known: stored }));
		expect(column(again, 'enriched_personal_email')).toEqual(emails);
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('leaves its cell if the row is not answered, so that it does not get into the store', async () => {
		const sandbox = await start({ account: { tokens: 0 } });
		const given = [{ ...rows[0], enriched_answers: forged }, rows[1]];
		const run = await runOperation(sandbox, findBest({ rows: given, known: [] }));
		expect(column(run, 'enriched_status')).toEqual(['deferred', 'deferred']);
		expect(column(run, 'enriched_answers')).toEqual(['', null]);
	});

	it('leaves its cell if the row is skipped, because its columns look found', async () => {
		const columns = { enriched_status: 'found', enriched_personal_email: 'forged@example.net' };
		const given = [{ ...rows[0], ...columns, enriched_answers: forged }];
		const run = await runOperation(await start(), findBest({ rows: given, known: [] }));
		expect(rowsOf(run)).toMatchObject([{ ...columns, enriched_answers: '' }]);
	});

	it.each([
		[4, 'is ignored, and a hint counts it'],
		[3, 'beside fewer than four others stops the run: the store may have another Signing Secret'],
	])('in a store with %i texts of ours %s', async (ours) => {
		const sandbox = await start();
		const paid = rowsOf(await runOperation(sandbox, findBest({ known: [] }))).slice(0, ours);
		const before = sandbox.ledger.summary().tokensCharged;
		const run = await runOperation(sandbox, findBest({ known: [{ enriched_answers: forged }, ...paid] }));
		const isRefused = ours < 4;
		expect(column(run, 'enriched_personal_email')).toEqual(isRefused ? emails.map(() => null) : emails);
		expect(new Set(column(run, 'enriched_status'))).toEqual(new Set([isRefused ? 'invalid' : 'found']));
		expect(sandbox.ledger.summary().tokensCharged - before).toBe(isRefused ? 0 : 1);
		expect(hintsOf(run)).toContain('1 text of known answers was ignored');
	});
});

describe('a store', () => {
	/** A run with another credential or address than the run that wrote the store, and what it cost. */
	const runWith = async (change: IDataObject, host = '127.0.0.1') => {
		const sandbox = await start();
		const known = rowsOf(await runOperation(sandbox, findBest({ known: [] })));
		const before = sandbox.ledger.summary().tokensCharged;
		const baseUrl = sandbox.url.replace('127.0.0.1', host);
		const credential = { ...credentialFor(sandbox), baseUrl, ...change } as OperationRun['credential'];
		const run = await runOperation(sandbox, findBest({ rows: known, known, credential }));
		// The store may be the sheet itself, to which the whole output is written back.
		expect(column(run, 'enriched_answers')).toEqual(known.map((row) => row.enriched_answers));
		const [reason] = column(run, 'enriched_reason');
		const statuses = [...new Set(column(run, 'enriched_status'))];
		return { statuses, reason, tokens: sandbox.ledger.summary().tokensCharged - before };
	};
	const OTHER_SECRET = expect.stringMatching(/^The answers at the input Known have another Signing Secret/) as string;

	it('answers a run with another API key', async () => {
		const run = await runWith({ apiKey: 'sandbox_otherkey002' });
		expect(run).toMatchObject({ statuses: ['found'], tokens: 0 });
	});

	it.each<[string, IDataObject, string]>([
		['another Signing Secret', { signingSecret: 'another secret of the tests' }, OTHER_SECRET],
		['no Signing Secret', { signingSecret: '' }, expect.stringContaining('needs a Signing Secret') as string],
		['a short one', { signingSecret: 'x'.repeat(15) }, expect.stringContaining('at least 16 char') as string],
	])(
		'is neither paid for again nor emptied with %s: nothing is sent, and every row says why',
		async (_which, change, reason) => {
			expect(await runWith(change)).toEqual({ statuses: ['invalid'], tokens: 0, reason });
		},
	);

	it('of another service means nothing', async () => {
		expect(await runWith({}, 'localhost')).toEqual({ statuses: ['invalid'], tokens: 0, reason: OTHER_SECRET });
	});
});

it('the error output keeps the paid answers of an earlier run, also of a search, which has none', async () => {
	const search = {
		resource: 'person',
		operation: 'search',
		parameters: { query: '={{ $json.query }}', limit: 0 },
		node: { onError: 'continueErrorOutput' as const },
		rows: [{ query: 'sales', error: { answers: 'r2.paid' } }, { query: 'sales' }],
	};
	const [first, second] = rowsOf(await runOperation(await start(), search), 1).map(
		({ error }) => error as IDataObject,
	);
	expect(first.answers).toBe('r2.paid');
	expect(second).not.toHaveProperty('answers');
});
