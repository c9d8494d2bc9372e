import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import { complaints, type OracleReport } from '../oracle/oracle';
import { reachedIn, StateCounts, type TracedRequest } from '../oracle/rareStates';
import { MEASURES, type Growth, type Sample } from './growth';

const MUST_BE_ZERO = [
	'rows lost',
	'rows returned twice',
	'rows wrong',
	'lookups paid again',
	'runs not finished by n8n',
	'requests for people of no active run',
] as const;

/** What the runs must have met. A soak of a few minutes may not. */
const STATES = [
	'a batch was cut in the middle',
	'a window closed and reopened',
	'the rate limit was met',
	'the balance was used up',
	'the phone allowance was used up, and lookups went on without phone',
	'a lost answer came with the next attempt',
	'a lost answer was charged again',
	'a failed batch was halved',
	'a tool recovered from an outage',
	'a tool was closed while another one went on',
	'the key was refused after answers',
] as const;

const MAX_COMPLAINTS = 20;
const format = (count: number) => count.toLocaleString('en-US');

/** Totals over all runs. */
export class Totals {
	/** The first complaints. */
	readonly complaints: string[] = [];
	private readonly counts = new Map<string, number>();
	private readonly states = new StateCounts(STATES);

	count(name: string, by = 1): void {
		this.counts.set(name, (this.counts.get(name) ?? 0) + by);
	}

	complain(sentence: string): void {
		if (this.complaints.length < MAX_COMPLAINTS) this.complaints.push(sentence);
	}

	addRun(name: string, output: readonly JsonObject[] | null, report: OracleReport): void {
		this.count('rows lost', report.lost.length);
		this.count('rows returned twice', report.repeated);
		this.count('rows wrong', report.wrong.length);
		this.count('lookups paid again', report.paidAgain.length);
		if (output === null) this.count('runs ended with an error');
		for (const { enriched_status: status } of output ?? []) this.count(`status ${String(status)}`);
		for (const complaint of complaints(report)) this.complain(`${name}: ${complaint}`);
	}

	/** @param requests of one run */
	addRequests(requests: readonly TracedRequest[]): void {
		this.count('requests', requests.length);
		this.states.add(reachedIn({ requests, log: [] }));
	}

	/** Returns a sentence for each broken promise, none if all held. */
	broken(growths: readonly Growth[]): string[] {
		const count = (name: string) => this.counts.get(name) ?? 0;
		return [
			...MUST_BE_ZERO.filter((name) => count(name) > 0).map((name) => `${name}: ${format(count(name))}`),
			...(count('status found') > 0 ? [] : ['no row was found']),
			...this.states.missed(),
			...growths.filter(({ isLeak }) => isLeak).map(({ name, text }) => `${name}: ${text}`),
		];
	}

	minuteLine(minute: number, sample: Sample | undefined): string {
		const held = sample === undefined ? [] : MEASURES.map((one) => `${one.name} ${one.format(sample[one.key])}`);
		const names = ['runs', 'rows', 'rows lost', 'rows wrong', 'lookups paid again'];
		const counts = names.map((name) => `${name} ${format(this.counts.get(name) ?? 0)}`);
		return `${String(minute).padStart(4)} min  ${[...counts, ...held].join(', ')}`;
	}

	/** The whole soak, a line each. */
	lines(growths: readonly Growth[]): string[] {
		return [
			...[...this.counts].sort().map(([name, count]) => `${name}: ${format(count)}`),
			...this.states.lines().map((line) => `runs in which ${line}`),
			...growths.map(({ name, text }) => `${name}: ${text}`),
		];
	}
}
