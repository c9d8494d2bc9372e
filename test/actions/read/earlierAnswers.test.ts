import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	forgetListed,
	keepAnswers,
	readEarlierAnswers,
	type ExecutionAnswers,
} from '../../../nodes/IdentityResolution/actions/read/earlierAnswers';
import type { Job } from '../../../nodes/IdentityResolution/actions/read/job';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { searchPeople } from '../../support/api/tools';
import { customTool } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { readBody, searchPage } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { AnswerStore } from '../../../nodes/IdentityResolution/run/answerStore';
import { lookupOf } from '../../../nodes/IdentityResolution/run/lookup';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { NO_SUPPRESSION } from '../../../nodes/IdentityResolution/run/suppression';
import { paid } from '../../support/actions/paid';
import { rows as itemsOf, wiredHost } from '../../support/actions/wiredHost';
import { resumeText, SIGN, signWith } from '../../support/api/resumeText';
import { businessProfile, lookupFor } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, NOON, rowOf, SETTINGS } from '../../support/run/settledRows';

const DAY = 86_400_000;
const lookup = (person: string) => lookupFor(businessProfile, person);

/** A cell with an answer about Ada, by her title. */
const cell = (title: string, at: number | null = NOON, sign = SIGN) =>
	resumeText([paid(businessProfile, 'ada-example', { title }, at)], sign);
const ENGINEER = cell('Engineer');
const OLD = cell('Apprentice', NOON - DAY);
const FOREIGN = cell('Forged', NOON, signWith('key_of_a_stranger'));

interface Inputs {
	rows?: IDataObject[];
	known?: IDataObject[];
	caller?: Job['caller'];
	isRefused?: boolean;
	isUnwired?: boolean;
	context?: object;
	settings?: Partial<Settings>;
	clock?: object;
}

/** The answers before a run at noon. */
async function earlier(operation: LookupOperation, inputs: Inputs) {
	const { rows = [{}], known, caller = 'workflow', isRefused = false, context = {}, settings } = inputs;
	const { clock = { now: () => NOON }, isUnwired = false } = inputs;
	const items = known?.length === 0 ? itemsOf({}) : itemsOf(...(known ?? []));
	const wired = wiredHost([{ input: 2, name: 'Store', runs: [{ outputs: [items] }] }]);
	const getConnections = jest.fn(() => (isUnwired ? [] : [null, null, [{ node: 'Store', type: 'main', index: 0 }]]));
	const signer = jest.fn(async () => await Promise.resolve(SIGN));
	const connection = isRefused
		? { is: 'refused', stop: stopFor('unauthorized'), clock }
		: { is: 'ready', env: { clock }, clock, signer };
	const answers = await readEarlierAnswers(
		{
			host: { ...wired, getConnections, getContext: () => context } as unknown as IExecuteFunctions,
			items: itemsOf(...rows),
			caller,
		} as Job,
		operation,
		{ ...SETTINGS, knownAnswers: known !== undefined, ...settings },
		connection as Parameters<typeof readEarlierAnswers>[3],
	);
	const outcome = answers.answers.find(lookup('ada-example'));
	const title = outcome?.is === 'found' ? (outcome.answer.results as { title: string }).title : outcome;
	return { ...answers, title, getConnections, signer };
}

