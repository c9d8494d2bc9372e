import type { IDataObject } from 'n8n-workflow';
import { hostileServers, type RawAnswer, type Received } from '../../support/wire/hostileServer';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';

const start = hostileServers();

const ADA = 'https://www.linkedin.com/in/ada-example';
const EMAIL = 'ada@example.net';
const PHONE = '12025550123';
const MD5 = '3e3417d7ef77d5932a6734b916515ed5';

const json = (body: unknown, status = 200): RawAnswer => ({ status, body: JSON.stringify(body) });
const ok = (results: unknown): RawAnswer => json({ results, status: 'ok', metadata: { tokens_charged: 1 } });
const NO_TOOL = json({ error: { code: 'unknown_tool', message: 'No such tool' } }, 404);

const PARAMETERS = {
	linkedinUrl: '={{ $json.linkedin }}',
	email: '={{ $json.email }}',
	hashedEmail: '={{ $json.md5 }}',
	ipAddress: '={{ $json.ip }}',
	fullName: 'Ada Example',
	company: 'Example Ltd',
};
const ROW = { linkedin: ADA, email: 'ada@example.com', md5: MD5, ip: '203.0.113.7' };

async function runFor(
	[resource, operation]: readonly [string, string],
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
		parameters: { ...PARAMETERS, ...more.parameters },
	});
	const row: IDataObject = Object.fromEntries(
		Object.entries(rowsOf(run)[0]).flatMap(([name, cell]) =>
			name.startsWith('enriched_') ? [[name.replace('enriched_', ''), cell]] : [],
		),
	);
	return {
		row,
		tools: service.received.map(({ tool }) => tool),
		hints: run.hints.map(({ message }) => message).join('\n'),
	};
}

const WORK = ['workEmail', 'findByLinkedin'] as const;
const PERSONAL = ['personalEmail', 'findAny'] as const;
const NOT_RECOGNIZED = (...fields: string[]) => `Returned, but not recognized: ${fields.join(', ')}`;

describe('an email', () => {
	const NAMES: object[] = [
		{ business_email: EMAIL },
		{ work_email: EMAIL },
		{ workEmail: EMAIL },
		{ email_address: EMAIL },
		{ personal_email: EMAIL },
		{ emails: [EMAIL] },
		{ personal_emails: [EMAIL] },
		{ emails: [{ email: EMAIL, risk_score: 'B' }] },
		{ email: [EMAIL] },
		{ email: { address: EMAIL } },
		{ email: null, best_email: EMAIL },
		{ email: 'N/A', verified_email: EMAIL },
		{ person: { email: EMAIL } },
		{ data: { contact: { emails: [{ value: EMAIL }] } } },
	];

	it.each(NAMES)('that comes as %j is read by both tools of that purpose', async (results) => {
		expect((await runFor(WORK, () => ok(results))).row).toMatchObject({
			found: true,
			work_email: EMAIL,
			reason: null,
		});
		expect((await runFor(PERSONAL, () => ok(results))).row).toMatchObject({
			found: true,
			personal_email: EMAIL,
			reason: null,
		});
	});

	it('keeps its grade and date under their usual names', async () => {
		const results = { business_email: EMAIL, business_email_risk_score: 'B', validated_at: '2030-01-02' };
		expect((await runFor(WORK, () => ok(results))).row).toMatchObject({
			work_email: EMAIL,
			work_email_risk_score: 'B',
			work_email_validated_at: '2030-01-02',
		});
	});

	it('of the kind of the tool is preferred, then the better grade', async () => {
		const results = { personal_email: EMAIL, work_email: 'ada@example.org' };
		expect((await runFor(WORK, () => ok(results))).row).toMatchObject({ work_email: 'ada@example.org' });
		expect((await runFor(PERSONAL, () => ok(results))).row).toMatchObject({ personal_email: EMAIL });
		const graded = {
			emails: [
				{ email: 'a@example.org', risk_score: 'D' },
				{ email: EMAIL, risk_score: 'A' },
			],
		};
		expect((await runFor(WORK, () => ok(graded))).row).toMatchObject({
			work_email: EMAIL,
			reason: NOT_RECOGNIZED('emails.email'),
		});
	});

	it('of the best tool gets the column of its kind', async () => {
		const best = ['email', 'findBest'] as const;
		expect((await runFor(best, () => ok({ personal_email: EMAIL }))).row).toMatchObject({ personal_email: EMAIL });
		expect((await runFor(best, () => ok({ emails: [EMAIL] }))).row).toMatchObject({ work_email: EMAIL });
	});

	it.each([{ email: null }, { emails: [] }, { risk_score: 'A', last_validated_at: '2030-01-02' }])(
		'that a hit lacks is named in reason: %j',
		async (results) => {
			expect((await runFor(WORK, () => ok(results))).row).toMatchObject({
				found: true,
				work_email: null,
				reason: 'The service returned a hit without an email',
			});
		},
	);

	it('of somebody else in the same reply is not taken', async () => {
		const results = { colleagues: [{ email: EMAIL }], company: { email: 'info@example.org' } };
		expect((await runFor(WORK, () => ok(results))).row).toMatchObject({
			work_email: null,
			reason: NOT_RECOGNIZED('colleagues.email', 'company.email'),
		});
	});
});

