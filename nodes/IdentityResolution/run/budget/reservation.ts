import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';
import type { FollowUp } from '../lookup';
import type { PendingRequest } from '../queue/pendingRequest';

/** A request in flight. */
export interface Reservation {
	readonly tool: Tool;
	readonly phone: Phone;
	/** Maximum number of hits. */
	readonly lookups: number;
	/** What its row needs after a hit. */
	readonly followUp?: readonly FollowUp[];
	readonly kind: PendingRequest['kind'];
	/** The throttle's generation when the request was sent. */
	readonly generation: number;
	/** Epoch ms. */
	readonly sentAt: number;
}

/** Lookups to send: at most `max` per request. `min` is above 1 if they can't be split. */
export interface Demand {
	readonly tool: Tool;
	readonly phone: Phone;
	readonly max: number;
	readonly min: number;
	/** What its row needs after a hit. */
	readonly followUp?: readonly FollowUp[];
}
