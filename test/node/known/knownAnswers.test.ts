import type { IDataObject } from 'n8n-workflow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { emailOf } from '../../../dev/sandbox/people';
import type { Sandbox } from '../../../dev/sandbox/server';
import { findBestOf } from '../../support/node/findBestRun';
import { column, hintsOf, pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { byTool, people, resolve } from '../../support/node/resolveRun';
import { BEST, WORK } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();
const options = { knownAnswers: true };

const findBest = (rows: IDataObject[], more: Partial<OperationRun> = {}) => findBestOf(rows, { options, ...more });
const profile = (rows: IDataObject[], known: IDataObject[]) => resolve(['profile'], rows, { options, known });

const profileRows = (from: number, to: number) =>
	people.slice(from, to).map(({ slug }) => ({ linkedin: `https://www.linkedin.com/in/${slug}` }));
const [ROW] = profileRows(0, 1);

/** The output of a run whose input Known is connected and empty. */
const firstRun = async (sandbox: Sandbox, run: OperationRun) =>
	rowsOf(await runOperation(sandbox, { ...run, known: [] }));

/** Requests and tokens of a run. */
async function costOf({ ledger }: Sandbox, run: () => Promise<unknown>) {
	const before = ledger.summary();
	await run();
	const after = ledger.summary();
	return [after.requests - before.requests, after.tokensCharged - before.tokensCharged];
}

describe('a second workflow whose sheet overlaps with the first by 60 %', () => {
	it('pays only for the people who are new, and gets the same answers as a fresh run', async () => {
		const sandbox = await start({ hitRate: 0.7 });
		const known = await firstRun(sandbox, findBest(profileRows(0, 100)));
		const job = findBest(profileRows(40, 140), { known });
		const data = ({
			enriched_reason: _reason,
			enriched_answered_at: _at,
			enriched_answers: _text,
			...row
		}: IDataObject) => row;
		let rows: IDataObject[] = [];
		const cost = await costOf(sandbox, async () => {
			const run = await runOperation(sandbox, job);
			rows = rowsOf(run);
			expect(pairs(run)).toEqual(rows.map((_, index) => index));
			expect(hintsOf(run)).toContain('60 rows were known before.');
		});
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		const fresh = rowsOf(await runOperation(sandbox, { ...job, options: {} }));
		const newHits = fresh.filter((row, index) => index >= 60 && row.enriched_status === 'found');
		expect(cost).toEqual([1, newHits.length]);
		expect(rows.map(data)).toEqual(fresh.map(data));
		const knownSince = expect.stringMatching(/^Known since \d{4}-\d\d-\d\d$/) as string;
		expect(rows.map((row) => row.enriched_reason)).toEqual(rows.map((_, row) => (row < 60 ? knownSince : null)));
	});

	it('keeps the time of each answer', async () => {
		const sandbox = await start();
		const known = await firstRun(sandbox, findBest(profileRows(0, 3)));
		const run = await runOperation(sandbox, findBest(profileRows(0, 3), { known }));
		for (const name of ['enriched_answered_at', 'enriched_answers'])
			expect(column(run, name)).toEqual(known.map((row) => row[name]));
	});
});

it.each([
	['', {}],
	[', with a setting by row', { columnPrefix: '={{ $json.prefix }}' }],
])('an empty sheet does nothing, and says nothing%s', async (_what, options) => {
	const run = await runOperation(await start(), findBest([], { known: [{ any: 'row' }], options }));
	expect([run.status, run.outputs, run.hints]).toEqual(['success', [[]], []]);
});

it('Resolve with another want asks only for the part that is not known', async () => {
	const sandbox = await start();
	const rows = profileRows(0, 20);
	const known = await firstRun(sandbox, resolve(['workEmail'], rows, { options }));
	expect(byTool(sandbox)).toMatchObject({ [WORK]: 1 });
	const second = await runOperation(sandbox, resolve(['workEmail', 'personalEmail'], rows, { options, known }));
	expect(byTool(sandbox)).toMatchObject({ [WORK]: 1, [BEST]: 1 });
	expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	expect(column(second, 'enriched_work_email')).toEqual(people.slice(0, 20).map(({ workEmail }) => workEmail));
	expect(column(second, 'enriched_personal_email')).toEqual(people.slice(0, 20).map(emailOf));
});

type ToRow = (email: string) => IDataObject;
const BY_EMAIL: ToRow = (email) => ({ email });
const BY_HASH: ToRow = (email) => ({ md5: md5OfEmail(email) });

it.each<[string, string, ToRow, ToRow]>([
	['emails', 'MD5s', BY_EMAIL, BY_HASH],
	['MD5s', 'emails', BY_HASH, BY_EMAIL],
])('Resolve pays nothing for %s in one sheet and their %s in the other', async (_one, _other, first, second) => {
	const sandbox = await start();
	const emails = people.slice(0, 20).map(emailOf);
	const known = await firstRun(sandbox, profile(emails.map(first), []));
	const cost = await costOf(sandbox, async () => {
		const run = await runOperation(sandbox, profile(emails.map(second), known));
		const names = people.slice(0, 20).map(({ firstName, lastName }) => `${firstName} ${lastName}`);
		expect(column(run, 'enriched_full_name')).toEqual(names);
	});
	expect(cost).toEqual([0, 0]);
});

describe('a known answer', () => {
	it.each([
		['is used within Max Age', 1, 0],
		['is paid for again after Max Age', 0.000_001, 1],
	])('%s', async (_what, maxAge, requests) => {
		const sandbox = await start();
		const known = await firstRun(sandbox, findBest([ROW]));
		await new Promise((resolve) => setTimeout(resolve, 200));
		const again = findBest([ROW], { known, options: { ...options, maxAge } });
		expect((await costOf(sandbox, () => runOperation(sandbox, again)))[0]).toBe(requests);
	});

	it('is kept beside those of other operations about the person', async () => {
		const sandbox = await start();
		const email = await firstRun(sandbox, findBest([ROW]));
		const known = rowsOf(await runOperation(sandbox, profile([ROW], email)));
		for (const again of [findBest([ROW], { known }), profile([ROW], known)])
			expect(await costOf(sandbox, () => runOperation(sandbox, again))).toEqual([0, 0]);
	});

	it('is in both rows of a person that name the person differently, so that one of them is enough', async () => {
		const sandbox = await start();
		const rows = [BY_EMAIL, BY_HASH].map((toRow) => toRow(emailOf(people[0])));
		for (const one of await firstRun(sandbox, profile(rows, []))) {
			const again = {
				...profile(rows.slice(0, 1), [one]),
				resource: 'businessProfile',
				operation: 'findByEmail',
				parameters: { email: '={{ $json.email }}' },
			};
			expect(await costOf(sandbox, () => runOperation(sandbox, again))).toEqual([0, 0]);
		}
	});

	it('lets the hint recommend to run all rows again if a part of a row was deferred', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
		const hints = async (more: OperationRun['options'], known?: IDataObject[]) => {
			const job = resolve(['workEmail', 'personalEmail'], [ROW], { known, options: { maxWait: 0, ...more } });
			return hintsOf(await runOperation(sandbox, job));
		};
		const known = await hints(options, []);
		expect(known).toContain('Run all rows again later: known answers cost nothing');
		expect(known).not.toContain('this output');
		expect(await hints({})).toContain('Run this output again later, once it is stored: found rows are skipped');
	});

	it.each([
		['found', people[0].slug],
		['not_found', 'test-not-found'],
	])('in Raw is the same as the first answer: %s', async (status, slug) => {
		const sandbox = await start({ hitRate: 1 });
		const parameters = { linkedinUrl: '={{ $json.linkedin }}', output: 'raw' };
		const job = findBest([{ linkedin: `in/${slug}` }], { parameters });
		const known = await firstRun(sandbox, job);
		const again = rowsOf(await runOperation(sandbox, { ...job, known }));
		expect(again[0]).toMatchObject({ enriched_status: status, enriched_results: known[0].enriched_results });
		expect(sandbox.ledger.summary().requests).toBe(1);
	});

	it('keeps its older answers for workflows without Max Age', async () => {
		const sandbox = await start();
		const known = await firstRun(sandbox, findBest([ROW]));
		await new Promise((resolve) => setTimeout(resolve, 200));
		const aged = resolve(['workEmail'], [ROW], { options: { ...options, maxAge: 0.000_001 }, known });
		const later = findBest([ROW], { known: rowsOf(await runOperation(sandbox, aged)) });
		expect(await costOf(sandbox, () => runOperation(sandbox, later))).toEqual([0, 0]);
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
		const rows = await firstRun(sandbox, byName);
		// A store that keeps one row per person, the last one.
		const known = [...new Map(rows.map((row) => [row.enriched_person_key, row])).values()];
		expect(known).toHaveLength(3);
		expect(await costOf(sandbox, () => runOperation(sandbox, { ...byName, known }))).toEqual([0, 0]);
	});

	it('is never of a search or a custom call', async () => {
		const sandbox = await start();
		const search: OperationRun = {
			resource: 'person',
			operation: 'search',
			parameters: { query: 'sales', limit: 5 },
			options,
			rows: [{ id: 1 }],
		};
		const known = await firstRun(sandbox, search);
		expect(known.some((row) => 'enriched_answers' in row)).toBe(false);
		expect((await costOf(sandbox, () => runOperation(sandbox, { ...search, known })))[0]).toBe(1);
	});
});

