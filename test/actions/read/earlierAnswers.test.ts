import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { readEarlierAnswers } from '../../../nodes/IdentityResolution/actions/read/earlierAnswers';
import type { Job } from '../../../nodes/IdentityResolution/actions/read/job';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { stopFor } from '../../../nodes/IdentityResolution/run/outcome';
import { SUPPRESSED } from '../../../nodes/IdentityResolution/run/suppression';
import { paid } from '../../support/actions/paid';
import { resumeText, SIGN, signWith } from '../../support/api/resumeText';
import { businessProfile, lookupFor } from '../../support/run/lookups';
import { NOON, SETTINGS } from '../../support/run/settledRows';

const DAY = 86_400_000;
const ADA = lookupFor(businessProfile, 'ada-example');

/** A cell with an answer about Ada, by her title. */
const cell = (title: string, at: number | null = NOON, sign = SIGN) =>
	resumeText([paid(businessProfile, 'ada-example', { title }, at)], sign);
const ENGINEER = cell('Engineer');
const FOREIGN = cell('Forged', NOON, signWith('key_of_a_stranger'));

interface Inputs {
	rows?: IDataObject[];
	known?: IDataObject[];
	caller?: Job['caller'];
	isRefused?: boolean;
	context?: object;
	settings?: Partial<Settings>;
}

/** The answers before a run at noon. */
async function earlier(operation: LookupOperation, inputs: Inputs) {
	const { rows = [{}], known, caller = 'workflow', isRefused = false, context = {}, settings } = inputs;
	const itemsOf = (input: IDataObject[]) => input.map((json) => ({ json }));
	const getInputData = jest.fn(() => itemsOf(known ?? []));
	const signer = jest.fn(async () => await Promise.resolve(SIGN));
	const clock = { now: () => NOON };
	const connection = isRefused
		? { is: 'refused', stop: stopFor('unauthorized'), clock }
		: { is: 'ready', env: { clock }, signer };
	const answers = await readEarlierAnswers(
		{
			host: { getInputData, getContext: () => context } as unknown as IExecuteFunctions,
			items: itemsOf(rows),
			caller,
		} as Job,
		operation,
		{ ...SETTINGS, knownAnswers: known !== undefined, ...settings },
		connection as Parameters<typeof readEarlierAnswers>[3],
	);
	const outcome = answers.cache(ADA);
	const title = outcome?.is === 'found' ? (outcome.answer.results as { title: string }).title : outcome;
	return { ...answers, title, getInputData, signer };
}

describe('the answers before a run', () => {
	it.each<[string, LookupOperation, Inputs, string | undefined]>([
		['from a known row', findBest, { known: [{ any_resume: ENGINEER }] }, 'Engineer'],
		['from a row, for all rows', findBest, { known: [], rows: [{}, { resume: ENGINEER }] }, 'Engineer'],
		['not from a row without Use Known Answers', findBest, { rows: [{ resume: ENGINEER }] }, undefined],
		['from an unfinished row of Resolve in any case', resolve, { rows: [{ resume: ENGINEER }] }, 'Engineer'],
		[
			'not for an operation whose results may differ at any time',
			call,
			{ known: [{ any_resume: ENGINEER }], rows: [{ resume: ENGINEER }] },
			undefined,
		],
		['not from a text that is not authentic', resolve, { known: [], rows: [{ resume: FOREIGN }] }, undefined],
		['not without a key', resolve, { known: [{ resume: ENGINEER }], isRefused: true }, undefined],
		[
			'from the later one of both inputs: the row',
			resolve,
			{ known: [{ any_resume: cell('Apprentice', NOON - DAY) }], rows: [{ resume: ENGINEER }] },
			'Engineer',
		],
		[
			'from the later one of both inputs: the known row',
			resolve,
			{ known: [{ any_resume: ENGINEER }], rows: [{ resume: cell('Apprentice', NOON - DAY) }] },
			'Engineer',
		],
	])('are read %s', async (_which, operation, inputs, title) => {
		expect((await earlier(operation, inputs)).title).toBe(title);
	});

	it.each([
		['within Max Age', NOON - DAY, 'Engineer'],
		['of Max Age', NOON - 2 * DAY, 'Engineer'],
		['after Max Age', NOON - 2 * DAY - 1, undefined],
		['of unknown time', null, undefined],
	])('count %s, on both inputs', async (_when, at, title) => {
		const settings = { maxAge: 2 * DAY };
		const text = cell('Engineer', at);
		expect((await earlier(findBest, { known: [{ any_resume: text }], settings })).title).toBe(title);
		expect((await earlier(resolve, { known: [], rows: [{ resume: text }], settings })).title).toBe(title);
	});

	it('count at any age without Use Known Answers', async () => {
		const rows = [{ resume: cell('Engineer', NOON - 900 * DAY) }];
		expect((await earlier(resolve, { rows, settings: { maxAge: DAY } })).title).toBe('Engineer');
	});

	it('of an agent are those of its execution, without inputs and a key', async () => {
		const context = { answers: [paid(businessProfile, 'ada-example', { title: 'Engineer' }, NOON - DAY)] };
		const known = [{ resume: FOREIGN }];
		const inputs: Inputs = { caller: 'agent', rows: known, known, context, settings: { maxAge: 1 } };
		const { title, getInputData, signer, ...others } = await earlier(resolve, inputs);
		expect(title).toBe('Engineer');
		expect(others.execution).not.toBeNull();
		expect(others).toMatchObject({ known: null, problem: undefined, answers: { rejected: 0 } });
		expect([getInputData, signer].map(({ mock }) => mock.calls)).toEqual([[], []]);
	});
});

