import type { SettingsPatch } from '../../dev/sandbox/settings';
import { findBest } from '../support/node/findBestRun';
import { column, runOperation, type OperationRun } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

const people = (count: number) => Array.from({ length: count }, (_, row) => `nobody-example-${row}`);

const dryRunOf = (names: string[], more: Partial<OperationRun> = {}) =>
	findBest(names, { ...more, options: { dryRun: true, ...more.options } });

async function hintsWith(names: string[], settings: SettingsPatch = {}, more: Partial<OperationRun> = {}) {
	const run = await runOperation(await start(settings), dryRunOf(names, more));
	return run.hints.map(({ message }) => message);
}

it('requests only the free account and its prices, and marks valid rows as planned', async () => {
	const sandbox = await start();
	const run = await runOperation(sandbox, dryRunOf(['ada-example', '', 'no identifier', 'ADA-example']));
	expect(sandbox.ledger.summary().byTool).toEqual({ get_account: { 200: 1 }, get_billing: { 200: 1 } });
	expect(column(run, 'enriched_status')).toEqual(['planned', 'skipped', 'invalid', 'planned']);
});

it('shows a hint with the row counts, the requests of a real run, and whether the account allows them', async () => {
	const names = [...people(150), ...people(100), '', 'no identifier'];
	expect(await hintsWith(names)).toEqual([
		'Dry Run is on: nothing was looked up. ' +
			'Of 252 rows (1 blank, 1 invalid, 100 duplicates) a real run would send ' +
			'150 distinct lookups in 2 requests. ' +
			'A real run costs at most 150 tokens (prices of the account), if no answer is lost. ' +
			'100,000 tokens are left to spend. ' +
			'Personal emails cover only people in the US. ' +
			'The Fair Use windows have 1,000,000 records per 5 h, 10,000,000 records per week, ' +
			'1,000,000 requests per 5 h left.',
		'1 cell is no LinkedIn profile, for example "no identifier". See the reason column.',
	]);
});

const SKIPPED: Partial<OperationRun> = {
	rows: [
		{ who: 'in/ada-example' },
		{ who: 'in/bob-example', enriched_status: 'found', enriched_personal_email: 'bob@home.test' },
		{ who: '' },
	],
};

it.each<[string, SettingsPatch, Partial<OperationRun>]>([
	['if no answer is lost. 2 tokens are left to spend, which may not be enough', { account: { tokens: 2 } }, {}],
	['if no answer is lost. 2 tokens are left to spend, which may not be enough', {}, { options: { maxTokens: 2 } }],
	[
		'The account does not list every price, and 3 hits may be charged. 100,000',
		{ missingTools: ['get_billing'] },
		{},
	],
	['at most 15 tokens', { prices: { linkedin_to_best_personal_email_usa: 5 } }, {}],
	[
		'The account could not be checked: the service did not accept the API key (HTTP 401',
		{ faults: [{ kind: 'status', status: 401, every: 1 }] },
		{},
	],
	[
		'The account could not be checked: the account is not active (HTTP 403 account_inactive',
		{ account: { status: 'suspended' } },
		{},
	],
	[
		'The account does not allow it: the plan of the account does not include this tool.',
		{ account: { personalEmailAvailable: false } },
		{},
	],
	[
		'3 at most, also needs a phone token: 1,000 are left',
		{},
		{ resource: 'mobilePhone', operation: 'findByLinkedin' },
	],
	['(1 blank, 1 answered before) a real run would send 1 distinct lookup in 1 request.', {}, SKIPPED],
])('shows "%s"', async (sentence, settings, more) => {
	expect((await hintsWith(people(3), settings, more)).join(' ')).toContain(sentence);
});

it('does not say what is left if the balance is unlimited', async () => {
	const [hint] = await hintsWith(people(3), { account: { unlimited: true } });
	expect(hint).not.toContain('left to spend');
});

it('does not mention the account if there is nothing to look up', async () => {
	expect(await hintsWith([''])).toEqual([
		'Dry Run is on: nothing was looked up. ' +
			'Of 1 row (1 blank) a real run would send 0 distinct lookups in 0 requests.',
		expect.stringContaining('LinkedIn URL is empty in every row. Check its expression: the rows have the columns'),
	]);
});
