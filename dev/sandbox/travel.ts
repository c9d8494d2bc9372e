import type { Fault } from './faultSchema';

/**
 * How an answer travels: `whole`; `informed`: whole, behind informational ones; `padded` to `bytes`; `half`: cut off halfway; `drip`: byte by
 * byte without an end; `reset`: not at all, as the connection is reset.
 */
export type Delivery = 'whole' | 'informed' | 'padded' | 'half' | 'drip' | 'reset';

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
