import type { IDataObject } from 'n8n-workflow';
import { emailOf, syntheticPeople, type Person } from '../../../dev/sandbox/people';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { findBestOf } from '../../support/node/findBestRun';
import { column, hintsOf, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { byTool, people, resolve } from '../../support/node/resolveRun';
import { REVERSE } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';
import { wireServers } from '../../support/wire/wireServer';

const start = sandboxes();
const startServer = wireServers();
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

/** 200 suppressed people and 100 others. Each entry names its person in one of three forms. */
const everyone = syntheticPeople(7, 300);
const suppressed = everyone.slice(0, 200);
const others = everyone.slice(200);
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

const rows = Array.from({ length: 2_000 }, (_, row) =>
	rowOf(suppressed[row % 200], row % 200, (row + Math.floor(row / 200)) % SPELLINGS),
);
const otherRows = others.map((person) => ({ linkedin: `in/${person.slug}`, email: emailOf(person) }));

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const byLinkedin: OperationRun['parameters'] = { linkedinUrl: '={{ $json.linkedin }}' };

describe('200 suppressed people in 2,000 rows in 20 spellings', () => {
	it.each<[string, string, OperationRun['parameters']]>([
		[
			'person',
			'resolve',
			{ ...byLinkedin, email: '={{ $json.email }}', want: ['workEmail', 'mobilePhone', 'profile'] },
		],
		['personalEmail', 'findBest', byLinkedin],
		['businessProfile', 'findByEmail', { email: '={{ $json.email }}' }],
		['businessProfile', 'findByHashedEmail', { hashedEmail: '={{ $json.email }}' }],
	])('%s / %s sends no byte about them', async (resource, operation, parameters) => {
		const wire = await startServer();
		// A single lookup knows only the identifier that it reads, so that only these rows count.
		const isNamed = (_row: IDataObject, index: number) =>
			operation === 'resolve' || ((index % 200) % 3 === 0) === (operation === 'findBest');
		const input = [...rows.filter(isNamed), ...otherRows];
		const run = await runOperation(
			{ url: wire.url, key: 'sandbox_readykey001' },
			{ resource, operation, parameters, rows: input, known: entries, options, node: CONTINUE },
		);
		const output = rowsOf(run);
		expect(output).toHaveLength(input.length);
		const held = output.slice(0, -otherRows.length);
		const statuses = new Set(held.map(({ enriched_status }) => enriched_status));
		expect(statuses).toEqual(new Set(['skipped']));
		const reasons = held.filter(({ enriched_reason }) => enriched_reason === REASON);
		expect(reasons).toHaveLength(rows.filter(isNamed).length);
		expect(reasons.length).toBeGreaterThan(600);
		const sent = wire.requests().join('\n').toLowerCase();
		const isSent = (person: Person) =>
			[person.slug, emailOf(person), md5OfEmail(emailOf(person))].some((text) => sent.includes(text));
		expect(suppressed.filter(isSent)).toEqual([]);
		expect(others.filter(isSent)).toHaveLength(others.length);
	});
});

describe('a suppressed person', () => {
	const [ada, bea] = people;
	const ADA = { mail: emailOf(ada), suppressed: true };
	const byEmail = (want: string[], known: IDataObject[], more: Partial<OperationRun> = {}) =>
		resolve(want, [{ email: emailOf(ada) }], { known, options, ...more });
	const findBest = (rows: IDataObject[], known: IDataObject[]) => findBestOf(rows, { known, options });
	const RESUME = expect.stringMatching(/^r2\./) as string;

	it('whom a tool reveals is not looked up further', async () => {
		const sandbox = await start();
		const known = [{ profile: `linkedin.com/in/${ada.slug}`, suppressed: true }];
		const run = await runOperation(sandbox, byEmail(['workEmail', 'profile'], known));
		expect(byTool(sandbox)).toEqual({ get_account: 1, get_billing: 1, [REVERSE]: 1 });
		const [{ email, enriched_answered_at: _at, enriched_reason: reason, ...cells }] = rowsOf(run);
		const filled = Object.entries(cells).filter(([, cell]) => cell !== null);
		expect(Object.fromEntries(filled)).toEqual({
			enriched_status: 'skipped',
			enriched_person_key: `hem:${md5OfEmail(emailOf(ada))}`,
			enriched_resume: RESUME,
		});
		expect([email, reason]).toEqual([emailOf(ada), expect.stringContaining(REASON)]);
		expect(hintsOf(run)).toContain('0 with a profile, 0 with a work email');
	});

	it.each<[string, OperationRun]>([
		['Resolve', byEmail(['profile'], [])],
		[
			'another operation',
			{
				...byEmail([], []),
				resource: 'businessProfile',
				operation: 'findByEmail',
				parameters: { email: '={{ $json.email }}' },
			},
		],
	])('is not answered from known rows either, and gets no copy of them in resume: %s', async (_name, job) => {
		const sandbox = await start();
		const first = rowsOf(await runOperation(sandbox, job));
		expect(first[0].enriched_resume).toEqual(RESUME);
		const known = [{ ...first[0], email: 'x' }, ADA];
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const run = await runOperation(sandbox, { ...job, known, node: { onError } });
			expect(column(run, 'enriched_status')).toEqual(['skipped']);
			expect(column(run, 'enriched_resume')).toEqual([null]);
			expect(column(run, 'enriched_full_name')).toEqual([null]);
		}
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
				known: [ADA],
				node: CONTINUE,
			});
			expect(column(run, 'enriched_reason')).toEqual([REASON]);
			expect(sandbox.ledger.summary().requests).toBe(0);
			expect(hintsOf(run)).toContain('1 skipped by the suppression list');
		},
	);

	it('is not answered from the own row either, by a text of another API key', async () => {
		const sandbox = await start();
		const [{ linkedin, enriched_resume }] = rowsOf(
			await runOperation(sandbox, findBest([{ linkedin: `in/${ada.slug}` }], [])),
		);
		const run = await runOperation(sandbox, {
			...findBest([{ linkedin, enriched_resume }], [{ profile: `in/${ada.slug}`, suppressed: 1 }]),
			credential: { baseUrl: sandbox.url, apiKey: 'sandbox_otherkey002' },
		});
		expect(column(run, 'enriched_status')).toEqual(['skipped']);
	});

	it('is named by a known row that is marked, with the answers in it', async () => {
		const sandbox = await start();
		const [{ enriched_resume }] = rowsOf(await runOperation(sandbox, byEmail(['profile'], [])));
		const known = [{ enriched_resume, enriched_suppressed: 'x' }];
		const run = await runOperation(sandbox, byEmail(['profile'], known));
		expect(column(run, 'enriched_reason')).toEqual([REASON]);
	});

	it('whom only the answer reveals is skipped, and the answer kept', async () => {
		const rows = [ada, bea].map(({ slug }) => ({ linkedin: `in/${slug}` }));
		const run = await runOperation(await start(), findBest(rows, [ADA]));
		expect(column(run, 'enriched_status')).toEqual(['skipped', 'found']);
		expect(column(run, 'enriched_personal_email')).toEqual([null, emailOf(bea)]);
		expect(column(run, 'enriched_reason')).toEqual([REASON, null]);
		expect(column(run, 'enriched_resume')).toEqual([RESUME, RESUME]);
	});

	it('is the only result of a search that is skipped', async () => {
		const sandbox = await start();
		const rowsWith = async (known: IDataObject[]) => {
			const parameters = { query: 'sales', limit: 3 };
			const search = { resource: 'person', operation: 'search', rows: [{}], known, options, parameters };
			return rowsOf(await runOperation(sandbox, search));
		};
		const [first, second, third] = await rowsWith([]);
		const rows = await rowsWith([{ a: second.enriched_linkedin_url, suppressed: true }]);
		expect(rows.map(({ enriched_full_name }) => enriched_full_name)).toEqual([
			first.enriched_full_name,
			null,
			third.enriched_full_name,
		]);
		expect(rows[1].enriched_status).toBe('skipped');
	});

	it('is not named by an entry without an address, and a hint says so', async () => {
		const run = await runOperation(
			await start(),
			byEmail(['profile'], [{ name: 'Ada Example', suppressed: 'yes' }]),
		);
		expect(column(run, 'enriched_status')).toEqual(['found']);
		expect(hintsOf(run)).toContain('1 suppressed row had no LinkedIn address');
	});
});