it.each<[string, number, LookupOperation, Inputs]>([
	['once for Resolve, which may leave rows unfinished', 1, resolve, {}],
	['once with Use Known Answers', 1, findBest, { known: [{ resume: ENGINEER }], rows: [{ resume: ENGINEER }] }],
	['once for a suppression list of an operation whose answers are not kept', 1, call, { known: [] }],
	['not if no text is read or written', 0, findBest, { rows: [{ resume: ENGINEER }] }],
	['not for an operation whose answers are not kept', 0, call, { rows: [{ resume: ENGINEER }] }],
])('the key, whose derivation is slow, is derived %s', async (_when, times, operation, inputs) => {
	expect((await earlier(operation, inputs)).signer).toHaveBeenCalledTimes(times);
});

describe('the input Known', () => {
	it('is read only with Use Known Answers', async () => {
		const without = await earlier(resolve, {});
		expect([without.known, without.getInputData.mock.calls]).toEqual([null, []]);
		const { known, getInputData } = await earlier(findBest, { known: [{ id: 1 }, { resume: ENGINEER }] });
		expect(known).toMatchObject({ rows: 2, texts: 1 });
		expect(getInputData.mock.calls).toEqual([[1]]);
	});

	it.each([
		['Resolve', resolve, false],
		['an operation with one tool', findBest, false],
		['an operation whose answers are not kept', call, false],
		['a run without a key', findBest, true],
	])('suppresses people for %s, though an answer is known', async (_which, operation, isRefused) => {
		const known = [{ any_resume: ENGINEER }, { profile: 'in/ada-example', suppressed: true }];
		const { cache } = await earlier(operation, { known, isRefused });
		expect(cache(ADA)).toBe(SUPPRESSED);
		expect(cache(lookupFor(businessProfile, 'bea-example'))).toBeUndefined();
	});

	const PROBLEM =
		/^The resume texts at the input Known were written with another key\. Enter that API key or Signing Secret/;

	it.each([
		['Resolve', resolve],
		['an operation with one tool', findBest],
	])(
		'is a problem for %s if it has texts, of which none is authentic, whatever the rows have',
		async (_which, operation) => {
			const { problem } = await earlier(operation, {
				known: [{ id: 1 }, { resume: FOREIGN }],
				rows: [{ resume: ENGINEER }],
			});
			expect(problem).toMatch(PROBLEM);
		},
	);

	it.each<[string, LookupOperation, Inputs]>([
		['one of its texts is authentic', findBest, { known: [{ resume: FOREIGN }, { resume: ENGINEER }] }],
		['it has no text', findBest, { known: [{ id: 1 }], rows: [{ resume: FOREIGN }] }],
		['there is no key', findBest, { known: [{ resume: FOREIGN }], isRefused: true }],
		['answers are not kept', call, { known: [{ resume: FOREIGN }] }],
		['it is not read', resolve, { rows: [{ resume: FOREIGN }] }],
	])('is no problem if %s', async (_why, operation, inputs) => {
		expect((await earlier(operation, inputs)).problem).toBeUndefined();
	});
});

it('texts of both inputs that are not authentic are counted, if they are read', async () => {
	const inputs = { known: [{ resume: FOREIGN }, { resume: ENGINEER }], rows: [{ resume: FOREIGN.slice(0, -1) }] };
	expect((await earlier(findBest, inputs)).answers).toMatchObject({ rejected: 2, authentic: 1 });
	expect((await earlier(call, { known: [], rows: inputs.rows })).answers.rejected).toBe(0);
});
