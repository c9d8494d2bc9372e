import { inARow, workflowOf, type Part, type Step } from '../../../../dev/benchmark/contenders/contender';

const RUN_URL = 'http://127.0.0.1:1/run';
const COLUMNS = { status: 'enriched_status', answer: 'enriched_personal_email' };

const step = (name: string): Step => ({ name, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} });

const LOOP: Part = {
	steps: [step('Loop'), step('Ask')],
	lines: { Loop: [[], ['Ask']], Ask: [['Loop']] },
	last: { step: 'Loop', output: 0, ...COLUMNS },
};

/** Where the outputs of each node lead, by name alone. */
const linesIn = (part: Part) =>
	Object.fromEntries(
		Object.entries(workflowOf(part, RUN_URL).connections).map(([from, { main }]) => [
			from,
			main.map((output) => (output ?? []).map(({ node }) => node)),
		]),
	);

it('puts steps one behind the other, the last of which has the result', () => {
	expect(inARow([step('A'), step('B'), step('C')], COLUMNS)).toEqual({
		steps: [step('A'), step('B'), step('C')],
		lines: { A: [['B']], B: [['C']] },
		last: { step: 'C', output: 0, ...COLUMNS },
	});
});

it('leads from the start over the rows and the contender to the receipt', () => {
	expect(linesIn(inARow([step('A'), step('B')], COLUMNS))).toEqual({
		Start: [['Rows']],
		Rows: [['A']],
		A: [['B']],
		B: [['Receipt']],
	});
});

it('leads a single step to the receipt', () => {
	expect(linesIn(inARow([step('A')], COLUMNS))).toEqual({ Start: [['Rows']], Rows: [['A']], A: [['Receipt']] });
});

it('takes the result of a loop from the output that is done', () => {
	expect(linesIn(LOOP)).toMatchObject({ Rows: [['Loop']], Loop: [['Receipt'], ['Ask']], Ask: [['Loop']] });
});

it('takes the result of any output, also one that leads on', () => {
	const part = (output: number): Part => ({
		steps: [step('A'), step('B')],
		lines: { A: [['B']] },
		last: { step: 'A', output, ...COLUMNS },
	});
	expect(linesIn(part(0)).A).toEqual([['B', 'Receipt']]);
	expect(linesIn(part(2)).A).toEqual([['B'], [], ['Receipt']]);
});

it('leaves a part as it is, for the next workflow', () => {
	const before = structuredClone(LOOP);
	const first = workflowOf(LOOP, RUN_URL);
	expect(LOOP).toEqual(before);
	expect(workflowOf(LOOP, RUN_URL)).toEqual(first);
});

it('tells the rows and the receipt where the run is measured, and the receipt its columns', () => {
	const { nodes } = workflowOf(inARow([step('A')], COLUMNS), RUN_URL);
	expect(nodes.map(({ name, parameters }) => [name, parameters])).toEqual([
		['Start', {}],
		['Rows', { runUrl: RUN_URL }],
		['A', {}],
		['Receipt', { runUrl: RUN_URL, status: 'enriched_status', answer: 'enriched_personal_email' }],
	]);
});

it('gives each node an id and a place of its own, and keeps what else it has', () => {
	const credentials = { httpHeaderAuth: { id: '1', name: 'Header' } };
	const { nodes } = workflowOf(
		inARow([{ ...step('A'), credentials, onError: 'continueRegularOutput' }], COLUMNS),
		RUN_URL,
	);
	for (const own of [nodes.map(({ id }) => id), nodes.map(({ position }) => position.join())])
		expect(new Set(own).size).toBe(nodes.length);
	expect(nodes[2]).toMatchObject({ credentials, onError: 'continueRegularOutput' });
});
