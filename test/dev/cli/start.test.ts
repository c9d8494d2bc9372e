import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { contactsCsv } from '../../../dev/scripts/contacts';
import { KEY_VARIABLE } from '../../../dev/cli/flags';
import { sandboxes } from '../../support/sandboxes';
import { ROOT, start } from '../../support/sheetCommand';

const EXAMPLE = join(ROOT, 'examples', 'contacts.csv');

const folder = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(folder, { recursive: true }));
const startService = sandboxes();

const read = (file: string): string[][] => parse(readFileSync(file, 'utf8'));

describe('npm start', () => {
	it('enriches the example sheet: the same rows in the same order, untouched, plus columns, and a summary', async () => {
		const out = join(folder, 'contacts-enriched.csv');
		const { code, out: said } = await start(['--out', out]);

		expect(code).toBe(0);
		const [header, ...rows] = read(out);
		const [before, ...cells] = read(EXAMPLE);
		expect(header.slice(0, before.length)).toEqual(before);
		expect(rows.map((row) => row.slice(0, before.length))).toEqual(cells);
		expect(header).toContain('enriched_personal_email');

		const total = (label: string) => Number(new RegExp(`^ *${label} +(\\d+)`, 'm').exec(said)?.[1]);
		const statuses = ['found', 'not found', 'skipped', 'invalid', 'failed', 'deferred'].map(total);
		expect(statuses.reduce((sum, count) => sum + count)).toBe(cells.length);
		expect(total('rows')).toBe(cells.length);
		expect(total('requests')).toBeLessThanOrEqual(Math.ceil(total('distinct lookups') / 100));
		const status = header.indexOf('enriched_status');
		expect(rows.filter((row) => row[status] === 'found')).toHaveLength(total('found'));
	});

	it.each(['findByEmail', 'findByHashedEmail', 'findByLinkedin'])(
		'runs %s over the same sheet',
		async (operation) => {
			const out = join(folder, `${operation}.csv`);
			const { code } = await start(['--operation', operation, '--out', out]);
			expect(code).toBe(0);
			expect(read(out)[0]).toContain('enriched_full_name');
		},
	);

	it("runs a sheet of one's own against an account of one's own", async () => {
		const sandbox = await startService({ keys: ['sandbox_ownkey'] });
		const file = join(folder, 'own.csv');
		const out = join(folder, 'own-enriched.csv');
		writeFileSync(file, 'Who;Profil\nAda;test-found\n');
		const { code } = await start(['--file', file, '--column', 'Profil', '--base-url', sandbox.url, '--out', out], {
			[KEY_VARIABLE]: 'sandbox_ownkey',
		});
		expect(code).toBe(0);
		expect(readFileSync(out, 'utf8')).toContain('Ada;test-found;found;true');
	});

	it('writes what a second run over the enriched sheet was answered, and paid for', async () => {
		const sandbox = await startService({ account: { tokens: 1 } });
		const file = join(folder, 'twice.csv');
		writeFileSync(file, 'linkedin\nada-fernsby-7\nbasil-foxglen-8\n');
		const run = () =>
			start(['--file', file, '--base-url', sandbox.url, '--out', file], { [KEY_VARIABLE]: sandbox.key });
		const statuses = () => read(file).map(([, status]) => status);

		expect((await run()).code).toBe(0);
		expect(statuses()).toEqual(['enriched_status', 'found', 'deferred']);
		sandbox.configure({ account: { tokens: 9 } });
		expect((await run()).code).toBe(0);
		expect(statuses()).toEqual(['enriched_status', 'found', 'found']);
		expect(readFileSync(file, 'utf8')).toContain('basil.foxglen.8@example.com');
	});
});

describe('a hostile sheet', () => {
	it('comes back as it was, formulas and odd column names included, and no name of a column runs', async () => {
		const file = join(folder, 'hostile.csv');
		const out = join(folder, 'hostile-enriched.csv');
		const text = '\ufeffLinkedIn }}{{ 1 + 1,note,constructor\r\nada-example,=1+1,x y\r\n=HYPERLINK(1),+1,Zoë\r\n';
		writeFileSync(file, text);
		const { code } = await start(['--file', file, '--out', out]);
		expect(code).toBe(0);
		const [before, after] = [text, readFileSync(out, 'utf8')].map((one) => one.split('\r\n'));
		expect(after.map((line, place) => line.slice(0, before[place].length))).toEqual(before);
		expect(after.map((line) => /,(found|not_found|invalid),/.exec(line)?.[1] ?? null)).toEqual([
			null,
			expect.stringMatching(/found$/),
			'invalid',
			null,
		]);
	});
});

describe('bad input gets one clear sentence, a non-zero exit and no file', () => {
	const empty = join(folder, 'empty.csv');
	writeFileSync(empty, '');
	const latin = join(folder, 'latin.csv');
	writeFileSync(latin, Buffer.from('name,linkedin\nZo\xeb,ada-example\n', 'latin1'));
	const refused = join(folder, 'refused.csv');

	it.each([
		['no such file', ['--file', 'nowhere.csv'], 'There is no file nowhere.csv.'],
		['an empty file', ['--file', empty], 'is empty.'],
		['a file that is not UTF-8', ['--file', latin], 'is not UTF-8 text: save it as "CSV UTF-8".'],
		['no such column', ['--column', 'Telex'], 'There is no column "Telex". The sheet has "id", "name"'],
		['no such operation', ['--operation', 'findAll'], 'There is no operation "findAll".'],
		['no such flag', ['--colour', 'red'], "Unknown option '--colour'"],
		[
			'no key',
			['--base-url', 'https://api.example.com'],
			`needs the account's key in the environment variable ${KEY_VARIABLE}`,
		],
	])('%s', async (_what, args, sentence) => {
		const { code, err } = await start([...args, '--out', refused], { [KEY_VARIABLE]: '' });
		expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
		expect(existsSync(refused)).toBe(false);
	});

	it.each([
		['a wrong key', null, 'The service did not accept the API key'],
		['nothing listening', 'http://127.0.0.1:9', 'There is no connection to the service'],
	])('%s', async (_what, address, sentence) => {
		const sandbox = await startService();
		const file = join(folder, 'one.csv');
		writeFileSync(file, 'linkedin\nada-example\n');
		const args = ['--file', file, '--base-url', address ?? sandbox.url, '--out', refused];
		const { code, err } = await start(args, { [KEY_VARIABLE]: 'sandbox_wrong' });
		expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
		expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);
	});
});

describe('the example sheet', () => {
	it('is what its generator makes', () => expect(readFileSync(EXAMPLE, 'utf8')).toBe(contactsCsv()));

	it("holds what real sheets hold: blanks, duplicates in other spellings, typos, columns of the user's own", () => {
		const [header, ...rows] = read(EXAMPLE);
		expect(rows.length).toBeGreaterThanOrEqual(490);
		expect(header).toEqual(expect.arrayContaining(['linkedin', 'email', 'md5', 'status', 'title']));
		expect(rows.filter((row) => row[2].trim() === '').length).toBeGreaterThan(10);
	});
});
