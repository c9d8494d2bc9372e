import { plainTextOf } from '../../../../dev/benchmark/report/terminal';
import { benchTable } from './tables';

it('aligns the columns, and says of each target whether it held', () => {
	expect(plainTextOf(benchTable())).toBe(`Table 5b: A large sheet
A sheet goes through each contender. The floor only sends.

Contender                      Time  What decides
------------------------  ---------  ------------
This node                     1.5 s  latency
One request for each row  1,234.6 s  -

held    It is faster: 1.5 s (at most 2 s)
MISSED  It asks less: 11 (at most 10)

- One run each.`);
});

it('ends with the table where there are neither targets nor notes', () => {
	expect(plainTextOf(benchTable({ targets: [], notes: [] }))).toMatch(/One request for each row {2}1,234\.6 s {2}-$/);
});
