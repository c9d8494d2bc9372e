import type { StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome, PhoneResult } from '../../../nodes/IdentityResolution/run/outcome';
import { paid } from '../../support/actions/paid';
import {
	answer,
	BEST,
	contentOf,
	deferred,
	EMAIL_KEY,
	failed,
	hit,
	keptIn,
	MASKED,
	miss,
	PROFILE_KEY,
	resumeOf,
	rowOf,
	WORK,
} from '../../support/actions/resolvedRows';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { resumeText, signWith, storeOf } from '../../support/api/resumeText';
import { businessProfile, hashedEmail, personalEmail, reverseEmail } from '../../support/run/lookups';

const OLD = paid(personalEmail, 'ada-example', BEST, -1);
const OLD_TEXT = resumeText([OLD]);
const OLD_KEPT = [personalEmail.name, PROFILE_KEY, 'without', BEST];
const MASKED_KEPT = [reverseEmail.name, EMAIL_KEY, 'without', MASKED];
const FOREIGN_TEXT = resumeText([OLD], signWith('key_of_a_stranger'));
const SKIPPED: Outcome = { is: 'skipped', why: 'Skip When skipped this row', by: 'skip_when' };
const INVALID: Outcome = { is: 'invalid', why: '"ada@" is not an email address' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };

describe('the resume text of an unfinished row', () => {
	it.each<[string, Step[]]>([
		['a limit', [hit(reverseEmail, MASKED), miss(hashedEmail), deferred(businessProfile)]],
		['a failure', [hit(reverseEmail, MASKED), miss(hashedEmail), failed(businessProfile)]],
	])('keeps hits and misses if %s left a lookup open', (_why, steps) => {
		expect(keptIn(resumeOf(['workEmail'], rowOf(...steps)))).toEqual([
			MASKED_KEPT,
			[hashedEmail.name, 'hem:3e3417d7ef77d5932a6734b916515ed5', 'without', null],
		]);
	});

	it.each<[PhoneResult, StoredAnswer['phone']]>([
		['as_requested', 'with'],
		['unreadable', 'with'],
		['omitted', 'without'],
	])('keeps an answer whose phone is %s as one %s the phone', (result, phone) => {
		const row = rowOf(hit(businessProfile, WORK, 'with', result), deferred(personalEmail));
		expect(keptIn(resumeOf(['mobilePhone', 'personalEmail'], row))).toEqual([
			[businessProfile.name, PROFILE_KEY, phone, WORK],
		]);
	});

	it.each<[string, Step[], string, unknown]>([
		[
			'that this run did not reach',
			[hit(reverseEmail, MASKED), deferred(businessProfile)],
			OLD_TEXT,
			[OLD_KEPT, MASKED_KEPT],
		],
		['if this run got none', [deferred(businessProfile)], OLD_TEXT, [OLD_KEPT]],
		[
			'unless this run got a later one',
			[hit(businessProfile, { title: 'Engineer' }), deferred(personalEmail)],
			resumeText([paid(businessProfile, 'ada-example', { title: 'Intern' }, -1)]),
			[[businessProfile.name, PROFILE_KEY, 'without', { title: 'Engineer' }]],
		],
		[
			'unless their text is not authentic',
			[hit(reverseEmail, MASKED), deferred(businessProfile)],
			FOREIGN_TEXT,
			[MASKED_KEPT],
		],
	])('keeps the answers of an earlier run %s', (_when, steps, text, kept) => {
		expect(keptIn(resumeOf(['workEmail'], rowOf(...steps), text))).toEqual(kept);
	});

	it('keeps the answers about its person that came with other rows', () => {
		const answers = storeOf(resumeText([OLD, paid(personalEmail, 'bea-example', BEST)]));
		const { own } = contentOf(['workEmail'], 'all', answers).read(rowOf(deferred(businessProfile)), NO_CONTEXT);
		expect(keptIn(own.resume)).toEqual([OLD_KEPT]);
	});

	it('reduces results that are too long to columns, except those of unknown tools', () => {
		const long = { unknown_field: 'x'.repeat(12_000) };
		const byName = {
			...OLD,
			tool: 'search_business_profile_by_name',
			results: { full_name: 'Ada Example', ...long },
		};
		const unknown = { ...OLD, tool: 'unknown_tool', results: { any: 'field' } };
		const row = rowOf(hit(businessProfile, { ...WORK, ...long }), miss(reverseEmail), deferred(personalEmail));
		expect(keptIn(resumeOf(['personalEmail'], row, resumeText([byName, unknown])))).toEqual([
			[byName.tool, PROFILE_KEY, 'without', { full_name: 'Ada Example' }],
			['unknown_tool', PROFILE_KEY, 'without', { any: 'field' }],
			[businessProfile.name, PROFILE_KEY, 'without', WORK],
			[reverseEmail.name, EMAIL_KEY, 'without', null],
		]);
	});

	it.each<[string, Outcome]>([
		['skipped', SKIPPED],
		['invalid', INVALID],
		['only planned', PLANNED],
	])('keeps the same answers for a row that is %s', (_how, outcome) => {
		expect(keptIn(resumeOf(['workEmail'], { outcome, steps: [] }, OLD_TEXT))).toEqual([OLD_KEPT]);
		expect(resumeOf(['workEmail'], { outcome, steps: [] })).toBeNull();
	});

	it('is not written by a dry run into a row without one', () => {
		const { steps } = rowOf(hit(reverseEmail, MASKED));
		expect(resumeOf(['workEmail'], { outcome: PLANNED, steps })).toBeNull();
	});

	it.each([[], [FOREIGN_TEXT]])('is not written without an answer: %s', (...texts) => {
		expect(resumeOf(['workEmail'], rowOf(deferred(businessProfile)), ...texts)).toBeNull();
	});
});

