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
import { lookupOf } from '../../../nodes/IdentityResolution/service/lookup';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { NO_SUPPRESSION } from '../../../nodes/IdentityResolution/run/suppression';
import { paid } from '../../support/actions/paid';
import { rows as itemsOf, wiredHost } from '../../support/actions/wiredHost';
import { answersText, SIGN, signWith } from '../../support/api/answersText';
import { businessProfile, lookupFor } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, NOON, rowOf, SETTINGS } from '../../support/run/settledRows';

const DAY = 86_400_000;
const lookup = (person: string) => lookupFor(businessProfile, person);

/** A cell with an answer about Ada, by her title. */
const cell = (title: string, at: number | null = NOON, sign = SIGN) =>
	answersText([paid(businessProfile, 'ada-example', { title }, at)], sign);
const ENGINEER = cell('Engineer');
const OLD = cell('Apprentice', NOON - DAY);
const FOREIGN = cell('Forged', NOON, signWith('secret_of_a_stranger'));

interface Inputs {
	known?: IDataObject[];
	caller?: Job['caller'];
	isRefused?: boolean;
	isUnwired?: boolean;
	hasSecret?: boolean;
	context?: object;
	settings?: Partial<Settings>;
	clock?: object;
}

/** The answers before a run at noon. */
async function earlier(operation: LookupOperation, inputs: Inputs) {
	const { known, caller = 'workflow', isRefused = false, context = {}, settings } = inputs;
	const { clock = { now: () => NOON }, isUnwired = false, hasSecret = true } = inputs;
	const items = known?.length === 0 ? itemsOf({}) : itemsOf(...(known ?? []));
	const wired = wiredHost([{ input: 2, name: 'Store', runs: [{ outputs: [items] }] }]);
	const getConnections = jest.fn(() => (isUnwired ? [] : [null, null, [{ node: 'Store', type: 'main', index: 0 }]]));
	const signer = jest.fn(async () => await Promise.resolve(hasSecret ? SIGN : null));
	const connection = isRefused
		? { is: 'refused', stop: stopFor('unauthorized'), clock }
		: { is: 'ready', env: { clock }, clock, account: 'account', signer };
	const answers = await readEarlierAnswers(
		{
			host: { ...wired, getConnections, getContext: () => context } as unknown as IExecuteFunctions,
			caller,
		},
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
		['from a known row', findBest, { known: [{ any_answers: ENGINEER }] }, 'Engineer'],
		['from a later known row', resolve, { known: [{ answers: ENGINEER }, { answers: OLD }] }, 'Engineer'],
		['not without Use Known Answers', resolve, {}, undefined],
		['not for a custom call', call, { known: [{ answers: ENGINEER }] }, undefined],
		['not from a text that is not authentic', resolve, { known: [{ answers: FOREIGN }] }, undefined],
		['not without a Signing Secret', resolve, { known: [{ answers: ENGINEER }], hasSecret: false }, undefined],
		['not without a key', resolve, { known: [{ answers: ENGINEER }], isRefused: true }, undefined],
		['up to 10 minutes from now', resolve, { known: [{ answers: cell('Now', NOON + 600_000) }] }, 'Now'],
		['not from the future', resolve, { known: [{ answers: cell('Later', NOON + 600_001) }] }, undefined],
	])('are read %s', async (_which, operation, inputs, title) => {
		expect((await earlier(operation, inputs)).title).toBe(title);
	});

	it.each(['answers', 'ENRICHED_ANSWERS', 'Enriched Answers', 'enriched-answers ', 'myanswers'])(
		'are read from the column %j',
		async (column) => {
			for (const text of [ENGINEER, ` '${ENGINEER}\n`])
				expect((await earlier(findBest, { known: [{ [column]: text }] })).title).toBe('Engineer');
		},
	);

	it.each<IDataObject>([
		{ answers_of_ada: ENGINEER },
		{ note: ENGINEER },
		{ answers: `="${ENGINEER}"` },
		{ answers: [ENGINEER] },
		{ id: 1, error: { answers: ENGINEER } },
		Object.create({ answers: ENGINEER }) as IDataObject,
	])('are not read from other cells: %j', async (row) => {
		expect(await earlier(findBest, { known: [row] })).toMatchObject({ title: undefined, known: { texts: 0 } });
	});

	it('are read from 120,000 characters of a row at most', async () => {
		const row = Object.fromEntries([1, 2, 3, 4].map((one) => [`${one}_answers`, `r2.${one}`.padEnd(29_990, 'x')]));
		const { answers, title } = await earlier(findBest, { known: [{ ...row, answers: ENGINEER }] });
		expect([title, answers.rejected]).toEqual([undefined, 4]);
	});

	it.each([
		['of Max Age', NOON - 2 * DAY, 'Engineer'],
		['after Max Age', NOON - 2 * DAY - 1, undefined],
		['of unknown time', null, undefined],
	])('count %s', async (_when, at, title) => {
		const known = [{ any_answers: cell('Engineer', at) }];
		expect((await earlier(findBest, { known, settings: { maxAge: 2 * DAY } })).title).toBe(title);
	});

	const answer = paid(businessProfile, 'ada-example', { title: 'Engineer' }, NOON - DAY);
	const context = { account: { answers: { [answer.key]: [JSON.stringify(answer)] } } };

	it('of an agent are those of its execution, without inputs and a secret', async () => {
		const inputs: Inputs = { caller: 'agent', known: [{ answers: FOREIGN }], context, settings: { maxAge: 1 } };
		const { title, getConnections, signer, ...others } = await earlier(resolve, inputs);
		expect(title).toBe('Engineer');
		expect(others).toMatchObject({ known: null, keepsText: false, problem: undefined, answers: { rejected: 0 } });
		expect([getConnections, signer].map(({ mock }) => mock.calls)).toEqual([[], []]);
	});

	it('are not those that the execution got with another key or from another service', async () => {
		expect((await earlier(resolve, { context })).title).toBe('Engineer');
		expect((await earlier(resolve, { context: { another: context.account } })).title).toBeUndefined();
		expect((await earlier(resolve, { context, isRefused: true })).title).toBeUndefined();
	});
});

