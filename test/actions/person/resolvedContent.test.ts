import { resolvedContent } from '../../../nodes/IdentityResolution/actions/person/resolvedContent';
import { readResume, writeResume, type PaidAnswer } from '../../../nodes/IdentityResolution/api/resume';
import type { RefusalKind } from '../../../nodes/IdentityResolution/api/refusal';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { WantName } from '../../../nodes/IdentityResolution/api/wants';
import type { Lookup, LookupRecord, Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome, Reason } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/settle';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/lookups';

const RECORD: LookupRecord = {
	attempts: 1,
	charged: 2,
	rows: 1,
	withoutPhone: 1,
	forPhone: 0,
	lost: 0,
	recordsLeft: null,
};
const identifierFor = (tool: Tool) => ('linkedin' in tool.takes ? 'ada-example' : 'ada@example.com');
const stepOf = (lookup: Lookup, outcome: Outcome): Step => ({ lookup, outcome, record: RECORD, pays: true });

const answer = (results: unknown) => ({ found: results !== null, results, metadata: { tokens_charged: 2 } });
const hit = (
	tool: Tool,
	results: object,
	phone: Lookup['phone'] = 'without',
	told: 'as_asked' | 'left_out' = 'as_asked',
) => stepOf(lookupFor(tool, identifierFor(tool), phone), { is: 'found', answer: answer(results), phone: told });
const miss = (tool: Tool) =>
	stepOf(lookupFor(tool, identifierFor(tool)), { is: 'not_found', answer: answer(null), phone: 'as_asked' });
const failed = (tool: Tool, kind: RefusalKind = 'internal_error') =>
	stepOf(lookupFor(tool, identifierFor(tool)), {
		is: 'failed',
		refusal: { kind, httpStatus: 500, code: null, message: null, retryAfter: null },
	});
const deferred = (tool: Tool, reason: Reason = 'fair_use_records', named: string | null = null) =>
	stepOf(lookupFor(tool, identifierFor(tool)), {
		is: 'deferred',
		stop: { reason, retryAt: null, refusal: null, tool: named },
	});

/** The row that such steps end as, where the last one decides; a hit counts for all. */
function rowOf(...steps: Step[]): SettledRow {
	const ending =
		steps.find(({ outcome }) => outcome.is === 'deferred' && outcome.stop.tool === null) ??
		steps.find(({ outcome }) => outcome.is === 'found') ??
		steps.find(({ outcome }) => outcome.is === 'failed') ??
		steps[0];
	return { outcome: ending.outcome, steps };
}

const NOTHING_BEFORE = () => undefined;
const read = (wants: WantName[], row: SettledRow, before: (column: string) => unknown = NOTHING_BEFORE) =>
	resolvedContent(wants).read(row, before);
const resumeOf = (wants: WantName[], row: SettledRow, before?: unknown) =>
	read(wants, row, (column) => (column === 'resume' ? before : undefined)).own.resume;
const keptIn = (text: unknown) => readResume(text)?.map(({ tool, key, phone, results }) => [tool, key, phone, results]);

const WORK = {
	full_name: 'Ada Example',
	title: 'Engineer',
	business_email: 'ada@example.org',
	company: { name: 'Example Works' },
};
const MASKED = {
	first_name: 'Ada',
	last_name: 'Example',
	title: 'Engineer',
	current_company: 'Example Works',
	work_email_confirmed: 'a**@example.org',
};
const BEST = { email: 'ada@example.net', risk_score: 'A', last_validated_at: '2029-12-01' };

const EMAIL_KEY = 'email:ada@example.com';
const PROFILE_KEY = 'linkedin:ada-example';

