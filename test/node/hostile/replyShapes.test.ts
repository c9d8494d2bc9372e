import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { jsonAnswer } from '../../support/node/answers';
import { inFastTime } from '../../support/node/fastTime';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();
inFastTime();

const PROFILE = 'https://www.linkedin.com/in/ada-example';
const node = { onError: 'continueRegularOutput' } as const;
const linkedin = { parameters: { linkedinUrl: PROFILE }, rows: [{}], node };
const OPERATIONS = {
	workEmail: { resource: 'workEmail', operation: 'findByLinkedin', ...linkedin },
	personalEmail: { resource: 'personalEmail', operation: 'findBest', ...linkedin },
	phone: { resource: 'mobilePhone', operation: 'findByLinkedin', ...linkedin },
	profile: { resource: 'businessProfile', operation: 'findByLinkedin', ...linkedin },
	reverse: {
		...{ resource: 'businessProfile', operation: 'findByEmail', rows: [{}], node },
		parameters: { email: 'ada@example.net' },
	},
	workEmailOf: {
		...{ resource: 'person', operation: 'resolve', rows: [{}], node },
		parameters: { linkedinUrl: PROFILE, want: ['workEmail'] },
	},
	companyOf: {
		...{ resource: 'person', operation: 'resolve', rows: [{}], node },
		parameters: { email: 'ada@example.net', want: ['company'] },
	},
} satisfies Record<string, OperationRun>;

type Operation = keyof typeof OPERATIONS;
type Body = Record<string, unknown>;
type Expected = Record<string, unknown>;

/** What the row of one lookup says after the reply, without the prefix of its columns. */
async function rowAfter(operation: Operation, body: Body, status = 200): Promise<Expected> {
	const service = await start(({ tool }) =>
		jsonAnswer(tool.startsWith('get_') ? {} : body, tool.startsWith('get_') ? 404 : status),
	);
	const { parameters, ...run } = OPERATIONS[operation];
	const job = { ...run, parameters: { ...parameters, output: 'everything' } };
	const [row] = rowsOf(await runOperation(service, job));
	return Object.fromEntries(Object.entries(row).map(([name, value]) => [name.replace(/^enriched_/, ''), value]));
}

/** A reply as it comes for one lookup, and as a batch of one. */
const shapesOf = (results: unknown): Body[] => [
	{ results, status: 'ok', metadata: {} },
	{ results: [{ input: PROFILE, data: results, status: 'ok' }], metadata: {} },
	{ results: [{ data: results, status: 'ok' }], metadata: {} },
];

const found = { status: 'found' };
const ADA = 'ada@example.com';
const NOT_USABLE = 'Found, but nothing usable as a work email (only an obscured one)';

