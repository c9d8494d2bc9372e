import { atLeast, atMost, sectionOf, whole } from '../../../dev/benchmark/report';

const TABLE = {
	...{ id: '4', title: 'When things go wrong', work: 'Two rows.', head: ['', 'lost'], notes: ['A note.'] },
	rows: [
		['one', '0'],
		['other', '3'],
	],
};
const linesOf = (...targets: Array<ReturnType<typeof atMost> & { where?: string }>) =>
	sectionOf({ ...TABLE, targets })
		.split('\n\n')
		.at(-1)
		?.split('\n');

it('sectionOf returns a heading, the work, a table and a list', () => {
	const [heading, work, table] = sectionOf({ ...TABLE, targets: [] }).split('\n\n');
	expect([heading, work]).toEqual(['## Table 4: When things go wrong', 'Two rows.']);
	expect(table).toBe('|  | lost |\n|---|---:|\n| one | 0 |\n| other | 3 |');
});

it('sectionOf names the row of a missed target, and lists it before the others', () => {
	const missed = { ...atMost('Rows lost', 3, 0, whole), where: 'other' };
	expect(linesOf(atMost('Time', 0.5, 1), missed)).toEqual([
		'- **Missed**: Rows lost, other (at most 0): 3.',
		'- Held: Time (at most 1.00 ×): 0.50 ×.',
		'- A note.',
	]);
});

it('sectionOf lists a held target once, with each different measurement', () => {
	const held = [7, 8, 7].map((back, row) => ({ ...atLeast('Rows back', back, 7, whole), where: `row ${row}` }));
	expect(linesOf(...held)).toEqual(['- Held: Rows back (at least 7): 7, 8.', '- A note.']);
});
