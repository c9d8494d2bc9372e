import { cpuBetween, type Usage } from '../../../../dev/benchmark/ground/usage';

const usage = (cpu: Record<number, number>): Usage => ({
	cpu: new Map(Object.entries(cpu).map(([pid, ms]) => [Number(pid), ms])),
	memory: 0,
});

it.each([
	['what a program used in between', { 7: 100 }, { 7: 350 }, 250],
	['nothing where nothing was used', { 7: 100 }, { 7: 100 }, 0],
	['that of all programs', { 7: 100, 8: 10 }, { 7: 200, 8: 15 }, 105],
	['all of a program that was started in between', { 7: 100 }, { 7: 100, 9: 40 }, 40],
	['nothing of a program that has ended in between', { 7: 100, 8: 10 }, { 7: 130 }, 30],
])('counts %s', (_what, before, after, ms) => {
	expect(cpuBetween(usage(before), usage(after))).toBe(ms);
});