describe('the columns', () => {
	it('are those of all tools, and two of its own behind them', () => {
		const { columns, own } = resolvedContent(['profile']);
		expect(columns).toEqual(
			expect.arrayContaining([
				'full_name',
				'work_email_risk_score',
				'personal_emails',
				'mobile_phone',
				'company_employee_count',
				'company_industry',
			]),
		);
		expect(own).toEqual(['sources', 'resume']);
	});

	it('hold what the hits tell, one beside the other, and nothing of misses and failures', () => {
		const { simplified } = read(
			['workEmail', 'personalEmail'],
			rowOf(miss(hashedEmail), hit(businessProfile, WORK), failed(reverseEmail), hit(personalEmail, BEST)),
		);
		expect(simplified()).toEqual({
			full_name: 'Ada Example',
			title: 'Engineer',
			work_email: 'ada@example.org',
			work_email_form: 'plain',
			company_name: 'Example Works',
			personal_email: 'ada@example.net',
			personal_email_form: 'plain',
			personal_email_validated_at: '2029-12-01',
			personal_email_risk_score: 'A',
			personal_emails: 'ada@example.net',
		});
	});

	it('hold no object, whatever a tool tells', () => {
		const { simplified, own } = read(
			['profile'],
			rowOf(
				hit(reverseEmail, {
					title: { en: ['Engineer'] },
					current_company: [{}],
					personal_emails: [{ email: 'x' }, null],
				}),
				deferred(businessProfile),
			),
		);
		expect(
			Object.values({ ...simplified(), ...own }).filter((cell) => typeof cell === 'object' && cell !== null),
		).toEqual([]);
	});
});

describe('columns that an earlier run left', () => {
	const EARLIER = {
		sources: `profile: ${reverseEmail.name}`,
		title: 'Buyer',
		first_name: 'Bea',
		last_name: 'Other',
		linkedin_url: 'linkedin.com/in/bea-other',
		company_name: 'Example Shop',
		company_employee_count: 250,
		company_revenue: '',
		mobile_phone: '12025550123',
	};
	const OF_JOB = { company_employee_count: '' };
	const told = (earlier: object) =>
		read(
			['workEmail'],
			rowOf(
				hit(businessProfile, {
					...WORK,
					first_name: 'Ada',
					last_name: 'Example',
					linkedin_url: 'linkedin.com/in/ada-example',
				}),
			),
			(column) => (earlier as Record<string, unknown>)[column],
		).simplified();
	const emptiedBy = (earlier: object) =>
		Object.fromEntries(Object.entries(told(earlier)).filter(([, cell]) => cell === ''));

	it.each<[string, object, object]>([
		['of another job are emptied', { ...EARLIER, first_name: 'Ada', last_name: 'Example' }, OF_JOB],
		[
			'of another job are emptied, as a sheet gives them',
			{ ...EARLIER, first_name: 'ADA', last_name: 'example', company_employee_count: '250' },
			OF_JOB,
		],
		['of another person are emptied, all of them', EARLIER, { ...OF_JOB, mobile_phone: '' }],
		[
			'of the same job stay',
			{ ...EARLIER, first_name: 'Ada', last_name: 'Example', company_name: 'example works' },
			{},
		],
		[
			'stay where only the profile has moved',
			{ ...EARLIER, first_name: 'Ada', last_name: 'Example', company_name: 'Example Works' },
			{},
		],
		[
			'stay where only the name is spelled in another way',
			{ ...EARLIER, company_name: 'Example Works', linkedin_url: 'https://www.linkedin.com/in/Ada-Example/' },
			{},
		],
		["stay where they may be the user's own", { ...EARLIER, sources: undefined }, {}],
		["stay where sources is a column of the user's", { ...EARLIER, sources: 'profile of the webinar' }, {}],
		['stay where another operation wrote them', { ...EARLIER, sources: '' }, {}],
	])('%s', (_what, earlier, emptied) => {
		expect(emptiedBy(earlier)).toEqual(emptied);
	});

	it('stay where this run is told nothing', () => {
		const nothing = read(
			['workEmail'],
			rowOf(deferred(businessProfile)),
			(column) => (EARLIER as Record<string, unknown>)[column],
		);
		expect(nothing.simplified()).toEqual({});
	});
});

describe('raw', () => {
	it('is what each tool answered, by its name', () => {
		const { raw } = read(
			['workEmail'],
			rowOf(hit(reverseEmail, MASKED), miss(hashedEmail), failed(businessProfile)),
		);
		expect(raw()).toEqual({
			results: { [reverseEmail.name]: MASKED, [hashedEmail.name]: null },
			metadata: { [reverseEmail.name]: { tokens_charged: 2 }, [hashedEmail.name]: { tokens_charged: 2 } },
		});
	});

	it('is the last answer of a tool that was asked about two identifiers', () => {
		const other = stepOf(lookupFor(businessProfile, 'other-example'), miss(businessProfile).outcome);
		expect(read(['profile'], rowOf(other, hit(businessProfile, WORK))).raw().results).toEqual({
			[businessProfile.name]: WORK,
		});
	});

	it('is nothing where nobody answered', () => {
		expect(read(['profile'], rowOf(failed(businessProfile))).raw()).toEqual({ results: null, metadata: null });
	});
});