describe('the answers before a run', () => {
	it.each<[string, LookupOperation, Inputs, string | undefined]>([
		['from a known row', findBest, { known: [{ any_resume: ENGINEER }] }, 'Engineer'],
		['from a row, for all rows', findBest, { known: [], rows: [{}, { resume: ENGINEER }] }, 'Engineer'],
		['not from a row without Use Known Answers', findBest, { rows: [{ resume: ENGINEER }] }, undefined],
		['from an unfinished row of Resolve in any case', resolve, { rows: [{ resume: ENGINEER }] }, 'Engineer'],
		['not from a row of a custom call', call, { known: [], rows: [{ resume: ENGINEER }] }, undefined],
		['not from a text that is not authentic', resolve, { known: [], rows: [{ resume: FOREIGN }] }, undefined],
		['not without a key', resolve, { known: [{ resume: ENGINEER }], isRefused: true }, undefined],
		['from a later row', resolve, { known: [{ resume: OLD }], rows: [{ resume: ENGINEER }] }, 'Engineer'],
		['from a later known row', resolve, { known: [{ resume: ENGINEER }], rows: [{ resume: OLD }] }, 'Engineer'],
	])('are read %s', async (_which, operation, inputs, title) => {
		expect((await earlier(operation, inputs)).title).toBe(title);
	});

	it.each([
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
		const answer = paid(businessProfile, 'ada-example', { title: 'Engineer' }, NOON - DAY);
		const context = { answers: { [answer.key]: [JSON.stringify(answer)] } };
		const known = [{ resume: FOREIGN }];
		const inputs: Inputs = { caller: 'agent', rows: known, known, context, settings: { maxAge: 1 } };
		const { title, getConnections, signer, ...others } = await earlier(resolve, inputs);
		expect(title).toBe('Engineer');
		expect(others).toMatchObject({ known: null, problem: undefined, answers: { rejected: 0 } });
		expect([getConnections, signer].map(({ mock }) => mock.calls)).toEqual([[], []]);
	});
});

it.each<[string, number, LookupOperation, Inputs]>([
	['once for Resolve, which may leave rows unfinished', 1, resolve, {}],
	['once with Use Known Answers', 1, findBest, { known: [{ resume: ENGINEER }], rows: [{ resume: ENGINEER }] }],
	['once for the input Known of an operation whose answers are not kept', 1, call, { known: [] }],
	['not if no text is read or written', 0, findBest, { rows: [{ resume: ENGINEER }] }],
	['not for an operation whose answers are not kept', 0, call, { rows: [{ resume: ENGINEER }] }],
])('the key, whose derivation is slow, is derived %s', async (_when, times, operation, inputs) => {
	expect((await earlier(operation, inputs)).signer).toHaveBeenCalledTimes(times);
});

