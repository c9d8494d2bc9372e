import type { IDataObject } from 'n8n-workflow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { emailOf } from '../../../dev/sandbox/people';
import type { Sandbox } from '../../../dev/sandbox/server';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { BEST, byTool, people, PROFILE, resolve, REVERSE, WORK } from '../../support/node/resolveRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();
const options = { knownAnswers: true };

const findBest = (rows: IDataObject[], more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'personalEmail',
	operation: 'findBest',
	rows,
	options,
	...more,
	parameters: { linkedinUrl: '={{ $json.linkedin }}', ...more.parameters },
});

const profileRows = (from: number, to: number) =>
	people.slice(from, to).map(({ slug }) => ({ linkedin: `https://www.linkedin.com/in/${slug}` }));

/** Requests and tokens of the run after the earlier ones. */
const costSince = ({ ledger }: Sandbox, before: ReturnType<typeof costOf>) => {
	const { requests, tokens } = costOf({ ledger } as Sandbox);
	return { requests: requests - before.requests, tokens: tokens - before.tokens };
};
const costOf = ({ ledger }: Sandbox) => {
	const { requests, tokensCharged } = ledger.summary();
	return { requests, tokens: tokensCharged };
};
const withoutRun = (rows: IDataObject[]) =>
	rows.map(({ enriched_reason: _reason, enriched_answered_at: _at, enriched_resume: _resume, ...row }) => row);

describe('a second workflow whose sheet overlaps with the first by 60 %', () => {
	it('pays only for the people who are new, and gets the same answers as a fresh run', async () => {
		const sandbox = await start({ hitRate: 0.7 });
		const first = rowsOf(await runOperation(sandbox, findBest(profileRows(0, 100), { known: [] })));
		const before = costOf(sandbox);
		const run = await runOperation(sandbox, findBest(profileRows(40, 140), { known: first }));
		const cost = costSince(sandbox, before);
		const { chargedMoreThanOnce } = sandbox.ledger.summary();
		const fresh = await runOperation(sandbox, findBest(profileRows(40, 140), { options: {} }));
		expect(chargedMoreThanOnce).toEqual([]);
		const isNewHit = (row: IDataObject, index: number) => index >= 60 && row.enriched_status === 'found';
		expect(cost).toEqual({ requests: 1, tokens: rowsOf(fresh).filter(isNewHit).length });
		expect(withoutRun(rowsOf(run))).toEqual(withoutRun(rowsOf(fresh)));
		expect(pairs(run)).toEqual(rowsOf(run).map((_, index) => index));
		const knownSince = expect.stringMatching(/^Known since \d{4}-\d\d-\d\d$/) as string;
		expect(column(run, 'enriched_reason')).toEqual(rowsOf(run).map((_, row) => (row < 60 ? knownSince : null)));
		expect(run.hints.map(({ message }) => message).join()).toContain('60 rows were known before.');
	});

	it.each([
		['', {}],
		[', with a setting by row', { columnPrefix: '={{ $json.prefix }}' }],
	])('does nothing, and says nothing, if the sheet is empty%s', async (_what, options) => {
		const run = await runOperation(await start(), findBest([], { known: [{ any: 'row' }], options }));
		expect([run.status, run.outputs, run.hints]).toEqual(['success', [[]], []]);
	});

	it('keeps the time of each answer', async () => {
		const sandbox = await start();
		const first = rowsOf(await runOperation(sandbox, findBest(profileRows(0, 3), { known: [] })));
		const run = await runOperation(sandbox, findBest(profileRows(0, 3), { known: first }));
		expect(column(run, 'enriched_answered_at')).toEqual(first.map((row) => row.enriched_answered_at));
		expect(column(run, 'enriched_resume')).toEqual(first.map((row) => row.enriched_resume));
	});
});

