import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';

/** A request as the budget sees it. */
export interface Reservation {
	tool: Tool;
	phone: Phone;
	/** How many of its lookups may turn out hits. */
	lookups: number;
}

/** A request that is to be sent: at most so many lookups, and so many at least where they can't be parted. */
export interface Demand {
	tool: Tool;
	phone: Phone;
	max: number;
	min: number;
}