describe('a reply to one lookup, and the same as a batch of one', () => {
	it.each<[string, Operation, unknown, Expected]>([
		...[
			...[` ${ADA} `, `mailto:${ADA}`, `"${ADA}"`, `Ada Example <${ADA}>`, `${ADA}.`, `${ADA} (verified)`],
			...[
				`**${ADA}**`,
				`• ${ADA}`,
				`📧 ${ADA}`,
				`&lt;${ADA}&gt;`,
				'mailto:ada%40example.com',
				`EMAIL;TYPE=work:${ADA}`,
			],
			...[
				`uid=ada,mail=${ADA}`,
				`personal:${ADA}`,
				`${ADA}:valid`,
				`„${ADA}“`,
				'ada @example.com',
				`‹${ADA}›`,
				`\\"${ADA}\\"`,
				`${ADA} ✓`,
			],
			...[`a***@gmail.com, ${ADA}`, `/o=Example/cn=Recipients/cn=${ADA}`],
			...[`${ADA}, ada@example.org`, `<${ADA}>`, `email: ${ADA}`, `${ADA}\u200b`, `${ADA} - valid`, `(${ADA})`],
		].map((email): [string, Operation, unknown, Expected] => [
			'4: an address is unwrapped',
			'workEmail',
			{ email, risk_score: 'A' },
			{ ...found, work_email: ADA, work_email_risk_score: 'A', work_email_obscured: null, reason: null },
		]),
		...[
			...['a**@example.com', 'a…@example.com', '5d41402abc4b2a76b9719d911017c592', 'a. . .@example.com'],
			...['a_ _ _@example.com', 'a x x x x@example.com', 'ada lovelace@example.com', '_ _ _@example.com'],
		].map((email): [string, Operation, unknown, Expected] => [
			'4: a masked email is none',
			'workEmail',
			{ email },
			{ ...found, work_email: null, work_email_obscured: email, reason: NOT_USABLE },
		]),
		[
			'4: a tool of addresses has no masks of letters',
			'workEmail',
			{ email: 'hidden@xxx.example' },
			{ work_email: 'hidden@xxx.example' },
		],
		[
			'8: a grade is a statement',
			'workEmail',
			{ email: ADA, risk_score: 'unknown' },
			{ work_email_risk_score: 'UNKNOWN' },
		],
		['8: a grade is a statement', 'workEmail', { email: ADA, risk_score: 'n/a' }, { work_email_risk_score: 'N/A' }],
		[
			'8: a word is no date',
			'workEmail',
			{ email: ADA, last_validated_at: 'valid' },
			{ work_email_validated_at: null },
		],
		...(
			[
				['2026-08-01', '2026-08-01'],
				['31/12/2025', '31/12/2025'],
				['Aug 2026', 'Aug 2026'],
				['20260801', '20260801'],
				['valid 2026', null],
				['bounce 550 5.1.1-20', null],
				[1_785_542_400, '2026-08-01T00:00:00.000Z'],
			] as const
		).map(([sent, date]): [string, Operation, unknown, Expected] => [
			'8: a date',
			'workEmail',
			{ email: ADA, last_validated_at: sent },
			{ work_email_validated_at: date },
		]),
		[
			'8: a hit of nulls says so',
			'workEmail',
			{ email: null },
			{ ...found, reason: 'Found, but nothing usable as a work email' },
		],
		...['tel:+12025550123', 'TEL:+1-202-555-0123'].map((mobile_phone): [string, Operation, unknown, Expected] => [
			'8: a link to a phone',
			'phone',
			{ mobile_phone },
			{ ...found, mobile_phone: mobile_phone.slice(4) },
		]),
		...(
			[
				['13862345678', 'China', '13862345678'],
				['12025550123', 'United States', '+12025550123'],
				['12025550123', null, '+12025550123'],
				['10025550123', null, '10025550123'],
				['447911960001', 'United Kingdom', '+447911960001'],
				['447911960001', null, '447911960001'],
				...['中国', 'Китай', '86', 'Shanghai, China', { name: 'China' }].map(
					(country) => ['13862345678', country, '13862345678'] as const,
				),
				['447911960001', { name: 'United Kingdom' }, '+447911960001'],
				['12025550123', 'United States (US)', '+12025550123'],
				['+1\u2011202\u2010555\u20130123', null, '+1-202-555-0123'],
				['Mobile: +12025550123 (mobile)', null, '+12025550123'],
				['+12025550123, +12025550124', null, '+12025550123'],
				['0000000000', null, null],
			] as const
		).map(([mobile_phone, country, shown]): [string, Operation, unknown, Expected] => [
			'6: a + only if the country code is certain',
			'phone',
			{ mobile_phone, country },
			{ mobile_phone: shown },
		]),
	])('%s: %s %j', async (_what, operation, results, expected) => {
		for (const body of shapesOf(results))
			expect([body, await rowAfter(operation, body)]).toEqual([body, expect.objectContaining(expected)]);
	});
});