describe('sources', () => {
	it.each<[string, Step[], string | null]>([
		[
			'names the tool behind each part',
			[hit(businessProfile, WORK), hit(personalEmail, BEST)],
			`profile: ${businessProfile.name}; company: ${businessProfile.name}; work_email: ${businessProfile.name}; personal_email: ${personalEmail.name}`,
		],
		[
			'names several tools behind one part',
			[hit(reverseEmail, MASKED), hit(businessProfile, { country: 'Canada', mobile_phone: '12025550123' })],
			`profile: ${reverseEmail.name}, ${businessProfile.name}; company: ${reverseEmail.name}; work_email: ${reverseEmail.name}; mobile_phone: ${businessProfile.name}`,
		],
		['is empty where nobody was found', [miss(reverseEmail), miss(businessProfile)], null],
		['is empty where nobody was asked', [failed(reverseEmail)], null],
	])('%s', (_what, steps, text) => {
		expect(read(['profile'], rowOf(...steps)).own.sources).toBe(text);
	});
});

describe('the resume text', () => {
	it.each<[string, Step[]]>([
		['a limit', [hit(reverseEmail, MASKED), miss(hashedEmail), deferred(businessProfile)]],
		['a failure', [hit(reverseEmail, MASKED), miss(hashedEmail), failed(businessProfile)]],
		[
			'a plan without one of the tools',
			[
				hit(reverseEmail, MASKED),
				miss(hashedEmail),
				deferred(businessProfile, 'plan_restricted', businessProfile.name),
			],
		],
	])('keeps hits and misses where %s left something to ask', (_why, steps) => {
		expect(keptIn(resumeOf(['workEmail'], rowOf(...steps)))).toEqual([
			[reverseEmail.name, EMAIL_KEY, 'without', MASKED],
			[hashedEmail.name, 'hem:3e3417d7ef77d5932a6734b916515ed5', 'without', null],
		]);
	});

	it.each<[string, 'as_asked' | 'left_out', PaidAnswer['phone']]>([
		['with', 'as_asked', 'with'],
		['without', 'left_out', 'without'],
	])('keeps an answer %s the phone where that was %s', (_how, told, phone) => {
		const row = rowOf(hit(businessProfile, WORK, 'with', told), deferred(personalEmail));
		expect(keptIn(resumeOf(['mobilePhone', 'personalEmail'], row))).toEqual([
			[businessProfile.name, PROFILE_KEY, phone, WORK],
		]);
	});

	const old = (...answers: PaidAnswer[]) => writeResume(answers);
	const OLD: PaidAnswer = { tool: personalEmail.name, key: PROFILE_KEY, phone: 'without', results: BEST };
	const OLDER_WORK: PaidAnswer = {
		tool: businessProfile.name,
		key: PROFILE_KEY,
		phone: 'without',
		results: { title: 'Intern' },
	};

	it.each<[string, Step[], unknown, unknown]>([
		[
			'forgets nothing that an earlier run paid for and this one did not come to',
			[hit(reverseEmail, MASKED), deferred(businessProfile)],
			old(OLD),
			[
				[OLD.tool, OLD.key, 'without', BEST],
				[reverseEmail.name, EMAIL_KEY, 'without', MASKED],
			],
		],
		[
			'keeps what an earlier run paid for where this one was answered nothing',
			[deferred(businessProfile)],
			old(OLD),
			[[OLD.tool, OLD.key, 'without', BEST]],
		],
		[
			"keeps one answer to each question, this run's",
			[hit(businessProfile, { title: 'Engineer' }), deferred(personalEmail)],
			old(OLDER_WORK),
			[[businessProfile.name, PROFILE_KEY, 'without', { title: 'Engineer' }]],
		],
		[
			'is written anew where it can not be read',
			[hit(reverseEmail, MASKED), deferred(businessProfile)],
			old(OLD).slice(0, 50),
			[[reverseEmail.name, EMAIL_KEY, 'without', MASKED]],
		],
	])('%s', (_rule, steps, before, kept) => {
		expect(keptIn(resumeOf(['workEmail'], rowOf(...steps), before))).toEqual(kept);
	});

	it.each<[string, Step[], unknown, unknown]>([
		['is not begun on a row that has all of it', [hit(businessProfile, WORK)], undefined, null],
		[
			'is not begun on a row that has all of it, although a tool failed',
			[failed(reverseEmail), hit(businessProfile, WORK)],
			undefined,
			null,
		],
		[
			'is not begun on a row that lacks something which no tool has',
			[hit(reverseEmail, MASKED), miss(businessProfile)],
			undefined,
			null,
		],
		['is not begun where nothing was answered', [deferred(businessProfile)], undefined, null],
		['is emptied on a row that has all of it by now', [hit(businessProfile, WORK)], old(OLD), ''],
		[
			'is emptied on a row that has all of it, although a tool failed',
			[failed(reverseEmail), hit(businessProfile, WORK)],
			old(OLD),
			'',
		],
		['is emptied on a row that nobody has', [miss(reverseEmail), miss(businessProfile)], old(OLD), ''],
		[
			"is left alone where it is a column of the user's",
			[hit(businessProfile, WORK)],
			'https://example.com/cv.pdf',
			null,
		],
		['is emptied where it could not be read', [hit(businessProfile, WORK)], 'r1.cut', ''],
		['stays empty', [hit(businessProfile, WORK)], '', null],
		[
			'is left alone where nothing was answered and it can not be read',
			[deferred(businessProfile)],
			'r1.cut',
			null,
		],
	])('%s', (_rule, steps, before, text) => {
		expect(resumeOf(['workEmail'], rowOf(...steps), before)).toBe(text);
	});

	it.each<[string, Outcome]>([
		['left out', { is: 'skipped', why: 'Skip When left this row out', by: 'skip_when' }],
		['mistyped', { is: 'invalid', why: '"ada@" is not an e-mail address' }],
		['only planned', { is: 'planned', why: 'Dry Run is on' }],
	])('is left alone on a row that is %s', (_how, outcome) => {
		expect(resumeOf(['workEmail'], { outcome, steps: [] }, old(OLD))).toBeNull();
	});
});

