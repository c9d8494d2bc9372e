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

// What each field may look like: test/api/person/usualShapes.test.ts.
it.each<[Operation, unknown, Expected]>([
	['workEmail', { email: `Ada Example <${ADA}>`, risk_score: 'unknown' }, { work_email: ADA, reason: null }],
	['workEmail', { email: 'a**@example.com' }, { work_email_obscured: 'a**@example.com', reason: NOT_USABLE }],
	['workEmail', { email: null }, { reason: 'Found, but nothing usable as a work email' }],
	['phone', { mobile_phone: 'tel:+12025550123' }, { mobile_phone: '+12025550123' }],
	['profile', { person: { employer: 'Example Ltd' }, first_name: 'Ada' }, { company_name: 'Example Ltd' }],
	['reverse', { first_name: 'Ada', company_employee_count: 250 }, { company_employee_count: '250' }],
	['profile', { count: 0 }, { reason: 'The service reported a hit without data' }],
	['workEmailOf', { email: `Ada <${ADA}>`, risk_score: 'A' }, { work_email: ADA }],
])('a reply to one lookup says the same as a batch of one: %s %j', async (operation, results, expected) => {
	for (const body of shapesOf(results).slice(0, operation === 'reverse' || operation === 'profile' ? 1 : 3))
		expect([body, await rowAfter(operation, body)]).toEqual([
			body,
			expect.objectContaining({ ...found, ...expected }),
		]);
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
});
