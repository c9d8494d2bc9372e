import { SOURCES, type PersonKind, type Source } from '../../../nodes/IdentityResolution/api/person/sources';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Outcome, PhoneResult } from '../../../nodes/IdentityResolution/run/outcome';
import type { AnswerCache } from '../../../nodes/IdentityResolution/run/answerCache';
import { hit, MISS, walk, type World } from '../../support/resolving';

const [BEST, REVERSE, HEM, PROFILE] = SOURCES;
const best = BEST.tool.name;
const reverse = REVERSE.tool.name;
const hem = HEM.tool.name;
const profile = PROFILE.tool.name;

const deferred = (reason: Extract<Outcome, { is: 'deferred' }>['stop']['reason']): Outcome => ({
	is: 'deferred',
	stop: { reason, retryAt: null, refusal: null, tool: null },
});
const FAILED: Outcome = {
	is: 'failed',
	refusal: { kind: 'internal_error', httpStatus: 500, code: null, message: '', retryAfter: null },
};

/** Every source hits and brings what it gives, but for these. */
const butFor =
	(...others: Array<[Source, Outcome | ((phone: 'with' | 'without') => Outcome)]>): World =>
	(source, phone) => {
		const other = others.find(([one]) => one === source)?.[1];
		return typeof other === 'function' ? other(phone) : (other ?? hit(source, source.gives, phone));
	};

/** A hit that brings only this. */
const bringing =
	(source: Source, ...brings: WantName[]) =>
	(phone: 'with' | 'without') =>
		hit(source, brings, phone);

/** A hit that names another LinkedIn profile. */
function naming(source: Source, slug: string): Outcome {
	const named = hit(source, source.gives, 'without') as Extract<Outcome, { is: 'found' }>;
	const results = { ...(named.answer.results as object), linkedinurl: `https://www.linkedin.com/in/${slug}` };
	return { ...named, answer: { ...named.answer, results } };
}

describe('a row goes on', () => {
	it.each<[string, PersonKind[], WantName[], World, string[]]>([
		[
			'to the next tool after a miss',
			['linkedin'],
			['profile', 'personalEmail'],
			butFor([PROFILE, MISS]),
			[profile, best],
		],
		[
			'to the next tool where a hit brought less than it gives',
			['linkedin'],
			['personalEmail', 'workEmail'],
			butFor([PROFILE, bringing(PROFILE, 'workEmail')]),
			[profile, best],
		],
		['with the LinkedIn profile that a tool told', ['email'], ['workEmail'], butFor(), [reverse, profile]],
		[
			'to a second tool for the LinkedIn profile after the first has none',
			['email'],
			['workEmail'],
			butFor([REVERSE, MISS]),
			[reverse, hem, profile],
		],
		['past a tool that failed', ['email'], ['profile'], butFor([REVERSE, FAILED]), [reverse, hem]],
		[
			'past a tool that is not on the plan',
			['linkedin'],
			['personalEmail'],
			butFor([BEST, deferred('plan_restricted')]),
			[best, profile],
		],
		[
			'past a tool that does not exist',
			['linkedin'],
			['personalEmail'],
			butFor([BEST, deferred('unknown_tool')]),
			[best, profile],
		],
		['no further than it takes', ['linkedin', 'email', 'hem'], ['profile'], butFor(), [reverse]],
		[
			'no further where nothing it lacks can be got',
			['hem'],
			['company'],
			butFor([HEM, bringing(HEM)]),
			[hem, profile],
		],
		['by the MD5 of its e-mail', ['email'], ['company'], butFor([REVERSE, MISS]), [reverse, hem]],
	])('%s', (_where, known, wants, world, asked) => {
		expect(walk(known, wants, world).asked).toEqual(asked);
	});

	it('to the same tool under another name after a miss, as a profile may have been renamed', () => {
		const { steps } = walk(['linkedin', 'email'], ['profile', 'workEmail'], (source, phone) =>
			source === REVERSE
				? naming(REVERSE, 'ada-renamed')
				: source === PROFILE
					? MISS
					: hit(source, source.gives, phone),
		);
		expect(steps.map(({ lookup }) => lookup.key)).toEqual([
			`${profile} linkedin:ada-example`,
			`${reverse} email:ada@example.com`,
			`${profile} linkedin:ada-renamed`,
		]);
	});

	it('to no tool that has answered already, under whatever name', () => {
		const world = butFor([PROFILE, bringing(PROFILE, 'profile')], [REVERSE, naming(REVERSE, 'ada-renamed')]);
		expect(walk(['linkedin', 'email'], ['workEmail', 'company', 'profile'], world).asked).toEqual([
			profile,
			reverse,
		]);
	});
});

