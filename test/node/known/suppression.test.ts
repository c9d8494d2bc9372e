import type { IDataObject } from 'n8n-workflow';
import { emailOf } from '../../../dev/sandbox/people';
import { findBestOf } from '../../support/node/findBestRun';
import { column, hintsOf, rowsOf, runOperation, toolItems, type OperationRun } from '../../support/node/nodeRun';
import { byTool, people, resolve } from '../../support/node/resolveRun';
import { REVERSE } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();
const options = { suppressionList: true };
const REASON = 'The person is on the suppression list';

const CONTINUE = { onError: 'continueRegularOutput' } as const;
/** All columns of ours that a listed row may have. */
const ONLY = ['enriched_status', 'enriched_reason', 'enriched_person_key'];
const oursIn = (row: IDataObject) => Object.keys(row).filter((name) => name.startsWith('enriched_'));

describe('a listed person', () => {
	const [ada, bea] = people;
	const ADA = { mail: emailOf(ada) };
	const AS_PROFILE = { any: `linkedin.com/in/${ada.slug}` };
	const both = { suppressionList: true, knownAnswers: true };
	const byEmail = (want: string[], suppressed: IDataObject[], more: Partial<OperationRun> = {}) =>
		resolve(want, [{ email: emailOf(ada) }], { suppressed, options, ...more });
	const findBest = (rows: IDataObject[], suppressed: IDataObject[], more: Partial<OperationRun> = {}) =>
		findBestOf(rows, { suppressed, options, ...more });

	it('whom a tool reveals is not looked up further, and nothing of the answer comes out', async () => {
		for (const output of ['everything', 'raw']) {
			const sandbox = await start();
			const more = { options: { ...both, includeLookupDetails: true }, known: [], parameters: { output } };
			const run = await runOperation(sandbox, byEmail(['workEmail', 'profile'], [AS_PROFILE], more));
			expect(byTool(sandbox)).toEqual({ get_account: 1, get_billing: 1, [REVERSE]: 1 });
			const [row] = rowsOf(run);
			expect(oursIn(row)).toEqual(ONLY);
			expect(row).toMatchObject({
				email: emailOf(ada),
				enriched_status: 'suppressed',
				enriched_reason: expect.stringContaining('it may have been charged') as string,
			});
			expect(JSON.stringify({ ...row, email: '' })).not.toMatch(new RegExp(`${ada.slug}|${ada.lastName}`, 'i'));
			expect(hintsOf(run)).toContain('1 row: 1 suppressed. 0 with a profile, 0 with a work email.');
			expect(JSON.stringify(run.run.data.executionData?.contextData)).not.toContain(ada.slug);
		}
	});

	it('is not answered from known rows either, and gets no copy of them', async () => {
		const sandbox = await start();
		const known = rowsOf(await runOperation(sandbox, byEmail(['profile'], [], { options: both, known: [] })));
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const again = byEmail(['profile'], [ADA], { options: both, known, node: { onError } });
			expect(rowsOf(await runOperation(sandbox, again)).map(oursIn)).toEqual([ONLY]);
		}
	});

	it('loses the columns of earlier runs in the item, also of a row that is skipped, and no key names anybody', async () => {
		const sandbox = await start();
		const rows = [{ id: 1, linkedin: `in/${ada.slug}` }];
		const [found] = rowsOf(await runOperation(sandbox, findBest(rows, [])));
		expect(found.enriched_personal_email).toBe(emailOf(ada));
		const again = async (row: IDataObject, more: Partial<OperationRun>) =>
			rowsOf(await runOperation(sandbox, findBest([row], [ADA], more)))[0];
		const requests = sandbox.ledger.summary().requests;
		// Only the column of the earlier run has the address.
		for (const rowsAnsweredBefore of ['skipFound', 'skipAnswered', 'lookUpAgain']) {
			const row = await again({ ...found, error: { x: 1 } }, { options: { ...options, rowsAnsweredBefore } });
			expect(oursIn(row)).toEqual(ONLY);
			expect(row).toMatchObject({
				id: 1,
				enriched_status: 'suppressed',
				enriched_reason: REASON,
				error: { x: 1 },
			});
			expect(row.enriched_person_key).toMatch(/^suppressed:[\da-f]{32}$/);
		}
		expect(sandbox.ledger.summary().requests).toBe(requests);
		// A table that kept its cells, in a workflow without the list.
		const listed = await again(found, {});
		for (const rowsAnsweredBefore of ['skipFound', 'lookUpAgain']) {
			const job = findBestOf([{ ...found, ...listed }], { options: { rowsAnsweredBefore } });
			expect(rowsOf(await runOperation(sandbox, job))).toEqual([listed]);
		}
		expect(sandbox.ledger.summary().requests).toBe(requests);
	});

	it('gets new data once nobody lists the person any more, and nothing of before', async () => {
		const sandbox = await start();
		const before = {
			...{ linkedin: `in/${bea.slug}`, enriched_status: 'suppressed', enriched_person_key: 'suppressed:x' },
			...{ enriched_personal_email: emailOf(ada), enriched_full_name: 'Ada Example' },
		};
		const [row] = rowsOf(await runOperation(sandbox, findBest([before], [{ mail: 'eve@example.com' }])));
		expect(row).toMatchObject({
			...{ enriched_status: 'found', enriched_personal_email: emailOf(bea) },
			...{ enriched_full_name: '', enriched_person_key: `linkedin:${bea.slug}` },
		});
	});

	it.each([
		['workEmail', 'findByName', { fullName: 'Ada Example', companyDomain: '={{ $json.cell }}' }],
		['businessProfile', 'findByName', { fullName: 'Ada Example', companyDomain: '={{ $json.cell }}' }],
		['linkedinProfile', 'findByName', { fullName: 'Ada Example', companyDomain: '={{ $json.cell }}' }],
		['person', 'search', { filters: { company_domain: 'x', companyDomain: '={{ $json.cell }}' } }],
		['personalEmail', 'findBest', { linkedinUrl: '={{ "linkedin.com/in/other-example, " + $json.cell }}' }],
		['tool', 'call', { toolName: REVERSE, body: '={{ { email: $json.cell } }}' }],
	] as const)(
		'in any field stops the row of %s / %s before anything is sent',
		async (resource, operation, parameters) => {
			const sandbox = await start();
			const run = await runOperation(sandbox, {
				resource,
				operation,
				parameters,
				options,
				rows: [{ cell: `Ada <${emailOf(ada)}>` }],
				suppressed: [ADA],
				node: CONTINUE,
			});
			expect(column(run, 'enriched_reason')).toEqual([REASON]);
			expect(sandbox.ledger.summary().requests).toBe(0);
			expect(hintsOf(run)).toContain('1 row: 1 suppressed.');
		},
	);

	it('is not sent to a custom tool by a bare slug, in any field', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, {
			...{ resource: 'tool', operation: 'call', options, node: CONTINUE },
			parameters: { toolName: REVERSE, body: '={{ $json.body }}' },
			rows: [ada.slug, `{"who": ["${ada.slug.toUpperCase()}"]}`, '{"email": "nobody@example.net"}'].map(
				(body) => ({
					body,
				}),
			),
			suppressed: [AS_PROFILE],
		});
		expect(column(run, 'enriched_status').slice(1)).toEqual(['suppressed', 'found']);
		expect(sandbox.ledger.summary().requests).toBe(1);
	});

	it('is not shown by a name alone, nor by a whole domain', async () => {
		const sandbox = await start();
		const rows = [
			{ name: 'Ada Example', domain: 'corp.test' },
			{ name: 'Bea Example', domain: 'other.test' },
		];
		const parameters = { fullName: '={{ $json.name }}', companyDomain: '={{ $json.domain }}' };
		const run = await runOperation(sandbox, {
			...{
				resource: 'workEmail',
				operation: 'findByName',
				parameters,
				options,
				rows,
				suppressed: [{ x: '@corp.test' }],
			},
		});
		expect(column(run, 'enriched_status')).toEqual(['suppressed', expect.stringMatching(/found/)]);
	});

	it('whom only the answer reveals is left out, and others are found', async () => {
		const rows = [ada, bea].map(({ slug }) => ({ linkedin: `in/${slug}` }));
		const run = await runOperation(await start(), findBest(rows, [ADA]));
		expect(column(run, 'enriched_status')).toEqual(['suppressed', 'found']);
		expect(column(run, 'enriched_personal_email')).toEqual([undefined, emailOf(bea)]);
	});

	it('is the only result of a search that is left out, and a hint counts it', async () => {
		const sandbox = await start();
		const runWith = async (suppressed: IDataObject[]) =>
			await runOperation(sandbox, {
				...{ resource: 'person', operation: 'search', rows: [{}], suppressed, options },
				parameters: { query: 'sales', limit: 3 },
			});
		const [first, second, third] = rowsOf(await runWith([]));
		const run = await runWith([{ profile: String(second.enriched_linkedin_url).split('/in/')[1] }]);
		expect(column(run, 'enriched_linkedin_url')).toEqual([first, third].map((row) => row.enriched_linkedin_url));
		expect(hintsOf(run)).toContain('1 result about people on the suppression list was left out');
		const all = await runWith(
			[first, second, third].map(({ enriched_linkedin_url }) => ({ x: enriched_linkedin_url })),
		);
		expect(rowsOf(all).map(oursIn)).toEqual([ONLY.slice(0, 2)]);
	});
});

