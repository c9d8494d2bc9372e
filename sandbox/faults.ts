import { shareOf } from './chance';
import type { Fault } from './faultSchema';
import { JSON_TYPE } from './refusals';

/** How an answer travels: as a whole, cut in half, or not at all because the connection is reset. */
export type Delivery = 'whole' | 'half' | 'reset';

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

/** An answer in place of the service's, where a fault keeps the request from it. */
export interface Intercepted {
	/** 0: there is no answer, the connection is reset. */
	status: number;
	code: string | null;
	headers: Record<string, string>;
	body: unknown;
	delivery: Delivery;
	/** Whether the client has something that it can use. */
	fate: 'answered' | 'lost';
}

/** What a fault answers without the service doing anything: nothing is looked up, counted or charged. */
export function intercept(fault: Fault, tool: string): Intercepted | null {
	const answer = { headers: { 'content-type': JSON_TYPE }, delivery: 'whole', fate: 'answered', code: null } as const;
	switch (fault.kind) {
		case 'reset':
			return { ...answer, status: 0, headers: {}, body: '', delivery: 'reset', fate: 'lost' };
		case 'not_json':
			return { ...answer, status: 200, headers: { 'content-type': 'text/html' }, body: PAGE, fate: 'lost' };
		case 'internal_error':
			return { ...answer, status: 500, code: 'internal_error', body: { ...errorOf('internal_error'), metadata: {} } };
		case 'redirect':
			return { ...answer, status: 302, headers: { location: `/moved/${encodeURIComponent(tool)}`, 'content-type': 'text/plain' }, body: '' };
		case 'status':
			return { ...answer, status: fault.status ?? 503, code: 'fault', body: errorOf('fault') };
		default:
			return null;
	}
}

const PAGE = '<!doctype html><html><body>The sandbox serves a web page where an answer was expected.</body></html>';

const errorOf = (code: string) => ({ error: { code, message: 'A fault of the sandbox befell this request.' } });

/** Milliseconds that a `slow` fault takes where it does not say. */
const SLOW = 2000;

/** What a fault does to the service's own answer on its way out. */
export function travel(fault: Fault | null): { delivery: Delivery; delay: number; headers: Record<string, string> } {
	return {
		delivery: fault?.kind === 'reset_charged' ? 'reset' : fault?.kind === 'half_body' ? 'half' : 'whole',
		delay: fault?.kind === 'slow' ? (fault.ms ?? SLOW) : 0,
		headers: fault?.kind === 'wrong_content_type' ? { 'content-type': 'text/plain' } : {},
	};
}
