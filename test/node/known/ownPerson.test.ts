import type { IDataObject } from 'n8n-workflow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { jsonAnswer, okAnswer } from '../../support/node/answers';
import { hintsOf, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { resolve } from '../../support/node/resolveRun';
import { BEST, HEM, PROFILE, REVERSE } from '../../support/node/toolNames';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();

/** Starts a service with one answer per tool and person, and a miss for any other. */
const serving = (answers: Record<string, object>) =>
	start(({ tool, inputs: [input] }) => {
		const results = answers[`${tool} ${input}`] as object | undefined;
		return results === undefined ? answerMiss() : okAnswer(results);
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

type Service = Parameters<typeof runOperation>[0];

/** The output row of a run on one row. */
const after = async (service: Service, path: string, row: IDataObject, more: Partial<OperationRun> = {}) =>
	rowsOf(await runOperation(service, job(path, [row], more)))[0];

const LOOK_UP_AGAIN = { options: { rowsAnsweredBefore: 'lookUpAgain' } };

/** All columns of the node in a row, as JSON. */
const nodeColumns = (row: IDataObject) =>
	JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith('enriched_'))));

describe('a row that was edited from Ada to Bob', () => {
	const answersAbout = (who: string, email: string, first: string, risk_score: string) => {
		const profile = {
			first_name: first,
			full_name: `${first} Example`,
			title: `Job of ${first}`,
			linkedin_url: who,
			linkedinurl: who,
			personal_email: `${first}@home.test`,
			company: { name: `${first} Works` },
		};
		return {
			[`${BEST} ${who}`]: { email: `${first}@home.test`, risk_score },
			[`${PROFILE} ${who}`]: profile,
			[`${REVERSE} ${email}`]: profile,
			[`${HEM} ${email}`]: profile,
		};
	};
	const ONLY_ADA = answersAbout(ADA, 'ada@example.com', 'Ada', 'A');
	const BOTH = { ...ONLY_ADA, ...answersAbout(BOB, 'bob@example.com', 'Bob', 'C') };

	it.each(
		Object.keys(BY).flatMap((path) => [[path, 'found', BOTH] as const, [path, 'not_found', ONLY_ADA] as const]),
	)('contains no data about Ada after %s: Bob is %s', async (path, status, answers) => {
		const service = await serving(answers);
		const [ada, bob] = /Email$/.test(path) ? ['ada@example.com', 'bob@example.com'] : [ADA, BOB];
		const first = await after(service, path, { who: ada });
		expect(nodeColumns(first)).toMatch(/ada/i);
		const second = await after(service, path, { ...first, who: bob });
		expect(second.enriched_status).toBe(status);
		expect(nodeColumns(second)).not.toMatch(/ada/i);
	});

	it('contains no data that another operation wrote about Ada', async () => {
		const service = await serving(BOTH);
		const profile = await after(service, 'businessProfile/findByLinkedin', { who: ADA });
		const both = await after(service, 'personalEmail/findBest', profile);
		expect(both).toMatchObject({ enriched_full_name: 'Ada Example', enriched_personal_email: 'Ada@home.test' });
		const edited = await after(service, 'personalEmail/findBest', { ...both, who: BOB });
		expect(edited.enriched_personal_email).toBe('Bob@home.test');
		expect(nodeColumns(edited)).not.toMatch(/ada/i);
	});
});

describe('a row of two operations', () => {
	const service = () => serving({ [`${BEST} ${ADA}`]: { email: 'ada@home.test' } });
	/** After one operation read her profile, and another her email. */
	const afterBoth = async (server: Awaited<ReturnType<typeof service>>) => {
		const first = await after(server, 'personalEmail/findBest', { who: ADA });
		return await after(server, 'businessProfile/findByEmail', { ...first, who: 'ada@example.com' });
	};

	it('loses all data about Ada once either of them reads another person', async () => {
		const server = await service();
		const both = await afterBoth(server);
		expect(both).toMatchObject({ enriched_status: 'not_found', enriched_personal_email: 'ada@home.test' });
		const bob = await after(server, 'personalEmail/findBest', { ...both, who: BOB });
		const bobs = await after(server, 'businessProfile/findByEmail', { ...both, who: 'bob@example.com' });
		for (const row of [bob, bobs]) expect(nodeColumns(row)).not.toMatch(/ada/i);
	});

	it('keeps the data about Ada while both read her, also if her profile was renamed', async () => {
		const server = await service();
		const again = await after(server, 'personalEmail/findBest', { ...(await afterBoth(server)), who: ADA });
		const both = await after(server, 'businessProfile/findByEmail', { ...again, who: 'ada@example.com' });
		expect(both.enriched_personal_email).toBe('ada@home.test');
		const row = { ...both, enriched_linkedin_url: `${ADA}-renamed`, who: `${ADA}-renamed` };
		expect((await after(server, 'personalEmail/findBest', row)).enriched_personal_email).toBe('ada@home.test');
	});
});

it.each<[string, string, string, IDataObject]>([
	['personalEmail/findBest', ADA, BOB, { enriched_personal_email: 'bob@home.test' }],
	['businessProfile/findByEmail', 'ada@example.com', 'bob@example.com', { enriched_title: 'Bob' }],
])('%s removes the data of an edited row, also after a dry run', async (path, ada, bob, columns) => {
	const answersAbout = (who: string, name: string) => ({
		[`${BEST} ${who}`]: { email: `${name.toLowerCase()}@home.test` },
		[`${REVERSE} ${who}`]: { title: name },
	});
	const server = await serving({ ...answersAbout(ada, 'Ada'), ...answersAbout(bob, 'Bob') });
	const paid = await after(server, path, { who: ada });
	expect(await after(server, path, paid)).toEqual(paid);
	const planned = await after(server, path, { ...paid, who: bob }, { options: { dryRun: true } });
	const row = await after(server, path, planned);
	expect(row).toMatchObject({ enriched_status: 'found', ...columns });
	expect(nodeColumns(row)).not.toMatch(/ada/i);
});

