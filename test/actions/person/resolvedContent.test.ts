import { resolvedContent } from '../../../nodes/IdentityResolution/actions/person/resolvedContent';
import { isAuthentic, readResume, type PaidAnswer } from '../../../nodes/IdentityResolution/api/resume';
import type { RefusalKind } from '../../../nodes/IdentityResolution/api/replies/refusal';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Lookup, LookupRecord, Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome, Reason } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/lookups';
import { resumeText, SIGN } from '../../support/resumeText';

const RECORD: LookupRecord = {
	attempts: 1,
	charged: 2,
	rows: 1,
	withoutPhone: 1,
	forPhone: 0,
	lostCount: 0,
	recordsLeft: null,
};
const identifierFor = (tool: Tool) => ('linkedin' in tool.requestFields ? 'ada-example' : 'ada@example.com');
const stepOf = (lookup: Lookup, outcome: Outcome): Step => ({ lookup, outcome, record: RECORD, pays: true });

const answer = (results: unknown) => ({ found: results !== null, results, metadata: { tokens_charged: 2 }, at: 0 });
const hit = (
	tool: Tool,
	results: object,
	phone: Lookup['phone'] = 'without',
	phoneState: 'as_requested' | 'omitted' = 'as_requested',
) => stepOf(lookupFor(tool, identifierFor(tool), phone), { is: 'found', answer: answer(results), phone: phoneState });
const miss = (tool: Tool) =>
	stepOf(lookupFor(tool, identifierFor(tool)), { is: 'not_found', answer: answer(null), phone: 'as_requested' });
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

/** The row with these steps and the outcome of the last one, or of any hit. */
function rowOf(...steps: Step[]): SettledRow {
	const decisive =
		steps.find(({ outcome }) => outcome.is === 'deferred' && outcome.stop.tool === null) ??
		steps.find(({ outcome }) => outcome.is === 'found') ??
		steps.find(({ outcome }) => outcome.is === 'failed') ??
		steps[0];
	return { outcome: decisive.outcome, steps };
}

const NOTHING_BEFORE = () => undefined;
const contentOf = (wants: WantName[], columns: 'all' | 'wanted' = 'all') =>
	resolvedContent({ wants, columns, sign: SIGN });
const read = (wants: WantName[], row: SettledRow, before: (column: string) => unknown = NOTHING_BEFORE) =>
	contentOf(wants).read(row, { previous: before, isSamePerson: true, addresses: () => [] });
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