describe('the input Known', () => {
	it('is read only with Use Known Answers', async () => {
		const without = await earlier(resolve, {});
		expect([without.known, without.getConnections.mock.calls]).toEqual([null, []]);
		const { known } = await earlier(findBest, { known: [{ id: 1 }, { resume: ENGINEER }] });
		expect(known).toEqual({ rows: 2, hasTexts: true, objections: null });
	});

	it('is a problem if it did not arrive', async () => {
		const { problem } = await earlier(findBest, { known: [], isUnwired: true });
		expect(problem).toBe(
			'Nothing was sent, because nothing is connected to the input Known. Connect what reads the store to Known, ' +
				'with Always Output Data on',
		);
	});

	it.each([FOREIGN, `'${FOREIGN}`, FOREIGN.replace('r2', 'r1')])(
		'is a problem if it has texts, of which none is authentic, whatever the rows have: %s',
		async (resume) => {
			const inputs = { known: [{ id: 1 }, { resume }], rows: [{ resume: ENGINEER }] };
			expect((await earlier(findBest, inputs)).problem).toBe(
				'The resume texts at the input Known were written with another key. Enter that API key or Signing Secret ' +
					'as Signing Secret in the credential, or remove them',
			);
		},
	);

	const OBJECTIONS = [{ do_not_contact: 'no' }, { do_not_contact: 'yes' }];

	it.each<IDataObject>([
		{ suppressed: 'yes' },
		{ enriched_suppressed: 1 },
		{ 'Unsubscribed from all email': true },
		{ do_not_contact: '2026-09-01' },
		{ fields: { Suppressed: true } },
		{ properties: { opted_out: { value: 'ja' } } },
		{ DNC: 'x' },
	])('is a problem if it says who objected while the list is off: %j', async (row) => {
		const known = [{ mail: 'a@example.com', resume: ENGINEER }, row];
		const inputs = { known, rows: [{ id: 1 }] };
		expect((await earlier(findBest, inputs)).problem).toMatch(
			/^".+" at the input Known marks people, but Suppression List is off\. Switch it on/,
		);
		expect((await earlier(findBest, { ...inputs, settings: { suppressionList: true } })).problem).toBeUndefined();
	});

	it.each<[string, LookupOperation, Inputs]>([
		[
			'nobody objected',
			findBest,
			{ known: [OBJECTIONS[0], { suppressed: '', opted_out: 0, fields: { dnc: 'n' } }] },
		],
		['one of its texts is authentic', findBest, { known: [{ resume: FOREIGN }, { resume: ENGINEER }] }],
		['it has other texts, such as documents', findBest, { known: [{ resume: 'a'.repeat(200) }] }],
		['it has no text', findBest, { known: [{ id: 1 }], rows: [{ resume: FOREIGN }] }],
		['there is no key', findBest, { known: [{ resume: FOREIGN }], isRefused: true }],
		['answers are not kept', call, { known: [{ resume: FOREIGN }] }],
	])('is no problem if %s', async (_why, operation, inputs) => {
		expect((await earlier(operation, inputs)).problem).toBeUndefined();
	});

	it('counts a text of a person whom no row names only if none before it is authentic', async () => {
		const bea = resumeText([paid(businessProfile, 'bea-example', {}, NOON)], signWith('key_of_a_stranger'));
		const rejectedOf = async (...texts: string[]) =>
			(await earlier(findBest, { known: texts.map((resume) => ({ resume })) })).answers.rejected;
		expect([await rejectedOf(bea, ENGINEER), await rejectedOf(ENGINEER, bea)]).toEqual([1, 0]);
		expect(await rejectedOf(ENGINEER, FOREIGN)).toBe(1);
	});

	it('counts the texts of both inputs that are not authentic, if they are read', async () => {
		const rows = [{ resume: FOREIGN.slice(0, -1) }];
		const { answers } = await earlier(findBest, { known: [{ resume: FOREIGN }, { resume: ENGINEER }], rows });
		expect(answers).toMatchObject({ rejected: 2, hasAuthentic: true });
		expect((await earlier(call, { known: [], rows })).answers.rejected).toBe(0);
	});

	it('does not excuse a text of a row, which is counted whomever it is about', async () => {
		const resume = resumeText([paid(businessProfile, 'bea-example', {}, NOON)], signWith('key_of_a_stranger'));
		const { answers } = await earlier(findBest, { known: [{ resume: ENGINEER }], rows: [{ resume }] });
		expect(answers.rejected).toBe(1);
	});
});

