import * as fc from 'fast-check';
import { drawsOf } from '../../../dev/sandbox/random';
import { growthOver, leastOf } from '../../../dev/soak/growth';
import type { Sample } from '../../../dev/soak/watch';

const MB = 1e6;
const MINUTES = 30;
const EVERY_MS = 3_000;
const COUNT = (MINUTES * 60_000) / EVERY_MS;

const heap = ({ heap: bytes }: Sample) => bytes;

/** Samples of half an hour, the heap of each of which is given by its number. */
const samples = (of: (number: number) => number, count = COUNT): Sample[] =>
	Array.from({ length: count }, (_, number) => ({
		at: number * EVERY_MS,
		rss: 0,
		heap: of(number),
		external: 0,
		handles: {},
		files: 0,
	}));

/** What runs under way hold at a moment: now much, now little. */
const noise = (seed: number) => {
	const draws = drawsOf(seed, 'noise');
	return () => 30 * MB * draws.share();
};

it('what is always let go does not grow, however much of it there is at a time', () => {
	fc.assert(
		fc.property(fc.integer(), (seed) => {
			const held = noise(seed);
			expect(
				Math.abs(
					growthOver(
						samples(() => 100 * MB + held()),
						heap,
					) ?? Infinity,
				),
			).toBeLessThan(5 * MB);
		}),
	);
	const sawtooth = samples((number) => 100 * MB + (number % 20) * MB);
	expect(growthOver(sawtooth, heap)).toBe(0);
});

it('more and more runs under way are no growth, as long as they come to an end', () => {
	expect(
		growthOver(
			samples((number) => (100 + (number % 10 === 0 ? 0 : number)) * MB),
			heap,
		),
	).toBe(0);
});

it('what is never let go shows through it', () => {
	const kept = 40 * MB;
	const leaking = samples((number) => 100 * MB + ((number * 7) % 20) * MB + (kept * number) / COUNT);
	expect(growthOver(leaking, heap)).toBeGreaterThan(0.4 * kept);
	expect(growthOver(leaking, heap)).toBeLessThan(0.6 * kept);
});

it('the first half counts for nothing: n8n still loads and compiles what it needs', () => {
	expect(
		growthOver(
			samples((number) => Math.min(number, COUNT / 2) * MB),
			heap,
		),
	).toBe(0);
});

it('one part of the half that was never at rest, or more so than the others, decides nothing', () => {
	const part = COUNT / 20;
	const odd = (by: number) => samples((number) => 100 * MB + (Math.floor(number / part) === 17 ? by : 0));
	expect(growthOver(odd(500 * MB), heap)).toBe(0);
	expect(growthOver(odd(-50 * MB), heap)).toBe(0);
});

it('what shrinks has grown by less than nothing', () => {
	expect(
		growthOver(
			samples((number) => (COUNT - number) * MB),
			heap,
		),
	).toBeLessThan(0);
});

it('too few samples tell nothing', () => {
	expect(growthOver([], heap)).toBeNull();
	expect(
		growthOver(
			samples((number) => number, 30),
			heap,
		),
	).toBeNull();
	expect(
		growthOver(
			samples((number) => number, 40),
			heap,
		),
	).not.toBeNull();
});

it('the least is that of the last half', () => {
	expect(
		leastOf(
			samples((number) => (number < COUNT / 2 ? 1 : 5 + (number % 3))),
			heap,
		),
	).toBe(5);
});
