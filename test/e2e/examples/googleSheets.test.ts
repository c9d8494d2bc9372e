import { connect, endOf, importExample, runExample, sentKeys, withParameters } from '../support/example';
import { rowsOf } from '../../../dev/n8n/instance/executions';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import type { WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { isHeld, personFor } from '../../../dev/sandbox/people';
import { defaultSettings, type SettingsPatch } from '../../../dev/sandbox/settings';
import { expectOwnAnswers, keyOf } from '../support/expected';
import { type Hosted, useHosted } from '../support/hosted';
import { GOOGLE, GoogleSheet, SPREADSHEET, TITLE } from './standIns/googleSheets';
import { PROVIDER, SecondProvider } from './standIns/secondProvider';
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

/** A row without the time of its answer. */
const withoutTime = ({ enriched_answered_at: _time, ...row }: Record<string, unknown>) => row;

/** Imports a template that reads and writes the sheet Contacts. @returns its id */
async function importConnected(
	host: Hosted,
	file: string,
	change = (workflow: WorkflowFile) => workflow,
): Promise<string> {
	const connected = await connect(host, [...GOOGLE, ...PROVIDER]);
	const document = { documentId: DOCUMENT };
	const sheetName = { __rl: true, mode: 'name', value: TITLE };
	const nodes = ['Get contacts', 'Mark rows', 'Update contacts', 'Get leads', 'Update leads'];
	const chosen = withParameters(Object.fromEntries(nodes.map((name) => [name, { ...document, sheetName }])));
	return await importExample(host, file, (workflow) => connected(chosen(change(workflow))));
}

describe('google-sheets-enrich.json', () => {
	const people = Array.from({ length: 12 }, (_, index) => `${IN}/sheet-person-${index}`);
	/** Twelve people twice, a blank and a typo. */
	const cells = [...people, '', 'https://www.example.com/in/ada-example', ...people];
	const rows = cells.map((linkedin, index) => ({ id: index + 1, name: `Person ${index}`, linkedin }));
	const host = useHosted({ sandbox: { settings: { hitRate: 0.6 } } });
	const sheet = new GoogleSheet();
	useStandIns(sheet);
	let id: string;

	beforeAll(async () => {
		sheet.write(rows);
		id = await importConnected(host, 'google-sheets-enrich.json');
	});

	it('writes its own answer into every row, and looks up each person once', async () => {
		await runExample(host, id);
		expect(sheet.rows()).toMatchObject(rows);
		expectOwnAnswers(sheet.rows(), cells, host.sandbox.settings());
		expect(new Set(sheet.rows().map(({ enriched_status }) => enriched_status))).toEqual(
			new Set(['found', 'not_found', 'skipped', 'invalid']),
		);
		expectOwnCellsOnly(sheet);
		expect(sentKeys(host)).toHaveLength(people.length);
	});

	it('looks up only rows that were not found before on the second run', async () => {
		const before = sheet.rows();
		sheet.write(before.map((row, index) => (index === 0 ? { ...row, enriched_status: 'deferred' } : row)));
		sheet.append({ id: 99, name: 'New', linkedin: `${IN}/new-person-1` });
		host.sandbox.ledger.clear();
		await runExample(host, id);
		const missed = before.filter(({ enriched_status: status }) => status === 'not_found');
		const open = [`${IN}/new-person-1`, people[0], ...missed.map(({ linkedin }) => String(linkedin))];
		const keys = open.map((profile) => profile.replace(`${IN}/`, 'linkedin:'));
		expect(sentKeys(host).sort()).toEqual([...new Set(keys)].sort());
		expect(sheet.rows().slice(0, before.length).map(withoutTime)).toEqual(before.map(withoutTime));
		expect(sheet.rows()[before.length].enriched_status).toMatch(/found/);
	});

	it('writes into the row of the person, also if rows are inserted, sorted and deleted meanwhile', async () => {
		const own = { enriched_note: 'own', company: 'Own Ltd' };
		const fresh = Array.from({ length: 6 }, (_, index) => ({
			...{ id: `p${index}`, name: `Person ${index}`, linkedin: `${IN}/moved-person-${index}`, ...own },
		}));
		const inserted = { id: 'new', name: 'New', linkedin: `${IN}/inserted-person`, ...own };
		sheet.write(fresh);
		sheet.editBefore(2, ([first, ...others]) =>
			[inserted, ...others.reverse(), { ...first, name: 'Renamed' }].slice(0, -2),
		);
		await runExample(host, id);
		const rowsNow = sheet.rows();
		expect(rowsNow.map((row) => row.id)).toEqual(['new', 'p5', 'p4', 'p3', 'p2']);
		expect(rowsNow).toMatchObject(rowsNow.map(() => own));
		expectOwnAnswers(
			rowsNow.slice(1),
			rowsNow.slice(1).map(({ linkedin }) => linkedin),
			host.sandbox.settings(),
		);
		expect(rowsNow[0].enriched_status ?? '').toBe('');
	});

	it('leaves out rows whose ID is blank or repeated, and names them', async () => {
		const ids = ['a', '', 'b', 'b', 'c'];
		sheet.write(ids.map((rowId, index) => ({ id: rowId, linkedin: `${IN}/without-id-${index}` })));
		host.sandbox.ledger.clear();
		const execution = await runExample(host, id);
		expect(sentKeys(host).sort()).toEqual(['linkedin:without-id-0', 'linkedin:without-id-4']);
		expect(rowsOf(execution, 'Rows without their own ID')).toEqual([
			{ row_number: 3, problem: 'The row has no ID' },
			{ row_number: 4, problem: 'Several rows have the ID b' },
			{ row_number: 5, problem: 'Several rows have the ID b' },
		]);
	});
});

describe('google-sheets-waterfall.json', () => {
	const HIT = `${IN}/test-found`;
	const MISS = `${IN}/test-not-found`;
	/** Misses that the second provider knows, or does not know, or fails to look up. */
	const [KNOWN, UNKNOWN, FAILING] = ['known', 'unknown', 'failing'].map((who) => `${IN}/${who}-example`);
	const cells = [HIT, KNOWN, UNKNOWN, FAILING, '', `${KNOWN}/?trk=people`, HIT, MISS];
	const rows = cells.map((linkedin, index) => ({ id: index + 1, name: `Person ${index}`, linkedin }));
	const host = useHosted({ sandbox: { settings: { hitRate: 0 } } });
	const sheet = new GoogleSheet();
	const provider = new SecondProvider({ [KNOWN]: 200, [UNKNOWN]: 404, [FAILING]: 500, [MISS]: 404 });
	useStandIns(sheet, provider);
	let id: string;

	const statuses = () => sheet.rows().map((row) => [row.enriched_status, row.second_status]);

	beforeAll(async () => {
		sheet.write(rows);
		id = await importConnected(host, 'google-sheets-waterfall.json');
	});

	it('asks the second provider about each missed person once, and writes all answers into one sheet', async () => {
		await runExample(host, id);
		expect(provider.requested.sort()).toEqual([FAILING, KNOWN, MISS, UNKNOWN].sort());
		expect(sheet.rows()).toMatchObject(rows);
		expect(statuses()).toEqual([
			['found', ''],
			['not_found', 'found'],
			['not_found', 'not_found'],
			['not_found', 'failed'],
			['skipped', ''],
			['not_found', 'found'],
			['found', ''],
			['not_found', 'not_found'],
		]);
		const secondEmails = sheet.rows().map(({ second_email: email }) => email);
		expect(secondEmails).toEqual(['', 'second@example.com', '', '', '', 'second@example.com', '', '']);
		expectOwnCellsOnly(sheet);
	});

	it('asks either provider only about rows without an answer on the second run', async () => {
		const before = statuses();
		provider.requested.splice(0);
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(provider.requested).toEqual([FAILING]);
		expect(sentKeys(host)).toEqual(['linkedin:failing-example']);
		expect(statuses()).toEqual(before);
	});
});

describe('google-sheets-trigger.json', () => {
	const EVERY = 'Every five minutes';
	const profile = (who: string) => `${IN}/${who}`;
	const past = new Date(0).toISOString();
	const next = '2999-01-01T00:00:00.000Z';
	const host = useHosted();
	const sheet = new GoogleSheet();
	useStandIns(sheet);
	let id: string;

	/** A row without a status unless it has one. */
	const row = (place: string, linkedin: string, [status = '', reason = '', retryAt = ''] = []) => ({
		...{ id: place, name: `Person ${place}`, linkedin },
		...{ enriched_status: status, enriched_reason: reason, enriched_retry_at: retryAt },
	});
	const statuses = () => sheet.rows().map(({ enriched_status: status }) => status);

	beforeAll(async () => {
		id = await importConnected(host, 'google-sheets-trigger.json');
	});
	afterEach(() => {
		host.sandbox.configure(defaultSettings());
		host.sandbox.ledger.clear();
	});

	it('looks up rows with a profile and without a status, also if their cells arrive one by one', async () => {
		const rows = [
			row('1', profile('known-person'), ['not_found']),
			row('2', profile('test-found')),
			row('3', profile('test-not-found')),
			row('4', ''),
			row('5', profile('test-found')),
			row('6', profile('later'), ['deferred', 'fair_use_records: later', next]),
			row('7', profile('due'), ['deferred', 'fair_use_records: later', past]),
			row('8', profile('out-of-time'), ['deferred', 'run_time: later']),
			row('9', profile('nightly'), ['deferred', 'unauthorized: the key']),
			row('10', profile('in-flight'), ['in progress']),
		];
		sheet.write(rows);
		const during: unknown[] = [];
		// The nodes read, mark and write the sheet.
		sheet.editBefore(3, (now) => {
			during.push(...now.map(({ enriched_status: status }) => status));
			return now;
		});
		await runExample(host, id, EVERY);
		const P = 'in progress';
		expect(during).toEqual(['not_found', P, P, '', P, 'deferred', P, P, 'deferred', P]);
		const [F, N, D] = ['found', 'not_found', 'deferred'];
		expect(statuses()).toEqual([N, F, N, '', F, D, F, F, D, P]);
		expect(sheet.rows()[4].enriched_full_name).toBe(sheet.rows()[1].enriched_full_name);
		const sent = ['due', 'out-of-time', 'test-found', 'test-not-found'].map((who) => `linkedin:${who}`);
		expect(sentKeys(host).sort()).toEqual(sent);
		expectOwnCellsOnly(sheet);
		sheet.write(sheet.rows().map((one) => (one.id === '4' ? { ...one, linkedin: profile('typed-later') } : one)));
		host.sandbox.ledger.clear();
		await runExample(host, id, EVERY);
		expect([sentKeys(host), statuses()[3]]).toEqual([['linkedin:typed-later'], F]);
	});

	it('takes 500 of 4,000 new rows in a run, before others, and names a missing column', async () => {
		const stuck = row('stuck', profile('test-fair-use'), ['deferred', 'run_time: later']);
		sheet.write([stuck, ...Array.from({ length: 4_000 }, (_, at) => row(`p${at}`, profile(`new-person-${at}`)))]);
		await runExample(host, id, EVERY);
		expect([statuses().indexOf('found'), statuses().lastIndexOf('found')]).toEqual([1, 500]);
		expect(host.sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 500, chargedMoreThanOnce: [] });
		sheet.write(sheet.rows().map(({ linkedin, ...others }) => ({ ...others, profile: linkedin })));
		const message = expect.stringContaining('The sheet has no column linkedin') as string;
		expect(await endOf(host, id, EVERY)).toEqual(['error', message]);
	});

	it('reports a dead key once and not every five minutes, and pays nothing if it cannot write', async () => {
		sheet.write([row('1', profile('some-person'))]);
		host.sandbox.configure({ keys: ['another'] });
		const end = ['error', expect.stringMatching(/account: 1 \(unauthorized\)/)];
		expect(await endOf(host, id, EVERY)).toEqual(end);
		expect(statuses()).toEqual(['deferred']);
		expect(await endOf(host, id, EVERY)).toEqual(['success', undefined]);
		host.sandbox.configure(defaultSettings());
		sheet.write([row('1', profile('some-person'))]);
		host.sandbox.ledger.clear();
		sheet.isProtected = true;
		expect(await endOf(host, id, EVERY)).toEqual(['error', expect.stringMatching(/\w/)]);
		sheet.isProtected = false;
		expect(host.sandbox.ledger.requests()).toEqual([]);
	});
});

