import { repeat } from '../../../../dev/benchmark/ground/repeat';
import { until } from '../../../support/until';

const EVERY_MS = 1;

it('does something at once, and then again and again', async () => {
	const work = jest.fn().mockResolvedValue(undefined);
	const end = repeat(EVERY_MS, work);
	expect(work).toHaveBeenCalledTimes(1);
	await until(() => work.mock.calls.length >= 3);
	await end();
});

it('does it one time after another, never twice at a time', async () => {
	let underWay = 0;
	let most = 0;
	let times = 0;
	const end = repeat(EVERY_MS, async () => {
		underWay += 1;
		most = Math.max(most, underWay);
		await new Promise(setImmediate);
		underWay -= 1;
		times += 1;
	});
	await until(() => times >= 3);
	await end();
	expect(most).toBe(1);
	expect(underWay).toBe(0);
});

it('ends once what is under way is done, and does nothing more', async () => {
	let finish = (): void => undefined;
	const work = jest.fn(
		() =>
			new Promise<void>((resolve) => {
				finish = resolve;
			}),
	);
	const ended = jest.fn();
	const ending = repeat(EVERY_MS, work)().then(ended);
	await new Promise(setImmediate);
	expect(ended).not.toHaveBeenCalled();
	finish();
	await ending;
	expect(work).toHaveBeenCalledTimes(1);
});

it('tells at the end what it failed with, and was not done again', async () => {
	const work = jest.fn().mockRejectedValue(new Error('the program has ended'));
	const end = repeat(EVERY_MS, work);
	// By then Node.js has taken a failure that nobody hears for one of the whole process.
	await new Promise(setImmediate);
	await expect(end()).rejects.toThrow('the program has ended');
	expect(work).toHaveBeenCalledTimes(1);
});
