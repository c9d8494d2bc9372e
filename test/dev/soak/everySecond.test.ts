import { everySecond } from '../../../dev/soak/everySecond';

it('begins the next one while the last is under way, a second later, and waits for all', async () => {
	const begun: number[] = [];
	const ended: number[] = [];
	const start = performance.now();
	let letGo: () => void = () => undefined;
	const held = new Promise<void>((resolve) => {
		letGo = resolve;
	});
	const late = await everySecond(
		2,
		async (number) => {
			begun.push(number);
			if (number === 1) setImmediate(letGo);
			await held;
			ended.push(number);
		},
		new AbortController().signal,
	);
	expect(begun).toEqual([0, 1]);
	expect(ended).toEqual([0, 1]);
	expect(performance.now() - start).toBeGreaterThanOrEqual(1_000);
	expect(late).toBeLessThan(performance.now() - start);
});

it('begins nothing more once it is told to end', async () => {
	const begun: number[] = [];
	const over = new AbortController();
	const begin = async (number: number) => {
		begun.push(number);
		over.abort();
	};
	await everySecond(1_000, begin, over.signal);
	expect(begun).toEqual([0]);
});

it('tells how late the latest one was begun', async () => {
	const block = (ms: number) => {
		for (const end = performance.now() + ms; performance.now() < end;);
	};
	const late = await everySecond(
		2,
		async (number) => (number === 0 ? block(1_300) : undefined),
		new AbortController().signal,
	);
	expect(late).toBeGreaterThanOrEqual(300);
});
