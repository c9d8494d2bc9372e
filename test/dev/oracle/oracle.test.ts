import { checkAnswer, complaints, Oracle, type ExpectedAnswer, type OutputRow } from '../../../dev/oracle/oracle';

const TOOL = 'some_tool';
const BLANK: ExpectedAnswer = { is: 'blank' };
const MISS: ExpectedAnswer = { is: 'miss' };
const HIT: ExpectedAnswer = { is: 'hit', answer: 'ada@example.com' };

it.each<[string, ExpectedAnswer, string, unknown]>([
	['a blank row that was skipped', BLANK, 'skipped', null],
	['an invalid row', { is: 'invalid' }, 'invalid', ''],
	['a miss', MISS, 'not_found', null],
	['a miss that was deferred', MISS, 'deferred', undefined],
	['a hit', HIT, 'found', 'ada@example.com'],
	['a hit that failed', HIT, 'failed', null],
	['a hit that was deferred and keeps its earlier answer', HIT, 'deferred', 'ada@example.com'],
])('checkAnswer accepts %s', (_name, expected, status, answer) => {
	expect(checkAnswer(expected, { status, answer })).toBeNull();
});

it.each<[string, ExpectedAnswer, string, unknown]>([
	['a blank row that was looked up', BLANK, 'not_found', null],
	['an invalid row that was looked up', { is: 'invalid' }, 'found', null],
	['a miss that was found', MISS, 'found', null],
	["a miss with another person's answer", MISS, 'not_found', 'eve@example.com'],
	['a hit reported as a miss', HIT, 'not_found', null],
	['a hit without its answer', HIT, 'found', null],
	["a failed row with another person's answer", HIT, 'failed', 'eve@example.com'],
	['an unknown status', HIT, 'ok', 'ada@example.com'],
])('checkAnswer rejects %s', (_name, expected, status, answer) => {
	expect(checkAnswer(expected, { status, answer })).not.toBeNull();
});

const request = (charged: string[], fate: 'answered' | 'lost' = 'answered') => ({ tool: TOOL, charged, fate });
const rows = (...links: Array<number | null>): OutputRow[] => links.map((row) => ({ row, problem: null }));

function report(requests: Array<ReturnType<typeof request>>, output: OutputRow[]) {
	const oracle = new Oracle(3);
	for (const one of requests) oracle.takeRequest(one);
	for (const one of output) oracle.takeRow(one);
	return oracle.report();
}

it('Oracle accepts every row once, in any order', () => {
	expect(complaints(report([request(['a', 'b'])], rows(2, 0, 1)))).toEqual([]);
});

it.each([
	['a lost row', rows(0, 2), { lost: [1] }],
	['a row that came back twice', rows(0, 1, 1, 2), { repeated: 1 }],
	['items that belong to no row', rows(0, 1, 2, 3, -1, Number.NaN, null), { repeated: 4 }],
	['a wrong row', [...rows(0, 1), { row: 2, problem: 'is wrong' }], { wrong: ['row 2 is wrong'] }],
])('Oracle reports %s', (_name, output, expected) => {
	expect(report([], output)).toEqual({ lost: [], repeated: 0, wrong: [], paidAgain: [], ...expected });
	expect(complaints(report([], output))).toHaveLength(1);
});

it.each([
	['a second charge after a delivered answer', [request(['a']), request(['b', 'a'])], 1],
	['two charges in one request', [request(['a', 'b', 'a'])], 1],
	['a charge after a retry that was answered', [request(['a'], 'lost'), request(['a']), request(['a'])], 1],
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