const NOTHING_SPENT = { enrich: { records: 0, requests: 0 } };

/** The number of rows of a sheet by status. */
function countsOf(sheet: GoogleSheet): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { enriched_status: status } of sheet.rows()) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
	return counts;
}

/** A row as Sales Navigator exports it. */
const lead = (place: number, own = {}) => ({
	...{ firstName: `First${place}`, lastName: 'Example', companyName: 'Example, Inc.' },
	...{ profileUrl: `https://www.linkedin.com/sales/lead/ACwAAA${place},NAME_SEARCH,abc`, name: '', ...own },
});

describe('google-sheets-finish.json', () => {
	const profile = (place: number) => `${IN}/finish-person-${place}`;
	const host = useHosted();
	const sheet = new GoogleSheet();
	useStandIns(sheet);
	let id: string;

	const limit = (records: number) =>
		host.sandbox.configure({ limits: { enrich: { records: { '5h': records } } }, spent: NOTHING_SPENT });
	/** The first row was found for another person, and then edited. */
	const write = (count: number) => {
		const blank = { enriched_status: '', enriched_person_key: '' };
		const found = { enriched_status: 'found', enriched_person_key: 'linkedin:another' };
		const row = (place: number) => ({
			id: `p${place}`,
			linkedin: profile(place),
			...(place === 0 ? found : blank),
		});
		sheet.write(Array.from({ length: count }, (_, place) => row(place)));
		host.sandbox.ledger.clear();
	};

	beforeAll(async () => {
		id = await importConnected(host, 'google-sheets-finish.json');
	});
	afterEach(() => host.sandbox.configure(defaultSettings()));

	it('waits and reads 4,000 rows again until none is left, and fills each in its own place', async () => {
		const soon = withParameters({ Wait: { resume: 'timeInterval', amount: 0 } });
		const soonId = await importConnected(host, 'google-sheets-finish.json', soon);
		write(4_000);
		limit(2_500);
		// A round reads the sheet, and writes it once for each output.
		sheet.editBefore(4, ([first, ...rows]) => {
			expect(countsOf(sheet)).toEqual({ found: 2_500, deferred: 1_500 });
			limit(1_000_000);
			const edited = { ...rows.at(-1), linkedin: profile(9_999) };
			return [...rows.slice(0, -1).reverse(), edited, { id: 'new', linkedin: profile(8_888) }, first];
		});
		const execution = await runExample(host, soonId);
		expect(countsOf(sheet)).toEqual({ found: 4_001 });
		expect(rowsOf(execution, 'Check IDs')).toHaveLength(4_000 + 1_501);
		expect(host.sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 4_001, chargedMoreThanOnce: [] });
		const own = ({ linkedin }: Record<string, unknown>) => personFor(String(keyOf(linkedin)), 1).workEmail;
		expect(sheet.rows().map(({ enriched_work_email: email }) => email)).toEqual(sheet.rows().map(own));
		expectOwnCellsOnly(sheet);
	});

	it('saves the execution until 70 seconds after the limit opens', async () => {
		write(5);
		limit(2);
		const execution = await host.rest.run(id, 'Start');
		const saved = async () => (await host.rest.call('GET', `executions/${execution}`)) as Record<string, string>;
		const isWaiting = async () => (await saved()).status === 'waiting';
		await waitFor(() => 'The waiting execution', isWaiting, 60_000);
		const opens = Date.parse(String(sheet.rows()[4].enriched_retry_at));
		expect(Date.parse((await saved()).waitTill)).toBe(opens + 70_000);
		await host.rest.call('POST', `executions/${execution}/stop`);
	});

	it('does not wait for rows behind Max Tokens', async () => {
		const options = { onLimit: 'output', maxTokens: 2 };
		write(5);
		const limited = withParameters({ 'Find work emails': { options } });
		await runExample(host, await importConnected(host, 'google-sheets-finish.json', limited));
		expect(countsOf(sheet)).toEqual({ found: 2, deferred: 3 });
	});
});