describe('the resume text of a complete row', () => {
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
	])('is not started, and any earlier one is emptied: the row %s', (_how, steps) => {
		const row = rowOf(...steps);
		const textsBefore = [[], [OLD_TEXT], [FOREIGN_TEXT]];
		expect(textsBefore.map((texts) => resumeOf(['workEmail'], row, ...texts))).toEqual([null, '', '']);
	});
});

describe('a row that leaves as an error', () => {
	const MISSED: Outcome = { is: 'not_found', answer: answer(null), phone: 'as_requested' };
	const PAID = [hit(reverseEmail, MASKED), miss(businessProfile)];
	const continued = (outcome: Outcome, steps: Step[], ...texts: string[]) =>
		contentOf(['workEmail']).continuation?.({ outcome, steps }, texts, () => texts.at(0)).resume;

	it.each<[string, Outcome, Step[], string[]]>([
		['a hit without the wanted data', MISSED, PAID, [reverseEmail.name, businessProfile.name]],
		[
			'a miss beside a failure of another tool',
			failed(businessProfile).outcome,
			[miss(reverseEmail), failed(businessProfile)],
			[reverseEmail.name],
		],
		['no answer after misses alone, which are free', MISSED, [miss(reverseEmail), miss(businessProfile)], []],
		['no answer without a lookup', INVALID, [], []],
	])('contains %s', (_what, outcome, steps, tools) => {
		expect(keptIn(continued(outcome, steps)).map(([tool]) => tool)).toEqual(tools);
	});

	it('also contains the answers of an earlier run', () => {
		const tools = keptIn(continued(MISSED, PAID, OLD_TEXT)).map(([tool]) => tool);
		expect(tools).toEqual([personalEmail.name, reverseEmail.name, businessProfile.name]);
	});

	it.each([
		['got misses alone', MISSED, [miss(reverseEmail)], OLD_TEXT],
		['got no answer, and its text is not authentic', failed(businessProfile).outcome, [], FOREIGN_TEXT],
	])('keeps its text as it is if it %s', (_why, outcome, steps, text) => {
		expect(continued(outcome, steps, text)).toBe(text);
	});
});
