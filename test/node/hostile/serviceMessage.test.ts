import { jsonAnswer, okAnswer } from '../../support/node/answers';
import { inFastTime } from '../../support/node/fastTime';
import { findProfiles } from '../../support/node/findBestRun';
import { hintsOf, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { resolve } from '../../support/node/resolveRun';
import { hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();
inFastTime();

const WORDS =
	'This tool needs the plan Growth. Your account acct_example has Starter since 2030-01-01. Write to sales@service.test, ' +
	'or open the page Plans of the dashboard, where you can change the plan of the account until the end of the month.';
const IN_FULL = WORDS.slice(0, -1);

const refusal = (status: number, code: string) => jsonAnswer({ error: { code, message: WORDS }, metadata: {} }, status);

const job = (more: Partial<OperationRun> = {}): OperationRun =>
	findProfiles(['ada-example', 'bo-example'], {
		...more,
		parameters: { linkedinUrl: '={{ $json.who }}', ...more.parameters },
		options: { maxWait: 0, ...more.options },
		node: { onError: 'continueRegularOutput', ...more.node },
	});

it.each<[number, string]>([
	[403, 'plan_restricted'],
	[403, 'forbidden'],
	[401, 'unauthorized'],
	[402, 'insufficient_tokens'],
	[429, 'fair_use_limit_exceeded'],
	[404, 'no_such_tool'],
	[422, 'invalid_input'],
	[500, 'internal_error'],
])("the service's words beside HTTP %j %s reach the user in full", async (status, code) => {
	const service = await start(() => refusal(status, code));
	expect(hintsOf(await runOperation(service, job({ parameters: { output: 'raw' } })))).toContain(IN_FULL);
	const continued = await runOperation(service, job({ options: { includeLookupDetails: true } }));
	expect(hintsOf(continued)).toContain(IN_FULL);
	expect(rowsOf(continued)[0].enriched_lookup).toMatchObject({ message: WORDS });
	// A limit does not stop the workflow, and is no error item.
	const stopped = await runOperation(service, job({ node: { onError: 'stopWorkflow' } }));
	expect(stopped.error?.message ?? hintsOf(stopped)).toContain(IN_FULL);
	const onOutput = await runOperation(service, job({ node: { onError: 'continueErrorOutput' } }));
	const [error] = rowsOf(onOutput, 1).map((row) => row.error as { message: string });
	expect(error?.message ?? hintsOf(onOutput)).toContain(IN_FULL);
});

it("the service's words reach the user also if the run goes on with other tools", async () => {
	const service = await start(({ tool }) =>
		tool === 'linkedin_to_business_email'
			? refusal(403, 'plan_restricted')
			: okAnswer({ business_email: 'ada@example.net' }),
	);
	const run = await runOperation(service, resolve(['workEmail'], [{ linkedin: 'in/ada-example' }]));
	expect(rowsOf(run)[0]).toMatchObject({ enriched_status: 'found' });
	expect(hintsOf(run)).toContain(IN_FULL);
});

it.each(['get', 'getBilling', 'getUsage'])("the service's words reach the user of account: %s", async (operation) => {
	const service = await start(() => refusal(403, 'forbidden'));
	const node = { onError: 'continueRegularOutput' } as const;
	const run = await runOperation(service, { resource: 'account', operation, rows: [{}], node });
	expect(hintsOf(run)).toContain(IN_FULL);
});