describe('a later run of the node in the same execution', () => {
	const row = (person: string, outcome: Outcome, attempts = 1) =>
		rowOf(businessProfile, person, outcome, { attempts });
	const FOUND = found({ first_name: 'Ada' });

	/** An execution, of which each call starts a run. */
	function execution() {
		const kept: ExecutionAnswers = {};
		return () => ({
			answers: new AnswerStore(null, -Infinity, kept.answers),
			keep: (rows: SettledRow[]) => rows.forEach(({ steps }) => keepAnswers(kept, steps)),
			kept,
		});
	}

	it('gets the answer to each step of a row, whatever its outcome, and no other execution does', () => {
		const run = execution();
		const steps = [row('ada-example', MISS), row('bea-example', FOUND)].flatMap((one) => one.steps);
		run().keep([{ outcome: FAILED, steps }]);
		expect(steps.map((step) => run().answers.find(step.lookup))).toEqual([MISS, FOUND]);
		expect(run().answers.find(lookup('https://uk.linkedin.com/in/ADA-example/'))).toEqual(MISS);
		expect(execution()().answers.find(lookup('ada-example'))).toBeUndefined();
	});

	it.each<[string, Outcome]>([
		['a deferral', DEFERRED],
		['a failure', FAILED],
		['a plan', { is: 'planned', why: 'Dry Run is on' }],
		['an answer of more than 2 MB, which n8n would save', found({ first_name: 'x'.repeat(2_000_000) })],
	])('does not get %s', (_what, outcome) => {
		const run = execution();
		run().keep([row('ada-example', outcome)]);
		expect(run().answers.find(lookup('ada-example'))).toBeUndefined();
	});

	it('does not get the answer of another tool, such as a balance, which may change', () => {
		const run = execution();
		const balance = lookupOf(customTool('get_usage'), readBody({ period: 'today' }), 'without');
		const [step] = row('ada-example', FOUND).steps;
		run().keep([{ outcome: FOUND, steps: [{ ...step, lookup: balance }] }]);
		expect(run().answers.find(balance)).toBeUndefined();
	});

	it('does not get a page of a search that the balance has cut', () => {
		const run = execution();
		const page = lookupOf(searchPeople, searchPage({ query: 'x' }, { limit: 25, offset: 0 }), 'without');
		const [step] = row('ada-example', FOUND).steps;
		const results = { first_name: 'Ada' };
		const answer = { found: true, results, metadata: null, at: NOON, error: { code: 'insufficient_tokens' } };
		const cut: Outcome = { is: 'found', answer, phone: 'as_requested' };
		for (const outcome of [cut, FOUND]) {
			expect(run().answers.find(page)).toBeUndefined();
			run().keep([{ outcome, steps: [{ ...step, lookup: page, outcome }] }]);
		}
		expect(run().answers.find(page)).toEqual(FOUND);
	});

	it('gets what the service sent, also if a node has changed the item since', () => {
		const run = execution();
		const results = { first_name: 'Ada' };
		run().keep([row('ada-example', found(results))]);
		results.first_name = 'Changed';
		expect(run().answers.find(lookup('ada-example'))).toEqual(FOUND);
	});

	it('gets answers of 2 MB, of which those of earlier runs count once', () => {
		const run = execution();
		const { keep, kept } = run();
		const large = found({ first_name: 'x'.repeat(10_000) });
		keep([row('person-0', large)]);
		keep(Array.from({ length: 500 }, () => row('person-0', large, 0)));
		expect(kept.forgets).toBeUndefined();
		keep(Array.from({ length: 250 }, (_, person) => row(`person-${person + 1}`, large)));
		const { answers } = run();
		expect([answers.find(lookup('person-150')), answers.find(lookup('person-250'))]).toEqual([large, undefined]);
		expect(kept.forgets).toBe(true);
		expect(JSON.stringify(kept.answers).length).toBeLessThan(2_100_000);
		keep([row('person-300', FOUND)]);
		expect(run().answers.find(lookup('person-300'))).toEqual(FOUND);
	});
});

it('people who are listed by now are forgotten, with what their answers revealed', () => {
	const isIn = (value: unknown) => JSON.stringify(value).includes('ada');
	const kept: ExecutionAnswers = {
		answers: { 'linkedin:ada': ['{}'], 'linkedin:bea': ['{"results":{"manager":"ada"}}'], 'linkedin:cem': ['{}'] },
	};
	forgetListed(kept, NO_SUPPRESSION);
	expect(Object.keys(kept.answers ?? {})).toHaveLength(3);
	forgetListed(kept, { ...NO_SUPPRESSION, isEmpty: false, isIn });
	expect(kept.answers).toEqual({ 'linkedin:cem': ['{}'] });
	forgetListed({}, { ...NO_SUPPRESSION, isEmpty: false, isIn });
});

it('yields to other work while it reads the texts of a large store', async () => {
	let now = 0;
	const sleep = jest.fn();
	const { answers } = await earlier(findBest, {
		clock: { now: () => (now += 20), sleep },
		known: [{ resume: ENGINEER }, { resume: OLD }, { resume: FOREIGN }],
		rows: [{}, {}],
		settings: { knownAnswers: true },
	});
	expect([sleep.mock.calls.length, answers.hasAuthentic]).toEqual([5, true]);
});
