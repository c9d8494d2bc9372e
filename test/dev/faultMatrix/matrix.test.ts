import { FAULTS } from '../../../dev/faultMatrix/catalogue';
import { ON_ERROR } from '../../../dev/faultMatrix/expectation';
import { cellsOf, runMatrix } from '../../../dev/faultMatrix/matrix';
import { OPERATIONS } from '../../../dev/faultMatrix/operations';
import { quietDay } from '../../../dev/faultMatrix/runCell';
import { packedTypes } from '../../support/nodeRun';
import { faultNamed } from './cell';

const quick = ['not-tls', 'reset-charged', '418', 'redirect-elsewhere', 'window-text'].map(faultNamed);

it('every fault in its modes, every operation, every On Error', () => {
	const cells = cellsOf(FAULTS);
	const modes = FAULTS.reduce((count, { modes: { length } }) => count + length, 0);
	expect(cells).toHaveLength(modes * OPERATIONS.length * ON_ERROR.length);
	expect(
		new Set(cells.map(({ fault, mode, operation, onError }) => [fault.name, mode, operation.name, onError].join()))
			.size,
	).toBe(cells.length);
});

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
	it('has every kind of row on a quiet day', async () => {
		const statuses = (await quietDay(await packedTypes(), operation)).map(({ status }) => status);
		expect([...new Set(statuses)].sort()).toEqual(
			operation.kind === 'account' ? ['found'] : ['found', 'invalid', 'not_found', 'skipped'],
		);
	});

	it('knows by which answers a row is found, and asks nobody about one that is idle', async () => {
		const cells = cellsOf([faultNamed('informational')]).filter(
			(cell) => cell.operation === operation && cell.mode === 'always' && cell.onError === 'stopWorkflow',
		);
		const [{ seen, broken }] = await runMatrix(await packedTypes(), cells);
		expect(broken).toEqual([]);
		const asked = new Set(
			seen.requests.flatMap(({ tool, keys }) =>
				keys.length === 0 ? [tool] : keys.map((key) => `${tool} ${key}`),
			),
		);
		const isAnswered = operation.rows.map(({ answeredBy }) => answeredBy.some((question) => asked.has(question)));
		const found = seen.items.flatMap(({ rows, status }) => (status === 'found' ? rows : []));
		const idle = seen.items.flatMap(({ rows, status }) =>
			status === 'skipped' || status === 'invalid' ? rows : [],
		);
		expect(found.filter((row) => !isAnswered[row])).toEqual([]);
		expect(idle.filter((row) => operation.rows[row].answeredBy.length > 0)).toEqual([]);
	});
});

it('some of it, over real sockets: every promise holds', async () => {
	const alone = cellsOf([faultNamed('clock-set-back')]).filter(
		({ operation, onError }) => operation.name === 'personalEmail.findBest' && onError === 'stopWorkflow',
	);
	const cells = [...alone, ...cellsOf(quick).filter(({ operation: { kind } }) => kind === 'lookup')];
	const results = await runMatrix(await packedTypes(), cells);
	expect(results.map(({ cell }) => cell)).toEqual(cells);
	expect(results.flatMap(({ broken }) => broken)).toEqual([]);
	const redirected = results.filter(
		({ cell: { fault, mode } }) => fault.name === 'redirect-elsewhere' && mode === 'always',
	);
	expect(redirected.every(({ seen: { requests } }) => requests.length > 0)).toBe(true);
});