describe('a phone that was paid for', () => {
	const [person] = people;
	const rows = [{ linkedin: `in/${person.slug}` }];
	const byLinkedin = (resource: string, parameters: object = {}): OperationRun => ({
		...{ resource, operation: 'findByLinkedin', rows, options },
		parameters: { linkedinUrl: '={{ $json.linkedin }}', ...parameters },
	});
	const withPhone = byLinkedin('businessProfile', { includeMobilePhone: true });
	const phone = byLinkedin('mobilePhone');
	const resolved = (...want: string[]) => resolve(want, rows, { options });

	it.each<[string, OperationRun, string, OperationRun]>([
		['a profile', withPhone, 'a lookup of phones', phone],
		['a profile', withPhone, 'Resolve', resolved('mobilePhone')],
		['a lookup of phones', phone, 'Resolve', resolved('mobilePhone')],
		['Resolve', resolved('mobilePhone'), 'a lookup of phones', phone],
		['Resolve, with the profile', resolved('mobilePhone', 'profile'), 'a profile', withPhone],
	])('by %s is not paid for again by %s', async (_first, before, _second, after) => {
		const sandbox = await start({ hitRate: 1 });
		const known = await firstRun(sandbox, before);
		const run = await runOperation(sandbox, { ...after, known });
		expect(sandbox.ledger.summary().phoneTokensCharged).toBe(1);
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		expect(column(run, 'enriched_mobile_phone')).toEqual(known.map((row) => row.enriched_mobile_phone));
	});
});