describe('the phone', () => {
	it('is asked for only where it is wanted and missing', () => {
		expect(walk(['linkedin'], ['profile'], butFor()).steps.map(({ lookup }) => lookup.phone)).toEqual(['without']);
		expect(walk(['linkedin'], ['profile', 'mobilePhone'], butFor()).asked).toEqual([`${profile} with phone`]);
		expect(walk(['hem'], ['mobilePhone', 'workEmail'], butFor()).asked).toEqual([`${hem} with phone`, profile]);
	});

	it('alone makes a lookup worth asking where nothing else is missing', () => {
		const { steps } = walk(['hem', 'linkedin'], ['mobilePhone'], butFor([HEM, MISS]));
		expect(steps.map(({ lookup }) => lookup.purpose)).toEqual(['phone', 'phone']);
		expect(
			walk(['linkedin'], ['mobilePhone', 'profile'], butFor()).steps.map(({ lookup }) => lookup.purpose),
		).toEqual(['anything']);
	});

	it.each<[string, PersonKind[], WantName[], string, string]>([
		['anything where it leads on to what else is missing', ['hem'], ['mobilePhone', 'workEmail'], hem, 'anything'],
		['the phone alone where nothing else is missing', ['hem'], ['mobilePhone'], hem, 'phone'],
		[
			'the phone alone where it leads no further than the row has come',
			['hem', 'linkedin'],
			['mobilePhone', 'workEmail'],
			hem,
			'phone',
		],
	])('makes a lookup by hashed e-mail worth %s', (_what, known, wants, tool, purpose) => {
		const { steps } = walk(known, wants, butFor([PROFILE, MISS]));
		expect(steps.find(({ lookup }) => lookup.tool.name === tool)?.lookup).toMatchObject({ phone: 'with', purpose });
	});

	const leftOut = (source: Source, phone: 'omitted' | 'too_late') => () =>
		({ ...hit(source, source.gives, 'without'), phone }) as Outcome;

	it('is not asked for again once the phone tokens are used up', () => {
		const world = butFor([HEM, leftOut(HEM, 'omitted')]);
		expect(walk(['hem'], ['mobilePhone', 'workEmail'], world)).toMatchObject({
			asked: [`${hem} with phone`, profile],
			outcome: { is: 'found', phone: 'omitted' },
		});
	});

	it('is asked of another tool where one had been asked without it already', () => {
		const world = butFor([HEM, leftOut(HEM, 'too_late')]);
		expect(walk(['hem'], ['mobilePhone', 'company'], world)).toMatchObject({
			asked: [`${hem} with phone`, `${profile} with phone`],
			outcome: { is: 'found', phone: 'as_requested' },
		});
	});

	const noPhone = () => hit(PROFILE, ['company'], 'with');

	it.each<[string, Outcome | (() => Outcome), () => Outcome, PhoneResult]>([
		['was asked for, and nobody has it', MISS, noPhone, 'as_requested'],
		['was asked for, and the other tool failed', FAILED, noPhone, 'as_requested'],
		['was asked for, and the other tool is not on the plan', deferred('plan_restricted'), noPhone, 'as_requested'],
		['was wanted too late, and the other tool missed', MISS, leftOut(PROFILE, 'too_late'), 'too_late'],
		['was wanted too late, and the other tool failed', FAILED, leftOut(PROFILE, 'too_late'), 'too_late'],
		[
			'was wanted too late of one tool, and left out by the other',
			leftOut(HEM, 'too_late'),
			leftOut(PROFILE, 'omitted'),
			'omitted',
		],
	])('that a row goes without %s: it says so', (_why, ofHem, ofProfile, phone) => {
		const { asked, outcome } = walk(
			['hem', 'linkedin'],
			['mobilePhone', 'company'],
			butFor([HEM, ofHem], [PROFILE, ofProfile]),
		);
		expect(asked).toEqual([`${hem} with phone`, `${profile} with phone`]);
		expect(outcome).toMatchObject({ is: 'found', phone });
	});

	it.each([
		['goes without', 'withoutPhone', { is: 'found', phone: 'omitted' }, [`${hem} with phone`, reverse]],
		['is put off', 'defer', { is: 'deferred' }, [`${hem} with phone`]],
	] as const)('refused to a row that has other wants: it %s', (_what, policy, outcome, asked) => {
		const sources = SOURCES.map((source) => (source.tool === REVERSE.tool ? { ...source, tokens: 9 } : source));
		const world: World = (source, phone) =>
			phone === 'with' ? deferred('insufficient_phone_tokens') : hit(source, source.gives, phone);
		expect(walk(['email'], ['mobilePhone', 'company'], world, sources, policy)).toMatchObject({ outcome, asked });
	});

	it('refused to a row that wants nothing else defers it', () => {
		expect(
			walk(['hem'], ['mobilePhone'], butFor([HEM, deferred('insufficient_phone_tokens')])).outcome,
		).toMatchObject({ is: 'deferred', stop: { reason: 'insufficient_phone_tokens' } });
	});
});

