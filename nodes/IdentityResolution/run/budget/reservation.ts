import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';
import type { PendingRequest } from '../queue/pendingRequest';

/** A request in flight. Everything that counts requests in flight counts these. */
export interface Reservation {
	readonly tool: Tool;
	readonly phone: Phone;
	/** The most lookups that may be hits. */
	readonly lookups: number;
	readonly attempt: PendingRequest['attempt'];
	/** The throttle's generation when it was sent. */
	readonly generation: number;
	/** Epoch ms. */
	readonly sentAt: number;
}

/** Lookups to be sent: at most `max` in one request. `min` is above 1 if they can't be split. */
export interface Demand {
	readonly tool: Tool;
	readonly phone: Phone;
	readonly max: number;
	readonly min: number;
}
