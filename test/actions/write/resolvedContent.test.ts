import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { linkedinToBusinessEmail as workEmail } from '../../support/api/tools';
import type { Output } from '../../../nodes/IdentityResolution/actions/panel/settings';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { resolvedContent } from '../../../nodes/IdentityResolution/actions/write/resolvedContent';
import { shapeFor } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { continuationOf } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Reason } from '../../../nodes/IdentityResolution/api/refusals';
import type { StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome, PhoneResult } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { paid } from '../../support/actions/paid';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { readText, resumeText, signWith, storeOf } from '../../support/api/resumeText';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/run/lookups';
import { FAILED, found, MISS, NOON, rowOf as settledRow, SETTINGS } from '../../support/run/settledRows';

const stepOf = (tool: Tool, outcome: Outcome): Step =>
	settledRow(tool, 'linkedin' in tool.requestFields ? 'ada-example' : 'ada@example.com', outcome).steps[0];
const hit = (tool: Tool, results: object) => stepOf(tool, found(results));
const miss = (tool: Tool) => stepOf(tool, MISS);
const failed = (tool: Tool) => stepOf(tool, FAILED);
const deferred = (tool: Tool, reason: Reason = 'fair_use_records', named: string | null = null) =>
	stepOf(tool, { is: 'deferred', stop: { reason, retryAt: null, refusal: null, tool: named } });

/** The row with these steps and the outcome of the last one, or of any hit. */
function rowOf(...steps: Step[]): SettledRow {
	const decisive =
		steps.find(({ outcome }) => outcome.is === 'deferred' && outcome.stop.tool === null) ??
		steps.find(({ outcome }) => outcome.is === 'found') ??
		steps.find(({ outcome }) => outcome.is === 'failed') ??
		steps[0];
	return { outcome: decisive.outcome, steps };
}

const contentOf = (wants: WantName[], output: Output = 'everything', answers = storeOf()) =>
	resolvedContent(resolve, { ...ALL_CONTENT, wants, output, answers });
const read = (wants: WantName[], row: SettledRow, context = {}) =>
	contentOf(wants).read(row, { ...NO_CONTEXT, ...context });
const keptIn = (text: unknown) => readText(text).map(({ tool, key, phone, results }) => [tool, key, phone, results]);

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
/** The MD5 of ada@example.com. */
const OF_ADA = '3e3417d7ef77d5932a6734b916515ed5';

