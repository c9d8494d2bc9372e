import { markdownOf } from '../../../../dev/benchmark/report/markdown';
import type { BenchTable } from '../../../../dev/benchmark/report/result';
import { barChart, lineChart } from './chartCases';
import { benchTable, LEGEND, MACHINE } from './tables';

const textOf = (...tables: BenchTable[]) => markdownOf({ machine: MACHINE, legend: LEGEND, latencyMs: 100, tables });

it('says who writes it, what held, on which machine, who is compared, and then a section for each table', () => {
	expect(textOf(benchTable())).toBe(`# Benchmark

\`npm run bench\` measures this and writes this file and its pictures. Do not edit them by hand: the next run overwrites them.

1 of 2 targets held. Missed in table 5b.

| Measured | 2026-01-31 |
|---|---|
| Processor | Example CPU 3000, 4 cores |
| Memory | 16.0 GiB |
| Kernel | Linux 6.1.0 |
| n8n | 2.41.1, on Node.js 24.1.0 |
| This package | 0.1.0 |
| Node.js of the benchmark | 20.1.0 |
| Sandbox | answers after 100 ms, where a table says nothing else |

## Who is compared

- **This node**: as it comes

## Table 5b: A large sheet

A sheet goes through each contender. The floor only sends.

| Contender | Time | What decides |
|---|---:|---|
| This node | 1.5 s | latency |
| One request for each row | 1,234.6 s | - |

| Must hold | Bound | Measured | Result |
|---|---:|---:|---|
| It is faster | at most 2 s | 1.5 s | held |
| It asks less | at most 10 | 11 | **missed** |

- One run each.

![Bar chart with a logarithmic scale: A sheet of 1,000 rows, in seconds. The table above has the numbers.](images/bench-time.svg)
`);
});

it('leaves out what a table has none of', () => {
	const section = textOf(benchTable({ targets: [], notes: [], charts: [] })).split('## ')[2];
	expect(section).toBe(`Table 5b: A large sheet

A sheet goes through each contender. The floor only sends.

| Contender | Time | What decides |
|---|---:|---|
| This node | 1.5 s | latency |
| One request for each row | 1,234.6 s | - |
`);
});

it('counts the targets of all tables, and names those where one was missed', () => {
	const held = benchTable({ id: '1', targets: [{ what: 'It ends', bound: 'yes', measured: 'yes', held: true }] });
	expect(textOf(held, held)).toContain('\n2 of 2 targets held.\n');
	expect(textOf(benchTable({ id: '2' }), held, benchTable({ id: '3' }))).toContain(
		'\n3 of 5 targets held. Missed in tables 2, 3.\n',
	);
});

it('keeps a cell in its cell', () => {
	expect(textOf(benchTable({ rows: [['a | b', '1\n2', '`c|d`']] }))).toContain('\n| a \\| b | 1 2 | `c\\|d` |\n');
});

it('describes each picture in words', () => {
	const text = textOf(
		benchTable({ charts: [lineChart({ file: 'growth', title: 'Heap [worst]' }), barChart({ scale: 'linear' })] }),
	);
	expect(text).toContain(
		'\n![Line chart: Heap \\[worst\\], in seconds. The table above has the numbers.](images/bench-growth.svg)\n',
	);
	expect(text).toContain(
		'\n![Bar chart: A sheet of 1,000 rows, in seconds. The table above has the numbers.](images/bench-time.svg)\n',
	);
});