describe('sales-navigator-names.json', () => {
	const host = useHosted({ sandbox: { settings: { hitRate: 0.5 } } });
	const sheet = new GoogleSheet();
	useStandIns(sheet);

	it('looks up 4,000 leads by name and company once, and fills each in its own place', async () => {
		const { seed, hitRate } = host.sandbox.settings();
		const expectedFor = ({ firstName, lastName, companyName }: Record<string, unknown>) => {
			const name = { first_name: firstName, last_name: lastName, company: companyName };
			const key = `name:${JSON.stringify(name).toLowerCase()}`;
			return isHeld(key, seed, hitRate) ? ['found', personFor(key, seed).workEmail] : ['not_found', ''];
		};
		const own = Array.from({ length: 3_997 }, (_, place) => lead(place + 1));
		// The last name is missing; the person occurs twice; the ID is blank, or repeated.
		const odd = [lead(4_001, { lastName: '' }), lead(4_002, { firstName: 'First2' })];
		const without = [lead(4_003, { profileUrl: '' }), lead(1)];
		sheet.write([...own, ...odd, ...without]);
		const execution = await runExample(host, await importConnected(host, 'sales-navigator-names.json'));
		const results = sheet.rows().map(({ enriched_status: status, enriched_work_email: email }) => [status, email]);
		const others = own.slice(1).map(expectedFor);
		expect(results).toEqual([['', ''], ...others, ['invalid', ''], others[0], ['', ''], ['', '']]);
		const places = rowsOf(execution, 'Rows without their own ID').map(({ row_number: row }) => row);
		expect(places).toEqual([2, 4_001, 4_002]);
		expect(sentKeys(host)).toHaveLength(others.length);
		expectOwnCellsOnly(sheet);
	});
});

