import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { hostileServers, type RawAnswer, type Received } from '../../support/wire/hostileServer';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { BEST, PROFILE, resolve, REVERSE } from '../../support/node/resolveRun';

const start = hostileServers();

const MISS: RawAnswer = { body: '{"results":{},"status":"not_found","metadata":{}}' };
const ok = (results: unknown): RawAnswer => ({ body: JSON.stringify({ results, status: 'ok', metadata: {} }) });

/** Starts a service with one answer per tool and person, and a miss for any other. */
const serving = (answers: Record<string, object>) =>
	start(({ tool, inputs: [input] }: Received) => {
		const results = answers[`${tool} ${input}`] as object | undefined;
		return results === undefined ? MISS : ok(results);
	});

const ADA = 'https://www.linkedin.com/in/ada-example';
const BOB = 'https://www.linkedin.com/in/bob-example';
const BY: Record<string, OperationRun['parameters']> = {
	'personalEmail/findBest': { linkedinUrl: '={{ $json.who }}' },
	'businessProfile/findByLinkedin': { linkedinUrl: '={{ $json.who }}' },
	'businessProfile/findByEmail': { email: '={{ $json.who }}' },
	'businessProfile/findByHashedEmail': { hashedEmail: '={{ $json.who }}' },
	'person/resolve': { linkedinUrl: '={{ $json.who }}', want: ['profile'] },
};

const job = (path: string, rows: IDataObject[], more: Partial<OperationRun> = {}): OperationRun => {
	const [resource, operation] = path.split('/');
	return { resource, operation, parameters: BY[path], rows, ...more };
};

/** All columns of the node in a row, as JSON. */
const nodeColumns = (row: IDataObject) =>
	JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith('enriched_'))));

describe('a row that was edited from Ada to Bob', () => {
	const PEOPLE: Record<string, object> = {};
	for (const [who, email, first] of [
		[ADA, 'ada@example.com', 'Ada'],
		[BOB, 'bob@example.com', 'Bob'],
	] as const) {
		const profile = {
			first_name: first,
			full_name: `${first} Example`,
			title: `Job of ${first}`,
			linkedin_url: who,
			linkedinurl: who,
			personal_email: `${first}@home.test`,
			company: { name: `${first} Works` },
		};
		PEOPLE[`${BEST} ${who}`] = { email: `${first}@home.test`, risk_score: first === 'Ada' ? 'A' : 'C' };
		PEOPLE[`${PROFILE} ${who}`] = profile;
		PEOPLE[`reverse_email_lookup ${email}`] = profile;
		PEOPLE[`hem_to_business_profile ${email}`] = profile;
	}
	const usesEmail = (path: string) => /Email$/.test(path) && path.startsWith('businessProfile');

	it.each(Object.keys(BY))('contains no data about Ada if %s finds Bob', async (path) => {
		const service = await serving(PEOPLE);
		const [ada, bob] = usesEmail(path) ? ['ada@example.com', 'bob@example.com'] : [ADA, BOB];
		const [first] = rowsOf(await runOperation(service, job(path, [{ who: ada }])));
		expect(nodeColumns(first)).toMatch(/ada/i);
		const [second] = rowsOf(await runOperation(service, job(path, [{ ...first, who: bob }])));
		expect(second.enriched_status).toBe('found');
		expect(nodeColumns(second)).not.toMatch(/ada/i);
	});

	it.each(Object.keys(BY))('contains no data about Ada if %s does not find Bob', async (path) => {
		const onlyAda = Object.fromEntries(Object.entries(PEOPLE).filter(([name]) => !/bob/.test(name)));
		const service = await serving(onlyAda);
		const [ada, bob] = usesEmail(path) ? ['ada@example.com', 'bob@example.com'] : [ADA, BOB];
		const [first] = rowsOf(await runOperation(service, job(path, [{ who: ada }])));
		const [second] = rowsOf(await runOperation(service, job(path, [{ ...first, who: bob }])));
		expect(second.enriched_status).toBe('not_found');
		expect(nodeColumns(second)).not.toMatch(/ada/i);
	});

	it('contains no data that another operation wrote about Ada', async () => {
		const service = await serving(PEOPLE);
		const profile = rowsOf(await runOperation(service, job('businessProfile/findByLinkedin', [{ who: ADA }])));
		const both = rowsOf(await runOperation(service, job('personalEmail/findBest', profile)));
		expect(both[0]).toMatchObject({ enriched_full_name: 'Ada Example', enriched_personal_email: 'Ada@home.test' });
		const [edited] = rowsOf(await runOperation(service, job('personalEmail/findBest', [{ ...both[0], who: BOB }])));
		expect(edited.enriched_personal_email).toBe('Bob@home.test');
		expect(nodeColumns(edited)).not.toMatch(/ada/i);
	});
});

