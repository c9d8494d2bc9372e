import { alternate } from '../../../../dev/benchmark/cold/alternate';

it('measures in turn, one at a time, and does not count the first round', async () => {
	const asked: string[] = [];
	let underWay = 0;
	const measured = await alternate(['empty', 'ours'], 2, async (thing) => {
		expect(underWay).toBe(0);
		underWay += 1;
		asked.push(thing);
		await new Promise(setImmediate);
		underWay -= 1;
		return `${thing} ${asked.length}`;
	});
	expect(asked).toEqual(['empty', 'ours', 'empty', 'ours', 'empty', 'ours']);
	expect(measured).toEqual([
		['empty 3', 'empty 5'],
		['ours 4', 'ours 6'],
	]);
});

it('ends with the first that fails', async () => {
	const measure = jest.fn().mockRejectedValue(new Error('it hangs'));
	await expect(alternate(['empty', 'ours'], 2, measure)).rejects.toThrow('it hangs');
	expect(measure).toHaveBeenCalledTimes(1);
});
