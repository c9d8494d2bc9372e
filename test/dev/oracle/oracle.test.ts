import { checkAnswer, complaints, Oracle, type ExpectedAnswer, type OutputRow } from '../../../dev/oracle/oracle';

const TOOL = 'some_tool';
const BLANK: ExpectedAnswer = { is: 'blank' };
const INVALID: ExpectedAnswer = { is: 'invalid' };
const MISS: ExpectedAnswer = { is: 'miss' };
const HIT: ExpectedAnswer = { is: 'hit', answer: 'ada@example.com' };

it.each<[string, ExpectedAnswer, string, unknown, isAccepted: boolean]>([
	['a blank row that was skipped', BLANK, 'skipped', null, true],
	['an invalid row', INVALID, 'invalid', '', true],
	['a miss that was deferred', MISS, 'deferred', undefined, true],
	['a hit', HIT, 'found', 'ada@example.com', true],
	['a hit that was deferred and keeps its earlier answer', HIT, 'deferred', 'ada@example.com', true],
	['a blank row that was looked up', BLANK, 'not_found', null, false],
	['an invalid row that was looked up', INVALID, 'found', null, false],
	["a miss with another person's answer", MISS, 'not_found', 'eve@example.com', false],
	['a hit reported as a miss', HIT, 'not_found', null, false],
	['a hit without its answer', HIT, 'found', null, false],
	["a failed row with another person's answer", HIT, 'failed', 'eve@example.com', false],
	['an unknown status', HIT, 'ok', 'ada@example.com', false],
])('checkAnswer judges %s', (_name, expected, status, answer, isAccepted) => {
	expect(checkAnswer(expected, { status, answer }) === null).toBe(isAccepted);
});

const request = (charged: string[], fate: 'answered' | 'lost' = 'answered') => ({ tool: TOOL, charged, fate });
const rows = (...links: Array<number | null>): OutputRow[] => links.map((row) => ({ row, problem: null }));

function report(requests: Array<ReturnType<typeof request>>, output: OutputRow[]) {
	const oracle = new Oracle(3);
	for (const one of requests) oracle.takeRequest(one);
	for (const one of output) oracle.takeRow(one);
	return oracle.report();
}

it.each([
	['nothing if every row comes once, in any order', rows(2, 0, 1), {}],
	['a lost row', rows(0, 2), { lost: [1] }],
	['items that belong to no row or come twice', rows(0, 1, 1, 2, 3, null), { repeated: 3 }],
	['a wrong row', [...rows(0, 1), { row: 2, problem: 'is wrong' }], { wrong: ['row 2 is wrong'] }],
])('Oracle reports %s', (_name, output, expected) => {
	expect(report([], output)).toEqual({ lost: [], repeated: 0, wrong: [], paidAgain: [], ...expected });
	expect(complaints(report([], output))).toHaveLength(Object.keys(expected).length);
});

it.each([
	['a second charge after a delivered answer', [request(['a']), request(['b', 'a'])], 1],
	['two charges in one request', [request(['a', 'b', 'a'])], 1],
	['no retry after a lost answer', [request(['a'], 'lost'), request(['a'])], 0],
	['no charge by another tool', [request(['a']), { ...request(['a']), tool: 'other_tool' }], 0],
])('Oracle reports %s', (_name, requests, times) => {
	expect(report(requests, rows(0, 1, 2)).paidAgain).toEqual(Array(times).fill(`${TOOL} a`));
});

it('Oracle reports a row that lacks an answer that was paid for and delivered', () => {
	const output = [{ row: 0, problem: null, missing: [`${TOOL} a`] }, ...rows(1, 2)];
	const sentence = `row 0 lacks the answer to ${TOOL} a, which was paid for`;
	expect(report([request(['a'])], output).wrong).toEqual([sentence]);
	expect(report([request(['a'], 'lost')], output).wrong).toEqual([]);
});