describe('an address that an earlier node found', () => {
	const earlier = {
		who: 'ann@work.test',
		enriched_status: 'found',
		enriched_personal_email: 'ann@home.test',
		enriched_personal_email_risk_score: 'B',
	};

	it.each([
		['a masked email', 'a***@home.test'],
		['the MD5 of another email', md5OfEmail('other@home.test')],
	])('is kept if another operation returns %s, which has its own column', async (_what, obscured) => {
		const service = await serving({ [`${REVERSE} ann@work.test`]: { personal_emails: [obscured] } });
		const parameters = { ...BY['businessProfile/findByEmail'], output: 'everything' };
		expect(await after(service, 'businessProfile/findByEmail', earlier, { parameters })).toMatchObject({
			enriched_personal_email: 'ann@home.test',
			enriched_personal_email_risk_score: 'B',
			enriched_personal_email_obscured: obscured,
		});
	});

	it('is replaced by the answer of a tool, also by one of a worse grade', async () => {
		const service = await serving({ [`${BEST} ${ADA}`]: { email: 'bad@home.test', risk_score: 'D' } });
		const row = { ...earlier, who: ADA };
		expect(await after(service, 'personalEmail/findBest', row, LOOK_UP_AGAIN)).toMatchObject({
			enriched_personal_email: 'bad@home.test',
			enriched_personal_email_risk_score: 'D',
		});
	});
});

describe('an email of grade D', () => {
	it('makes Resolve continue', async () => {
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

	const enriched_reason = 'Not found: a personal email (only one of grade D, which was charged)';

	it.each(['simplified', 'everything', 'raw'])('is a miss that is not dropped, with Output %s', async (output) => {
		const service = await serving({ [`${BEST} ${ADA}`]: { email: 'bad@home.test', risk_score: 'D' } });
		const parameters = { ...BY['personalEmail/findBest'], output };
		const more = { parameters, options: { minGrade: 'anyExceptD', onNotFound: 'drop' } };
		const run = await runOperation(service, job('personalEmail/findBest', [{ who: ADA }], more));
		expect(rowsOf(run)).toMatchObject([{ enriched_status: 'not_found', enriched_reason }]);
		expect(JSON.stringify(rowsOf(run)).includes('bad@home.test')).toBe(output !== 'simplified');
		expect(hintsOf(run)).toContain('1 row has an email worse than Minimum Grade, which was charged');
	});

	it('makes a row of Resolve not found if it is the only one, and stays visible', async () => {
		const service = await serving({ [`${BEST} ${ADA}`]: { email: 'bad@home.test', risk_score: 'd' } });
		const [row] = rowsOf(await runOperation(service, resolve(['personalEmail'], [{ linkedin: ADA }])));
		expect(row).toMatchObject({
			enriched_status: 'not_found',
			enriched_personal_email: 'bad@home.test',
			enriched_reason,
		});
	});
});

it.each(['businessProfile/findByLinkedin', 'person/resolve'])(
	'an answer about another profile is reported by %s',
	async (path) => {
		const service = await serving({ [`${PROFILE} ${ADA}`]: { full_name: 'Bob Example', linkedin_url: BOB } });
		expect(await after(service, path, { who: ADA })).toMatchObject({
			enriched_status: 'found',
			enriched_reason:
				`${PROFILE} returned another LinkedIn profile than the row has. ` +
				'Check that both are the same person',
		});
	},
);

it('a text of answers has at most 30,000 characters for any answer', async () => {
	const eve = { first_name: 'Eve', last_name: 'Example', linkedinurl: ADA, biography: 'x'.repeat(40_000) };
	const service = await start(({ tool }) => (tool === REVERSE ? okAnswer(eve) : jsonAnswer({}, 422)));
	const node = { onError: 'continueRegularOutput' } as const;
	const more = { node, known: [], options: { knownAnswers: true } };
	const run = await runOperation(service, resolve(['profile', 'workEmail'], [{ email: 'eve@mail.test' }], more));
	const [row] = rowsOf(run);
	expect(row).toMatchObject({ enriched_full_name: 'Eve Example' });
	expect(String(row.enriched_answers).length).toBeGreaterThan(100);
	expect(String(row.enriched_answers).length).toBeLessThanOrEqual(30_000);
});

it('answered_at is the time of a hit or a miss, and is kept by a run without an answer', async () => {
	const before = Date.now() - 1;
	const service = await serving({ [`${BEST} ${ADA}`]: { email: 'ada@home.test' } });
	const people = [{ who: ADA }, { who: BOB }, { who: '' }];
	const rows = rowsOf(await runOperation(service, job('personalEmail/findBest', people)));
	const times = rows.map((row) => row.enriched_answered_at);
	expect(times[2]).toBeNull();
	for (const time of times.slice(0, 2).map((text) => Date.parse(String(text))))
		expect(time >= before && time <= Date.now() + 1).toBe(true);

	const down = await start(() => jsonAnswer({}, 401));
	const node = { onError: 'continueRegularOutput' } as const;
	const second = rowsOf(await runOperation(down, job('personalEmail/findBest', rows, { ...LOOK_UP_AGAIN, node })));
	expect(second.map((row) => row.enriched_answered_at)).toEqual(times);
});