describe('a sheet of 4,000 rows', () => {
	const HIT_RATE = 0.9;
	const host = useHosted({ sandbox: { settings: { hitRate: HIT_RATE } } });
	const sheet = new GoogleSheet();
	useStandIns(sheet, new SecondProvider({}));
	const options = { batching: { batch: { batchSize: 500, batchInterval: 1 } } };

	it.each(['google-sheets-enrich.json', 'google-sheets-waterfall.json'])(
		'gets its own answers by %s',
		async (file) => {
			const people = Array.from(
				{ length: 4_000 },
				(_, at) => `${IN}/person-${at}-of-${file.replace('.json', '')}`,
			);
			sheet.write(people.map((linkedin, id) => ({ id, name: 'Own', linkedin })));
			host.sandbox.ledger.clear();
			await runExample(
				host,
				await importConnected(host, file, withParameters({ 'Ask second provider': { options } })),
			);
			const { seed } = host.sandbox.settings();
			const expected = people.map((linkedin) =>
				isHeld(String(keyOf(linkedin)), seed, HIT_RATE) ? 'found' : 'not_found',
			);
			expect(sheet.rows().map(({ enriched_status: status }) => status)).toEqual(expected);
			expect(sentKeys(host)).toHaveLength(people.length);
			expectOwnCellsOnly(sheet);
		},
	);
});