describe('a refusal by a window', () => {
	const RESET = Date.now() + 2 * 3_600_000;
	const refused = (code: string, metadata: object) => jsonAnswer({ error: { code, message: 'No' }, metadata }, 429);

	it.each([RESET / 1_000, RESET, new Date(RESET).toISOString()])(
		'defers until the time in retry_after %j, which is never in 2036',
		async (retry_after) => {
			const service = await start(() => refused('fair_use_limit_exceeded', { retry_after }));
			const [row] = rowsOf(await runOperation(service, OPERATIONS.workEmail));
			expect(Math.abs(Date.parse(String(row.enriched_retry_at)) - RESET)).toBeLessThan(10_000);
		},
	);

	it.each([
		['fair_use_limit_exceeded', true],
		['fair_use_requests_exceeded', true],
		['fair_use_limit_exceeded', false],
		['fair_use_requests_exceeded', false],
	])('%s without a wait defers until the reset that was named before: %j', async (code, isNamed) => {
		const fair_use = { records_remaining_5h: 0, records_reset_5h: new Date(RESET).toISOString() };
		const service = await start(({ inputs }) =>
			inputs[0]?.endsWith('ada-example')
				? jsonAnswer({ results: { full_name: 'Ada' }, status: 'ok', metadata: isNamed ? { fair_use } : {} })
				: refused(code, {}),
		);
		const run = { ...OPERATIONS.profile, options: { concurrency: 1 } };
		const rows = [{ who: PROFILE }, { who: `${PROFILE}-2` }];
		const done = rowsOf(
			await runOperation(service, { ...run, parameters: { linkedinUrl: '={{ $json.who }}' }, rows }),
		);
		const isPlan = !isNamed && code === 'fair_use_limit_exceeded';
		expect(done.map(({ enriched_status }) => enriched_status)).toEqual(['found', 'deferred']);
		expect(String(done[1].enriched_reason)).toMatch(isPlan ? /^plan_limit: / : /^fair_use_/);
		expect(done[1].enriched_retry_at !== null).toBe(isNamed);
	});
});

