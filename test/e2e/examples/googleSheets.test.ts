import { connect, importExample, runExample, sentKeys, withParameters } from '../support/example';
import { expectedFor, expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';
import { executionsOf, NEVER, publish, unpublish } from '../trigger/triggerWorkflow';
import { GOOGLE, GoogleSheet, SPREADSHEET } from './standIns/googleSheets';
import { useStandIns } from './standIns/standIns';

const IN = 'https://www.linkedin.com/in';
const DOCUMENT = { __rl: true, mode: 'id', value: SPREADSHEET };

/** Expects that no text became a formula and that no cell of the user was written. */
function expectOwnCellsOnly({ formats, writtenColumns }: GoogleSheet): void {
	expect([...formats]).toEqual(['RAW']);
	expect([...writtenColumns]).toContain('enriched_status');
	expect([...writtenColumns]).not.toEqual(expect.arrayContaining(['name']));
	expect([...writtenColumns]).not.toEqual(expect.arrayContaining(['linkedin']));
}

/** A row without the times of its answers. */
const withoutTime = ({ enriched_answered_at: _one, fallback_answered_at: _other, ...row }: Record<string, unknown>) =>
	row;

describe('google-sheets-enrich.json', () => {
	const people = Array.from({ length: 12 }, (_, index) => `${IN}/sheet-person-${index}`);
	/** Twelve people twice, a blank and a typo. */
	const cells = [...people, '', 'https://www.example.com/in/ada-example', ...people];
	const rows = cells.map((linkedin, index) => ({ name: `Person ${index}`, linkedin }));
	const host = useHosted({
		sandbox: { settings: { hitRate: 0.6, toolHitRates: { linkedin_to_business_email: 0.8 } } },
	});
	const sheet = new GoogleSheet();
	useStandIns(sheet);
	let id: string;

	/** The status of each row's lookup of a work email: only rows without a personal email have one. */
	function fallbackStatuses(): unknown[] {
		const { hitRate, toolHitRates, ...settings } = host.sandbox.settings();
		const work = { ...settings, toolHitRates, hitRate: toolHitRates.linkedin_to_business_email };
		return cells.map((cell) =>
			expectedFor(cell, { ...work, hitRate }).status === 'not_found' ? expectedFor(cell, work).status : '',
		);
	}

	beforeAll(async () => {
		sheet.write(rows);
		const connected = await connect(host, GOOGLE);
		const document = { documentId: DOCUMENT };
		const chosen = withParameters({ 'Get contacts': document, 'Update contacts': document });
		id = await importExample(host, 'google-sheets-enrich.json', (workflow) => connected(chosen(workflow)));
	});

	it('writes its own answer into every row and keeps the columns of the sheet', async () => {
		await runExample(host, id);
		expect(sheet.rows()).toMatchObject(rows);
		expectOwnAnswers(sheet.rows(), cells, host.sandbox.settings());
		expect(new Set(sheet.rows().map(({ enriched_status }) => enriched_status))).toEqual(
			new Set(['found', 'not_found', 'skipped', 'invalid']),
		);
		expectOwnCellsOnly(sheet);
	});

	it('looks up a work email for the misses alone, and each person once', () => {
		const rows = sheet.rows();
		expect(rows.map(({ fallback_status }) => fallback_status)).toEqual(fallbackStatuses());
		expect(new Set(fallbackStatuses())).toEqual(new Set(['found', 'not_found', '']));
		for (const { fallback_status, fallback_work_email } of rows)
			expect(fallback_work_email).toEqual(
				fallback_status === 'found' ? (expect.stringMatching(/@/) as string) : '',
			);
		const misses = people.filter((_person, row) => fallbackStatuses()[row] !== '');
		expect(sentKeys(host)).toHaveLength(people.length + misses.length);
		expect(new Set(sentKeys(host)).size).toBe(people.length);
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('looks up only new and deferred rows on the second run', async () => {
		const before = sheet.rows();
		const deferredMiss = fallbackStatuses().indexOf('found');
		const changed = before.map((row, index) => ({
			...row,
			enriched_status: index === 0 ? 'deferred' : row.enriched_status,
			fallback_status: index === deferredMiss ? 'deferred' : row.fallback_status,
		}));
		sheet.write(changed);
		sheet.append({ name: 'New', linkedin: `${IN}/new-person-1` });
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(new Set(sentKeys(host))).toEqual(
			new Set([0, deferredMiss].map((row) => `linkedin:sheet-person-${row}`).concat('linkedin:new-person-1')),
		);
		expect(sheet.rows().slice(0, before.length).map(withoutTime)).toEqual(before.map(withoutTime));
		expect(sheet.rows()[before.length].enriched_status).toMatch(/found/);
	});
});

describe('google-sheets-trigger.json', () => {
	const known = { name: 'Known', linkedin: `${IN}/known-person`, enriched_status: 'not_found' };
	/** Another run may be looking it up. */
	const inFlight = { name: 'In flight', linkedin: `${IN}/person-in-flight`, enriched_status: '' };
	/** Two rows with the same cell, and two blanks: only the row number tells them apart. */
	const newRows = [
		{ name: 'Ada', linkedin: `${IN}/test-found` },
		{ name: 'Unknown', linkedin: `${IN}/test-not-found` },
		{ name: 'Blank', linkedin: '' },
		{ name: 'Ada again', linkedin: `${IN}/test-found` },
		{ name: 'Another blank', linkedin: '' },
	];
	const host = useHosted();
	const sheet = new GoogleSheet();
	useStandIns(sheet);

	it('looks up only the new rows, together, and fills each in its own place', async () => {
		sheet.write([known, inFlight]);
		const connected = await connect(host, GOOGLE);
		const sheetName = { __rl: true, mode: 'name', value: 'Contacts' };
		const chosen = withParameters({
			'New rows': { documentId: DOCUMENT, sheetName, pollTimes: NEVER },
			'Get contacts': { documentId: DOCUMENT },
			'Update contacts': { documentId: DOCUMENT },
		});
		const id = await importExample(host, 'google-sheets-trigger.json', (workflow) => connected(chosen(workflow)));
		await publish(host.rest, id);
		for (const row of newRows) sheet.append(row);
		await unpublish(host.rest, id);
		await publish(host.rest, id);
		const [execution] = await executionsOf(host.rest, id, 1);
		expect(execution.status).toBe('success');
		const statuses = ['not_found', '', 'found', 'not_found', 'skipped', 'found', 'skipped'];
		const rows = [known, inFlight, ...newRows];
		expect(sheet.rows()).toMatchObject(rows.map((row, index) => ({ ...row, enriched_status: statuses[index] })));
		const names = new Set([2, 5].map((row) => sheet.rows()[row].enriched_full_name));
		expect([...names]).toEqual([expect.stringMatching(/\w/)]);
		expectOwnCellsOnly(sheet);
		expect(sentKeys(host).sort()).toEqual(['linkedin:test-found', 'linkedin:test-not-found']);
		await unpublish(host.rest, id);
	});
});