describe('the columns of a resolved row', () => {
	const WORK_EMAIL = ['work_email', 'work_email_validated_at', 'work_email_risk_score', 'work_email_obscured'];

	it.each<[WantName[], Output, unknown]>([
		[['profile'], 'everything', expect.arrayContaining(['full_name', 'personal_emails', 'company_industry'])],
		[['mobilePhone'], 'simplified', ['mobile_phone']],
		[['workEmail', 'mobilePhone'], 'simplified', [...WORK_EMAIL, 'mobile_phone']],
	])('for the wants %j, if %s are shown, are %j', (wants, shown, columns) => {
		expect(contentOf(wants, shown).columns).toEqual(columns);
		expect(contentOf(wants, shown).own).toEqual(['sources', 'resume', 'person_key']);
	});

	it('contain the data of all hits, and none of misses and failures', () => {
		const steps = [miss(hashedEmail), hit(businessProfile, WORK), failed(reverseEmail), hit(personalEmail, BEST)];
		expect(read(['workEmail', 'personalEmail'], rowOf(...steps)).simplified).toEqual({
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

	const withHash = { first_name: 'Ada', personal_emails: [OF_ADA] };
	it.each<[string, Step[], string[]]>([
		['that was looked up', [hit(reverseEmail, withHash)], []],
		['of another tool', [hit(hashedEmail, withHash), hit(personalEmail, { email: 'ada@example.com' })], []],
		['in any field of the row', [hit(businessProfile, withHash)], ['Ada@Example.com']],
	])('contain, in place of its hash, an address %s', (_where, steps, addresses) => {
		const { simplified, notes } = read(['personalEmail'], rowOf(...steps), { addresses: () => addresses });
		expect(simplified).toMatchObject({ personal_email: 'ada@example.com', personal_emails: 'ada@example.com' });
		expect(notes).toEqual([]);
	});

	it('are, as Raw, the last answer of each tool by its name', () => {
		const error = { code: 'partial_data' };
		const answer = { found: true, results: WORK, metadata: { tokens_charged: 2 }, at: NOON, error };
		const partial = stepOf(businessProfile, { is: 'found', answer, phone: 'as_requested' });
		const steps = [
			hit(reverseEmail, MASKED),
			miss(hashedEmail),
			miss(businessProfile),
			failed(personalEmail),
			partial,
		];
		expect(read(['workEmail'], rowOf(...steps)).raw()).toEqual({
			results: { [reverseEmail.name]: MASKED, [hashedEmail.name]: null, [businessProfile.name]: WORK },
			metadata: {
				[reverseEmail.name]: null,
				[hashedEmail.name]: null,
				[businessProfile.name]: { tokens_charged: 2 },
			},
			error: { [businessProfile.name]: error },
		});
		expect(read(['workEmail'], rowOf(failed(businessProfile))).raw()).toEqual({ results: null, metadata: null });
	});

	const [REVERSE, PROFILE] = [reverseEmail.name, businessProfile.name];
	it.each<[string, Step[], string | null]>([
		[
			'all tools of each part',
			[hit(reverseEmail, MASKED), hit(businessProfile, { country: 'Canada', mobile_phone: '12025550123' })],
			`profile: ${REVERSE}, ${PROFILE}; company: ${REVERSE}; work_email: ${REVERSE}; mobile_phone: ${PROFILE}`,
		],
		['nothing without a hit', [miss(reverseEmail), failed(businessProfile)], null],
	])('name in sources %s', (_what, steps, text) => {
		expect(read(['profile'], rowOf(...steps)).own.sources).toBe(text);
	});
});

describe('the notes of a row', () => {
	const NO_WORK_EMAIL = 'Not found: a work email (only an obscured one)';

	it.each<[string, WantName[], Step[], string[]]>([
		['are none if all is found', ['workEmail', 'company'], [hit(businessProfile, WORK)], []],
		[
			'name all missing parts in one sentence',
			['company', 'mobilePhone', 'personalEmail', 'profile'],
			[hit(businessProfile, { full_name: 'Ada Example' })],
			['Not found: a company, a mobile phone and a personal email'],
		],
		['are none without a hit', ['workEmail'], [miss(reverseEmail), miss(businessProfile)], []],
		['are none for an open row', ['workEmail'], [hit(reverseEmail, MASKED), deferred(businessProfile)], []],
		[
			'name a tool that failed',
			['workEmail', 'profile'],
			[hit(reverseEmail, MASKED), failed(businessProfile)],
			[NO_WORK_EMAIL, `${businessProfile.name} did not answer: The service is temporarily unavailable`],
		],
		['do not repeat what failed the row', ['workEmail'], [miss(reverseEmail), failed(businessProfile)], []],
		[
			'do not name a tool that is not offered if nothing is missing',
			['workEmail'],
			[deferred(workEmail, 'plan_restricted', workEmail.name), hit(businessProfile, WORK)],
			[],
		],
		[
			'name a tool that is not offered if wanted data is missing',
			['personalEmail', 'workEmail'],
			[deferred(personalEmail, 'plan_restricted', personalEmail.name), hit(businessProfile, WORK)],
			['Not found: a personal email', `Not offered to this account: ${personalEmail.name}`],
		],
	])('%s', (_contents, wants, steps, notes) => {
		expect(read(wants, rowOf(...steps)).notes).toEqual(notes);
	});

	it.each<[Output, Outcome, string[]]>([
		['everything', MISS, [NO_WORK_EMAIL]],
		['simplified', MISS, [NO_WORK_EMAIL, 'To see what else was found, set Output to Everything Found']],
		['simplified', found(MASKED), [NO_WORK_EMAIL]],
	])('say after a hit with other data, if %s columns are shown, where it is: %j', (columns, outcome, notes) => {
		const row = { outcome, steps: [hit(reverseEmail, MASKED), miss(businessProfile)] };
		expect(contentOf(['workEmail'], columns).read(row, NO_CONTEXT).notes).toEqual(notes);
	});

	it('warn that not all answers fit into resume', () => {
		const row = rowOf(hit(reverseEmail, { title: 'x'.repeat(40_000) }), deferred(businessProfile));
		const { own, notes } = read(['workEmail'], row);
		expect(own.resume).toHaveLength(resumeText([]).length);
		expect(notes).toEqual([
			'Not all paid answers fit into the 30,000 characters of resume: some may be charged again',
		]);
	});
});

const EMAIL_KEY = 'email:ada@example.com';
const PROFILE_KEY = 'linkedin:ada-example';
const OLD = paid(personalEmail, 'ada-example', BEST, -1);
const OLD_TEXT = resumeText([OLD]);
const OLD_KEPT = [personalEmail.name, PROFILE_KEY, 'without', BEST];
const MASKED_KEPT = [reverseEmail.name, EMAIL_KEY, 'without', MASKED];
const FOREIGN_TEXT = resumeText([OLD], signWith('key_of_a_stranger'));
const INVALID: Outcome = { is: 'invalid', why: '"ada@" is not an email address' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const UNSENT: ReadonlyArray<[string, Outcome]> = [
	['skipped', { is: 'skipped', why: 'Skip When skipped this row', by: 'skip_when' }],
	['invalid', INVALID],
	['only planned', PLANNED],
];

describe('the resume text', () => {
	const resumeOf = (row: SettledRow, texts: string[], wants: WantName[] = ['workEmail']) =>
		read(wants, row, { texts: () => texts }).own.resume;
	const IS_OPEN = [hit(reverseEmail, MASKED), deferred(businessProfile)];
	const INTERN = resumeText([paid(businessProfile, 'ada-example', { title: 'Intern' }, -1)]);

	it.each<[string, SettledRow, string[], unknown]>([
		[
			'hits and misses if a limit left a lookup open',
			rowOf(hit(reverseEmail, MASKED), miss(hashedEmail), deferred(businessProfile)),
			[],
			[MASKED_KEPT, [hashedEmail.name, `hem:${OF_ADA}`, 'without', null]],
		],
		['hits if a tool failed', rowOf(hit(reverseEmail, MASKED), failed(businessProfile)), [], [MASKED_KEPT]],
		['the answers of an earlier run', rowOf(...IS_OPEN), [OLD_TEXT], [OLD_KEPT, MASKED_KEPT]],
		['the answers of an earlier run alone', rowOf(deferred(businessProfile)), [OLD_TEXT], [OLD_KEPT]],
		['no answer of a text that is not authentic', rowOf(...IS_OPEN), [FOREIGN_TEXT], [MASKED_KEPT]],
		[
			'the later one of two answers',
			rowOf(hit(businessProfile, { title: 'Engineer' }), deferred(personalEmail)),
			[INTERN],
			[[businessProfile.name, PROFILE_KEY, 'without', { title: 'Engineer' }]],
		],
		...UNSENT.map(([is, outcome]): [string, SettledRow, string[], unknown] => [
			`the same answers for a row that is ${is}`,
			{ outcome, steps: [] },
			[OLD_TEXT],
			[OLD_KEPT],
		]),
	])('keeps %s', (_what, row, texts, kept) => {
		expect(keptIn(resumeOf(row, texts))).toEqual(kept);
	});

	it.each<[PhoneResult, StoredAnswer['phone']]>([
		['as_requested', 'with'],
		['unreadable', 'with'],
		['omitted', 'without'],
	])('keeps an answer whose phone is %s as one %s the phone', (phone, stored) => {
		const answered = {
			...stepOf(businessProfile, { ...found(WORK), phone } as Outcome),
			lookup: lookupFor(businessProfile, 'ada-example', 'with'),
		};
		const resume = resumeOf(rowOf(answered, deferred(personalEmail)), [], ['mobilePhone', 'personalEmail']);
		expect(keptIn(resume)).toEqual([[businessProfile.name, PROFILE_KEY, stored, WORK]]);
	});

	it('keeps the answers about its person that came with other rows', () => {
		const answers = storeOf(resumeText([OLD, paid(personalEmail, 'bea-example', BEST)]));
		const { own } = contentOf(['workEmail'], 'everything', answers).read(
			rowOf(deferred(businessProfile)),
			NO_CONTEXT,
		);
		expect(keptIn(own.resume)).toEqual([OLD_KEPT]);
	});

	it('reduces results that are too long to columns, except those of unknown tools', () => {
		const long = { unknown_field: 'x'.repeat(28_000) };
		const unknown = { ...OLD, tool: 'unknown_tool', results: { any: 'field' } };
		const row = rowOf(hit(businessProfile, { ...WORK, ...long }), miss(reverseEmail), deferred(personalEmail));
		expect(keptIn(resumeOf(row, [resumeText([unknown])], ['personalEmail']))).toEqual([
			['unknown_tool', PROFILE_KEY, 'without', { any: 'field' }],
			[
				businessProfile.name,
				PROFILE_KEY,
				'without',
				{ columns: expect.objectContaining({ work_email: WORK.business_email }) as object, unread: {} },
			],
			[reverseEmail.name, EMAIL_KEY, 'without', null],
		]);
	});

	it.each<[string, SettledRow, string[]]>([
		...UNSENT.map(([is, outcome]): [string, SettledRow, string[]] => [is, { outcome, steps: [] }, []]),
		['planned after an earlier answer', { outcome: PLANNED, steps: [hit(reverseEmail, MASKED)] }, []],
		['deferred without an answer', rowOf(deferred(businessProfile)), []],
		['deferred with a text that is not authentic', rowOf(deferred(businessProfile)), [FOREIGN_TEXT]],
	])('is not written into a row that is %s', (_what, row, texts) => {
		expect(resumeOf(row, texts)).toBeNull();
	});

	const withoutTool = (reason: 'plan_restricted' | 'unknown_tool') => [
		hit(reverseEmail, MASKED),
		miss(hashedEmail),
		deferred(businessProfile, reason, businessProfile.name),
	];

	it.each<[string, Step[]]>([
		['has all wanted data', [hit(businessProfile, WORK)]],
		['has all wanted data, although a tool failed', [failed(reverseEmail), hit(businessProfile, WORK)]],
		['lacks data that no tool has', [hit(reverseEmail, MASKED), miss(businessProfile)]],
		['has no hit', [miss(reverseEmail), miss(businessProfile)]],
		['lacks only a tool of another plan', withoutTool('plan_restricted')],
		['lacks only an unknown tool', withoutTool('unknown_tool')],
	])('is not started, and any earlier one is emptied, in a complete row: it %s', (_how, steps) => {
		const cells = [undefined, '', OLD_TEXT, FOREIGN_TEXT, ' ', 5, {}];
		const emptied = cells.map((cell) => read(['workEmail'], rowOf(...steps), { previous: () => cell }).own.resume);
		expect(emptied).toEqual([null, null, '', '', '', '', '']);
	});
});

describe('the resume text of a row that leaves as an error', () => {
	const PAID = [hit(reverseEmail, MASKED), miss(businessProfile)];
	const FAILURE = [miss(reverseEmail), failed(businessProfile)];
	const shape = shapeFor(contentOf(['workEmail']), SETTINGS, 'workflow');
	const continued = (outcome: Outcome, steps: Step[], [text]: string[]) =>
		continuationOf({ json: { enriched_resume: text } }, { outcome, steps }, shape).resume;

	it.each<[string, Outcome, Step[], string[], string[]]>([
		['a hit without the wanted data', MISS, PAID, [], [reverseEmail.name, businessProfile.name]],
		['a miss beside a failure', FAILED, FAILURE, [], [reverseEmail.name]],
		['no misses alone, which are free', MISS, [miss(reverseEmail)], [], []],
		['nothing without a lookup', INVALID, [], [], []],
		['an earlier hit', MISS, PAID, [OLD_TEXT], [personalEmail.name, reverseEmail.name, businessProfile.name]],
	])('contains %s', (_what, outcome, steps, texts, tools) => {
		expect(keptIn(continued(outcome, steps, texts)).map(([tool]) => tool)).toEqual(tools);
	});

	it.each([
		['got misses alone', MISS, [miss(reverseEmail)], OLD_TEXT],
		['got no answer, and the text is not authentic', FAILED, [], FOREIGN_TEXT],
	])('stays as it is if the row %s', (_why, outcome, steps, text) => {
		expect(continued(outcome, steps, [text])).toBe(text);
	});
});