describe('a reply about a person', () => {
	const MASKS = [
		...['a####@example.com', 'xxxx@xxxx.com', 'aXXXe@example.com', 'a____e@example.com', 'a---e@example.com'],
		...[
			'hidden@hidden.com',
			'available@upon.request',
			'Redacted@example.com',
			'j.xxxxx@example.com',
			'ada@xxxx.com',
		],
	];
	const name = { first_name: 'Ada', last_name: 'Example' };
	const company = { company_name: 'Example Ltd' };
	const site = { ...company, company_website_url: 'https://example.org' };

	it.each<[string, Operation, Body, Expected]>([
		...MASKS.map((email): [string, Operation, Body, Expected] => [
			'4: a mask of a tool of obscured emails is no address',
			'reverse',
			{ ...name, work_email_confirmed: email, personal_emails: [email] },
			{ work_email: null, work_email_obscured: email, personal_email: null, personal_email_obscured: email },
		]),
		...['xan@example.com', 'ada.x@example.com', 'a_b@example.com', 'max@xx.example', 'private.ada@example.com'].map(
			(email): [string, Operation, Body, Expected] => [
				'4: an address is none',
				'reverse',
				{ ...name, work_email_confirmed: email },
				{ work_email: email, work_email_obscured: null },
			],
		),
		[
			'4: an address in a list',
			'reverse',
			{ ...name, personal_emails: [' Ada@Example.com ', `<${ADA}>; b@example.net`] },
			{ personal_emails: 'Ada@Example.com, b@example.net' },
		],
		...['manager', 'assistant', 'colleagues', 'firm', 'references'].map(
			(who): [string, Operation, Body, Expected] => [
				'6: the phone of somebody else',
				'phone',
				{ [who]: [{ mobile_phone: '12025550199' }] },
				{ mobile_phone: null },
			],
		),
		...(
			[
				[{ company: 'Example Ltd' }, company],
				[{ company: [{ name: 'Example Ltd' }] }, company],
				...[{ is_current: true }, { isCurrent: 'true' }, { current: 1 }].map(
					(now) => [{ company: [{ name: 'Old Ltd' }, { name: 'Example Ltd', ...now }] }, company] as const,
				),
				[
					{
						company: [
							{ name: 'Old Ltd', end_date: '2020' },
							{ name: 'Example Ltd', end_date: null },
						],
					},
					company,
				],
				[{ current_company: { name: 'Example Ltd' } }, company],
				[{ company: { name: null }, employer: { name: 'Example Ltd' } }, company],
				[
					{ company: { company_name: 'Example Ltd', domain: 'example.org' } },
					{ ...company, company_domain: 'example.org', company_website_url: null },
				],
				[{ current_company: 'Example Ltd', current_company_website: 'https://example.org' }, site],
				[{ organization: { name: 'Example Ltd', website: 'https://example.org' } }, site],
				[{ employer: 'Example Ltd' }, company],
				[{ employer_name: 'Example Ltd', employer_url: 'https://example.org' }, site],
				[{ person: { company: { name: 'Example Ltd' } } }, company],
				[{ companyName: 'Example Ltd' }, company],
			] as const
		).flatMap(([results, columns]) =>
			(['profile', 'reverse'] as const).map((operation): [string, Operation, Body, Expected] => [
				'5: the company',
				operation,
				{ ...name, ...results },
				{ ...found, ...columns, reason: null },
			]),
		),
		[
			'5: the company for Resolve',
			'companyOf',
			{ ...name, employer: { name: 'Example Ltd' } },
			{ ...found, ...company },
		],
		[
			'5: of each group, what no column reads is named',
			'profile',
			{
				...{ ...name, business_email: ADA, company_label: 'Example Ltd', mailbox: 'eve@example.org' },
				web: PROFILE,
			},
			{ ...found, reason: 'Returned, but not recognized: company_label, mailbox, web' },
		],
		[
			'5: also the person',
			'profile',
			{ company: { name: 'Example Ltd' }, label: 'Ada' },
			{ reason: 'Returned, but not recognized: label' },
		],
		[
			'8: a profile is not that of the company',
			'profile',
			{ ...name, linkedin_url: 'https://www.linkedin.com/company/example' },
			{ linkedin_url: null },
		],
		[
			'8: a profile is not that of the company',
			'profile',
			{ ...name, company_linkedin_url: PROFILE },
			{ linkedin_url: null, company_linkedin_url: PROFILE },
		],
		[
			'8: a status is no date',
			'reverse',
			{ ...name, personal_emails: [ADA], personal_emails_status: ['valid'] },
			{ personal_email_validated_at: null },
		],
		[
			'8: amounts are text',
			'reverse',
			{ ...name, company_employee_count: 250, company_revenue: '5M' },
			{ company_employee_count: '250', company_revenue: '5M' },
		],
		[
			'4: the hash of the own address',
			'reverse',
			{ ...name, work_email_confirmed: ` md5:${md5OfEmail('ada@example.net').toUpperCase()} ` },
			{ work_email: 'ada@example.net', work_email_obscured: null },
		],
		[
			'8: a count is no data',
			'profile',
			{ count: 0 },
			{ ...found, reason: 'The service reported a hit without data' },
		],
		[
			'8: a hit of nulls says so',
			'reverse',
			{ first_name: null },
			{ ...found, reason: 'The service reported a hit without data' },
		],
	])('%s: %s %j', async (_what, operation, results, expected) => {
		const row = await rowAfter(operation, { results, status: 'ok', metadata: {} });
		expect(row).toMatchObject(expected);
	});

	it.each([404, 429, 500])('of a search is no hit if HTTP %i only has a remark', async (status) => {
		const service = await start(() => jsonAnswer({ results: { message: 'Try again later' } }, status));
		const run = { resource: 'person', operation: 'search', parameters: { query: 'Ada' }, rows: [{}], node };
		const [row] = rowsOf(await runOperation(service, { ...run, options: { maxWait: 1 } }));
		expect(row.enriched_status).not.toBe('found');
	});

	it.each([[[ADA]], [[{ email: ADA }, { email: 'b@example.net' }]], [[]]])(
		'in a list %j is paid for once',
		async (results) => {
			const service = await start(() => jsonAnswer({ results, status: 'ok', metadata: {} }));
			const [row] = rowsOf(await runOperation(service, OPERATIONS.workEmail));
			expect([row.enriched_status, service.received.length]).toEqual(['found', 1]);
			expect(row.enriched_reason).toMatch(/^(?:Returned, but not recognized|Found, but nothing usable)/);
		},
	);

	it('fills a want of Resolve by an address that it unwraps', async () => {
		const row = await rowAfter('workEmailOf', {
			results: { email: `Ada <${ADA}>`, risk_score: 'A' },
			status: 'ok',
		});
		expect(row).toMatchObject({ ...found, work_email: ADA });
	});
});
