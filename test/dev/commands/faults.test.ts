import { allCells } from '../../../dev/faultMatrix/cells';
import { FAULTS } from '../../../dev/faultMatrix/faults';
import { OPERATIONS } from '../../../dev/faultMatrix/operations';
import { runCells } from '../../../dev/faultMatrix/runCells';
import { packedTypes } from '../../support/node/nodeRun';

it.each(OPERATIONS)('$name has every kind of row, and keeps all promises', async ({ name, kind }) => {
	const cells = allCells(FAULTS.filter((fault) => ['informational', '418', 'window-text'].includes(fault.name)));
	const results = await runCells(
		await packedTypes(),
		cells.filter(({ operation, mode }) => operation.name === name && mode === 'always'),
	);
	expect(results.flatMap(({ verdict: decision }) => decision.broken)).toEqual([]);
	const statuses = results[0].baseline.map(({ status }) => status);
	expect([...new Set(statuses)].sort()).toEqual(
		kind === 'account' ? ['found'] : ['found', 'invalid', 'not_found', 'skipped'],
	);
});
