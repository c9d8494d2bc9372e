import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLE_SHEET } from '../../../dev/cli/flags';
import { freeName, outFileOf } from '../../../dev/cli/outFile';

const before = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'out-file-'));
beforeAll(() => process.chdir(folder));
afterAll(() => {
	process.chdir(before);
	rmSync(folder, { recursive: true });
});

const account = { baseUrl: 'https://api.example.com/api/v1/tools', apiKey: 'key' };
const taken = (...files: string[]) => {
	rmSync('out', { recursive: true, force: true });
	mkdirSync('out');
	for (const file of files) writeFileSync(file, '');
};

it.each([
	{
		what: 'is named by the sheet',
		given: { file: 'my/contacts.csv', out: null, account },
		files: [],
		out: 'out/contacts-enriched.csv',
	},
	{
		what: 'does not go over an earlier one',
		given: { file: 'contacts.csv', out: null, account },
		files: ['out/contacts-enriched.csv'],
		out: 'out/contacts-enriched-2.csv',
	},
	{
		what: 'nor over the second',
		given: { file: 'contacts.csv', out: null, account },
		files: ['out/contacts-enriched.csv', 'out/contacts-enriched-2.csv'],
		out: 'out/contacts-enriched-3.csv',
	},
	{
		what: 'keeps its name when it is run again',
		given: { file: 'out/contacts-enriched.csv', out: null, account },
		files: [],
		out: 'out/contacts-enriched.csv',
	},
	{
		what: 'keeps its name when one that was stopped goes on',
		given: { file: 'out/contacts-enriched-2-stopped.csv', out: null, account },
		files: [],
		out: 'out/contacts-enriched.csv',
	},
	{
		what: 'does not go over an earlier one, which may have been paid for, from the sandbox either',
		given: { file: 'contacts.csv', out: null, account: null },
		files: ['out/contacts-enriched.csv'],
		out: 'out/contacts-enriched-2.csv',
	},
	{
		what: 'of the example goes over an earlier one, when it comes from the sandbox',
		given: { file: EXAMPLE_SHEET, out: null, account: null },
		files: ['out/contacts-enriched.csv'],
		out: 'out/contacts-enriched.csv',
	},
	{
		what: 'of the example does not go over an earlier one, when it comes from an account',
		given: { file: EXAMPLE_SHEET, out: null, account },
		files: ['out/contacts-enriched.csv'],
		out: 'out/contacts-enriched-2.csv',
	},
	{
		what: 'is what --out says, whatever stands there',
		given: { file: 'contacts.csv', out: 'out/mine.csv', account },
		files: ['out/mine.csv'],
		out: 'out/mine.csv',
	},
])('the enriched sheet $what', ({ given, files, out }) => {
	taken(...files);
	expect(outFileOf(given)).toBe(out);
});

it('a free name keeps its folder and its end', () => {
	taken('out/a.b.csv', 'out/plain');
	expect(freeName('out/a.b.csv')).toBe('out/a.b-2.csv');
	expect(freeName('out/plain')).toBe('out/plain-2');
	expect(freeName('./out/new.csv')).toBe('./out/new.csv');
});
