import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Execution, rowsOf } from '../../../dev/n8n/instance/executions';
import { importExample, runExample, sentKeys, SHEET } from '../support/example';
import { expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';

type Row = Record<string, string>;

/** The part of an e-mail that tells synthetic people apart. */
const localPart = (email: unknown) => String(email).split('@')[0];

describe('csv-in-csv-out.json', () => {
	const OUT = 'contacts-enriched.csv';
	const host = useHosted({ sandbox: { settings: { hitRate: 0.8 } } });
	let id: string;
	let before: Row[];

	const rowsIn = (file: string) => parse<Row>(readFileSync(join(host.files, file)), { columns: true, bom: true });

	/** Without the time of the answer: the second run looks misses up again, which is free. */
	const withoutTimes = (rows: Row[]) => rows.map(({ enriched_answered_at: _time, ...row }) => row);

	beforeAll(async () => {
		id = await importExample(host, 'csv-in-csv-out.json');
		before = rowsIn(SHEET);
		await runExample(host, id);
	});

	it('writes every row in order with its own answer beside its own columns', () => {
		const after = rowsIn(OUT);
		expect(after).toHaveLength(before.length);
		expect(after).toMatchObject(before);
		expectOwnAnswers(
			after,
			before.map(({ linkedin }) => linkedin),
			host.sandbox.settings(),
		);
	});

	it('looks each person up once, in batches of 100', () => {
		const keys = sentKeys(host);
		expect(new Set(keys).size).toBe(keys.length);
		expect(host.sandbox.ledger.summary().requests).toBe(Math.ceil(keys.length / 100));
	});

	it('pays for no one again when it reads the enriched sheet', async () => {
		const first = withoutTimes(rowsIn(OUT));
		cpSync(join(host.files, OUT), join(host.files, SHEET));
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(withoutTimes(rowsIn(OUT))).toEqual(first);
		expect(sentKeys(host).length).toBeGreaterThan(0);
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(0);
	});
});

describe('waterfall.json', () => {
	const host = useHosted({
		sandbox: { settings: { hitRate: 0.5, toolHitRates: { linkedin_to_business_profile: 0.8 } } },
	});
	let execution: Execution;

	beforeAll(async () => {
		execution = await runExample(host, await importExample(host, 'waterfall.json'));
	});

	it('returns every row once and in order, with what the first tool found', () => {
		const sheet = rowsOf(execution, 'Rows of the Sheet');
		const rows = rowsOf(execution, 'Enriched Rows');
		expect(sheet).toHaveLength(500);
		expect(rows.map(({ id }) => id)).toEqual(sheet.map(({ id }) => id));
		expectOwnAnswers(
			rows,
			sheet.map(({ linkedin }) => linkedin),
			host.sandbox.settings(),
		);
	});

	it('ends with an address to write to for every row that a tool found', () => {
		const rows = rowsOf(execution, 'Enriched Rows');
		const found = rows.filter((row) => row.enriched_found === true || row.profile_found === true);
		expect(found.length).toBeGreaterThan(300);
		for (const { best_email: email } of found) expect(email).toMatch(/^[a-z0-9._]+@[a-z0-9.-]+\.[a-z]+$/);
	});

	it('uses the second tool only for rows that the first tool did not find', () => {
		const rows = rowsOf(execution, 'Enriched Rows');
		const found = rows.filter(({ enriched_found }) => enriched_found === true);
		const missed = rows.filter(({ enriched_found }) => enriched_found !== true);
		expect(new Set(found.map(({ profile_status }) => profile_status))).toEqual(new Set(['skipped']));
		expect(missed.some(({ profile_status }) => profile_status === 'found')).toBe(true);
		const missedPeople = missed.filter(({ enriched_status }) => enriched_status === 'not_found');
		expect(missedPeople.filter(({ profile_status }) => profile_status === 'skipped')).toEqual([]);
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});
});

describe('resolve-waterfall.json', () => {
	const BEST = 'linkedin_to_best_personal_email_usa';
	const PROFILE = 'linkedin_to_business_profile';
	const REVERSE = 'reverse_email_lookup';
	const HEM = 'hem_to_business_profile';

	const ONE_NODE = { first: 'Resolve', result: 'Result of One Node' };
	const BY_HAND = { first: 'Best by LinkedIn', result: 'Result of Fourteen Nodes' };
	type Lane = typeof ONE_NODE;

	const host = useHosted({
		sandbox: {
			settings: {
				prices: { [PROFILE]: 2, [HEM]: 2 },
				toolHitRates: { [BEST]: 0.6, [PROFILE]: 0.8, [REVERSE]: 0.5, [HEM]: 0.6 },
			},
		},
	});
	/** Of both lanes, as in the example. */
	let execution: Execution;

	const resultOf = ({ result }: Lane): Array<Record<string, unknown>> => rowsOf(execution, result);

	/** Runs one lane alone. @returns its requests and charges */
	async function costOf({ first }: Lane) {
		host.sandbox.ledger.clear();
		const main = [[{ node: first, type: 'main', index: 0 }]];
		const id = await importExample(host, 'resolve-waterfall.json', (workflow) => ({
			...workflow,
			connections: { ...workflow.connections, 'Rows of the Sheet': { main } },
		}));
		await runExample(host, id);
		const { requests, byTool, tokensCharged, chargedMoreThanOnce } = host.sandbox.ledger.summary();
		return {
			requests,
			byTool: Object.fromEntries(Object.entries(byTool).map(([tool, counts]) => [tool, counts[200]])),
			tokensCharged,
			paidTwice: chargedMoreThanOnce.length,
		};
	}

	beforeAll(async () => {
		execution = await runExample(host, await importExample(host, 'resolve-waterfall.json'));
	});

	it('returns every row once and in order, and one node finds whom fourteen find', () => {
		const sheet = rowsOf(execution, 'Rows of the Sheet').map(({ id }) => id);
		expect(sheet).toHaveLength(500);
		const [one, other] = [ONE_NODE, BY_HAND].map((lane) =>
			resultOf(lane).map((row) => [
				row.id,
				row.enriched_status,
				row.enriched_found,
				row.enriched_personal_email ?? null,
			]),
		);
		expect(one.map(([id]) => id)).toEqual(sheet);
		expect(other.map(([id]) => id)).toEqual(sheet);
		// One node also knows that a hash of the row's own e-mail is that e-mail, and compares grades between tools.
		for (const [place, [id, status, , email]] of other.entries()) {
			if (status === 'found') expect(one[place].slice(0, 2)).toEqual([id, 'found']);
			if (status === 'found') expect(localPart(one[place][3])).toBe(localPart(email));
			if (['invalid', 'skipped'].includes(String(status))) expect(one[place][1]).toBe(status);
		}
		const found = resultOf(ONE_NODE).filter(({ enriched_found }) => enriched_found === true);
		expect(found).toHaveLength(388);
		expect(found.filter((row) => !row.enriched_personal_email)).toEqual([]);
	});

	it('sends fewer requests in one node than in fourteen, and pays for no one twice', async () => {
		expect(await costOf(BY_HAND)).toEqual({
			requests: 204,
			byTool: { [BEST]: 5, [PROFILE]: 143, [REVERSE]: 35, [HEM]: 20, get_account: 1 },
			tokensCharged: 380,
			paidTwice: 14,
		});
		expect(await costOf(ONE_NODE)).toEqual({
			requests: 195,
			byTool: { [BEST]: 4, [PROFILE]: 136, [REVERSE]: 35, [HEM]: 20 },
			tokensCharged: 356,
			paidTwice: 0,
		});
	});
});
