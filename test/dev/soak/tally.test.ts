import type { Judgement } from '../../../dev/soak/judge';
import { Tally } from '../../../dev/soak/tally';

const judged = (set: Partial<Judgement> = {}): Judgement => ({
	statuses: { found: 6, skipped: 4 },
	lost: 0,
	repeated: 0,
	wrong: 0,
	paidAgain: 0,
	requests: 3,
	tokens: 6,
	complaints: [],
	...set,
});

it('adds up runs', () => {
	const tally = new Tally();
	tally.add('one', 10, judged());
	tally.add(
		'two',
		12,
		judged({
			statuses: { found: 5, failed: 2 },
			lost: 1,
			repeated: 2,
			wrong: 3,
			paidAgain: 4,
			complaints: ['odd'],
		}),
	);
	tally.add('three', 5, judged({ statuses: { thrown: 5 }, requests: 0, tokens: 0 }));
	expect(tally).toMatchObject({
		runs: 3,
		threw: 1,
		rows: 27,
		statuses: { found: 11, skipped: 4, failed: 2, thrown: 5 },
	});
	expect(tally).toMatchObject({
		lost: 1,
		repeated: 2,
		wrong: 3,
		paidAgain: 4,
		requests: 6,
		tokens: 12,
		n8nFailures: 0,
		complaints: ['two: odd'],
	});
});

it('takes the rows of a run that n8n did not bring to an end for lost', () => {
	const tally = new Tally();
	tally.addFailure('one', 10, 'HTTP 503');
	expect(tally).toMatchObject({
		runs: 1,
		rows: 10,
		lost: 10,
		n8nFailures: 1,
		complaints: ['one: n8n did not bring it to an end: HTTP 503'],
	});
});

it('keeps the first complaints alone', () => {
	const tally = new Tally();
	for (let run = 0; run < 100; run++) tally.add(`run ${run}`, 1, judged({ complaints: ['odd'] }));
	expect(tally.complaints).toHaveLength(20);
	expect(tally.complaints[0]).toBe('run 0: odd');
});