describe('a row ends', () => {
	const TOLD = hit(PROFILE, ['workEmail'], 'without');

	it.each<[string, PersonKind[], WantName[], World, Partial<Outcome>]>([
		['found where it has all that is wanted', ['linkedin'], ['profile'], butFor(), { is: 'found' }],
		[
			'found where it has some of it',
			['linkedin'],
			['personalEmail', 'workEmail'],
			butFor([PROFILE, MISS]),
			{ is: 'found' },
		],
		[
			'found where it has some of it and a tool failed',
			['linkedin'],
			['personalEmail', 'workEmail'],
			butFor([PROFILE, FAILED]),
			{ is: 'found' },
		],
		[
			'found with what one tool told before another failed',
			['linkedin'],
			['personalEmail', 'workEmail'],
			butFor([PROFILE, TOLD], [BEST, FAILED]),
			TOLD,
		],
		['not found where all tools missed', ['linkedin'], ['personalEmail'], () => MISS, { is: 'not_found' }],
		[
			'not found where hits brought nothing that is wanted',
			['email'],
			['workEmail'],
			butFor([PROFILE, MISS]),
			{ is: 'not_found' },
		],
		[
			'failed where it has none of it and a tool failed',
			['email'],
			['workEmail'],
			butFor([PROFILE, FAILED]),
			{ is: 'failed' },
		],
		[
			'deferred where it has none of it and a tool is not on the plan',
			['linkedin'],
			['personalEmail'],
			butFor([BEST, deferred('plan_restricted')], [PROFILE, MISS]),
			{ is: 'deferred' },
		],
		[
			"failed rather than deferred, as a failure is the row's own",
			['linkedin'],
			['personalEmail'],
			butFor([BEST, deferred('plan_restricted')], [PROFILE, FAILED]),
			{ is: 'failed' },
		],
		[
			'deferred at a limit, whatever it has',
			['linkedin'],
			['profile', 'personalEmail'],
			butFor([PROFILE, bringing(PROFILE, 'profile')], [BEST, deferred('fair_use_records')]),
			{ is: 'deferred' },
		],
		[
			'planned in a dry run',
			['linkedin'],
			['profile'],
			() => ({ is: 'planned', why: 'Dry Run is on' }),
			{ is: 'planned' },
		],
		[
			'invalid where no tool takes what it holds',
			[],
			['profile'],
			butFor(),
			{ is: 'invalid', why: expect.stringContaining('No tool') as string },
		],
	])('%s', (_where, known, wants, world, outcome) => {
		expect(walk(known, wants, world).outcome).toMatchObject(outcome);
	});
});

it('takes an e-mail that is masked or hashed for none', () => {
	const masked = hit(PROFILE, ['workEmail'], 'without') as Extract<Outcome, { is: 'found' }>;
	const world = butFor([
		PROFILE,
		{ ...masked, answer: { ...masked.answer, results: { business_email: 'a***@works.example.com' } } },
	]);
	expect(walk(['linkedin'], ['workEmail'], world).outcome.is).toBe('not_found');
});

