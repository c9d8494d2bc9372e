import type { INodeParameters } from 'n8n-workflow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { emailOf } from '../../../dev/sandbox/people';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { column, hintsOf, pairs, rowsOf, runOperation, toolItems } from '../../support/node/nodeRun';
import { STATUS_COLUMNS } from '../../../nodes/IdentityResolution/actions/spec/columns';
import { byTool, people, resolve, SERVICES } from '../../support/node/resolveRun';
import { BEST, HEM, HEM_TO_LINKEDIN, PROFILE, REVERSE, TO_LINKEDIN, WORK } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';

const startSandbox = sandboxes();

/** The default of the node. */
const CONCURRENCY = 20;

describe.each(SERVICES)('with $service,', ({ offers, profileTool }) => {
	const start = async (settings: SettingsPatch = {}) => await startSandbox({ offers, ...settings });

	describe('250 rows about 150 people', () => {
		const personOf = (row: number) => people[row < 150 ? row : (row * 7) % 150];
		const rows = Array.from({ length: 250 }, (_, row) => ({ id: row, email: emailOf(personOf(row)) }));

		it('are looked up once per person and tool, in batches', async () => {
			const sandbox = await start();
			const run = await runOperation(sandbox, resolve(['workEmail'], rows));
			expect(column(run, 'id')).toEqual(rows.map(({ id }) => id));
			expect(pairs(run)).toEqual(rows.map(({ id }) => id));
			expect(column(run, 'enriched_work_email')).toEqual(rows.map(({ id }) => personOf(id).workEmail));
			const { [WORK]: batches, ...others } = byTool(sandbox);
			expect(others).toMatchObject({ get_account: 1, get_billing: 1, [profileTool]: 150 });
			expect(batches).toBeLessThanOrEqual(Math.ceil(150 / 100) + 1);
			// Requests that were in flight before the first refusal.
			const unoffered = offers === 'contract' ? [TO_LINKEDIN, HEM_TO_LINKEDIN] : [];
			expect(Object.keys(others)).toHaveLength(3 + unoffered.length);
			for (const tool of unoffered) expect(others[tool]).toBeLessThanOrEqual(CONCURRENCY);
			expect(sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 300, chargedMoreThanOnce: [] });
		});

		it('use a hash of the email in the row as that email, and request only the others', async () => {
			const sandbox = await start();
			const run = await runOperation(sandbox, resolve(['personalEmail', 'profile'], rows));
			expect(column(run, 'enriched_personal_email')).toEqual(rows.map(({ email }) => email));
			const masked = people.slice(0, 150).filter(({ personalEmails: [best] }) => best.form === 'masked').length;
			expect(masked).toBeGreaterThan(25);
			const { [BEST]: batches, ...others } = byTool(sandbox);
			expect(others).toEqual({ get_account: 1, get_billing: 1, [REVERSE]: 150 });
			expect(batches).toBeLessThanOrEqual(Math.ceil(masked / 100) + 1);
			expect(sandbox.ledger.summary()).toMatchObject({
				identifiersCharged: 150 + masked,
				chargedMoreThanOnce: [],
			});
		});
	});

	it.each<[string, string, INodeParameters, SettingsPatch]>([
		['Max Tokens, and a tool without batches', 'workEmail', { maxTokens: 60 }, {}],
		['Max Tokens, and a tool with batches', 'personalEmail', { maxTokens: 60 }, {}],
		['the balance, and a tool without batches', 'workEmail', {}, { account: { tokens: 60 } }],
		['the balance, and a tool with batches', 'personalEmail', {}, { account: { tokens: 60 } }],
	])('the rest of a limit is spent on started rows first: %s', async (_what, want, bounds, settings) => {
		const sandbox = await start(settings);
		const rows = people.slice(0, 100).map((person) => ({ email: emailOf(person) }));
		const options = { knownAnswers: true, concurrency: 10, ...bounds };
		const run = await runOperation(sandbox, resolve([want], rows, { known: [], options }));
		const halfDone = rowsOf(run).filter(
			({ enriched_status, enriched_answers }) => enriched_status === 'deferred' && enriched_answers !== null,
		);
		expect(sandbox.ledger.summary().tokensCharged).toBe(60);
		const found = column(run, 'enriched_status').filter((status) => status === 'found');
		expect(found.length).toBeGreaterThanOrEqual(25);
		expect(halfDone.length).toBeLessThanOrEqual(10);
	});

	const PRICES: Array<[string, number, string[], Record<string, number>]> = [
		['without a price list, at the prices that tools declare', 2, ['get_billing'], { [HEM]: 60, [PROFILE]: 0 }],
		['at listed prices', 9, [], { [HEM]: 0, [PROFILE]: 60 }],
	];

	// The contract has no price list.
	it.each(offers === 'contract' ? PRICES.slice(0, 1) : PRICES)(
		'rows that have not started choose the cheapest tool %s',
		async (_what, price, missingTools, requests) => {
			const sandbox = await start({ missingTools, prices: { [HEM]: price, [PROFILE]: 2 } });
			const rows = people
				.slice(0, 60)
				.map((person) => ({ linkedin: `in/${person.slug}`, md5: md5OfEmail(emailOf(person)) }));
			const run = await runOperation(
				sandbox,
				resolve(['company', 'profile'], rows, { options: { concurrency: 5 } }),
			);
			expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['found']));
			expect({ [PROFILE]: 0, [HEM]: 0, ...byTool(sandbox) }).toMatchObject(requests);
			expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 120, chargedMoreThanOnce: [] });
		},
	);

	describe('person / resolve', () => {
		const [ada, bob] = people;
		const row = { email: emailOf(ada) };

		it('lists the steps and the tokens of each', async () => {
			const sandbox = await start({ toolHitRates: { [WORK]: 0 } });
			const options = { includeLookupDetails: true };
			const run = await runOperation(sandbox, resolve(['profile', 'workEmail'], [row, row], { options }));
			const step = { sharedWith: 1, attempts: 1, status: 'found' };
			expect(column(run, 'enriched_lookup')).toMatchObject([
				{
					steps: [
						{ ...step, tool: REVERSE, tokensCharged: null },
						{ ...step, tool: WORK, tokensCharged: 0, status: 'not_found' },
					],
					tokensCharged: null,
					reason: null,
				},
				{ steps: [{ tokensCharged: null }, { tokensCharged: 0 }] },
			]);
		});

		it.each([
			[
				{ output: 'raw' },
				{
					results: { [REVERSE]: { first_name: ada.firstName }, [WORK]: { email: ada.workEmail } },
					metadata: { [WORK]: { fair_use: expect.anything() as unknown } },
				},
			],
			[
				{ output: 'selected', fields: ['work_email', 'title'] },
				{ work_email: ada.workEmail, title: ada.title },
			],
		])('returns the columns of %j', async (output, data) => {
			const more = { parameters: { inputFields: 'none', ...output }, options: { columnPrefix: '' } };
			const run = await runOperation(await start(), resolve(['profile', 'workEmail'], [row], more));
			expect(rowsOf(run)).toMatchObject([{ status: 'found', ...data }]);
			expect(new Set(Object.keys(rowsOf(run)[0]))).toEqual(
				new Set([...STATUS_COLUMNS, ...Object.keys(data), 'person_key']),
			);
		});

		it('rejects every row and sends nothing if Want is unknown', async () => {
			const sandbox = await start();
			const job = resolve(['shoeSize'], [row], { node: { onError: 'continueRegularOutput' } });
			const run = await runOperation(sandbox, job);
			expect(column(run, 'enriched_status')).toEqual(['invalid']);
			expect(column(run, 'enriched_reason')[0]).toMatch(/^Want must be one or more of anyEmail, company, linked/);
			expect(sandbox.ledger.requests()).toEqual([]);
		});

		it.each([
			[{}, 'skipped', /^LinkedIn URL and Email or MD5 Hash are empty$/],
			[{ linkedin: 'ask Ada', email: 'ada@' }, 'invalid', /"ask Ada" .*"ada@" is neither an email/],
			[
				{ linkedin: 'ask Ada', email: 'test-found@example.com' },
				'found',
				/^Ignored: LinkedIn URL is plain text$/,
			],
		])('marks %j as %s', async (input, status, reason) => {
			const run = await runOperation(await start(), resolve(['profile'], [input, row]));
			const [first] = rowsOf(run);
			expect(first.enriched_status).toBe(status);
			expect(first.enriched_reason).toMatch(reason);
		});

		it('reads Want as text from an agent, and returns the found data without a text of answers', async () => {
			const sandbox = await start({ limits: { enrich: { records: { '5h': 1 } } } });
			const more = { node: { rewireOutputLogTo: 'ai_tool' as const }, options: { maxWait: 0 } };
			const [item] = toolItems(await runOperation(sandbox, resolve('profile, workEmail' as never, [row], more)));
			const linkedin_url = expect.stringContaining(ada.slug) as unknown;
			expect(item).toMatchObject({ status: 'deferred', linkedin_url });
			expect(item).not.toHaveProperty('answers');
		});

		it('is a conflict if the email belongs to somebody else, and shows and buys nothing of that person', async () => {
			const sandbox = await start({ toolHitRates: { [PROFILE]: 0 } });
			const mixed = { linkedin: `in/${ada.slug}`, email: emailOf(bob), enriched_title: 'Earlier' };
			for (const output of ['everything', 'raw']) {
				const more = { parameters: { output } };
				const run = await runOperation(sandbox, resolve(['profile', 'workEmail'], [mixed], more));
				const [{ email, enriched_results: raw, ...row }] = rowsOf(run);
				const name = `${bob.firstName} ${bob.lastName}`;
				expect(row).toMatchObject({
					enriched_status: 'conflict',
					enriched_reason: expect.stringMatching(
						`^The email belongs to "${name}", not to the LinkedIn profile of the row\\. Check both\\. Charged: `,
					) as unknown,
				});
				const others = JSON.stringify({ ...row, enriched_reason: '' });
				for (const part of [bob.lastName, bob.slug, bob.title, emailOf(bob)])
					expect(others).not.toContain(part);
				if (output === 'raw') expect(JSON.stringify(raw)).toContain(bob.lastName);
				else expect(row.enriched_title).toBe('Earlier');
				expect(hintsOf(run)).toContain('1 row got an answer about another person');
				expect(email).toBe(emailOf(bob));
			}
			expect(Object.keys(byTool(sandbox))).not.toContain('linkedin_to_mobile_phone');
		});

		it.each([
			['two spellings of one profile', `https://uk.linkedin.com/in/${ada.slug.toUpperCase()}/`],
			['an internal LinkedIn id', 'in/ACoAABexampleId'],
			['no profile', ''],
		])('assumes no two people for %s', async (_what, linkedin) => {
			const sandbox = await start({ toolHitRates: { [PROFILE]: 0, [BEST]: 0 } });
			const run = await runOperation(sandbox, resolve(['profile'], [{ linkedin, ...row }]));
			expect(rowsOf(run)).toMatchObject([{ enriched_status: 'found', enriched_reason: null }]);
		});
	});
});

it('rows are looked up concurrently, up to Concurrency', async () => {
	// So long that a slow machine sends 20 requests before the first reply.
	const sandbox = await startSandbox({ latency: 1_500 });
	const rows = people.slice(0, 30).map((person) => ({ email: emailOf(person) }));
	await runOperation(sandbox, resolve(['workEmail'], rows));
	expect(sandbox.ledger.summary().maxInFlight).toBe(CONCURRENCY);
});
