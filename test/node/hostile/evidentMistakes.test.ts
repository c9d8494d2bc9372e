import type { IDataObject } from 'n8n-workflow';
import { column, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();

const ROWS = 100;
const rowsOf = (cell: (row: number) => unknown): IDataObject[] =>
	Array.from({ length: ROWS }, (_, row) => ({ cell: cell(row) as never }));
const digits = (row: number, length: number) => String(row * 7_919 + 10 ** (length - 1) * 3).slice(0, length);
const hex = (row: number) => (row * 2_654_435_761 + 4_096).toString(16).padStart(12, '0').slice(-12);

const linkedin = (slug: (row: number) => string): OperationRun => ({
	resource: 'personalEmail',
	operation: 'findBest',
	parameters: { linkedinUrl: '=https://www.linkedin.com/in/{{ $json.cell }}' },
	rows: rowsOf(slug),
});
const email = (address: (row: number) => unknown): OperationRun => ({
	resource: 'businessProfile',
	operation: 'findByEmail',
	parameters: { email: '={{ $json.cell }}' },
	rows: rowsOf(address),
});
const ip = (address: (row: number) => string): OperationRun => ({
	resource: 'company',
	operation: 'findByIp',
	parameters: { ipAddress: '={{ $json.cell }}' },
	rows: rowsOf(address),
});
const name = (parameters: Record<string, string>, cell: (row: number) => string): OperationRun => ({
	resource: 'workEmail',
	operation: 'findByName',
	parameters,
	rows: rowsOf(cell),
});
const [FIRST, COMPANIES] = [
	['Ada', 'Bob', 'Cyd', 'Dee', 'Eve'],
	['Org', 'Works', 'Labs', 'Group', 'Trade'],
];
const personOf = (row: number) => `${FIRST[row % 5]} Example${row}`;
const companyOf = (row: number) => `Sample${row} ${COMPANIES[row % 5]}`;
const TITLES = ['Sales Manager', 'Chief Executive Officer', 'CTO', 'Head of Marketing', 'Senior Software Engineer'];

/** Columns of the wrong kind, as sheets have them. */
const MISTAKES: Record<string, OperationRun> = {
	'a row number behind /in/': linkedin((row) => String(row + 1)),
	'true and false behind /in/': linkedin((row) => String(row % 2 === 0)),
	'a domain behind /in/': linkedin((row) => `sample${row}.example.com`),
	'a UUID behind /in/': linkedin((row) => `3f2504e0-4f89-11d3-9a0c-${hex(row)}`),
	'an id of HubSpot behind /in/': linkedin((row) => digits(row, 11)),
	'an id of Salesforce behind /in/': linkedin((row) => `0035g00000${digits(row, 5)}AAZ`),
	'an id of Airtable behind /in/': linkedin((row) => `recA1b2C3d${digits(row, 7)}`),
	'an id of MongoDB behind /in/': linkedin((row) => `507f1f77bcf8${hex(row)}`),
	'a date behind /in/': linkedin((row) => `2026-0${1 + (row % 9)}-${10 + (row % 18)}`),
	'message ids of Gmail': email((row) => `<CAF=x${digits(row, 8)}uQ+abc_${row}@mail.gmail.com>`),
	'message ids of Outlook': email((row) => `<DB7PR04MB${digits(row, 6)}@DB7PR04MB${row}.eurprd04.prod.outlook.com>`),
	'message ids with a UUID': email((row) => `<3F2504E0-4F89-11D3-9A0C-${hex(row).toUpperCase()}@example.com>`),
	bounces: email((row) => `bounces+${digits(row, 7)}-ab${row}-ada=example.com@em.example.com`),
	'addresses that accept no mail': email((row) => `no-reply@sample${row}.example.com`),
	'deleted users at .invalid': email((row) => `deleted-user-${row}@example.invalid`),
	'hosts that are IP addresses': email((row) => `ada${row}@192.0.2.${100 + (row % 100)}`),
	'guest accounts of Entra': email((row) => `ada${row}_example.com#EXT#@tenant.onmicrosoft.com`),
	'objects with an email': email((row) => ({ value: `ada${row}@example.com` })),
	'two emails in each cell': email((row) => `ada${row}@example.com, bob${row}@example.com`),
	'multicast IP addresses': ip((row) => `239.1.1.${row}`),
	'reserved IP addresses': ip((row) => `250.1.1.${row}`),
	'the company as the name': name({ fullName: '={{ $json.cell }}', company: '={{ $json.cell }}' }, companyOf),
	'companies with a legal form as the name': name(
		{ fullName: '={{ $json.cell }}', companyDomain: 'example.com' },
		(row) => `${companyOf(row)} GmbH`,
	),
	'job titles as the name': name(
		{ fullName: '={{ $json.cell }}', company: '=Sample{{ $itemIndex }}' },
		(row) => TITLES[row % TITLES.length],
	),
	'a mail service as the company': name({ fullName: '={{ $json.cell }}', companyDomain: 'gmail.com' }, personOf),
};

it.each(Object.entries(MISTAKES))('a column of %s is not charged, and each row says why', async (_what, run) => {
	const sandbox = await start({ hitRate: 1 });
	const node = { onError: 'continueRegularOutput' as const };
	const done = await runOperation(sandbox, { ...run, node });
	expect(sandbox.ledger.summary()).toMatchObject({ requests: 0, tokensCharged: 0 });
	expect(column(done, 'enriched_status')).toEqual(Array(ROWS).fill('invalid'));
	expect(new Set(column(done, 'enriched_reason').map((why) => String(why).length > 20))).toEqual(new Set([true]));
});
