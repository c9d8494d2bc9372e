import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';
import type { AttemptKind } from '../queue/pendingRequest';

/** What a request may cost. */
export interface RequestSize {
	readonly tool: Tool;
	readonly phone: Phone;
	/** The most lookups that may be hits. */
	readonly lookups: number;
}

/** A request in flight. Everything that counts requests in flight counts these. */
export interface Reservation extends RequestSize {
	readonly attempt: AttemptKind;
	/** The throttle's generation when it was sent. */
	readonly generation: number;
	/** Epoch ms. */
	readonly sentAt: number;
}

/** A request to be sent, with at most `max` lookups. `min` is above 1 if they can't be split. */
export interface Demand {
	readonly tool: Tool;
	readonly phone: Phone;
	readonly max: number;
	readonly min: number;
}