describe('the columns of a resolved row', () => {
	it('are those of all tools, and three additional ones, if all are shown', () => {
		const { columns, own } = contentOf(['profile']);
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
		expect(own).toEqual(['sources', 'resume', 'person_key']);
	});

	it.each<[WantName[], string[]]>([
		[['mobilePhone'], ['mobile_phone']],
		[
			['personalEmail'],
			[
				'personal_email',
				'personal_email_validated_at',
				'personal_email_risk_score',
				'personal_email_obscured',
				'personal_emails',
				'personal_emails_obscured',
			],
		],
		[
			['workEmail', 'mobilePhone'],
			['work_email', 'work_email_validated_at', 'work_email_risk_score', 'work_email_obscured', 'mobile_phone'],
		],
	])('are those of the wants %j if only wanted ones are shown', (wants, columns) => {
		expect(contentOf(wants, 'wanted').columns).toEqual(columns);
	});

	it('contain the data of all hits, and none of misses and failures', () => {
		const { simplified } = read(
			['workEmail', 'personalEmail'],
			rowOf(miss(hashedEmail), hit(businessProfile, WORK), failed(reverseEmail), hit(personalEmail, BEST)),
		);
		expect(simplified()).toEqual({
			full_name: 'Ada Example',
			title: 'Engineer',
			work_email: 'ada@example.org',
			company_name: 'Example Works',
			personal_email: 'ada@example.net',
			personal_email_validated_at: '2029-12-01',
			personal_email_risk_score: 'A',
			personal_emails: 'ada@example.net',
		});
	});

	it('contain no object for any result', () => {
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

describe('the raw output', () => {
	it("contains each tool's answer by its name", () => {
		const { raw } = read(
			['workEmail'],
			rowOf(hit(reverseEmail, MASKED), miss(hashedEmail), failed(businessProfile)),
		);
		expect(raw()).toEqual({
			results: { [reverseEmail.name]: MASKED, [hashedEmail.name]: null },
			metadata: { [reverseEmail.name]: { tokens_charged: 2 }, [hashedEmail.name]: { tokens_charged: 2 } },
		});
	});

	it('contains the last answer of a tool with two lookups', () => {
		const other = stepOf(lookupFor(businessProfile, 'other-example'), miss(businessProfile).outcome);
		expect(read(['profile'], rowOf(other, hit(businessProfile, WORK))).raw().results).toEqual({
			[businessProfile.name]: WORK,
		});
	});

	it('contains the error block of each answer', () => {
		const { lookup, outcome } = hit(businessProfile, WORK);
		const error = { code: 'partial_data', message: 'Half of the sources' };
		const step = stepOf(lookup, { ...outcome, answer: { ...answer(WORK), error } } as Outcome);
		expect(read(['profile'], rowOf(step)).raw().error).toEqual({ [businessProfile.name]: error });
	});

	it('is empty without an answer', () => {
		expect(read(['profile'], rowOf(failed(businessProfile))).raw()).toEqual({ results: null, metadata: null });
	});
});

describe('the sources column', () => {
	it.each<[string, Step[], string | null]>([
		[
			'names the tool of each part',
			[hit(businessProfile, WORK), hit(personalEmail, BEST)],
			`profile: ${businessProfile.name}; company: ${businessProfile.name}; work_email: ${businessProfile.name}; personal_email: ${personalEmail.name}`,
		],
		[
			'names several tools of one part',
			[hit(reverseEmail, MASKED), hit(businessProfile, { country: 'Canada', mobile_phone: '12025550123' })],
			`profile: ${reverseEmail.name}, ${businessProfile.name}; company: ${reverseEmail.name}; work_email: ${reverseEmail.name}; mobile_phone: ${businessProfile.name}`,
		],
		['is empty without a hit', [miss(reverseEmail), miss(businessProfile)], null],
		['is empty without a lookup', [failed(reverseEmail)], null],
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
	])('keeps hits and misses if %s left a lookup open', (_why, steps) => {
		expect(keptIn(resumeOf(['workEmail'], rowOf(...steps)))).toEqual([
			[reverseEmail.name, EMAIL_KEY, 'without', MASKED],
			[hashedEmail.name, 'hem:3e3417d7ef77d5932a6734b916515ed5', 'without', null],
		]);
	});

	it('reduces results that are too long, and keeps misses and answers of unknown tools', () => {
		const long = hit(businessProfile, { ...WORK, unknown_field: 'x'.repeat(40_000) });
		const unknown: PaidAnswer = {
			tool: 'unknown_tool',
			key: PROFILE_KEY,
			phone: 'without',
			results: { any: 'field' },
			at: 0,
		};
		const row = rowOf(long, miss(reverseEmail), deferred(personalEmail));
		expect(keptIn(resumeOf(['personalEmail'], row, resumeText([unknown])))).toEqual([
			['unknown_tool', PROFILE_KEY, 'without', { any: 'field' }],
			[businessProfile.name, PROFILE_KEY, 'without', WORK],
			[reverseEmail.name, EMAIL_KEY, 'without', null],
		]);
	});

	it('keeps a miss without the null fields of its reply', () => {
		const step = stepOf(lookupFor(personalEmail, 'ada-example'), {
			is: 'not_found',
			answer: { ...answer({ email: null }), found: false },
			phone: 'as_requested',
		});
		expect(keptIn(resumeOf(['workEmail'], rowOf(step, deferred(businessProfile))))).toEqual([
			[personalEmail.name, PROFILE_KEY, 'without', null],
		]);
	});

	it.each<[string, 'as_requested' | 'omitted', PaidAnswer['phone']]>([
		['with', 'as_requested', 'with'],
		['without', 'omitted', 'without'],
	])('keeps an answer %s the phone if that was %s', (_how, phoneState, phone) => {
		const row = rowOf(hit(businessProfile, WORK, 'with', phoneState), deferred(personalEmail));
		expect(keptIn(resumeOf(['mobilePhone', 'personalEmail'], row))).toEqual([
			[businessProfile.name, PROFILE_KEY, phone, WORK],
		]);
	});

	const old = (...answers: PaidAnswer[]) => resumeText(answers);
	const OLD: PaidAnswer = { tool: personalEmail.name, key: PROFILE_KEY, phone: 'without', at: 0, results: BEST };
	const OLDER_WORK: PaidAnswer = {
		tool: businessProfile.name,
		key: PROFILE_KEY,
		phone: 'without',
		at: 0,
		results: { title: 'Intern' },
	};

	it.each<[string, Step[], unknown, unknown]>([
		[
			'keeps answers of an earlier run that this run did not reach',
			[hit(reverseEmail, MASKED), deferred(businessProfile)],
			old(OLD),
			[
				[OLD.tool, OLD.key, 'without', BEST],
				[reverseEmail.name, EMAIL_KEY, 'without', MASKED],
			],
		],
		[
			'keeps answers of an earlier run if this run got none',
			[deferred(businessProfile)],
			old(OLD),
			[[OLD.tool, OLD.key, 'without', BEST]],
		],
		[
			'keeps one answer per lookup, that of this run',
			[hit(businessProfile, { title: 'Engineer' }), deferred(personalEmail)],
			old(OLDER_WORK),
			[[businessProfile.name, PROFILE_KEY, 'without', { title: 'Engineer' }]],
		],
		[
			'replaces an unreadable text',
			[hit(reverseEmail, MASKED), deferred(businessProfile)],
			old(OLD).slice(0, 50),
			[[reverseEmail.name, EMAIL_KEY, 'without', MASKED]],
		],
	])('%s', (_rule, steps, before, kept) => {
		expect(keptIn(resumeOf(['workEmail'], rowOf(...steps), before))).toEqual(kept);
	});

	it.each<[string, Step[], unknown, unknown]>([
		['is not started for a complete row', [hit(businessProfile, WORK)], undefined, null],
		[
			'is not started for a complete row, although a tool failed',
			[failed(reverseEmail), hit(businessProfile, WORK)],
			undefined,
			null,
		],
		[
			'is not started for a row whose missing data no tool has',
			[hit(reverseEmail, MASKED), miss(businessProfile)],
			undefined,
			null,
		],
		['is not started without an answer', [deferred(businessProfile)], undefined, null],
		['is emptied for a row that is now complete', [hit(businessProfile, WORK)], old(OLD), ''],
		[
			'is emptied for a complete row, although a tool failed',
			[failed(reverseEmail), hit(businessProfile, WORK)],
			old(OLD),
			'',
		],
		['is emptied for a row without a hit', [miss(reverseEmail), miss(businessProfile)], old(OLD), ''],
		['does not change a column of the user', [hit(businessProfile, WORK)], 'https://example.com/cv.pdf', null],
		['is emptied if it is unreadable', [hit(businessProfile, WORK)], 'r1.cut', ''],
		['stays empty', [hit(businessProfile, WORK)], '', null],
		['does not change an unreadable text without an answer', [deferred(businessProfile)], 'r1.cut', null],
	])('%s', (_rule, steps, before, text) => {
		expect(resumeOf(['workEmail'], rowOf(...steps), before)).toBe(text);
	});

	it.each<[string, Outcome]>([
		['skipped', { is: 'skipped', why: 'Skip When left this row out', by: 'skip_when' }],
		['invalid', { is: 'invalid', why: '"ada@" is not an e-mail address' }],
		['only planned', { is: 'planned', why: 'Dry Run is on' }],
	])('does not change for a row that is %s', (_how, outcome) => {
		expect(resumeOf(['workEmail'], { outcome, steps: [] }, old(OLD))).toBeNull();
	});
});

describe('a row that leaves as an error', () => {
	const MISSED: Outcome = { is: 'not_found', answer: answer(null), phone: 'as_requested' };
	const carried = (outcome: Outcome, steps: Step[], before?: string) =>
		keptIn(
			contentOf(['workEmail']).resumeText?.({ outcome, steps }, (column) =>
				column === 'resume' ? before : undefined,
			),
		)?.map(([tool]) => tool);

	it.each<[string, Outcome, Step[], unknown]>([
		[
			'a hit without the wanted data',
			MISSED,
			[hit(reverseEmail, MASKED), miss(businessProfile)],
			[reverseEmail.name, businessProfile.name],
		],
		[
			'a miss beside a failure of another tool',
			failed(businessProfile).outcome,
			[miss(reverseEmail), failed(businessProfile)],
			[reverseEmail.name],
		],
		[
			'no answer after misses alone, which are free',
			MISSED,
			[miss(reverseEmail), miss(businessProfile)],
			undefined,
		],
		['no answer without a lookup', { is: 'invalid', why: '"ada@" is not an e-mail address' }, [], undefined],
	])('contains %s', (_what, outcome, steps, tools) => {
		expect(carried(outcome, steps)).toEqual(tools);
	});

	it('also contains the answers of an earlier run', () => {
		const before = resumeText([
			{ tool: personalEmail.name, key: PROFILE_KEY, phone: 'without', at: 0, results: BEST },
		]);
		expect(carried(MISSED, [hit(reverseEmail, MASKED), miss(businessProfile)], before)).toEqual([
			personalEmail.name,
			reverseEmail.name,
			businessProfile.name,
		]);
	});
});

describe('the reason of a row', () => {
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
		['is empty for a complete row', ['workEmail', 'company'], [hit(businessProfile, WORK)], []],
		['names missing data', ['mobilePhone', 'profile'], [hit(businessProfile, WORK)], ['Not found: a mobile phone']],
		[
			'explains that an e-mail does not accept mail',
			['workEmail', 'profile'],
			[hit(reverseEmail, MASKED)],
			['Not found: a work e-mail (only an obscured one)'],
		],
		[
			'names two missing parts',
			['company', 'profile', 'mobilePhone'],
			[hit(businessProfile, { full_name: 'Ada Example' })],
			['Not found: a company and a mobile phone'],
		],
		[
			'names all missing parts in one sentence',
			['company', 'mobilePhone', 'personalEmail', 'profile'],
			[hit(businessProfile, { full_name: 'Ada Example' })],
			['Not found: a company, a mobile phone and a personal e-mail'],
		],
		['omits missing data without a hit', ['workEmail'], [miss(reverseEmail), miss(businessProfile)], []],
		[
			'omits missing data for a row that is retried later',
			['workEmail'],
			[hit(reverseEmail, MASKED), deferred(businessProfile)],
			[],
		],
		[
			'names a tool that failed',
			['workEmail', 'profile'],
			[hit(reverseEmail, MASKED), failed(businessProfile)],
			[
				'Not found: a work e-mail (only an obscured one)',
				`${businessProfile.name} did not answer: The service is temporarily unavailable`,
			],
		],
		[
			'names a tool that is not on the plan',
			['personalEmail'],
			[
				deferred(personalEmail, 'plan_restricted', personalEmail.name),
				hit(businessProfile, { personal_email: 'ada@example.net' }),
			],
			[`The plan of the account does not include this tool: ${personalEmail.name}`],
		],
		[
			'does not repeat the failure that decided the row',
			['workEmail'],
			[miss(reverseEmail), failed(businessProfile)],
			[],
		],
		[
			'names disagreeing tools, and the one that was kept',
			['profile'],
			[hit(businessProfile, THIS), hit(reverseEmail, { ...THAT, title: 'Engineer' })],
			[`Tools differ on full_name: kept what ${reverseEmail.name} says`],
		],
		[
			'names all disagreements, in one sentence per kept tool',
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
			'names disagreeing tools of a deferred row, too',
			['workEmail'],
			[hit(hashedEmail, { title: 'Engineer' }), hit(reverseEmail, { title: 'Buyer' }), deferred(businessProfile)],
			[`Tools differ on title: kept what ${hashedEmail.name} says`],
		],
	])('%s', (_contents, wants, steps, notes) => {
		expect(read(wants, rowOf(...steps)).notes).toEqual(notes);
	});

	it('names missing data after a hit with other data', () => {
		const steps = [hit(reverseEmail, MASKED), miss(businessProfile)];
		expect(read(['workEmail'], { outcome: miss(businessProfile).outcome, steps }).notes).toEqual([
			'Not found: a work e-mail (only an obscured one)',
		]);
	});

	it('explains how to see other data that was charged, if only wanted columns are shown', () => {
		const steps = [hit(reverseEmail, MASKED), miss(businessProfile)];
		const row = { outcome: miss(businessProfile).outcome, steps };
		const context = { previous: NOTHING_BEFORE, isSamePerson: true, addresses: () => [] };
		expect(contentOf(['workEmail'], 'wanted').read(row, context).notes).toEqual([
			'Not found: a work e-mail (only an obscured one)',
			'To see what else was found, set Columns to All',
		]);
	});

	it('warns that not all answers fit into resume', () => {
		const LONG = { title: 'x'.repeat(40_000) };
		const { own, notes } = read(['workEmail'], rowOf(hit(reverseEmail, LONG), deferred(businessProfile)));
		expect(own.resume).toHaveLength(resumeText([]).length);
		expect(notes).toContain(
			'Not all paid answers fit into the 30,000 characters of resume: some may be charged again',
		);
	});

	it('does not explain other columns for a row that is found', () => {
		const { notes } = contentOf(['workEmail', 'personalEmail'], 'wanted').read(rowOf(hit(businessProfile, WORK)), {
			previous: NOTHING_BEFORE,
			isSamePerson: true,
			addresses: () => [],
		});
		expect(notes).toEqual(['Not found: a personal e-mail']);
	});

	it('names a phone that is missing for lack of phone tokens, once', () => {
		const noPhoneTokens = deferred(hashedEmail, 'insufficient_phone_tokens');
		const found = hit(businessProfile, WORK, 'without', 'omitted');
		expect(
			read(['mobilePhone', 'company'], { outcome: found.outcome, steps: [noPhoneTokens, found] }).notes,
		).toEqual(['Not found: a mobile phone']);
	});
});

it('the lookup details list the steps with their charges', () => {
	expect(contentOf(['workEmail']).details(rowOf(miss(reverseEmail), hit(businessProfile, WORK)))).toMatchObject({
		steps: [
			{ tool: reverseEmail.name, status: 'not_found', tokensCharged: 2 },
			{ tool: businessProfile.name, status: 'found', tokensCharged: 2 },
		],
		tokensCharged: 4,
	});
});

describe('a hashed e-mail', () => {
	const OF_ADA = '3e3417d7ef77d5932a6734b916515ed5';
	const withHash = { first_name: 'Ada', personal_emails: [OF_ADA] };

	it('becomes the address that was looked up', () => {
		expect(read(['personalEmail'], rowOf(hit(reverseEmail, withHash))).simplified()).toMatchObject({
			personal_email: 'ada@example.com',
			personal_emails: 'ada@example.com',
		});
	});

	it('becomes an address that another tool returned', () => {
		const row = rowOf(hit(hashedEmail, withHash), hit(personalEmail, { ...BEST, email: 'ada@example.com' }));
		expect(read(['personalEmail'], row).simplified()).toMatchObject({
			personal_email: 'ada@example.com',
			personal_emails: 'ada@example.com',
		});
		expect(read(['personalEmail'], row).notes).toEqual([]);
	});

	it('becomes an address in any field of the row', () => {
		const row = rowOf(
			stepOf(lookupFor(businessProfile, 'ada-example'), {
				is: 'found',
				answer: answer({ personal_emails: [OF_ADA] }),
				phone: 'as_requested',
			}),
		);
		const context = { previous: NOTHING_BEFORE, isSamePerson: true, addresses: () => ['Ada@Example.com'] };
		expect(contentOf(['personalEmail']).read(row, context).simplified()).toMatchObject({
			personal_email: 'ada@example.com',
		});
	});
});

describe('an answer from an unsigned text', () => {
	it('keeps its missing signature in the new text', () => {
		const forged: PaidAnswer = {
			tool: reverseEmail.name,
			key: EMAIL_KEY,
			phone: 'without',
			at: 0,
			signature: null,
			results: MASKED,
		};
		const cached = stepOf(lookupFor(reverseEmail, 'ada@example.com'), {
			is: 'found',
			answer: { ...answer(MASKED), paid: forged },
			phone: 'as_requested',
		});
		const text = resumeOf(['workEmail'], rowOf(cached, hit(personalEmail, BEST), deferred(businessProfile)));
		const answers = readResume(text) ?? [];
		expect(answers.map((one) => [one.tool, isAuthentic(one, SIGN)])).toEqual([
			[reverseEmail.name, false],
			[personalEmail.name, true],
		]);
	});
});