describe('an address that an earlier node found', () => {
	const earlier = {
		who: 'ann@work.test',
		enriched_status: 'found',
		enriched_personal_email: 'ann@home.test',
		enriched_personal_email_risk_score: 'B',
	};

	it.each([
		['a masked email', 'a***@home.test', 'a***@home.test'],
		['the MD5 of another email', md5OfEmail('other@home.test'), md5OfEmail('other@home.test')],
	])('is kept if another operation returns %s, which has its own column', async (_what, returned, obscured) => {
		const service = await serving({ 'reverse_email_lookup ann@work.test': { personal_emails: [returned] } });
		const [row] = rowsOf(await runOperation(service, job('businessProfile/findByEmail', [earlier])));
		expect(row).toMatchObject({
			enriched_personal_email: 'ann@home.test',
			enriched_personal_email_risk_score: 'B',
			enriched_personal_email_obscured: obscured,
		});
	});

	it('is replaced by the answer of a tool, also by one of a worse grade', async () => {
		const service = await serving({ [`${BEST} ${ADA}`]: { email: 'bad@home.test', risk_score: 'D' } });
		const [row] = rowsOf(await runOperation(service, job('personalEmail/findBest', [{ ...earlier, who: ADA }])));
		expect(row).toMatchObject({
			enriched_personal_email: 'bad@home.test',
			enriched_personal_email_risk_score: 'D',
		});
	});
});

describe('a hashed email', () => {
	it.each([
		['MD5', md5OfEmail('ann@work.test')],
		['SHA-256', createHash('sha256').update('ann@work.test').digest('hex')],
	])('becomes the address of the row if it is its %s', async (_what, hash) => {
		const service = await serving({
			'reverse_email_lookup ann@work.test': { work_email_confirmed: hash, work_email_confirmed_risk_score: 'a' },
		});
		const row = { who: 'Ann@Work.test' };
		const [found] = rowsOf(await runOperation(service, job('businessProfile/findByEmail', [row, { who: 'x' }])));
		const [single] = rowsOf(
			await runOperation(service, job('businessProfile/findByEmail', [{ who: 'ann@work.test' }])),
		);
		expect(found.enriched_status).toBe('not_found');
		expect(single).toMatchObject({
			enriched_work_email: 'ann@work.test',
			enriched_work_email_risk_score: 'a',
			enriched_work_email_obscured: null,
		});
	});

	it('is not an address otherwise', async () => {
		const hash = md5OfEmail('nobody@work.test');
		const service = await serving({
			'reverse_email_lookup ann@work.test': { personal_emails: [hash, 'a**@b.test'] },
		});
		const [row] = rowsOf(
			await runOperation(service, job('businessProfile/findByEmail', [{ who: 'ann@work.test' }])),
		);
		expect(row).toMatchObject({
			enriched_personal_email: null,
			enriched_personal_emails: null,
			enriched_personal_email_obscured: hash,
			enriched_personal_emails_obscured: `${hash}, a**@b.test`,
		});
	});
});

describe('risk grades', () => {
	it('rank A, B, C, then other grades and none, then D, in either case', async () => {
		const grades = ['D', null, 'F', 'c', 'B', 'a'];
		for (let count = 1; count <= grades.length; count++) {
			const some = grades.slice(0, count);
			const service = await serving({
				'reverse_email_lookup ann@work.test': {
					personal_emails: some.map((_, place) => `e${place}@home.test`),
					personal_emails_risk_score: some,
				},
			});
			const [row] = rowsOf(
				await runOperation(service, job('businessProfile/findByEmail', [{ who: 'ann@work.test' }])),
			);
			// Another grade and no grade rank equally, so that the first one is used.
			const best = count === 3 ? 1 : count - 1;
			expect([some, row.enriched_personal_email]).toEqual([some, `e${best}@home.test`]);
		}
	});

	it('make Resolve continue after a D', async () => {
		const service = await serving({
			[`${REVERSE} eve@mail.test`]: {
				full_name: 'Eve Example',
				linkedinurl: ADA,
				personal_emails: ['bad@home.test'],
				personal_emails_risk_score: ['D'],
			},
			[`${BEST} ${ADA}`]: { email: 'good@home.test', risk_score: 'B' },
		});
		const rows = [{ email: 'eve@mail.test' }];
		const [row] = rowsOf(await runOperation(service, resolve(['profile', 'personalEmail'], rows)));
		expect(row).toMatchObject({ enriched_status: 'found', enriched_personal_email: 'good@home.test' });
	});

	it('make a row of Resolve not found if the only email has grade D, which stays visible', async () => {
		const service = await serving({ [`${BEST} ${ADA}`]: { email: 'bad@home.test', risk_score: 'd' } });
		const [row] = rowsOf(await runOperation(service, resolve(['personalEmail'], [{ linkedin: ADA }])));
		expect(row).toMatchObject({
			enriched_status: 'not_found',
			enriched_personal_email: 'bad@home.test',
			enriched_reason: 'Not found: a personal email (only one of grade D)',
		});
	});
});