describe('an account that refuses', () => {
	const host = useHosted();
	const sheet = new GoogleSheet();
	useStandIns(sheet);
	const FINISH = 'google-sheets-finish.json';
	const NAMES = 'sales-navigator-names.json';
	const [ENRICH, WATERFALL] = ['google-sheets-enrich.json', 'google-sheets-waterfall.json'];
	type Refusal = [file: string, cause: string, SettingsPatch, counts: Record<string, number>, message: RegExp];
	const DEAD_KEY = { keys: ['another'] };
	const tokens = (count: number) => ({ account: { tokens: count } });

	it.each([ENRICH, WATERFALL, FINISH, NAMES])('fails %s if the sheet has no column for the ID', async (file) => {
		sheet.write([{ number: 1, linkedin: `${IN}/some-person` }]);
		const message = expect.stringMatching(/The sheet has no column (?:id|profileUrl)/) as string;
		expect(await endOf(host, await importConnected(host, file))).toEqual(['error', message]);
	});

	it.each<Refusal>([
		[FINISH, 'a dead key', DEAD_KEY, { deferred: 5 }, /account: 5 \(unauthorized\)/],
		[FINISH, 'an empty balance', tokens(0), { deferred: 5 }, /account: 5 \(insufficient_tokens\)/],
		[FINISH, 'a small balance', tokens(2), { found: 2, deferred: 3 }, /account: 3 \(insufficient_tokens\)/],
		...[ENRICH, WATERFALL].flatMap((file): Refusal[] => [
			[file, 'a dead key', DEAD_KEY, { undefined: 5 }, /key/],
			[file, 'an empty balance', tokens(0), { undefined: 5 }, /balance/],
			[file, 'a small balance', tokens(2), { found: 2, deferred: 3 }, /account: 3 \(insufficient_tokens\)/],
		]),
		[NAMES, 'a dead key', DEAD_KEY, { undefined: 5 }, /key/],
		[NAMES, 'an empty balance', tokens(0), { undefined: 5 }, /balance/],
		[NAMES, 'a small balance', tokens(2), { found: 2, deferred: 3 }, /account: 3 \(insufficient_tokens\)/],
	])('fails %s after its write-back: %s', async (file, _cause, settings, counts, message) => {
		const id = await importConnected(host, file);
		const person = (place: number) => ({ id: place, linkedin: `${IN}/refused-person-${place}`, ...lead(place) });
		sheet.write(Array.from({ length: 5 }, (_, place) => person(place)));
		host.sandbox.configure({ ...defaultSettings(), ...settings });
		expect(await endOf(host, id)).toEqual(['error', expect.stringMatching(message)]);
		expect(countsOf(sheet)).toEqual(counts);
	});
});