describe('a row that leaves as an error', () => {
	const MISSED: Outcome = { is: 'not_found', answer: answer(null), phone: 'as_asked' };
	const carried = (outcome: Outcome, steps: Step[], before?: string) =>
		keptIn(
			resolvedContent(['workEmail']).paid?.({ outcome, steps }, (column) =>
				column === 'resume' ? before : undefined,
			),
		)?.map(([tool]) => tool);

	it.each<[string, Outcome, Step[], unknown]>([
		[
			'a hit, though nobody has what was wanted',
			MISSED,
			[hit(reverseEmail, MASKED), miss(businessProfile)],
			[reverseEmail.name, businessProfile.name],
		],
		[
			'a miss, where another tool failed',
			failed(businessProfile).outcome,
			[miss(reverseEmail), failed(businessProfile)],
			[reverseEmail.name],
		],
		[
			'nothing where nobody has anything: a miss is free',
			MISSED,
			[miss(reverseEmail), miss(businessProfile)],
			undefined,
		],
		['nothing where nothing was asked', { is: 'invalid', why: '"ada@" is not an e-mail address' }, [], undefined],
	])('carries %s', (_what, outcome, steps, tools) => {
		expect(carried(outcome, steps)).toEqual(tools);
	});

	it('carries what an earlier run was answered as well', () => {
		const before = writeResume([{ tool: personalEmail.name, key: PROFILE_KEY, phone: 'without', results: BEST }]);
		expect(carried(MISSED, [hit(reverseEmail, MASKED), miss(businessProfile)], before)).toEqual([
			personalEmail.name,
			reverseEmail.name,
			businessProfile.name,
		]);
	});
});

