import Table from 'cli-table3';
import type { RunReport } from './checkRun';
import { growthText, isLeak, MEASURES, type Growth, type Sample } from './growth';

const MUST_BE_ZERO = [
	'rows lost',
	'rows returned twice',
	'rows wrong',
	'lookups paid again',
	'runs not finished by n8n',
	'requests for people of no active run',
] as const;

type Count =
	| (typeof MUST_BE_ZERO)[number]
	| 'runs'
	| 'runs ended with an error'
	| 'runs not started, too many active'
	| 'rows'
	| `status ${string}`
	| 'requests'
	| 'account checks';

const MAX_COMPLAINTS = 20;
const format = (count: number) => count.toLocaleString('en-US');

/** Totals over all runs. */
export class Totals {
	/** The first complaints. */
	readonly complaints: string[] = [];
	private readonly counts = new Map<Count, number>();

	count(name: Count, by = 1): void {
		this.counts.set(name, (this.counts.get(name) ?? 0) + by);
	}

	/** @param report undefined if n8n returned neither rows nor an error */
	addRun(run: string, { rows, requests }: { rows: number; requests: number }, report: RunReport | undefined): void {
		this.count('runs');
		this.count('rows', rows);
		this.count('requests', requests);
		this.count('runs not finished by n8n', report === undefined ? 1 : 0);
		this.count('runs ended with an error', 'thrown' in (report?.statuses ?? {}) ? 1 : 0);
		this.count('rows lost', report?.lost.length ?? rows);
		this.count('rows returned twice', report?.repeated ?? 0);
		this.count('rows wrong', report?.wrong.length ?? 0);
		this.count('lookups paid again', report?.paidAgain.length ?? 0);
		for (const [status, count] of Object.entries(report?.statuses ?? {})) this.count(`status ${status}`, count);
		for (const complaint of report?.complaints ?? []) this.complain(`${run}: ${complaint}`);
	}

	complain(sentence: string): void {
		if (this.complaints.length < MAX_COMPLAINTS) this.complaints.push(sentence);
	}

	/** Returns a sentence for each broken promise, none if all held. */
	broken(growths: readonly Growth[]): string[] {
		const count = (name: Count) => this.counts.get(name) ?? 0;
		return [
			...MUST_BE_ZERO.filter((name) => count(name) > 0).map((name) => `${name}: ${format(count(name))}`),
			...(count('status found') > 0 ? [] : ['no row was found']),
			...growths.filter(isLeak).map((growth) => `${growth.measure.name}: ${growthText(growth)}`),
		];
	}

	minuteLine(minute: number, sample: Sample | undefined): string {
		const held =
			sample === undefined ? [] : MEASURES.map(({ name, of, format }) => `${name} ${format(of(sample))}`);
		const names = ['runs', 'rows', 'rows lost', 'rows wrong', 'lookups paid again'] as const;
		const counts = names.map((name) => `${name} ${format(this.counts.get(name) ?? 0)}`);
		return `${String(minute).padStart(4)} min  ${[...counts, ...held].join(', ')}`;
	}

	/** A text table of the whole soak. */
	table(growths: readonly Growth[]): string {
		const table = new Table({ style: { head: [], border: [], compact: true } });
		const counts = [...this.counts].sort(([a], [b]) => a.localeCompare(b));
		table.push(
			...counts.map(([name, count]) => [name, format(count)]),
			...growths.map((growth) => [growth.measure.name, growthText(growth)]),
		);
		return table.toString();
	}
}