describe('Resolve with another want', () => {
	it('asks only for the part that is not known', async () => {
		const sandbox = await start();
		const rows = profileRows(0, 20);
		const first = rowsOf(await runOperation(sandbox, resolve(['workEmail'], rows, { options, known: [] })));
		expect(byTool(sandbox)).toMatchObject({ [WORK]: 1 });
		const second = await runOperation(
			sandbox,
			resolve(['workEmail', 'personalEmail'], rows, { options, known: first }),
		);
		expect(byTool(sandbox)).toMatchObject({ [WORK]: 1, [BEST]: 1 });
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		expect(column(second, 'enriched_work_email')).toEqual(people.slice(0, 20).map(({ workEmail }) => workEmail));
		expect(column(second, 'enriched_personal_email')).toEqual(people.slice(0, 20).map(emailOf));
	});

	type ToRow = (email: string) => IDataObject;
	it.each<[string, string, ToRow, ToRow]>([
		['emails', 'MD5s', (email: string) => ({ email }), (email: string) => ({ md5: md5OfEmail(email) })],
		['MD5s', 'emails', (email: string) => ({ md5: md5OfEmail(email) }), (email: string) => ({ email })],
	])('pays nothing for %s in one sheet and their %s in the other', async (_one, _other, first, second) => {
		const sandbox = await start();
		const emails = people.slice(0, 20).map(emailOf);
		const known = rowsOf(
			await runOperation(sandbox, resolve(['profile'], emails.map(first), { options, known: [] })),
		);
		const before = costOf(sandbox);
		const run = await runOperation(sandbox, resolve(['profile'], emails.map(second), { options, known }));
		expect(costSince(sandbox, before)).toEqual({ requests: 0, tokens: 0 });
		expect(column(run, 'enriched_full_name')).toEqual(
			people.slice(0, 20).map(({ firstName, lastName }) => `${firstName} ${lastName}`),
		);
	});
});

describe('a known answer', () => {
	it.each([
		['is used within Max Age', 1, 0],
		['is paid for again after Max Age', 0.000_001, 1],
	])('%s', async (_what, maxAge, requests) => {
		const sandbox = await start();
		const known = rowsOf(await runOperation(sandbox, findBest(profileRows(0, 1), { known: [] })));
		await new Promise((resolve) => setTimeout(resolve, 200));
		const before = costOf(sandbox);
		await runOperation(sandbox, findBest(profileRows(0, 1), { known, options: { ...options, maxAge } }));
		expect(costSince(sandbox, before).requests).toBe(requests);
	});

	it('is kept beside those of other operations about the person', async () => {
		const sandbox = await start();
		const [row] = profileRows(0, 1);
		const email = rowsOf(await runOperation(sandbox, findBest([row], { known: [] })));
		const both = rowsOf(await runOperation(sandbox, resolve(['profile'], [row], { options, known: email })));
		const before = costOf(sandbox);
		await runOperation(sandbox, findBest([row], { known: both }));
		await runOperation(sandbox, resolve(['profile'], [row], { options, known: both }));
		expect(costSince(sandbox, before)).toEqual({ requests: 0, tokens: 0 });
	});

	it('is in both rows of a person that name the person differently, so that one of them is enough', async () => {
		const sandbox = await start();
		const email = emailOf(people[0]);
		const rows = [{ email }, { md5: md5OfEmail(email) }];
		const known = rowsOf(await runOperation(sandbox, resolve(['profile'], rows, { options, known: [] })));
		const before = costOf(sandbox);
		const findByEmail: OperationRun = {
			resource: 'businessProfile',
			operation: 'findByEmail',
			rows: [{ email }],
			options,
			parameters: { email: '={{ $json.email }}' },
		};
		for (const one of known) await runOperation(sandbox, { ...findByEmail, known: [one] });
		expect(costSince(sandbox, before)).toEqual({ requests: 0, tokens: 0 });
	});

	it('also comes from the row itself', async () => {
		const sandbox = await start();
		const [first] = rowsOf(await runOperation(sandbox, findBest(profileRows(0, 1), { known: [] })));
		const before = costOf(sandbox);
		const run = await runOperation(sandbox, findBest([first], { known: [] }));
		expect(costSince(sandbox, before)).toEqual({ requests: 0, tokens: 0 });
		expect(column(run, 'enriched_status')).toEqual(['found']);
	});

	it('needs no Skip When if a part of a row was deferred: the hint recommends to run all rows again', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const job = resolve(['workEmail', 'personalEmail'], profileRows(0, 1), {
			options: { maxWait: 0 },
		});
		const hints = async (more: Partial<OperationRun>) =>
			(await runOperation(sandbox, { ...job, ...more })).hints.map(({ message }) => message).join();
		const known = await hints({ known: [], options: { ...job.options, knownAnswers: true } });
		expect(known).toContain('run all rows again');
		expect(known).not.toContain('Skip When');
		expect(await hints({})).toContain('Skip When');
	});

	it('keeps its older answers for workflows without Max Age', async () => {
		const sandbox = await start();
		const [row] = profileRows(0, 1);
		const known = rowsOf(await runOperation(sandbox, findBest([row], { known: [] })));
		await new Promise((resolve) => setTimeout(resolve, 200));
		const aged = { ...options, maxAge: 0.000_001 };
		const later = rowsOf(await runOperation(sandbox, resolve(['workEmail'], [row], { options: aged, known })));
		const before = costOf(sandbox);
		await runOperation(sandbox, findBest([row], { known: later }));
		expect(costSince(sandbox, before)).toEqual({ requests: 0, tokens: 0 });
	});

	it('to a lookup by name has a key of its own, so that a store keeps it beside others', async () => {
		const sandbox = await start();
		const byName: OperationRun = {
			resource: 'workEmail',
			operation: 'findByName',
			rows: people.slice(0, 3).map(({ firstName, lastName, company }) => ({
				name: `${firstName} ${lastName}`,
				company: company.name,
			})),
			parameters: { fullName: '={{ $json.name }}', company: '={{ $json.company }}' },
			options,
		};
		const known = rowsOf(await runOperation(sandbox, { ...byName, known: [] }));
		expect(new Set(known.map((row) => row.enriched_person_key)).size).toBe(3);
		const before = costOf(sandbox);
		await runOperation(sandbox, { ...byName, known: oneRowPerPerson(known) });
		expect(costSince(sandbox, before)).toEqual({ requests: 0, tokens: 0 });
	});

	it('that came with one of two rows of a person is in both afterwards', async () => {
		const sandbox = await start();
		const [row] = profileRows(0, 1);
		const [first] = rowsOf(await runOperation(sandbox, findBest([row], { known: [] })));
		const rows = [{ ...row, enriched_resume: first.enriched_resume }, row];
		const known = rowsOf(await runOperation(sandbox, resolve(['profile'], rows, { options, known: [] })));
		const before = costOf(sandbox);
		for (const one of known) await runOperation(sandbox, findBest([row], { known: [one] }));
		expect(costSince(sandbox, before)).toEqual({ requests: 0, tokens: 0 });
	});

	it('is never of a search or a custom call', async () => {
		const sandbox = await start();
		const search: OperationRun = {
			resource: 'person',
			operation: 'search',
			parameters: { query: 'sales', limit: 5 },
			options,
			rows: [{ id: 1 }],
			known: [],
		};
		const known = rowsOf(await runOperation(sandbox, search));
		expect(known.some((row) => 'enriched_resume' in row)).toBe(false);
		const before = costOf(sandbox);
		await runOperation(sandbox, { ...search, known });
		expect(costSince(sandbox, before).requests).toBe(1);
	});
});