describe('what is known before the run', () => {
	const knownOf =
		(...known: Source[]): AnswerCache =>
		({ tool, phone }) => {
			const source = known.find((one) => one.tool === tool);
			return source && hit(source, source.gives, phone);
		};

	it('is taken before anything that costs', () => {
		const world = () => {
			throw new Error('nothing is to be asked');
		};
		expect(
			walk(['linkedin', 'email'], ['profile'], world, SOURCES, 'withoutPhone', knownOf(PROFILE)).asked,
		).toEqual([profile]);
	});

	it('is taken in full: it was paid for', () => {
		expect(
			walk(['linkedin', 'email'], ['profile'], butFor(), SOURCES, 'withoutPhone', knownOf(PROFILE, REVERSE))
				.asked,
		).toEqual([reverse, profile]);
	});

	it('is the last word where it is a miss, though the phone was not asked for', () => {
		const cache: AnswerCache = ({ tool, phone }) =>
			tool === PROFILE.tool && phone === 'without' ? MISS : undefined;
		expect(
			walk(['linkedin'], ['mobilePhone', 'workEmail'], butFor(), SOURCES, 'withoutPhone', cache),
		).toMatchObject({ asked: [profile], outcome: { is: 'not_found' } });
	});

	it('leads on like any answer', () => {
		expect(walk(['email'], ['workEmail'], butFor(), SOURCES, 'withoutPhone', knownOf(HEM)).asked).toEqual([
			hem,
			profile,
		]);
	});

	const noPhone: World = (source, phone) =>
		hit(
			source,
			source.gives.filter((want) => want !== 'mobilePhone'),
			phone,
		);

	it('is the last word where the phone was asked for, though none was told', () => {
		let looks = 0;
		const cache: AnswerCache = ({ tool, phone }) => {
			if (++looks > 100) throw new Error('it is looked up without end');
			return tool === PROFILE.tool ? noPhone(PROFILE, phone) : undefined;
		};
		const nobody: World = () => {
			throw new Error('nothing is to be asked');
		};
		const known = walk(['linkedin'], ['mobilePhone', 'profile'], nobody, SOURCES, 'withoutPhone', cache);
		expect(known).toMatchObject({ asked: [`${profile} with phone`], outcome: { is: 'found' } });
	});

	it.each<[string, PersonKind[], WantName[], World, Source, string[], Partial<Outcome>]>([
		[
			'of a tool that can bring something else as well',
			['hem'],
			['mobilePhone', 'workEmail'],
			butFor(),
			HEM,
			[hem, `${profile} with phone`],
			{ is: 'found' },
		],
		[
			'of the tool that told the rest, where no other has it',
			['linkedin'],
			['mobilePhone', 'profile'],
			butFor(),
			PROFILE,
			[profile, `${profile} with phone`],
			{ is: 'found' },
		],
		[
			'once',
			['linkedin'],
			['mobilePhone', 'profile'],
			noPhone,
			PROFILE,
			[profile, `${profile} with phone`],
			{ is: 'found' },
		],
		[
			'of nobody where the phone is not wanted',
			['linkedin'],
			['profile'],
			butFor(),
			PROFILE,
			[profile],
			{ is: 'found' },
		],
		[
			'in vain where the phone tokens are used up',
			['linkedin'],
			['mobilePhone', 'profile'],
			() => deferred('insufficient_phone_tokens'),
			PROFILE,
			[profile, `${profile} with phone`],
			{ is: 'found', phone: 'omitted' },
		],
	])(
		'is taken without a phone too, and the phone alone is asked for then: %s',
		(_whom, kinds, wants, world, source, asked, outcome) => {
			const cache: AnswerCache = (lookup) => (lookup.phone === 'without' ? knownOf(source)(lookup) : undefined);
			const walked = walk(kinds, wants, world, SOURCES, 'withoutPhone', cache);
			expect(walked).toMatchObject({ asked, outcome });
			const ofSource = walked.steps
				.filter(({ lookup }) => lookup.tool === source.tool)
				.map(({ lookup }) => lookup);
			expect(new Set(ofSource.map(({ key }) => key)).size).toBe(1);
			expect(ofSource.map(({ purpose }) => purpose)).toEqual(
				asked
					.filter((one) => one.startsWith(source.tool.name))
					.map((one) => (one.endsWith('phone') ? 'phone' : 'anything')),
			);
		},
	);
});