it.each<[string, number, LookupOperation, Inputs]>([
	['once with Use Known Answers', 1, resolve, { known: [{ answers: ENGINEER }, { answers: OLD }] }],
	['not without it', 0, resolve, {}],
	['not for an operation whose answers are not kept', 0, call, { known: [] }],
])('the signing key, whose derivation is slow, is derived %s', async (_when, times, operation, inputs) => {
	const { signer, keepsText } = await earlier(operation, inputs);
	expect(signer).toHaveBeenCalledTimes(times);
	expect(keepsText).toBe(times === 1);
});

describe('the input Known', () => {
	it('is read only with Use Known Answers', async () => {
		const without = await earlier(resolve, {});
		expect([without.known, without.getConnections.mock.calls]).toEqual([null, []]);
		const known = [{ id: 1 }, { answers: ENGINEER, 'Person Key': 'x' }, { a_answers: FOREIGN, answers: OLD }];
		expect((await earlier(findBest, { known: [...known, { answers: FOREIGN }] })).known).toEqual({
			rows: 4,
			texts: 3,
			foreign: 1,
			hasAnswered: true,
			objections: null,
		});
	});

	it('is a problem if it did not arrive', async () => {
		const { problem } = await earlier(findBest, { known: [], isUnwired: true });
		expect(problem).toBe(
			'Nothing was sent, because nothing is connected to the input Known. Connect what reads your saved results to Known, ' +
				'with Always Output Data on',
		);
	});

	const times = (count: number, answers: string) => Array.from({ length: count }, () => ({ answers }));

	it.each<[string, Inputs, RegExp]>([
		[
			'the credential has no Signing Secret',
			{ known: [], hasSecret: false },
			/^Use Known Answers needs a Signing Secret/,
		],
		[
			'it has texts, of which none is authentic',
			{ known: [{ id: 1 }, { answers: FOREIGN }] },
			/have another Signing/,
		],
		[
			'it has rows with texts, and no authentic one in over a fifth of them',
			{ known: [...times(3, ENGINEER), ...times(1, FOREIGN), { id: 1 }] },
			/have another Signing Secret/,
		],
		['it names people and has no text', { known: [{ a_person_key: 'x', a_status: 'found' }] }, /but no answers/],
	])('is a problem if %s', async (_why, inputs, problem) => {
		expect((await earlier(findBest, inputs)).problem).toMatch(problem);
	});

	it('is none if no row of it was answered', async () => {
		const rows = [{ my_person_key: 'x', 'My Status': 'failed', status: 'found', my_answers: '' }];
		expect((await earlier(findBest, { known: rows })).problem).toBeUndefined();
	});

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
		const known = [{ mail: 'a@example.com', answers: ENGINEER }, row];
		expect((await earlier(findBest, { known })).problem).toMatch(
			/^".+" at the input Known marks people, but Suppression List is off\. Switch it on/,
		);
		expect((await earlier(findBest, { known, settings: { suppressionList: true } })).problem).toBeUndefined();
	});

	it.each<[string, LookupOperation, Inputs]>([
		[
			'nobody objected',
			findBest,
			{ known: [OBJECTIONS[0], { suppressed: '', opted_out: 0, fields: { dnc: 'n' } }] },
		],
		['no more than a fifth is not authentic', findBest, { known: [...times(4, ENGINEER), ...times(1, FOREIGN)] }],
		['all rows have an authentic text', findBest, { known: [{ a_answers: FOREIGN, b_answers: ENGINEER }] }],
		['it has other texts, such as documents', findBest, { known: [{ answers: 'a'.repeat(200) }] }],
		['it has no text, as a new sheet', findBest, { known: [{ id: 1, person_key: '' }] }],
		['the credential is refused', findBest, { known: [{ answers: FOREIGN }], isRefused: true, hasSecret: false }],
		['answers are not kept', call, { known: [{ answers: FOREIGN }], hasSecret: false }],
	])('is no problem if %s', async (_why, operation, inputs) => {
		expect((await earlier(operation, inputs)).problem).toBeUndefined();
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
			answers: new AnswerStore(null, -Infinity, Infinity, kept.answers),
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
	const known = [ENGINEER, OLD, FOREIGN].map((answers) => ({ answers }));
	const clock = { now: () => (now += 20), sleep };
	expect(await earlier(findBest, { clock, known })).toMatchObject({ known: { texts: 3 } });
	expect(sleep).toHaveBeenCalledTimes(3);
});
