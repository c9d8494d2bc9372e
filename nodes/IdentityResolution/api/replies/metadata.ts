import { at, field, toNumber, toText } from '../json';

/** One Fair Use window of records, as a reply reports it; null where it does not. */
export interface RecordsWindow {
	/** Records left; Infinity where the window has no bounds. */
	remaining: number | null;
	/** Epoch ms at which the window resets. */
	resetsAt: number | null;
}

/**
 * What a reply says about usage. Either shape may come from any tool, wholly or in part (contract: Common response
 * envelope).
 */
export interface Usage {
	tokensCharged: number | null;
	tokensRemaining: number | null;
	records: { '5h': RecordsWindow; '1w': RecordsWindow };
}

/** Reads `metadata` of either shape; whatever is missing or odd is null. */
export function readUsage(metadata: unknown): Usage {
	const charged = toNumber(field(metadata, 'tokens_charged'));
	return {
		tokensCharged: charged !== null && charged >= 0 ? charged : null,
		tokensRemaining: toAmount(field(metadata, 'tokens_remaining')),
		records: { '5h': readWindow(metadata, '5h'), '1w': readWindow(metadata, '1w') },
	};
}

const readWindow = (metadata: unknown, window: '5h' | '1w'): RecordsWindow => ({
	remaining: toAmount(at(metadata, `fair_use.records_remaining_${window}`)),
	resetsAt: toTime(at(metadata, `fair_use.records_reset_${window}`)),
});

/** An amount that may have no bounds, which the service tells as -1 or "unlimited": then Infinity. */
export function toAmount(value: unknown): number | null {
	const amount = value === 'unlimited' ? Infinity : toNumber(value);
	return amount === -1 ? Infinity : amount;
}

/** The last day with a year of four digits: later ones, and a second more, may be none that can be written. */
const LATEST = Date.UTC(9999, 11, 31);

/**
 * Epoch ms of a text that JavaScript reads as a time, or null. Wider than the ISO 8601 of the contract, which says of
 * the date of a work e-mail only that it is date-like (contract: Reverse email profile).
 */
export function toTime(value: unknown): number | null {
	const time = Date.parse(toText(value) ?? '');
	return Number.isNaN(time) || time > LATEST ? null : time;
}