describe('the reason says', () => {
	const THIS = { title: 'Engineer', full_name: 'Ada Example', country: 'Canada' };
	const THAT = {
		title: 'Buyer',
		first_name: 'Ada',
		last_name: 'Other',
		country: 'Canada',
		work_email_confirmed_status: '2029-12-01',
		personal_emails: ['a**@example.net'],
		personal_emails_status: ['2029-12-01'],
	};

	it.each<[string, WantName[], Step[], string[]]>([
		['nothing where a row has all of it', ['workEmail', 'company'], [hit(businessProfile, WORK)], []],
		['what a row lacks', ['mobilePhone', 'profile'], [hit(businessProfile, WORK)], ['Not found: a mobile phone']],
		[
			'that an e-mail is there, though not one to write to',
			['workEmail', 'profile'],
			[hit(reverseEmail, MASKED)],
			['Not found: a work e-mail (only a masked one)'],
		],
		[
			'two things that a row lacks',
			['company', 'profile', 'mobilePhone'],
			[hit(businessProfile, { full_name: 'Ada Example' })],
			['Not found: a company and a mobile phone'],
		],
		[
			'all that a row lacks, in one sentence',
			['company', 'mobilePhone', 'personalEmail', 'profile'],
			[hit(businessProfile, { full_name: 'Ada Example' })],
			['Not found: a company, a mobile phone and a personal e-mail'],
		],
		[
			'nothing of what is lacking where nobody was found',
			['workEmail'],
			[miss(reverseEmail), miss(businessProfile)],
			[],
		],
		[
			'nothing of what is lacking where the row comes back',
			['workEmail'],
			[hit(reverseEmail, MASKED), deferred(businessProfile)],
			[],
		],
		[
			'which tool did not answer',
			['workEmail', 'profile'],
			[hit(reverseEmail, MASKED), failed(businessProfile)],
			[
				'Not found: a work e-mail (only a masked one)',
				`${businessProfile.name} did not answer: The service is unavailable for a moment`,
			],
		],
		[
			'which tool the plan lacks',
			['personalEmail'],
			[
				deferred(personalEmail, 'plan_restricted', personalEmail.name),
				hit(businessProfile, { personal_email: 'ada@example.net' }),
			],
			[`The plan of the account does not include this tool: ${personalEmail.name}`],
		],
		[
			'nothing twice of the failure that decided the row',
			['workEmail'],
			[miss(reverseEmail), failed(businessProfile)],
			[],
		],
		[
			'that tools differ, and which one is believed',
			['profile'],
			[hit(businessProfile, THIS), hit(reverseEmail, { ...THAT, title: 'Engineer' })],
			[`Tools differ on full_name: kept what ${reverseEmail.name} says`],
		],
		[
			'all on which tools differ, in one sentence for each that is believed',
			['profile'],
			[
				hit(businessProfile, { ...THIS, personal_email: 'ada@example.net' }),
				hit(reverseEmail, {
					...THAT,
					country: 'Mexico',
					personal_emails: ['0cc175b9c0f1b6a831c399e269772661'],
				}),
			],
			[
				`Tools differ on personal_email: kept what ${businessProfile.name} says`,
				`Tools differ on full_name, title and country: kept what ${reverseEmail.name} says`,
			],
		],
		[
			'that tools differ on a row that is put off as well',
			['workEmail'],
			[hit(hashedEmail, { title: 'Engineer' }), hit(reverseEmail, { title: 'Buyer' }), deferred(businessProfile)],
			[`Tools differ on title: kept what ${hashedEmail.name} says`],
		],
	])('%s', (_what, wants, steps, notes) => {
		expect(read(wants, rowOf(...steps)).notes).toEqual(notes);
	});

	it('what a row lacks of which something else was found and paid for', () => {
		const steps = [hit(reverseEmail, MASKED), miss(businessProfile)];
		expect(read(['workEmail'], { outcome: miss(businessProfile).outcome, steps }).notes).toEqual([
			'Not found: a work e-mail (only a masked one)',
		]);
	});

	it('what a row lacks for want of phone tokens, but not a second time that they are used up', () => {
		const putOff = deferred(hashedEmail, 'insufficient_phone_tokens');
		const found = hit(businessProfile, WORK, 'without', 'left_out');
		expect(read(['mobilePhone', 'company'], { outcome: found.outcome, steps: [putOff, found] }).notes).toEqual([
			'Not found: a mobile phone',
		]);
	});
});

it('the details list the steps, with what each cost', () => {
	expect(resolvedContent(['workEmail']).details(rowOf(miss(reverseEmail), hit(businessProfile, WORK)))).toMatchObject(
		{
			steps: [
				{ tool: reverseEmail.name, status: 'not_found', tokensCharged: 2 },
				{ tool: businessProfile.name, status: 'found', tokensCharged: 2 },
			],
			tokensCharged: 4,
		},
	);
});
