import { OPERATIONS } from '../../../dev/faultMatrix/operations';
import { findBest } from '../../support/node/findBestRun';
import { column, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();

const NAMES = ['ada-fernsby-101', 'bea-fernsby-102', 'test-not-found'];

it.each([
	['personalEmail', 'findBest', 'linkedin_to_best_personal_email_usa', 'linkedin_to_best_personal_email'],
	['personalEmail', 'findAny', 'linkedin_to_personal_email_usa', 'linkedin_to_personal_email'],
	['businessProfile', 'findByLinkedin', 'linkedin_to_business_profile', 'reverse_linkedin_lookup'],
])(
	'%s / %s works without %s, with a wasted request for each one in flight and one hint',
	async (resource, operation, missing, used) => {
		const sandbox = await start({ missingTools: [missing] });
		const run = await runOperation(sandbox, { ...findBest(NAMES), resource, operation });
		expect(column(run, 'enriched_status').slice(0, 2)).toEqual(['found', 'found']);
		const { byTool } = sandbox.ledger.summary();
		expect(byTool[missing][404]).toBeLessThanOrEqual(NAMES.length);
		expect(Object.keys(byTool).sort()).toEqual([missing, used].sort());
		expect(run.hints.map(({ message }) => message)).toContain(
			`The node used ${used} instead of ${missing}, which the service does not have.`,
		);
	},
);

const NO_PROFILES = ['hem_to_business_profile', 'linkedin_to_business_profile'];

describe.each<[account: string, missingTools: string[], unanswered: string]>([
	['no business profiles', NO_PROFILES, 'businessProfile.findByHashedEmail'],
	['only names without a suffix', ['linkedin_to_best_personal_email_usa', 'linkedin_to_personal_email_usa'], ''],
	['no price list', ['get_billing'], 'account.getBilling'],
])('with %s', (_account, missingTools, unanswered) => {
	it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
		'%s ends as on any other account, with at most a wasted request per row',
		async (name, { parameters, rows }) => {
			const [resource, operation] = name.split('.');
			const job: OperationRun = {
				resource,
				operation,
				parameters,
				rows: rows.map(({ json }) => json),
				options: { maxTokens: 1_000 },
				node: { onError: 'continueRegularOutput' },
			};
			const [usual, sandbox] = [await start(), await start({ missingTools })];
			const statuses = column(await runOperation(usual, job), 'enriched_status');
			const run = await runOperation(sandbox, job);
			const { byTool, chargedMoreThanOnce } = sandbox.ledger.summary();
			expect(chargedMoreThanOnce).toEqual([]);
			for (const missing of missingTools)
				expect(byTool[missing]?.[404] ?? 0).toBeLessThanOrEqual(missing === 'get_billing' ? 1 : rows.length);
			if (name !== unanswered) expect(column(run, 'enriched_status')).toEqual(statuses);
			else expect(JSON.stringify(rowsOf(run))).toMatch(/unknown_tool|The service has no tool of this name/);
		},
	);
});