describe('a LinkedIn profile', () => {
	const BY_EMAIL = ['linkedinProfile', 'findByEmail'] as const;
	const BY_HASH = ['linkedinProfile', 'findByHashedEmail'] as const;

	it.each([
		{ linkedinurl: ADA },
		{ linkedin: ADA },
		{ linkedIn: 'linkedin.com/in/Ada-Example' },
		{ profile_url: ADA },
		{ linkedin_slug: 'ada-example' },
		{ slug: 'ada-example' },
		{ linkedin: { url: ADA } },
		{ data: { linkedin_url: ADA } },
		{ linkedin_profile: 'ada-example' },
	])('that comes as %j is read', async (results) => {
		for (const operation of [BY_EMAIL, BY_HASH])
			expect((await runFor(operation, () => ok(results))).row).toMatchObject({
				found: true,
				linkedin_url: expect.stringMatching(/linkedin\.com\/in\/ada-example$/i) as string,
				reason: null,
			});
	});
});

describe('a hit that fills none of the columns that it is bought for', () => {
	it.each([
		[WORK, { contact_mail_box: EMAIL, note: 'x' }, ['contact_mail_box', 'note']],
		[['linkedinProfile', 'findByEmail'], { homepage: ADA }, ['homepage']],
		[['company', 'findByIp'], { companies: [{ org: 'Example Ltd' }] }, ['companies.org']],
		[['mobilePhone', 'findByLinkedin'], { dial: PHONE }, ['dial']],
		[['businessProfile', 'findByLinkedin'], { who: { called: 'Ada' } }, ['who.called']],
		[['audience', 'hashByLinkedin'], { hashes: ['abc'] }, ['hashes']],
	] as Array<[readonly [string, string], object, string[]]>)(
		'of %p says so: %j',
		async (operation, results, fields) => {
			const { row, hints } = await runFor(operation, () => ok(results));
			expect(row).toMatchObject({ status: 'found', found: true, reason: NOT_RECOGNIZED(...fields) });
			expect(hints).toContain(
				`1 row has paid data in fields that the node does not recognize: ${fields.join(', ')}.`,
			);
		},
	);

	it('has all of them in Raw', async () => {
		const { row } = await runFor(WORK, () => ok({ contact_email: EMAIL }), { parameters: { output: 'raw' } });
		expect(row).toMatchObject({ results: { contact_email: EMAIL }, reason: NOT_RECOGNIZED('contact_email') });
	});

	it('is named for each result of a search', async () => {
		const { row } = await runFor(['person', 'search'], () => ok({ results: [{ who: 'Ada' }], total: 1 }), {
			parameters: { query: 'Ada' },
		});
		expect(row).toMatchObject({ found: true, reason: NOT_RECOGNIZED('who') });
	});
});

describe('a phone that was asked for', () => {
	const PROFILE = ['businessProfile', 'findByLinkedin'] as const;

	it.each<[object, string]>([
		[{ dial: PHONE }, 'dial'],
		[{ contact_number: `+${PHONE}` }, 'contact_number'],
		[{ reach_at: { value: '+1 202-555-0123' } }, 'reach_at.value'],
	])('and came as %j is named', async (phone, field) => {
		const results = { full_name: 'Ada Example', ...phone };
		const { row } = await runFor(PROFILE, () => ok(results), { parameters: { includeMobilePhone: true } });
		expect(row).toMatchObject({ found: true, mobile_phone: null, reason: NOT_RECOGNIZED(field) });
		const without = await runFor(PROFILE, () => ok(results));
		expect(without.row).toMatchObject({ reason: null });
	});

	it.each([{ employee_count: 1234567 }, { company: { phone: PHONE } }, { linkedin_company_id: '12345678' }])(
		'is not %j',
		async (other) => {
			const results = { full_name: 'Ada Example', ...other };
			const { row } = await runFor(PROFILE, () => ok(results), { parameters: { includeMobilePhone: true } });
			expect(row).toMatchObject({ reason: null });
		},
	);
});

