import { broken } from '../../../dev/faultMatrix/promises';
import type { LedgerEntry } from '../../../dev/sandbox/ledger';
import type { Seen } from '../../../dev/faultMatrix/seen';
import { cellWith, expectedIn, operationNamed, quietSheet, requestFor, seenAs } from './cell';

const { rows } = operationNamed('businessProfile.findByEmail');
const [QUESTION] = rows[0].answeredBy;
const chargeFor = (question: string) => {
	const [tool, key] = question.split(' ');
	return { tool, key, times: 1, tokens: 1 };
};
const OWN = { name: 'NodeApiError', message: 'There is no connection', description: 'Check the network' };
const ALL_FAILED = {
	0: 'failed',
	1: 'failed',
	2: 'failed',
	3: 'failed',
	6: 'failed',
	7: 'failed',
	8: 'failed',
	9: 'failed',
} as const;

/** Where `reset` strikes the first request alone. */
const FIRST = cellWith({});
const ALWAYS = cellWith({ mode: 'always' });
const STOP = cellWith({ mode: 'always', onError: 'stopWorkflow' });

const itemsBut = (row: number, change: (item: Seen['items'][number]) => Seen['items']): Partial<Seen> => ({
	items: seenAs().items.flatMap((item) => (item.rows.includes(row) ? change(item) : [item])),
});

it('says nothing where every promise held', () => {
	const seen = seenAs(
		{},
		{ requests: [requestFor(QUESTION, { fate: 'lost' }), requestFor(QUESTION)], charges: [chargeFor(QUESTION)] },
	);
	expect(broken(seen, expectedIn(FIRST))).toEqual([]);
	expect(broken(seenAs(ALL_FAILED), expectedIn(ALWAYS))).toEqual([]);
	expect(broken(seenAs({}, { items: [], thrown: OWN }), expectedIn(STOP))).toEqual([]);
});

describe('rows', () => {
	it.each<[string, Partial<Seen>, string[]]>([
		['is missing', itemsBut(3, () => []), ['row 3 came out 0 times']],
		['comes out twice', itemsBut(3, (item) => [item, item]), ['row 3 came out 2 times']],
		[
			'is linked to another',
			itemsBut(3, (item) => [{ ...item, rows: [2] }]),
			['row 2 came out 2 times', 'row 3 came out 0 times'],
		],
		[
			'is linked to one that is not there',
			itemsBut(3, (item) => [item, { ...item, rows: [10] }]),
			['an item is linked to row 10, which there is not'],
		],
		['is linked to none', itemsBut(3, (item) => [item, { ...item, rows: [] }]), ['an item is linked to no row']],
	])('one %s', (_what, seen, sentences) =>
		expect(broken(seenAs({}, seen), expectedIn(FIRST)).sort()).toEqual(sentences),
	);

	it('may share one item, as all rows of an account do', () => {
		const account = cellWith({ operation: 'account.get' });
		const expected = {
			...expectedIn(account),
			quiet: quietSheet().map(() => ({ status: 'found' as const, json: { id: 'a' } })),
		};
		const items = [{ rows: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], status: 'found' as const, json: { id: 'a' } }];
		expect(broken(seenAs({}, { items }), expected)).toEqual([]);
	});
});

describe('what became of rows', () => {
	it.each([
		['failed where all must come right', FIRST, { 0: 'failed' }, ['row 0 is failed, not found or not_found']],
		[
			'found where nothing can have been',
			ALWAYS,
			{ ...ALL_FAILED, 0: 'found' },
			['row 0 is found, not failed or deferred'],
		],
		['asked though blank', FIRST, { 4: 'found' }, ['row 4 is found, not skipped']],
		['failed though invalid', FIRST, { 5: 'failed' }, ['row 5 is failed, not invalid']],
		['without a status', FIRST, { 1: 'unmarked' }, ['row 1 is unmarked, not found or not_found']],
	] as const)('%s', (_what, cell, statuses, sentences) =>
		expect(broken(seenAs(statuses), expectedIn(cell))).toEqual(sentences),
	);

	it('what failed or is invalid leaves on the error output, where there is one, and nothing else does', () => {
		const expected = expectedIn(cellWith({ mode: 'always', onError: 'continueErrorOutput' }));
		const onErrorOutput = Object.fromEntries(Object.keys(ALL_FAILED).map((row) => [row, 'error' as const]));
		expect(broken(seenAs({ ...onErrorOutput, 5: 'error' }), expected)).toEqual([]);
		expect(broken(seenAs({ ...onErrorOutput, 0: 'failed', 4: 'error', 5: 'error' }), expected)).toEqual([
			'row 0 is failed, not error or deferred',
			'row 4 is error, not skipped',
		]);
	});

	it('an answered row is the same as on a quiet day', () => {
		const changed = itemsBut(6, (item) => [
			{ ...item, json: { ...item.json, enriched_title: 'Another one', enriched_note: 'more' } },
		]);
		expect(broken(seenAs({}, changed), expectedIn(FIRST))).toEqual([
			'row 6 has another enriched_title than on a quiet day',
			'row 6 has another enriched_note than on a quiet day',
		]);
	});

	it('an answered row that other tools were asked about has at least what was wanted', () => {
		const by = (sources: string, email: string) => ({
			enriched_sources: sources,
			enriched_personal_email: email,
			enriched_title: sources,
		});
		const quiet = quietSheet().map((row) => ({ ...row, json: by('one', 'a@example.com') }));
		const seen = (email: string) =>
			seenAs({}, { items: seenAs().items.map((item) => ({ ...item, json: by('other', email) })) });
		expect(broken(seen('a@example.com'), { ...expectedIn(FIRST), quiet })).toEqual([]);
		expect(broken(seen('b@example.com'), { ...expectedIn(FIRST), quiet })[0]).toBe(
			'row 0 has another enriched_personal_email than on a quiet day',
		);
	});

	it('whoever was answered is not left out, also where others may fail', () => {
		const expected = expectedIn(cellWith({ fault: '418' }));
		const failed = (request: LedgerEntry) =>
			seenAs({ 0: 'failed' }, { requests: [request] }, 'The service refused this value');
		expect(broken(failed(requestFor(QUESTION)), expected)).toEqual(['row 0 is failed, though its answer arrived']);
		expect(broken(failed(requestFor(QUESTION, { fate: 'lost' })), expected)).toEqual([]);
		expect(broken(failed(requestFor(QUESTION, { status: 418 })), expected)).toEqual([]);
	});

	it('a row that failed says why, as its reason or on the error output', () => {
		const [wrong] = broken(seenAs(ALL_FAILED, {}, 'The service refused this value'), expectedIn(ALWAYS));
		expect(wrong).toBe(
			'row 0 says "The service refused this value", not "The answer of the service did not arrive or could not be read"',
		);
		const expected = expectedIn(cellWith({ fault: '418', onError: 'continueErrorOutput' }));
		const onErrorOutput = (message: string) => {
			const items = seenAs({ 5: 'error' }).items.map((item) =>
				item.rows.includes(0) ? { ...item, status: 'error' as const, json: { error: { message } } } : item,
			);
			return broken(seenAs({}, { items }), expected);
		};
		expect(onErrorOutput('The service refused this value (HTTP 418)')).toEqual([]);
		expect(onErrorOutput('Something else')).toEqual([
			'row 0 says "Something else", not "The service refused this value"',
		]);
	});
});

