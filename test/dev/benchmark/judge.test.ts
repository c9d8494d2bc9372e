import { judge, type Evidence, type ResultRow } from '../../../dev/benchmark/judge';
import type { Expected } from '../../../dev/benchmark/sheet';
import type { LedgerEntry } from '../../../dev/sandbox/ledger';

const TOOL = 'example_tool';
/** Two rows of one person who is found, one who is not, and one more who is found. */
const EXPECTED: readonly Expected[] = [
	{ key: 'ada', answer: 'ada@example.com' },
	{ key: 'bob', answer: null },
	{ key: 'ada', answer: 'ada@example.com' },
	{ key: 'cy', answer: 'cy@example.com' },
];
const OUTPUT: readonly ResultRow[] = EXPECTED.map(({ answer }, place) => ({
	id: place + 1,
	status: answer === null ? 'not_found' : 'found',
	answer,
}));

const request = (keys: readonly string[], charged: readonly string[] = [], status = 200): LedgerEntry => ({
	...{ number: 1, time: 0, tool: TOOL, code: null, phone: 'without', tokens: charged.length, records: 0 },
	...{ fate: 'answered', keys, charged, status },
});

const judged = (evidence: Partial<Evidence>) =>
	judge({ expected: EXPECTED, output: OUTPUT, requests: [], charges: [], balance: Infinity, ...evidence });

it('judge counts a perfect run', () => {
	const charges = ['ada', 'cy'].map((key) => ({ tool: TOOL, key, times: 1, tokens: 1 }));
	const requests = [request([], [], 429), request([], [], 500), request(['ada', 'bob', 'cy'], ['ada', 'cy'])];
	expect(judged({ requests, charges })).toEqual({
		...{ back: 4, repeated: 0, wrong: 0, right: 4, attainable: 4, paidAgain: 0 },
		...{ tokens: 2, wasted: 0, requests: 3, refused: 1, failed: 1 },
	});
});

it.each([
	['the status ok of the service as found', { id: 1, status: 'ok', answer: 'ada@example.com' }, { right: 4 }],
	['a stranger as wrong', { id: 1, status: 'found', answer: 'cy@example.com' }, { right: 3, wrong: 1 }],
	['a failure as neither right nor wrong', { id: 1, status: 'failed', answer: null }, { right: 3, wrong: 0 }],
	['an unknown row as repeated', { id: 9, status: 'found', answer: null }, { back: 3, repeated: 1, right: 3 }],
])('judge counts %s', (_name, row, counts) => {
	expect(judged({ output: [row, ...OUTPUT.slice(1)] })).toMatchObject(counts);
});

it('judge counts rows that a short balance covers, in the order of the lookups', () => {
	const inOrder = (...keys: string[]) => judged({ requests: [request(keys)], balance: 1 }).attainable;
	expect(inOrder('ada', 'bob', 'cy')).toBe(2);
	expect(inOrder('bob', 'cy')).toBe(2);
	expect(inOrder('bob', 'ada')).toBe(3);
});

it('judge counts charges without a right row, and repeated charges, as wasted', () => {
	const requests = [request(['ada', 'cy'], ['ada', 'cy']), request(['ada'], ['ada'])];
	const charges = [
		{ tool: TOOL, key: 'ada', times: 2, tokens: 2 },
		{ tool: TOOL, key: 'cy', times: 1, tokens: 1 },
	];
	const output = OUTPUT.slice(0, 3);
	expect(judged({ requests, charges, output })).toMatchObject({ paidAgain: 1, tokens: 3, wasted: 2 });
});