describe('Resolve', () => {
	const resolve = async (want: string, answer: (received: Received) => RawAnswer, row: IDataObject) =>
		await runFor(['person', 'resolve'], answer, { parameters: { want: [want] }, rows: [row] });

	it.each<[string, object, string]>([
		['workEmail', { business_email: EMAIL }, 'work_email'],
		['workEmail', { emails: [EMAIL] }, 'work_email'],
		['personalEmail', { personal_email: EMAIL }, 'personal_email'],
	])('reads %s under another name, and asks no other tool: %j', async (want, results, column) => {
		const { row, tools } = await resolve(want, () => ok(results), { linkedin: ADA });
		expect(row).toMatchObject({ status: 'found', [column]: EMAIL, reason: null });
		expect(tools.filter((tool) => !tool.startsWith('get_'))).toHaveLength(1);
	});

	it.each<[string, object, string, IDataObject]>([
		['workEmail', { mail_box: EMAIL }, 'mail_box', { linkedin: ADA }],
		['mobilePhone', { reach_at: { value: PHONE } }, 'reach_at.value', { linkedin: ADA }],
		['linkedinProfile', { homepage: ADA }, 'homepage', { email: 'ada@example.com' }],
	])('buys no other tool for %s if a hit may contain it: %j', async (want, results, field, given) => {
		const { row, tools } = await resolve(want, () => ok(results), given);
		expect(row).toMatchObject({ status: 'found', found: true, reason: NOT_RECOGNIZED(field) });
		expect(tools.filter((tool) => !tool.startsWith('get_'))).toHaveLength(1);
	});
});

describe('a word for nothing', () => {
	const WORDS = ['null', 'N/A', 'none', 'unknown', '-', '', ' ', 'NULL null', '[object Object]', false];

	it.each(WORDS)('%j is no profile of Resolve', async (word) => {
		const { row, tools } = await runFor(
			['person', 'resolve'],
			({ tool }) => {
				if (tool === 'reverse_email_lookup') return ok({ first_name: 'Ada', linkedinurl: word });
				return tool.startsWith('linkedin_to') ? ok({ email: 'stranger@example.net' }) : NO_TOOL;
			},
			{ parameters: { want: ['workEmail', 'profile'] }, rows: [{ email: 'ada@example.com' }] },
		);
		expect(tools.filter((tool) => tool.startsWith('linkedin_to'))).toEqual([]);
		expect(row).toMatchObject({ first_name: 'Ada', work_email: null });
	});

	it.each(['null', 'unavailable', 'in', 'www.linkedin.com'])('a profile at /in/%s is nobody', async (slug) => {
		const { row, tools } = await runFor(
			['person', 'resolve'],
			({ tool }) => {
				const address = `https://www.linkedin.com/in/${slug}`;
				if (tool === 'reverse_email_lookup') return ok({ first_name: 'Ada', linkedinurl: address });
				return tool.startsWith('linkedin_to') ? ok({ email: 'stranger@example.net' }) : NO_TOOL;
			},
			{ parameters: { want: ['workEmail', 'profile'] }, rows: [{ email: 'ada@example.com' }] },
		);
		expect(tools.filter((tool) => tool.startsWith('linkedin_to'))).toEqual([]);
		expect(row.linkedin_url ?? null).toBeNull();
	});

	it.each(WORDS)('%j is in no column', async (word) => {
		const results = {
			...{
				first_name: 'Null',
				last_name: 'Example',
				title: word,
				seniority: word,
				linkedinurl: word,
				country: word,
			},
			...{
				current_company: word,
				company_employee_count: word,
				company_revenue: word,
				work_email_confirmed: word,
			},
			...{
				work_email_confirmed_status: word,
				work_email_confirmed_risk_score: word,
				personal_emails: [word, MD5],
			},
			...{ personal_emails_status: [word, word], personal_emails_risk_score: [word, word] },
		};
		const { row } = await runFor(['businessProfile', 'findByEmail'], () => ok(results));
		expect(
			Object.entries(row).filter(
				([name, cell]) => cell !== null && !['status', 'found', 'answered_at', 'person_key'].includes(name),
			),
		).toEqual([
			['full_name', 'Null Example'],
			['first_name', 'Null'],
			['last_name', 'Example'],
			// The MD5 is that of the address in the row.
			['personal_email', 'ada@example.com'],
			['personal_emails', 'ada@example.com'],
		]);
	});

	it.each(WORDS.filter((word) => word !== ''))('%j as the only data is a miss without a status', async (word) => {
		const { row } = await runFor(WORK, () => json({ results: { email: word }, metadata: {} }));
		expect(row).toMatchObject({ status: 'not_found', work_email: null });
	});

	it.each(['null', 'none'])('%j as an error or a status is none', async (word) => {
		const body = { results: { email: EMAIL }, status: word, error: word, metadata: {} };
		expect((await runFor(WORK, () => json(body))).row).toMatchObject({
			found: true,
			work_email: EMAIL,
			reason: null,
		});
	});

	it('as the MD5 of one is no obscured email', async () => {
		const { row } = await runFor(WORK, () => ok({ email: 'd41d8cd98f00b204e9800998ecf8427e' }));
		expect(row).toMatchObject({ work_email: null, work_email_obscured: null });
	});
});
