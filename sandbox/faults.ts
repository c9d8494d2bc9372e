import { shareOf } from './chance';
import type { Fault } from './faultSchema';
import { JSON_TYPE } from './refusals';

/**
 * How an answer travels: `whole`; `informed`: whole, behind informational ones; `padded` to `bytes`; `half`: cut off halfway; `drip`: byte by
 * byte without an end; `reset`: not at all, as the connection is reset.
 */
export type Delivery = 'whole' | 'informed' | 'padded' | 'half' | 'drip' | 'reset';

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
	/** All values of those headers that come more than once. */
	repeated: Record<string, string[]>;
	body: unknown;
	delivery: Delivery;
	/** Whether the client has something that it can use. */
	fate: 'answered' | 'lost';
}

/** What a fault answers without the service doing anything: nothing is looked up, counted or charged. */
export function intercept(fault: Fault, tool: string): Intercepted | null {
	const answer = { headers: { 'content-type': JSON_TYPE }, repeated: {}, delivery: 'whole', fate: 'answered', code: null } as const;
	switch (fault.kind) {
		case 'reset':
			return { ...answer, status: 0, headers: {}, body: '', delivery: 'reset', fate: 'lost' };
		case 'not_json':
			return { ...answer, status: 200, headers: { 'content-type': 'text/html' }, body: PAGE, fate: 'lost' };
		case 'error_block':
			return { ...answer, status: 200, code: 'fault', body: errorOf('fault'), fate: 'lost' };
		case 'internal_error':
			return { ...answer, status: 500, code: 'internal_error', body: { ...errorOf('internal_error'), metadata: {} } };
		case 'redirect': {
			const location = fault.to ?? `/moved/${encodeURIComponent(tool)}`;
			return { ...answer, status: 302, ...headersOf(fault, { location, 'content-type': 'text/plain' }), body: '' };
		}
		case 'status':
			return { ...answer, ...statusOf(fault), ...headersOf(fault, answer.headers) };
		default:
			return null;
	}
}

const PAGE = '<!doctype html><html><body>The sandbox serves a web page where an answer was expected.</body></html>';

const errorOf = (code: string) => ({ error: { code, message: 'A fault of the sandbox befell this request.' } });

const NO_CONTENT = 204;

function statusOf({ status = 503, code = 'fault' }: Fault): Pick<Intercepted, 'status' | 'code' | 'body' | 'fate'> {
	return status === NO_CONTENT ? { status, code: null, body: '', fate: 'lost' } : { status, code, body: errorOf(code), fate: 'answered' };
}

/** The headers of an answer with those that the fault adds, each once, and those that come more than once with all their values. */
function headersOf({ headers = {} }: Fault, own: Record<string, string>): Pick<Intercepted, 'headers' | 'repeated'> {
	const added = Object.entries(headers).map(([name, value]): [string, string[]] => [name, [value].flat()]);
	return {
		headers: { ...own, ...Object.fromEntries(added.map(([name, [first]]) => [name, first])) },
		repeated: Object.fromEntries(added.filter(([, values]) => values.length > 1)),
	};
}

/** What a fault does to the service's own answer on its way out. */
export interface Way {
	delivery: Delivery;
	/** Milliseconds. */
	delay: number;
	/** What a padded body is brought to; 0 for any other. */
	bytes: number;
	headers: Record<string, string>;
	/** Whether the text of the answer is all there. */
	text: 'whole' | 'half';
	/** Whether the client has something that it can use, if it waits for it. */
	fate: 'answered' | 'lost';
}

const UNHARMED: Way = { delivery: 'whole', delay: 0, bytes: 0, headers: {}, text: 'whole', fate: 'answered' };

/** Milliseconds that a `slow` fault takes where it does not say. */
const SLOW = 2000;

export function travel(fault: Fault | null): Way {
	switch (fault?.kind) {
		case 'reset_charged':
			return { ...UNHARMED, delivery: 'reset', fate: 'lost' };
		case 'half_body':
			return { ...UNHARMED, delivery: 'half', fate: 'lost' };
		case 'half_json':
			return { ...UNHARMED, text: 'half', fate: 'lost' };
		case 'bad_gzip':
			return { ...UNHARMED, headers: { 'content-encoding': 'gzip' }, fate: 'lost' };
		case 'drip':
			return { ...UNHARMED, delivery: 'drip', fate: 'lost' };
		case 'large':
			return { ...UNHARMED, delivery: 'padded', bytes: fault.bytes ?? 0 };
		case 'informational':
			return { ...UNHARMED, delivery: 'informed' };
		case 'wrong_content_type':
			return { ...UNHARMED, headers: { 'content-type': 'text/plain' } };
		case 'slow':
			return { ...UNHARMED, delay: fault.ms ?? SLOW };
		default:
			return UNHARMED;
	}
}
