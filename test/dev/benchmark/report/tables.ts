import type { Machine } from '../../../../dev/benchmark/report/machine';
import type { Explained } from '../../../../dev/benchmark/report/report';
import type { BenchTable } from '../../../../dev/benchmark/report/result';
import { barChart } from './chartCases';

export const MACHINE: Machine = {
	cpu: 'Example CPU 3000',
	cores: 4,
	memory: 16 * 2 ** 30,
	kernel: 'Linux 6.1.0',
	node: '20.1.0',
	versions: { n8n: '2.41.1', nodeOfN8n: '24.1.0', ours: '0.1.0' },
	day: '2026-01-31',
};

export const LEGEND: readonly Explained[] = [{ name: 'This node', what: 'as it comes' }];

/** With two rows, a target that was held and one that was missed, a note and a picture. */
export const benchTable = (set: Partial<BenchTable> = {}): BenchTable => ({
	id: '5b',
	title: 'A large sheet',
	work: 'A sheet goes through each contender. The floor only sends.',
	head: ['Contender', 'Time', 'What decides'],
	rows: [
		['This node', '1.5 s', 'latency'],
		['One request for each row', '1,234.6 s', '-'],
	],
	targets: [
		{ what: 'It is faster', bound: 'at most 2 s', measured: '1.5 s', held: true },
		{ what: 'It asks less', bound: 'at most 10', measured: '11', held: false },
	],
	notes: ['One run each.'],
	charts: [barChart()],
	...set,
});
