import type { IDataObject } from 'n8n-workflow';
import { jsonAnswer, okAnswer } from '../../support/node/answers';
import { hintsOf, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { hostileServers, type RawAnswer, type Received } from '../../support/wire/hostileServer';

const start = hostileServers();

const ADA = 'https://www.linkedin.com/in/ada-example';
const EMAIL = 'ada@example.net';
const PHONE = '12025550123';
const MD5 = '3e3417d7ef77d5932a6734b916515ed5';
const ROW = { linkedin: ADA, email: 'ada@example.com', md5: MD5, ip: '203.0.113.7' };

type Path = readonly [resource: string, operation: string];

/** Runs an operation on one row: its columns without prefix, the tools that were requested, and the hints. */
async function runFor(
	[resource, operation]: Path,
	answer: (received: Received) => RawAnswer,
	more: Partial<OperationRun> = {},
) {
	const service = await start(answer);
	const run = await runOperation(service, {
		resource,
		operation,
		rows: [ROW],
		node: { onError: 'continueRegularOutput' },
		...more,
		parameters: {
			linkedinUrl: '={{ $json.linkedin }}',
			email: '={{ $json.email }}',
			hashedEmail: '={{ $json.md5 }}',
			ipAddress: '={{ $json.ip }}',
			fullName: 'Ada Example',
			company: 'Example Org',
			output: 'everything',
			...more.parameters,
		},
	});
	const columns = Object.entries(rowsOf(run)[0]).filter(([name]) => name.startsWith('enriched_'));
	const row: IDataObject = Object.fromEntries(columns.map(([name, cell]) => [name.replace('enriched_', ''), cell]));
	return { row, tools: service.received.map(({ tool }) => tool), hints: hintsOf(run) };
}

/** The columns of a row whose lookup is answered with a hit. */
const rowFor = async (path: Path, results: object, parameters: OperationRun['parameters'] = {}) =>
	(await runFor(path, () => okAnswer(results, { metadata: { tokens_charged: 1 } }), { parameters })).row;

const WORK = ['workEmail', 'findByLinkedin'] as const;
const NOT_RECOGNIZED = (...fields: string[]) => `Returned, but not recognized: ${fields.join(', ')}`;

describe('a hit that fills none of the columns that it is bought for', () => {
	it.each<[Path, object, string[]]>([
		[WORK, { contact_mail_box: EMAIL, note: 'x' }, ['contact_mail_box', 'note']],
		[['linkedinProfile', 'findByEmail'], { homepage: ADA }, ['homepage']],
		[['company', 'findByIp'], { companies: [{ org: 'Example Ltd' }] }, ['companies.org']],
	])('of %j says so: %j', async (path, results, fields) => {
		const { row, hints } = await runFor(path, () => okAnswer(results));
		expect(row).toMatchObject({ status: 'found', reason: NOT_RECOGNIZED(...fields) });
		expect(hints).toContain(
			`1 row has paid data in fields that the node does not recognize: ${fields.join(', ')}.`,
		);
	});

	it('is named for each result of a search', async () => {
		const row = await rowFor(['person', 'search'], { results: [{ who: 'Ada' }], total: 1 }, { query: 'Ada' });
		expect(row).toMatchObject({ reason: NOT_RECOGNIZED('who') });
	});
});

describe('Resolve', () => {
	it.each<[string, object, IDataObject, IDataObject]>([
		['workEmail', { business_email: EMAIL }, { linkedin: ADA }, { work_email: EMAIL, reason: null }],
		['workEmail', { mail_box: EMAIL }, { linkedin: ADA }, { reason: NOT_RECOGNIZED('mail_box') }],
		[
			'mobilePhone',
			{ reach_at: { value: PHONE } },
			{ linkedin: ADA },
			{ reason: NOT_RECOGNIZED('reach_at.value') },
		],
		['linkedinProfile', { homepage: ADA }, { email: EMAIL }, { reason: NOT_RECOGNIZED('homepage') }],
	])('buys no other tool for %s if a hit contains it, or may contain it: %j', async (want, results, row, columns) => {
		const path = ['person', 'resolve'] as const;
		const run = await runFor(path, () => okAnswer(results), { parameters: { want: [want] }, rows: [row] });
		expect(run.row).toMatchObject({ status: 'found', ...columns });
		expect(run.tools.filter((tool) => !tool.startsWith('get_'))).toHaveLength(1);
	});
});

describe('a word for nothing', () => {
	const WORDS = ['null', 'N/A', 'none', 'unknown', '-', '', ' ', 'NULL null', '[object Object]', false];
	const NOBODY = ['null', 'unavailable', 'in', 'www.linkedin.com'].map(
		(slug) => `https://www.linkedin.com/in/${slug}`,
	);

	it.each([...WORDS, ...NOBODY])('%j is no profile of Resolve', async (linkedinurl) => {
		const answer = ({ tool }: Received) => {
			if (tool === 'reverse_email_lookup') return okAnswer({ first_name: 'Ada', linkedinurl });
			if (tool.startsWith('linkedin_to')) return okAnswer({ email: 'stranger@example.net' });
			return jsonAnswer({ error: { code: 'unknown_tool', message: 'No such tool' } }, 404);
		};
		const parameters = { want: ['workEmail', 'profile'] };
		const { row, tools } = await runFor(['person', 'resolve'], answer, { parameters, rows: [{ email: EMAIL }] });
		expect(tools.filter((tool) => tool.startsWith('linkedin_to'))).toEqual([]);
		expect(row).toMatchObject({ first_name: 'Ada', work_email: null });
		expect(row.linkedin_url ?? null).toBeNull();
	});

	it.each(WORDS)('%j is in no column', async (word) => {
		const WITH_WORD = [
			...['title', 'seniority', 'linkedinurl', 'country', 'current_company', 'company_employee_count'],
			...['company_revenue', 'work_email_confirmed', 'work_email_confirmed_status'],
		];
		const row = await rowFor(['businessProfile', 'findByEmail'], {
			...Object.fromEntries(WITH_WORD.map((name) => [name, word])),
			first_name: 'Null',
			last_name: 'Example',
			personal_emails: [word, MD5],
			personal_emails_status: [word, word],
		});
		const { status: _status, answered_at: _at, person_key: _key, ...data } = row;
		expect(Object.entries(data).filter(([, cell]) => cell !== null)).toEqual([
			['full_name', 'Null Example'],
			['first_name', 'Null'],
			['last_name', 'Example'],
			// The MD5 is that of the address in the row.
			['personal_email', 'ada@example.com'],
			['personal_emails', 'ada@example.com'],
		]);
	});
});
