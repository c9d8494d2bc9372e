import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { linkedinToBusinessEmail as workEmail } from '../../support/api/tools';
import type { Output } from '../../../nodes/IdentityResolution/actions/panel/settings';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { resolvedContent } from '../../../nodes/IdentityResolution/actions/write/resolvedContent';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Reason } from '../../../nodes/IdentityResolution/api/replies/refusals';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Step } from '../../../nodes/IdentityResolution/run/route';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { businessProfile, hashedEmail, personalEmail, reverseEmail } from '../../support/run/lookups';
import { FAILED, found, MISS, NOON, rowOf as settledRow } from '../../support/run/settledRows';

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

const contentOf = (wants: WantName[], output: Output = 'everything') =>
	resolvedContent(resolve, { ...ALL_CONTENT, wants, output });
const read = (wants: WantName[], row: SettledRow, context = {}) =>
	contentOf(wants).read(row, { ...NO_CONTEXT, ...context });

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
	const WORK_EMAIL = ['work_email', 'work_email_risk_score', 'work_email_validated_at'];
	const GRADED = ['work_email', 'work_email_risk_score', 'personal_email', 'personal_email_risk_score'];

	it.each<[WantName[], Output, unknown]>([
		[['profile'], 'everything', expect.arrayContaining(['full_name', 'personal_emails', 'company_industry'])],
		[['mobilePhone'], 'simplified', ['mobile_phone']],
		[['workEmail', 'mobilePhone'], 'simplified', [...WORK_EMAIL, 'mobile_phone']],
		[['anyEmail', 'mobilePhone'], 'simplified', [...GRADED, 'mobile_phone']],
		[
			['company', 'profile', 'workEmail'],
			'simplified',
			['company_name', 'company_domain', 'full_name', 'title', 'work_email'],
		],
	])('for the wants %j, if %s are shown, are %j', (wants, shown, columns) => {
		const { fillable, simplified, own } = contentOf(wants, shown);
		expect(shown === 'everything' ? fillable : simplified).toEqual(columns);
		expect(own).toEqual(shown === 'everything' ? ['sources', 'person_key'] : ['person_key']);
	});

	it('contain the data of all hits, and none of misses and failures', () => {
		const steps = [miss(hashedEmail), hit(businessProfile, WORK), failed(reverseEmail), hit(personalEmail, BEST)];
		expect(read(['workEmail', 'personalEmail'], rowOf(...steps)).cells).toEqual({
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
		const { cells, notes } = read(['personalEmail'], rowOf(...steps), { addresses: () => addresses });
		expect(cells).toMatchObject({ personal_email: 'ada@example.com', personal_emails: 'ada@example.com' });
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
});
