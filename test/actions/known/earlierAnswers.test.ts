import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { readEarlierAnswers } from '../../../nodes/IdentityResolution/actions/known/earlierAnswers';
import type { Connection, Job } from '../../../nodes/IdentityResolution/actions/job';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/operation';
import type { Settings } from '../../../nodes/IdentityResolution/actions/parameters/settings';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { signer } from '../../../nodes/IdentityResolution/api/signature';
import { SUPPRESSED } from '../../../nodes/IdentityResolution/run/suppression';
import { businessProfile, lookupFor } from '../../support/run/lookups';
import { resumeText, SIGN } from '../../support/api/resumeText';
import { NOON, SETTINGS } from '../../support/run/settledRows';

const DAY = 86_400_000;
const ADA = lookupFor(businessProfile, 'ada-example');
const STRANGER = signer('key_of_a_stranger');

/** A cell with an answer about Ada, by her title. */
const cell = (title: string, at: number | null = NOON, sign = SIGN) =>
	resumeText(
		[{ tool: businessProfile.name, key: ADA.identifier.key, phone: 'without', at, results: { title } }],
		sign,
	);

interface Inputs {
	rows?: IDataObject[];
	known?: IDataObject[];
	caller?: Job['caller'];
	settings?: Partial<Settings>;
}

/** The answers before a run at noon. */
const earlier = (operation: LookupOperation, { rows = [{}], known, caller = 'workflow', settings }: Inputs) => {
	const itemsOf = (input: IDataObject[]) => input.map((json) => ({ json }));
	const getInputData = jest.fn(() => itemsOf(known ?? []));
	const host = { getInputData, getContext: () => ({}) } as unknown as IExecuteFunctions;
	const connection = { is: 'ready', env: { clock: { now: () => NOON } }, sign: SIGN } as unknown as Connection;
	const answers = readEarlierAnswers(
		{ host, items: itemsOf(rows), caller } as Job,
		operation,
		{ ...SETTINGS, knownAnswers: known !== undefined, ...settings },
		connection,
	);
	return { ...answers, getInputData };
};

/** The title in the answer about Ada. */
const titleIn = (outcome: ReturnType<ReturnType<typeof earlier>['cache']>) =>
	outcome?.is === 'found' ? (outcome.answer.results as { title: string }).title : outcome;