describe('errors', () => {
	it.each<[string, Parameters<typeof cellWith>[0], Partial<Seen>, string[]]>([
		[
			'of somebody else',
			{ mode: 'always', onError: 'stopWorkflow' },
			{ thrown: { ...OWN, name: 'TypeError' } },
			["it threw an error that is not the node's own: TypeError: There is no connection"],
		],
		[
			'that do not say what to do',
			{ mode: 'always', onError: 'stopWorkflow' },
			{ thrown: { ...OWN, description: '' } },
			["it threw an error that is not the node's own: NodeApiError: There is no connection"],
		],
		[
			'under another setting',
			{ mode: 'always', onError: 'continueErrorOutput' },
			{ thrown: OWN },
			['it threw, which it may not under continueErrorOutput: There is no connection'],
		],
		[
			'where rows are put off',
			{ fault: 'window-text', mode: 'always', onError: 'stopWorkflow' },
			{ thrown: OWN },
			['it threw, which it may not under stopWorkflow: There is no connection'],
		],
		[
			'after an answer',
			{ mode: 'always', onError: 'stopWorkflow' },
			{ thrown: OWN, requests: [requestFor(QUESTION)] },
			['it threw although it had been answered: There is no connection'],
		],
	])('%s', (_what, cell, seen, sentences) =>
		expect(broken(seenAs({}, { items: [], ...seen }), expectedIn(cellWith(cell)))).toEqual(sentences),
	);

	it('may be thrown where the account puts off what it was asked for', () => {
		const cell = cellWith({
			fault: 'window-text',
			mode: 'always',
			operation: 'account.get',
			onError: 'stopWorkflow',
		});
		expect(broken(seenAs({}, { items: [], thrown: OWN }), expectedIn(cell))).toEqual([]);
	});

	it('are thrown under Stop Workflow where nobody was answered', () => {
		expect(broken(seenAs(ALL_FAILED), expectedIn(STOP))).toEqual(['nobody was answered, and no error was thrown']);
	});
});

describe('at the service', () => {
	it.each<[string, string, Partial<Seen>, string[]]>([
		[
			'a question is asked too often',
			'reset',
			{ requests: [1, 2, 3].map(() => requestFor(QUESTION, { fate: 'lost' })) },
			[`${QUESTION} was asked 3 times, more than 2`],
		],
		['another tool is asked', 'reset', { requests: [requestFor('get_account')] }, ['it asked get_account']],
		[
			'a key follows a redirect',
			'redirect-elsewhere',
			{ strays: 2 },
			['2 requests reached somebody who must not have the key'],
		],
		[
			'what was answered is paid again',
			'reset',
			{ requests: [requestFor(QUESTION), requestFor(QUESTION)], charges: [chargeFor(QUESTION)] },
			[`${QUESTION} was charged again although its answer had arrived`],
		],
		['a miss costs nothing again', 'reset', { requests: [requestFor(QUESTION), requestFor(QUESTION)] }, []],
	])('%s', (_what, fault, seen, sentences) =>
		expect(broken(seenAs({}, seen), expectedIn(cellWith({ fault })))).toEqual(sentences),
	);
});

it('of a run that did not end, nothing else is told', () => {
	expect(broken(seenAs({}, { items: [], took: Infinity }), expectedIn(FIRST))).toEqual([
		expect.stringMatching(/for ever/),
	]);
});

it.each([
	[Infinity, /^it took for ever, more than \d+ ms$/],
	[10_000_000, /^it took 10000000 ms, more than \d+ ms$/],
])('a run of %p ms takes too long', (took, sentence) => {
	expect(broken(seenAs({}, { took }), expectedIn(FIRST))).toEqual([expect.stringMatching(sentence)]);
});
