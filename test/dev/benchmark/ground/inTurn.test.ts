import { inTurn } from '../../../../dev/benchmark/ground/inTurn';

/** Work whose tasks end when they are told to. */
function openWork() {
	const begun: string[] = [];
	const ends = new Map<string, { resolve(result: string): void; reject(reason: Error): void }>();
	const work = (task: string) =>
		new Promise<string>((resolve, reject) => {
			begun.push(task);
			ends.set(task, { resolve, reject });
		});
	/** Ends a task, and lets what follows from that happen. */
	const settle = async (end: () => void) => {
		end();
		await new Promise(setImmediate);
	};
	return {
		begun,
		work,
		finish: async (task: string) => await settle(() => ends.get(task)?.resolve(`${task} done`)),
		fail: async (task: string) => await settle(() => ends.get(task)?.reject(new Error(`${task} failed`))),
	};
}

it('has only so much under way, and begins the next one when one is done', async () => {
	const { begun, work, finish } = openWork();
	const done = inTurn(['a', 'b', 'c', 'd'], 2, work);
	expect(begun).toEqual(['a', 'b']);
	await finish('b');
	expect(begun).toEqual(['a', 'b', 'c']);
	await finish('c');
	await finish('d');
	await finish('a');
	expect(await done).toEqual(['a done', 'b done', 'c done', 'd done']);
});

it.each([
	['fewer tasks than may be under way', ['a']],
	['none', []],
])('is content with %s', async (_what, tasks: string[]) => {
	expect(await inTurn(tasks, 5, (task) => Promise.resolve(task))).toEqual(tasks);
});

it('begins nothing more once one fails, lets what is under way end, and then throws what the first one threw', async () => {
	const { begun, work, finish, fail } = openWork();
	const ended = jest.fn();
	const done = inTurn(['a', 'b', 'c', 'd'], 3, work).finally(ended);
	const caught = expect(done).rejects.toThrow('b failed');
	await fail('b');
	await fail('a');
	expect(ended).not.toHaveBeenCalled();
	await finish('c');
	await caught;
	expect(begun).toEqual(['a', 'b', 'c']);
});
