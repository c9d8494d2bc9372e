import { judge } from '../../../dev/benchmark/judge';
import type { Expected } from '../../../dev/benchmark/sheet';
import { unnumbered } from '../../support/ledgerEntries';

const TOOL = 'example_tool';
/** Two rows of one person who is found, one who is not, and one more who is found. */
const EXPECTED: readonly Expected[] = [
	{ key: 'ada', answer: 'ada@example.com 12025550123' },
	{ key: 'bob', answer: null },
	{ key: 'ada', answer: 'ada@example.com' },
	{ key: 'cy', answer: 'cy@example.com' },
];
const request = (...keys: string[]) => ({ number: 1, ...unnumbered({ tool: TOOL, keys, charged: keys }) });

it('judge counts charges without a right row, repeated charges, and rows that a short balance covers', () => {
	const charges = [
		{ tool: TOOL, key: 'ada', times: 2, tokens: 2 },
		{ tool: TOOL, key: 'cy', times: 1, tokens: 1 },
	];
	const output = [
		{ id: 1, status: 'found', answer: 'ada@example.com +12025550123' },
		{ id: 2, status: 'not_found', answer: null },
		{ id: 3, status: 'ok', answer: 'eve@example.com' },
		{ id: 9, status: 'found', answer: null },
	];
	const requests = [request('bob', 'ada'), request('ada')];
	expect(judge({ expected: EXPECTED, output, requests, charges, balance: 1 })).toEqual({
		...{ back: 3, repeated: 1, wrong: 1, right: 2, attainable: 3, paidAgain: 1 },
		...{ tokens: 3, wasted: 2, requests: 2, refused: 0, failed: 0 },
	});
});