describe('an answer about another profile', () => {
	it.each(['businessProfile/findByLinkedin', 'person/resolve'])('is reported by %s', async (path) => {
		const service = await serving({ [`${PROFILE} ${ADA}`]: { full_name: 'Bob Example', linkedin_url: BOB } });
		const [row] = rowsOf(await runOperation(service, job(path, [{ who: ADA }])));
		expect(row).toMatchObject({
			enriched_status: 'found',
			enriched_reason:
				`${PROFILE} returned another LinkedIn profile than the row has. ` +
				'Check that both are the same person',
		});
	});
});

describe('a resume text', () => {
	const EVE = { first_name: 'Eve', last_name: 'Example' };

	it('has at most 30,000 characters for any answer', async () => {
		const service = await start(({ tool }) =>
			tool === REVERSE
				? ok({ ...EVE, linkedinurl: ADA, biography: 'x'.repeat(40_000) })
				: { status: 422, body: '{}' },
		);
		const run = await runOperation(service, {
			...resolve(['profile', 'workEmail'], [{ email: 'eve@mail.test' }]),
			node: { onError: 'continueRegularOutput' },
		});
		const [row] = rowsOf(run);
		expect(row).toMatchObject({ enriched_full_name: 'Eve Example' });
		expect(String(row.enriched_resume).length).toBeGreaterThan(100);
		expect(String(row.enriched_resume).length).toBeLessThanOrEqual(30_000);
	});
});

describe('answered_at', () => {
	it('is the time of a hit or a miss, and is kept by a run without an answer', async () => {
		const before = Date.now() - 1;
		const service = await serving({ [`${BEST} ${ADA}`]: { email: 'ada@home.test' } });
		const rows = rowsOf(
			await runOperation(service, job('personalEmail/findBest', [{ who: ADA }, { who: BOB }, { who: '' }])),
		);
		const times = rows.map((row) =>
			row.enriched_answered_at === null ? null : Date.parse(String(row.enriched_answered_at)),
		);
		expect(times[2]).toBeNull();
		for (const time of times.slice(0, 2)) expect((time ?? 0) >= before && (time ?? 0) <= Date.now() + 1).toBe(true);

		const down = await start(() => ({ status: 401, body: '{}' }));
		const second = rowsOf(
			await runOperation(down, {
				...job('personalEmail/findBest', rows),
				node: { onError: 'continueRegularOutput' },
			}),
		);
		expect(second.map((row) => row.enriched_answered_at)).toEqual(rows.map((row) => row.enriched_answered_at));
	});
});

describe('Resolve', () => {
	const service = async () =>
		await serving({ [`${PROFILE} ${ADA}`]: { full_name: 'Ada Example', personal_email: 'ada@home.test' } });

	it('counts the rows with each wanted kind of data', async () => {
		const rows = [{ linkedin: ADA }, { linkedin: BOB }];
		const { hints } = await runOperation(
			await service(),
			resolve(['personalEmail', 'mobilePhone', 'profile'], rows),
		);
		expect(hints[0].message).toContain('0 with a mobile phone, 1 with a personal email, 1 with a profile.');
	});

	it('shows the wanted columns by default', async () => {
		const parameters = { output: 'simplified' };
		const run = await runOperation(
			await service(),
			resolve(['personalEmail'], [{ linkedin: ADA }], { parameters }),
		);
		const columns = Object.keys(rowsOf(run)[0]).map((name) => name.replace('enriched_', ''));
		expect(columns).toEqual([
			'linkedin',
			'status',
			'personal_email',
			'personal_email_validated_at',
			'personal_email_risk_score',
			'reason',
			'personal_email_obscured',
			'personal_emails',
			'personal_emails_obscured',
			'sources',
			'found',
			'retry_at',
			'answered_at',
			'person_key',
			'resume',
		]);
	});
});
