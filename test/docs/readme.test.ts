import { readPage } from '../support/pageTable';

it('the README quotes only rows that the tables of docs/benchmark.md have', () => {
	const benchmark = readPage('docs/benchmark.md').split('\n');
	const [, measured = ''] = /\n## Measured\n([\s\S]*?)\n## /.exec(readPage('README.md')) ?? [];
	const rows = measured.split('\n').filter((line) => line.startsWith('|') && !/^\|[-:|]+\|$/.test(line));
	expect(rows.length).toBeGreaterThan(5);
	expect(rows.filter((row) => !benchmark.includes(row))).toEqual([]);
});
