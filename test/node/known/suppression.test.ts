import type { IDataObject } from 'n8n-workflow';
import { emailOf, syntheticPeople, type Person } from '../../../dev/sandbox/people';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { column, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { byTool, people, REVERSE } from '../../support/node/resolveRun';
import { sandboxes } from '../../support/node/sandboxes';
import { startWire } from '../../support/wire/wireServer';

const start = sandboxes();
const options = { knownAnswers: true };
const REASON = 'The person is on the suppression list';

const LINKEDIN: ReadonlyArray<(slug: string) => string> = [
	(slug) => `https://www.linkedin.com/in/${slug}`,
	(slug) => `https://www.linkedin.com/in/${slug}/`,
	(slug) => `http://linkedin.com/in/${slug.toUpperCase()}`,
	(slug) => `uk.linkedin.com/in/${slug}?trk=public_profile`,
	(slug) => `  https://m.linkedin.com/in/${slug}#about `,
	(slug) => `<https://www.linkedin.com/in/${slug}>`,
	(slug) => `linkedin.com/in/${slug}/details/experience/`,
	(slug) => `in/${slug}`,
	(slug) => `https://www.linkedin.com/in/${slug.replaceAll('-', '%2D')}`,
	(slug) => `HTTPS://WWW.LINKEDIN.COM/IN/${slug}`,
];
const EMAIL: ReadonlyArray<(email: string) => string> = [
	(email) => email,
	(email) => email.toUpperCase(),
	(email) => ` ${email}\n`,
	(email) => `mailto:${email}`,
	(email) => `Ada Example <${email}>`,
	(email) => `"${email}";`,
	(email) => md5OfEmail(email),
	(email) => md5OfEmail(email).toUpperCase(),
	(email) => `md5:${md5OfEmail(email)}`,
	(email) => `'${md5OfEmail(email)}'`,
];
const SPELLINGS = 20;

/** 1,000 suppressed people and 100 others. Each entry names its person in one of three forms. */
const everyone = syntheticPeople(7, 1_100);
const suppressed = everyone.slice(0, 1_000);
const others = everyone.slice(1_000);
const FORMS: ReadonlyArray<(person: Person) => IDataObject> = [
	({ slug }) => ({ profile: `https://www.linkedin.com/in/${slug}/` }),
	(person) => ({ mail: emailOf(person) }),
	(person) => ({ hash: md5OfEmail(emailOf(person)) }),
];
const entries = suppressed.map((person, index) => ({ ...FORMS[index % 3](person), suppressed: 'yes' }));

/** A row that names a person by the identifier of the entry, in one of 20 spellings, and by the other one. */
const rowOf = (person: Person, index: number, spelling: number): IDataObject =>
	index % 3 === 0
		? { linkedin: LINKEDIN[spelling % 10](person.slug), email: spelling < 10 ? emailOf(person) : '' }
		: { linkedin: spelling < 10 ? `in/${person.slug}` : '', email: EMAIL[spelling % 10](emailOf(person)) };

const rows = Array.from({ length: 10_000 }, (_, row) =>
	rowOf(suppressed[row % 1_000], row % 1_000, (row + Math.floor(row / 1_000)) % SPELLINGS),
);
const otherRows = others.map((person) => ({ linkedin: `in/${person.slug}`, email: emailOf(person) }));

const byLinkedin: Partial<OperationRun> = { parameters: { linkedinUrl: '={{ $json.linkedin }}' } };
const RUNS: Array<[resource: string, operation: string, more: Partial<OperationRun>]> = [
	[
		'person',
		'resolve',
		{
			parameters: {
				linkedinUrl: '={{ $json.linkedin }}',
				email: '={{ $json.email }}',
				want: ['workEmail', 'mobilePhone', 'profile'],
			},
		},
	],
	['personalEmail', 'findBest', byLinkedin],
	['businessProfile', 'findByEmail', { parameters: { email: '={{ $json.email }}' } }],
	['businessProfile', 'findByHashedEmail', { parameters: { hashedEmail: '={{ $json.email }}' } }],
];

describe('1,000 suppressed people in 10,000 rows in 20 spellings', () => {
	it.each(RUNS)('%s / %s sends no byte about them', async (resource, operation, more) => {
		const wire = await startWire();
		try {
			// A single lookup knows only the identifier that it reads, so that only these rows count.
			const isNamed = (_row: IDataObject, index: number) =>
				operation === 'resolve' || ((index % 1_000) % 3 === 0) === (operation === 'findBest');
			const input = [...rows.filter(isNamed), ...otherRows];
			const run = await runOperation(
				{ url: wire.url, key: 'sandbox_readykey001' },
				{ resource, operation, ...more, rows: input, known: entries, options, node: CONTINUE },
			);
			const output = rowsOf(run);
			expect(output).toHaveLength(input.length);
			const held = output.slice(0, -otherRows.length);
			const statuses = new Set(held.map(({ enriched_status }) => enriched_status));
			expect(statuses).toEqual(new Set(['skipped']));
			const reasons = held.filter(({ enriched_reason }) => enriched_reason === REASON);
			expect(reasons).toHaveLength(rows.filter(isNamed).length);
			expect(reasons.length).toBeGreaterThan(3_000);
			const sent = wire.requests().join('\n').toLowerCase();
			const isSent = (person: Person) =>
				[person.slug, emailOf(person), md5OfEmail(emailOf(person))].some((text) => sent.includes(text));
			expect(suppressed.filter(isSent)).toEqual([]);
			expect(others.filter(isSent)).toHaveLength(others.length);
		} finally {
			await wire.close();
		}
	});
});

const CONTINUE = { onError: 'continueRegularOutput' } as const;

describe('a suppressed person', () => {
	const [ada, bea] = people;
	const resolveRow = (row: IDataObject, want: string[], known: IDataObject[]): OperationRun => ({
		resource: 'person',
		operation: 'resolve',
		rows: [row],
		known,
		options,
		parameters: { linkedinUrl: '={{ $json.linkedin }}', email: '={{ $json.email }}', want, output: 'everything' },
	});

	it('whom a tool reveals is not looked up further', async () => {
		const sandbox = await start();
		const known = [{ profile: `linkedin.com/in/${ada.slug}`, suppressed: true }];
		const run = await runOperation(sandbox, resolveRow({ email: emailOf(ada) }, ['workEmail', 'profile'], known));
		expect(byTool(sandbox)).toMatchObject({ [REVERSE]: 1 });
		expect(byTool(sandbox)).toEqual({ get_account: 1, get_billing: 1, [REVERSE]: 1 });
		const {
			enriched_status: status,
			enriched_reason: _reason,
			enriched_answered_at: _at,
			...cells
		} = rowsOf(run)[0];
		const { email, enriched_person_key: key, enriched_resume: _resume, ...data } = cells;
		expect([status, email, key]).toEqual(['skipped', emailOf(ada), `hem:${md5OfEmail(emailOf(ada))}`]);
		expect(new Set(Object.values(data))).toEqual(new Set([null]));
		expect(run.hints.map(({ message }) => message).join()).toContain('0 with a profile, 0 with a work email');
		expect(String(rowsOf(run)[0].enriched_reason)).toContain(REASON);
		expect(rowsOf(run)[0].enriched_resume).toMatch(/^r2\./);
	});

	it('is not answered from known rows either', async () => {
		const sandbox = await start();
		const first = rowsOf(await runOperation(sandbox, resolveRow({ email: emailOf(ada) }, ['profile'], [])));
		const known = [...first, { mail: emailOf(ada), suppressed: true }];
		const run = await runOperation(sandbox, resolveRow({ email: emailOf(ada) }, ['profile'], known));
		expect(column(run, 'enriched_status')).toEqual(['skipped']);
		expect(column(run, 'enriched_full_name')).toEqual([null]);
	});

	it.each([
		['Resolve', resolveRow({ email: emailOf(ada) }, ['profile'], [])],
		[
			'another operation',
			{
				resource: 'businessProfile',
				operation: 'findByEmail',
				rows: [{ email: emailOf(ada) }],
				options,
				parameters: { email: '={{ $json.email }}' },
			},
		],
	] as Array<[string, OperationRun]>)('gets no copy of earlier answers in resume: %s', async (_name, job) => {
		const sandbox = await start();
		const first = rowsOf(await runOperation(sandbox, { ...job, known: [] }));
		expect(first[0].enriched_resume).toMatch(/^r2\./);
		const known = [
			{ ...first[0], email: 'x' },
			{ mail: emailOf(ada), suppressed: true },
		];
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const run = await runOperation(sandbox, { ...job, known, node: { onError } });
			expect(column(run, 'enriched_status')).toEqual(['skipped']);
			expect(column(run, 'enriched_resume')).toEqual([null]);
		}
	});

	it.each([
		['workEmail', 'findByName', { fullName: 'Ada Example', companyDomain: '={{ $json.cell }}' }],
		['businessProfile', 'findByName', { fullName: 'Ada Example', companyDomain: '={{ $json.cell }}' }],
		['linkedinProfile', 'findByName', { fullName: 'Ada Example', companyDomain: '={{ $json.cell }}' }],
		['person', 'search', { filters: { company_domain: 'x', companyDomain: '={{ $json.cell }}' } }],
		['personalEmail', 'findBest', { linkedinUrl: '={{ "linkedin.com/in/other-example, " + $json.cell }}' }],
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
				known: [{ mail: emailOf(ada), suppressed: true }],
				node: CONTINUE,
			});
			expect(column(run, 'enriched_reason')).toEqual([REASON]);
			expect(sandbox.ledger.summary().requests).toBe(0);
		},
	);

	it('is not answered from the own row either, by a text of another API key', async () => {
		const sandbox = await start();
		const findBest: OperationRun = {
			resource: 'personalEmail',
			operation: 'findBest',
			rows: [{ linkedin: `in/${ada.slug}` }],
			options,
			...byLinkedin,
		};
		const [row] = rowsOf(await runOperation(sandbox, { ...findBest, known: [] }));
		const run = await runOperation(sandbox, {
			...findBest,
			rows: [{ linkedin: row.linkedin, enriched_resume: row.enriched_resume }],
			known: [{ profile: `in/${ada.slug}`, suppressed: 1 }],
			credential: { baseUrl: sandbox.url, apiKey: 'sandbox_otherkey002' },
		});
		expect(column(run, 'enriched_status')).toEqual(['skipped']);
	});

	it('is named by a known row that is marked, with the answers in it', async () => {
		const sandbox = await start();
		const [row] = rowsOf(await runOperation(sandbox, resolveRow({ email: emailOf(ada) }, ['profile'], [])));
		const known = [{ enriched_resume: row.enriched_resume, enriched_suppressed: 'x' }];
		const run = await runOperation(sandbox, resolveRow({ email: emailOf(ada) }, ['profile'], known));
		expect(column(run, 'enriched_reason')).toEqual([REASON]);
	});

	it('whom only the answer reveals is skipped, and the answer kept', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, {
			resource: 'personalEmail',
			operation: 'findBest',
			rows: [ada, bea].map(({ slug }) => ({ linkedin: `in/${slug}` })),
			known: [{ mail: emailOf(ada), suppressed: true }],
			options,
			...byLinkedin,
		});
		expect(column(run, 'enriched_status')).toEqual(['skipped', 'found']);
		expect(column(run, 'enriched_personal_email')).toEqual([null, emailOf(bea)]);
		expect(column(run, 'enriched_reason')).toEqual([REASON, null]);
		expect(column(run, 'enriched_resume')).toEqual([
			expect.stringMatching(/^r2\./),
			expect.stringMatching(/^r2\./),
		]);
		expect(run.hints.map(({ message }) => message).join()).toContain('1 skipped by the suppression list');
	});

	it('is the only result of a search that is skipped', async () => {
		const sandbox = await start();
		const search = (known: IDataObject[]): OperationRun => ({
			resource: 'person',
			operation: 'search',
			rows: [{ id: 1 }],
			known,
			options,
			parameters: { query: 'sales', limit: 3 },
		});
		const all = rowsOf(await runOperation(sandbox, search([])));
		const run = await runOperation(sandbox, search([{ a: all[1].enriched_linkedin_url, suppressed: true }]));
		expect(column(run, 'enriched_status')).toEqual(['found', 'skipped', 'found']);
		expect(column(run, 'enriched_full_name')).toEqual([all[0].enriched_full_name, null, all[2].enriched_full_name]);
	});

	it('is not sent in the body of a custom call, and the summary counts the row', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, {
			resource: 'tool',
			operation: 'call',
			rows: [ada, bea].map((person) => ({ email: emailOf(person) })),
			known: [{ mail: emailOf(ada), suppressed: true }],
			options,
			parameters: { toolName: REVERSE, body: '={{ { email: $json.email } }}' },
		});
		expect(column(run, 'enriched_status')).toEqual(['skipped', 'found']);
		expect(sandbox.ledger.summary().requests).toBe(1);
		expect(run.hints.map(({ message }) => message).join()).toContain('1 skipped by the suppression list');
	});

	it('is not named by an entry without an address, and a hint says so', async () => {
		const sandbox = await start();
		const known = [{ name: 'Ada Example', suppressed: 'yes' }];
		const run = await runOperation(sandbox, resolveRow({ email: emailOf(ada) }, ['profile'], known));
		expect(column(run, 'enriched_status')).toEqual(['found']);
		expect(run.hints.map(({ message }) => message).join()).toContain('1 suppressed row had no LinkedIn address');
	});
});
