import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { rowsOf } from '../../../dev/n8n/instance/executions';
import type { WorkflowFile } from '../../../dev/n8n/instance/workflow';
import byHand from '../../data/resolveByHand.json';
import { importExample, runExample, sentKeys, SHEET } from '../support/example';
import { expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';

type Row = Record<string, string>;

/** The part of an email that tells synthetic people apart. */
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

describe('resolve-any-identifier.json', () => {
	const BEST = 'linkedin_to_best_personal_email_usa';
	const PROFILE = 'linkedin_to_business_profile';
	const REVERSE = 'reverse_email_lookup';
	const HEM = 'hem_to_business_profile';

	const ONE_NODE = { result: 'Resolve people', change: (workflow: WorkflowFile) => workflow };
	/** The same over the same sheet, built with fourteen nodes, as users do without Resolve. */
	const BY_HAND = { result: 'Result of Fourteen Nodes', change: () => byHand as unknown as WorkflowFile };
	type Way = typeof ONE_NODE;

	const host = useHosted({
		sandbox: {
			settings: {
				prices: { [PROFILE]: 2, [HEM]: 2 },
				toolHitRates: { [BEST]: 0.6, [PROFILE]: 0.8, [REVERSE]: 0.5, [HEM]: 0.6 },
			},
		},
	});

	/** @returns the execution with its rows, requests and charges */
	async function runWay({ result, change }: Way) {
		host.sandbox.ledger.clear();
		const execution = await runExample(host, await importExample(host, 'resolve-any-identifier.json', change));
		const { requests, byTool, tokensCharged, chargedMoreThanOnce } = host.sandbox.ledger.summary();
		return {
			execution,
			rows: rowsOf(execution, result),
			cost: {
				requests,
				byTool: Object.fromEntries(Object.entries(byTool).map(([tool, counts]) => [tool, counts[200]])),
				tokensCharged,
				paidTwice: chargedMoreThanOnce.length,
			},
		};
	}

	it('returns every row once and in order, with an address for each that has one', async () => {
		const { execution, rows } = await runWay(ONE_NODE);
		const sheet = rowsOf(execution, 'Get rows');
		expect(sheet).toHaveLength(500);
		expect(rows).toMatchObject(sheet);
		const found = rows.filter(({ enriched_found }) => enriched_found === true);
		expect(found).toHaveLength(393);
		expect(found.filter((row) => !row.enriched_personal_email)).toEqual([]);
		const file = readFileSync(join(host.files, 'contacts-resolved.csv'));
		expect(parse<Row>(file, { columns: true, bom: true })).toMatchObject(sheet);
	});

	it('finds in one node whom fourteen nodes find, with fewer requests and tokens', async () => {
		const [one, other] = [await runWay(ONE_NODE), await runWay(BY_HAND)];
		// One node also knows that a hash of the row's own email is that email, and compares grades between tools.
		for (const [place, row] of other.rows.entries()) {
			const { id, enriched_status: status, enriched_personal_email: email } = row;
			if (status === 'found') expect(one.rows[place]).toMatchObject({ id, enriched_status: 'found' });
			if (status === 'found') expect(localPart(one.rows[place].enriched_personal_email)).toBe(localPart(email));
			if (['invalid', 'skipped'].includes(String(status))) expect(one.rows[place].enriched_status).toBe(status);
		}
		expect(other.cost).toEqual({
			requests: 204,
			byTool: { [BEST]: 5, [PROFILE]: 143, [REVERSE]: 35, [HEM]: 20, get_account: 1 },
			tokensCharged: 380,
			paidTwice: 14,
		});
		expect(one.cost).toEqual({
			requests: 197,
			byTool: {
				[BEST]: 4,
				[PROFILE]: 137,
				[REVERSE]: 35,
				email_to_linkedin: 19,
				hem_to_linkedin: 1,
				get_billing: 1,
			},
			tokensCharged: 353,
			paidTwice: 0,
		});
	});
});

describe('hashed-email-audience.json', () => {
	const host = useHosted({ sandbox: { settings: { hitRate: 0.8 } } });

	it('writes the SHA-256 of each personal address, and no address', async () => {
		const id = await importExample(host, 'hashed-email-audience.json', undefined, 60);
		const execution = await runExample(host, id);
		const addresses = rowsOf(execution, 'Resolve people')
			.map(({ enriched_personal_email: email }) => email)
			.filter((email) => typeof email === 'string' && email !== '') as string[];
		expect(addresses.length).toBeGreaterThan(20);
		const text = readFileSync(join(host.files, 'audience.csv'), 'utf8');
		const rows = parse<Row>(text, { columns: true, bom: true });
		const sha256 = (address: string) => createHash('sha256').update(address.toLowerCase()).digest('hex');
		expect(rows.map(({ email }) => email)).toEqual(addresses.map(sha256));
		expect(Object.keys(rows[0])).toEqual(['email', 'fn', 'ln']);
		expect(text).not.toContain('@');
	});
});

describe('start-here.json', () => {
	const host = useHosted();

	it('shows a hit, a duplicate, a miss, a blank and a typo for two lookups in one request', async () => {
		const execution = await runExample(host, await importExample(host, 'start-here.json'));
		const statuses = rowsOf(execution, 'Find personal emails').map(({ enriched_status: status }) => status);
		expect(statuses).toEqual(['found', 'found', 'not_found', 'skipped', 'invalid']);
		expect(host.sandbox.ledger.summary()).toMatchObject({ requests: 1, identifiersCharged: 1 });
		expect(sentKeys(host)).toHaveLength(2);
		expect(Object.keys(execution.runs).at(-1)).toBe('Make a CSV file');
	});
});
