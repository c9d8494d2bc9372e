import { allCells, sampleCells, type Cell } from '../../../dev/faultMatrix/cells';
import { isForContract, OPERATIONS } from '../../../dev/faultMatrix/operations';
import { OPERATIONS as INTERFACE } from '../../../nodes/IdentityResolution/actions/panel/operations';

it('operations are the whole public interface', () => {
	const names = INTERFACE.map(({ resource, operation }) => `${resource}.${operation}`);
	const own = OPERATIONS.filter((operation) => !isForContract(operation)).map(({ name }) => name);
	expect(own.sort()).toEqual(names.sort());
	expect(OPERATIONS.filter(isForContract).map(({ name }) => name)).toEqual(['person.resolve.contract']);
});

it('a sample covers every fault, mode, operation and On Error setting, and depends on its seed alone', () => {
	const sample = sampleCells(200, 7);
	const distinct = (cells: readonly Cell[], name: (cell: Cell) => string) => new Set(cells.map(name)).size;
	expect(new Set(sample).size).toBe(200);
	for (const name of [
		({ fault, mode }: Cell) => fault.name + mode,
		({ operation }: Cell) => operation.name,
		({ onError }: Cell) => onError,
	])
		expect(distinct(sample, name)).toBe(distinct(allCells(), name));
	expect(sampleCells(200, 7)).toEqual(sample);
});