describe('the input Known', () => {
	it('may have rows without answers, and a hint says so', async () => {
		const run = await runOperation(await start(), findBest(profileRows(0, 2), { known: [{ id: 1 }] }));
		expect(column(run, 'enriched_status')).toEqual(['found', 'found']);
		expect(hintsOf(run)).toContain('contain no answers of this node');
	});

	it('stops the run if its rows have person_key, and none has answers', async () => {
		const sandbox = await start();
		const known = (await firstRun(sandbox, findBest([ROW]))).map(({ enriched_answers: _text, ...row }) => row);
		const before = sandbox.ledger.summary().requests;
		const run = await runOperation(sandbox, findBest([ROW], { known, node: { onError: 'continueRegularOutput' } }));
		expect(column(run, 'enriched_status')).toEqual(['invalid']);
		expect(column(run, 'enriched_reason')[0]).toMatch(
			/^The rows at the input Known have person_key, but no answers/,
		);
		expect(sandbox.ledger.summary().requests).toBe(before);
	});

	it('stops the run if it is not connected: everybody would be paid for again', async () => {
		const sandbox = await start();
		const run = await runOperation(
			sandbox,
			findBest(profileRows(0, 2), { options, node: { onError: 'continueRegularOutput' } }),
		);
		expect(column(run, 'enriched_status')).toEqual(['invalid', 'invalid']);
		expect(column(run, 'enriched_reason')[0]).toContain('nothing is connected to the input Known');
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('is ignored without the option', async () => {
		const sandbox = await start();
		const known = await firstRun(sandbox, findBest([ROW]));
		const run = await runOperation(sandbox, findBest([ROW], { known, options: {} }));
		expect(sandbox.ledger.summary().tokensCharged).toBe(2);
		expect(Object.keys(rowsOf(run)[0])).not.toContain('enriched_answers');
	});
});

it('a dry run counts only people who are not known', async () => {
	const sandbox = await start();
	const known = await firstRun(sandbox, findBest(profileRows(0, 10)));
	const dryRun = findBest(profileRows(0, 15), { known, options: { ...options, dryRun: true } });
	const expected = Array.from({ length: 15 }, (_, row) => (row < 10 ? 'found' : 'planned'));
	expect(column(await runOperation(sandbox, dryRun), 'enriched_status')).toEqual(expected);
	expect(byTool(sandbox)[BEST]).toBe(1);
});
