import { isAuthentic, readResume, type StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import { resumeText } from '../../../nodes/IdentityResolution/actions/rows/resumeText';
import { signer } from '../../../nodes/IdentityResolution/api/signature';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/run/lookups';
import { resumeText as writtenText, SIGN } from '../../support/api/resumeText';
import {
	stepOf,
	answer,
	hit,
	miss,
	failed,
	deferred,
	rowOf,
	contentOf,
	resumeOf,
	keptIn,
	WORK,
	MASKED,
	BEST,
	EMAIL_KEY,
	PROFILE_KEY,
} from '../../support/actions/resolvedRows';

describe('the resume text', () => {
	it.each<[string, Step[]]>([
		['a limit', [hit(reverseEmail, MASKED), miss(hashedEmail), deferred(businessProfile)]],
		['a failure', [hit(reverseEmail, MASKED), miss(hashedEmail), failed(businessProfile)]],
	])('keeps hits and misses if %s left a lookup open', (_why, steps) => {
		expect(keptIn(resumeOf(['workEmail'], rowOf(...steps)))).toEqual([
			[reverseEmail.name, EMAIL_KEY, 'without', MASKED],
			[hashedEmail.name, 'hem:3e3417d7ef77d5932a6734b916515ed5', 'without', null],
		]);
	});

	it.each(['plan_restricted', 'unknown_tool'] as const)('does not exist if only a tool is missing: %s', (reason) => {
		const steps = [
			hit(reverseEmail, MASKED),
			miss(hashedEmail),
			deferred(businessProfile, reason, businessProfile.name),
		];
		expect(resumeOf(['workEmail'], rowOf(...steps))).toBeNull();
	});

	it('reduces results that are too long, and keeps misses and answers of unknown tools', () => {
		const long = hit(businessProfile, { ...WORK, unknown_field: 'x'.repeat(40_000) });
		const unknown: StoredAnswer = {
			tool: 'unknown_tool',
			key: PROFILE_KEY,
			phone: 'without',
			results: { any: 'field' },
			at: 0,
		};
		const row = rowOf(long, miss(reverseEmail), deferred(personalEmail));
		expect(keptIn(resumeOf(['personalEmail'], row, writtenText([unknown])))).toEqual([
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

	it.each<[string, 'as_requested' | 'omitted', StoredAnswer['phone']]>([
		['with', 'as_requested', 'with'],
		['without', 'omitted', 'without'],
	])('keeps an answer %s the phone if that was %s', (_how, phoneState, phone) => {
		const row = rowOf(hit(businessProfile, WORK, 'with', phoneState), deferred(personalEmail));
		expect(keptIn(resumeOf(['mobilePhone', 'personalEmail'], row))).toEqual([
			[businessProfile.name, PROFILE_KEY, phone, WORK],
		]);
	});

	const old = (...answers: StoredAnswer[]) => writtenText(answers);
	const OLD: StoredAnswer = { tool: personalEmail.name, key: PROFILE_KEY, phone: 'without', at: 0, results: BEST };
	const OLDER_WORK: StoredAnswer = {
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

	it('omits the answers of an earlier run about another person', () => {
		const row = rowOf(hit(reverseEmail, MASKED), deferred(businessProfile));
		const previous = (column: string) => (column === 'resume' ? old(OLD) : undefined);
		const content = contentOf(['workEmail']).read(row, { previous, isSamePerson: false, addresses: () => [] });
		expect(keptIn(content.own.resume)).toEqual([[reverseEmail.name, EMAIL_KEY, 'without', MASKED]]);
	});

	it('reduces long results of tools that Resolve does not use', () => {
		const long = { full_name: 'Ada Example', unknown_field: 'x'.repeat(40_000) };
		const other: StoredAnswer = { ...OLD, tool: 'search_business_profile_by_name', results: long, signature: 'x' };
		const { text } = resumeText([], [other], SIGN) ?? {};
		expect(keptIn(text)).toEqual([[other.tool, OLD.key, 'without', { full_name: 'Ada Example' }]]);
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
		['skipped', { is: 'skipped', why: 'Skip When skipped this row', by: 'skip_when' }],
		['invalid', { is: 'invalid', why: '"ada@" is not an email address' }],
		['only planned', { is: 'planned', why: 'Dry Run is on' }],
	])('does not change for a row that is %s', (_how, outcome) => {
		expect(resumeOf(['workEmail'], { outcome, steps: [] }, old(OLD))).toBeNull();
	});
});

describe('a row that leaves as an error', () => {
	const MISSED: Outcome = { is: 'not_found', answer: answer(null), phone: 'as_requested' };
	const carried = (outcome: Outcome, steps: Step[], before?: string) =>
		keptIn(
			contentOf(['workEmail']).continuation?.({ outcome, steps }, (column) =>
				column === 'resume' ? before : undefined,
			).resume,
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
		['no answer without a lookup', { is: 'invalid', why: '"ada@" is not an email address' }, [], undefined],
	])('contains %s', (_what, outcome, steps, tools) => {
		expect(carried(outcome, steps)).toEqual(tools);
	});

	it('also contains the answers of an earlier run', () => {
		const before = writtenText([
			{ tool: personalEmail.name, key: PROFILE_KEY, phone: 'without', at: 0, results: BEST },
		]);
		expect(carried(MISSED, [hit(reverseEmail, MASKED), miss(businessProfile)], before)).toEqual([
			personalEmail.name,
			reverseEmail.name,
			businessProfile.name,
		]);
	});
});

describe('an answer from an earlier text', () => {
	it('stays unsigned in the new text', () => {
		const forged: StoredAnswer = {
			tool: reverseEmail.name,
			key: EMAIL_KEY,
			phone: 'without',
			at: 0,
			signature: null,
			results: MASKED,
		};
		const cached = stepOf(lookupFor(reverseEmail, 'ada@example.com'), {
			is: 'found',
			answer: { ...answer(MASKED), stored: forged },
			phone: 'as_requested',
		});
		const text = resumeOf(['workEmail'], rowOf(cached, hit(personalEmail, BEST), deferred(businessProfile)));
		const answers = readResume(text) ?? [];
		expect(answers.map((one) => [one.tool, isAuthentic(one, SIGN)])).toEqual([
			[reverseEmail.name, false],
			[personalEmail.name, true],
		]);
	});

	it.each([
		['is unmarked if it is authentic', SIGN, false],
		['is marked if another API key has signed it', signer('key_of_a_stranger'), true],
	])('%s', (_what, sign, unverified) => {
		const before = writtenText(
			[{ tool: personalEmail.name, key: PROFILE_KEY, phone: 'without', at: 0, results: BEST }],
			sign,
		);
		const text = resumeOf(['workEmail'], rowOf(deferred(businessProfile)), before);
		expect(readResume(text)).toMatchObject([{ results: BEST, unverified }]);
	});
});
