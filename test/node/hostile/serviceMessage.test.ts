import { hostileServers, type RawAnswer, type Received } from '../../support/wire/hostileServer';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { inFastTime } from '../../support/node/fastTime';

const start = hostileServers();
inFastTime();

const WORDS =
	'This tool needs the plan Growth. Your account acct_example has Starter since 2030-01-01. Write to sales@service.test, ' +
	'or open the page Plans of the dashboard, where you can change the plan of the account until the end of the month.';

const refusal = (status: number, code: string): RawAnswer => ({
	status,
	body: JSON.stringify({ error: { code, message: WORDS }, metadata: {} }),
});

const ROWS = ['ada', 'bo'].map((name) => ({ linkedin: `https://www.linkedin.com/in/${name}-example` }));

const job = (more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	parameters: { linkedinUrl: '={{ $json.linkedin }}', ...more.parameters },
	rows: ROWS,
	options: { maxWait: 0, ...more.options },
	node: { onError: 'continueRegularOutput', ...more.node },
});

const hintsOf = (run: Awaited<ReturnType<typeof runOperation>>) => run.hints.map(({ message }) => message).join('\n');

describe.each<[number, string]>([
	[403, 'plan_restricted'],
	[403, 'forbidden'],
	[401, 'unauthorized'],
	[402, 'insufficient_tokens'],
	[429, 'fair_use_limit_exceeded'],
	[404, 'no_such_tool'],
	[422, 'invalid_input'],
	[500, 'internal_error'],
])("the service's words beside HTTP %p %s reach the user in full", (status, code) => {
	it('in a hint, with Continue, whatever Output is', async () => {
		const service = await start(() => refusal(status, code));
		for (const output of ['simplified', 'raw'])
			expect(hintsOf(await runOperation(service, job({ parameters: { output } })))).toContain(WORDS.slice(0, -1));
	});

	it('in the lookup details', async () => {
		const service = await start(() => refusal(status, code));
		const [row] = rowsOf(await runOperation(service, job({ options: { includeLookupDetails: true } })));
		expect(row.enriched_lookup).toMatchObject({ message: WORDS });
	});

	it('in the error that stops the workflow, and in an error item', async () => {
		const service = await start(() => refusal(status, code));
		const stopped = await runOperation(service, job({ node: { onError: 'stopWorkflow' } }));
		// A limit does not stop the workflow.
		expect(stopped.error?.message ?? hintsOf(stopped)).toContain(WORDS.slice(0, -1));
		const onOutput = await runOperation(service, job({ node: { onError: 'continueErrorOutput' } }));
		const [error] = rowsOf(onOutput, 1).map((row) => row.error as { message: string });
		expect(error?.message ?? hintsOf(onOutput)).toContain(WORDS.slice(0, -1));
	});
});

it("the service's words reach the user also if the run goes on with other tools", async () => {
	const answer = ({ tool }: Received): RawAnswer =>
		tool === 'linkedin_to_business_email'
			? refusal(403, 'plan_restricted')
			: { body: JSON.stringify({ results: { business_email: 'ada@example.net' }, status: 'ok', metadata: {} }) };
	const service = await start(answer);
	const run = await runOperation(service, {
		...job({ parameters: { want: ['workEmail'] } }),
		resource: 'person',
		operation: 'resolve',
	});
	expect(rowsOf(run)[0]).toMatchObject({ enriched_status: 'found' });
	expect(hintsOf(run)).toContain(WORDS.slice(0, -1));
});

it.each(['get', 'getBilling', 'getUsage'])("the service's words reach the user of account: %s", async (operation) => {
	const service = await start(() => refusal(403, 'forbidden'));
	const run = await runOperation(service, { ...job(), resource: 'account', operation, rows: [{}] });
	expect(hintsOf(run)).toContain(WORDS.slice(0, -1));
});

it.each(['get', 'getBilling', 'getUsage'])('account: %s has the metadata with Simplify off', async (operation) => {
	const metadata = { fair_use: { records_remaining_5h: 7 } };
	const service = await start(() => ({
		body: JSON.stringify({ results: { id: 'acct_example' }, status: 'ok', metadata }),
	}));
	const account = { resource: 'account', operation, rows: [{}] };
	const raw = await runOperation(service, { ...account, parameters: { simplify: false } });
	expect(rowsOf(raw)).toEqual([{ id: 'acct_example', metadata }]);
	expect(rowsOf(await runOperation(service, account))[0]).not.toHaveProperty('metadata');
});