/** A store that keeps one row per person, the last one. */
const oneRowPerPerson = (rows: IDataObject[]) => [
	...new Map(rows.map((row) => [row.enriched_person_key, row])).values(),
];

describe('the input Known', () => {
	it.each([
		['is not connected', undefined, 'No row arrived at the input Known'],
		['is empty', [], 'No row arrived at the input Known'],
		['has rows without answers', [{ id: 1 }], 'contain no answer of this node'],
	])('loses nothing and says why if it %s', async (_what, known, words) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, findBest(profileRows(0, 2), { known }));
		expect(column(run, 'enriched_status')).toEqual(['found', 'found']);
		expect(run.hints.map(({ message }) => message).join()).toContain(words);
	});

	it('is ignored without the option', async () => {
		const sandbox = await start();
		const known = rowsOf(await runOperation(sandbox, findBest(profileRows(0, 1), { known: [] })));
		const run = await runOperation(sandbox, findBest(profileRows(0, 1), { known, options: {} }));
		expect(sandbox.ledger.summary().tokensCharged).toBe(2);
		expect(Object.keys(rowsOf(run)[0])).not.toContain('enriched_resume');
	});
});

it('a dry run counts only people who are not known', async () => {
	const sandbox = await start();
	const known = rowsOf(await runOperation(sandbox, findBest(profileRows(0, 10), { known: [] })));
	const run = await runOperation(
		sandbox,
		findBest(profileRows(0, 15), { known, options: { ...options, dryRun: true } }),
	);
	const expected = Array.from({ length: 15 }, (_, row) => (row < 10 ? 'found' : 'planned'));
	expect(column(run, 'enriched_status')).toEqual(expected);
	expect(byTool(sandbox)).not.toHaveProperty(PROFILE);
	expect(byTool(sandbox)).not.toHaveProperty(REVERSE);
});
