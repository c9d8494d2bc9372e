import type { Judgement } from './judge';

const MOST_COMPLAINTS = 20;

/** What all runs together came to. Counts are of rows where nothing else is said. */
export class Tally {
	runs = 0;
	/** Runs that ended with an error, as they may where no row was answered. */
	threw = 0;
	rows = 0;
	statuses: Record<string, number> = {};
	lost = 0;
	repeated = 0;
	wrong = 0;
	paidAgain = 0;
	requests = 0;
	tokens = 0;
	/** Runs that n8n did not bring to an end. */
	n8nFailures = 0;
	/** The first ones. */
	readonly complaints: string[] = [];

	add(run: string, rows: number, judged: Judgement): void {
		this.runs += 1;
		this.rows += rows;
		this.threw += 'thrown' in judged.statuses ? 1 : 0;
		for (const [status, count] of Object.entries(judged.statuses))
			this.statuses[status] = (this.statuses[status] ?? 0) + count;
		for (const name of ['lost', 'repeated', 'wrong', 'paidAgain', 'requests', 'tokens'] as const)
			this[name] += judged[name];
		for (const complaint of judged.complaints) this.complain(`${run}: ${complaint}`);
	}

	/** A run of which n8n told neither rows nor an error: its rows are lost. */
	addFailure(run: string, rows: number, why: string): void {
		this.runs += 1;
		this.rows += rows;
		this.lost += rows;
		this.n8nFailures += 1;
		this.complain(`${run}: n8n did not bring it to an end: ${why}`);
	}

	private complain(sentence: string): void {
		if (this.complaints.length < MOST_COMPLAINTS) this.complaints.push(sentence);
	}
}