describe('nothing is sent', () => {
	const rows = [{ linkedin: 'in/ada-example' }];
	it.each<[string, Partial<OperationRun>, RegExp]>([
		['if no list is connected', {}, /nothing is connected to the input Suppressed/],
		['if its rows name nobody', { suppressed: [{ name: 'Ada Example', suppressed: 'yes' }] }, /names a person/],
		['if the list is an error', { suppressed: [{ error: 'Forbidden' }] }, /"Input 1" returned an error/],
		['if the list is the rows', { suppressed: rows }, /has the rows to look up/],
		[
			'if a store says who objected',
			{ known: [{ dnc: 'x' }], options: { knownAnswers: true } },
			/marks people, but Suppression List is off/,
		],
	])('%s', async (_when, more, why) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, findBestOf(rows, { options, node: CONTINUE, ...more }));
		expect(column(run, 'enriched_status')).toEqual(['invalid']);
		expect(column(run, 'enriched_reason')[0]).toMatch(why);
		expect(sandbox.ledger.summary().requests).toBe(0);
		const stopped = await runOperation(sandbox, findBestOf(rows, { options, ...more }));
		expect(stopped.error?.message).toMatch(why);
	});

	it('as a tool of an agent, which has no list', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, findBestOf(rows, { options, node: { rewireOutputLogTo: 'ai_tool' } }));
		expect(JSON.stringify(toolItems(run))).toContain('A tool of an agent cannot use Suppression List');
		expect(sandbox.ledger.summary().requests).toBe(0);
	});
});
