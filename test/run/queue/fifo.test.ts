import fc from 'fast-check';
import { Fifo } from '../../../nodes/IdentityResolution/run/queue/queue';

it('Fifo returns every item once and in order', () => {
	const step = fc.oneof(fc.record({ push: fc.integer() }), fc.record({ take: fc.integer({ min: 1, max: 5 }) }));
	fc.assert(
		fc.property(fc.array(step), (steps) => {
			const fifo = new Fifo<number>();
			const pushed: number[] = [];
			const removed: number[] = [];
			for (const one of steps) {
				if ('push' in one) {
					fifo.push(one.push);
					pushed.push(one.push);
				} else removed.push(...fifo.takeWhile(() => true, one.take));
				expect(fifo.length).toBe(pushed.length - removed.length);
				expect(fifo.first).toBe(pushed[removed.length] ?? null);
			}
			expect([...removed, ...fifo.clear()]).toEqual(pushed);
			expect(fifo.length).toBe(0);
		}),
	);
});

it('takeWhile stops at the first item that does not match', () => {
	const fifo = new Fifo<number>();
	for (const one of [2, 4, 5, 6]) fifo.push(one);
	expect(fifo.takeWhile((one) => one % 2 === 0, 10)).toEqual([2, 4]);
	expect(fifo.takeWhile((one) => one % 2 === 0, 10)).toEqual([]);
	expect(fifo.first).toBe(5);
});