describe('the answers before a run', () => {
	it.each<[string, LookupOperation, Inputs, string | undefined]>([
		['from a known row', findBest, { known: [{ any_resume: cell('Engineer') }] }, 'Engineer'],
		[
			'from a known row, with any API key',
			findBest,
			{ known: [{ any_resume: cell('Engineer', NOON, STRANGER) }] },
			'Engineer',
		],
		['from the row', findBest, { known: [], rows: [{ resume: cell('Engineer') }] }, 'Engineer'],
		['not from the row without Use Known Answers', findBest, { rows: [{ resume: cell('Engineer') }] }, undefined],
		[
			'from an unfinished row of Resolve in any case',
			resolve,
			{ rows: [{ resume: cell('Engineer') }] },
			'Engineer',
		],
		[
			'not for an operation whose results may differ at any time',
			call,
			{ known: [{ any_resume: cell('Engineer') }], rows: [{ resume: cell('Engineer') }] },
			undefined,
		],
		[
			'from the later one of both inputs: the row',
			resolve,
			{ known: [{ any_resume: cell('Apprentice', NOON - DAY) }], rows: [{ resume: cell('Engineer') }] },
			'Engineer',
		],
		[
			'from the later one of both inputs: the known row',
			resolve,
			{ known: [{ any_resume: cell('Engineer') }], rows: [{ resume: cell('Apprentice', NOON - DAY) }] },
			'Engineer',
		],
	])('are read %s', (_which, operation, inputs, title) => {
		expect(titleIn(earlier(operation, inputs).cache(ADA))).toBe(title);
	});

	it.each([
		['within Max Age', NOON - DAY, 'Engineer'],
		['of Max Age', NOON - 2 * DAY, 'Engineer'],
		['after Max Age', NOON - 2 * DAY - 1, undefined],
		['of unknown time', null, undefined],
	])('count %s, on both inputs', (_when, at, title) => {
		const settings = { maxAge: 2 * DAY };
		const text = cell('Engineer', at);
		expect(titleIn(earlier(findBest, { known: [{ any_resume: text }], settings }).cache(ADA))).toBe(title);
		expect(titleIn(earlier(resolve, { known: [], rows: [{ resume: text }], settings }).cache(ADA))).toBe(title);
	});

	it('count at any age without Use Known Answers', () => {
		const text = cell('Engineer', NOON - 900 * DAY);
		const { cache } = earlier(resolve, { rows: [{ resume: text }], settings: { maxAge: DAY } });
		expect(titleIn(cache(ADA))).toBe('Engineer');
	});

	it('count for their own row only, if they are in a row and have another signature', () => {
		const rows = [{ resume: cell('Engineer', NOON, STRANGER) }, {}];
		const { cache, ofRow } = earlier(findBest, { known: [], rows });
		expect(cache(ADA)).toBeUndefined();
		expect([0, 1].map((row) => titleIn(ofRow(row)(ADA)))).toEqual(['Engineer', undefined]);
	});

	it('count damaged texts of the rows apart from those of known rows', () => {
		const { unreadable, known } = earlier(findBest, {
			known: [{ any_resume: 'r1.damaged' }],
			rows: [{ resume: 'r1.damaged' }, { resume: 'r1.x' }],
		});
		expect([unreadable, known?.answers.unreadable]).toEqual([2, 1]);
	});
});

describe('the second input', () => {
	it('is read only with Use Known Answers, and by no agent', () => {
		expect(earlier(findBest, {}).getInputData).not.toHaveBeenCalled();
		expect(earlier(findBest, { known: [], caller: 'agent' }).getInputData).not.toHaveBeenCalled();
		const { getInputData, known } = earlier(findBest, { known: [{ id: 1 }] });
		expect(getInputData).toHaveBeenCalledWith(1);
		expect(known?.rows).toBe(1);
	});

	it.each([
		['Resolve', resolve],
		['an operation with one tool', findBest],
		['an operation whose answers are not kept', call],
	])('suppresses people for %s, though an answer is known', (_which, operation) => {
		const known = [{ any_resume: cell('Engineer') }, { profile: 'in/ada-example', suppressed: true }];
		const { cache } = earlier(operation, { known });
		expect(cache(ADA)).toBe(SUPPRESSED);
		expect(cache(lookupFor(businessProfile, 'bea-example'))).toBeUndefined();
	});

	it('suppresses people whose answer is in their own row', () => {
		const rows = [{ resume: cell('Engineer', NOON, STRANGER) }, {}];
		const { cache, ofRow } = earlier(findBest, { known: [{ profile: 'in/ada-example', suppressed: true }], rows });
		expect([ofRow(0)(ADA), cache(ADA)]).toEqual([undefined, SUPPRESSED]);
	});

	it.each([
		['older', NOON - DAY],
		['newer', NOON],
	])('comes before an answer in the row of unknown origin: the known one is %s', (_which, at) => {
		const rows = [{ resume: cell('Forged', NOON - DAY / 2, STRANGER) }];
		const { cache, ofRow } = earlier(findBest, { known: [{ any_resume: cell('Engineer', at) }], rows });
		expect([ofRow(0)(ADA), titleIn(cache(ADA))]).toEqual([undefined, 'Engineer']);
	});
});

it('an agent gets the answers of its own execution', () => {
	const { executionCache, known, unreadable, ofRow } = earlier(resolve, {
		caller: 'agent',
		rows: [{ resume: cell('x') }],
	});
	expect(executionCache).not.toBeNull();
	expect([known, unreadable, ofRow(0)(ADA)]).toEqual([null, 0, undefined]);
});
