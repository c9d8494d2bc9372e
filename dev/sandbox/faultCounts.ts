import { shareOf } from './chance';
import type { Fault } from './faultSchema';

/** Counts the requests that each fault has seen, so that it knows when to strike. */
export class FaultCounts {
	private seen: number[] = [];

	restart(): void {
		this.seen = [];
	}

	/** The fault that befalls the next request to a tool: of several the first in the list. */
	next(faults: readonly Fault[], tool: string, seed: number): Fault | null {
		let struck: Fault | null = null;
		for (const [index, fault] of faults.entries()) {
			if (fault.tool !== undefined && fault.tool !== tool) continue;
			const number = (this.seen[index] = (this.seen[index] ?? 0) + 1);
			if (strikes(fault, number, `fault|${index}|${number}`, seed)) struck ??= fault;
		}
		return struck;
	}
}

function strikes({ rate, every, first, nth }: Fault, number: number, name: string, seed: number): boolean {
	if (rate !== undefined) return shareOf(seed, name) < rate;
	if (every !== undefined) return number % every === 0;
	if (first !== undefined) return number <= first;
	return nth === undefined || nth.includes(number);
}
