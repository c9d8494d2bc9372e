import { at, field, toNumber, toText } from '../json';

/** One Fair Use window of records; null for values that the reply does not report. */
interface RecordsWindow {
	/** Records left; Infinity if unlimited. */
	remaining: number | null;
	/** Epoch ms at which the window resets. */
	resetsAt: number | null;
}

/** Usage as a reply reports it, in either shape, whole or in part (contract: Common response envelope). */
export interface Usage {
	tokensCharged: number | null;
	records: { '5h': RecordsWindow; '1w': RecordsWindow };
}

/** Reads `metadata` of either shape. Missing or unreadable values are null. */
export function readUsage(metadata: unknown): Usage {
	const charged = toNumber(field(metadata, 'tokens_charged') ?? field(metadata, 'credits_charged'));
	return {
		tokensCharged: charged !== null && charged >= 0 ? charged : null,
		records: { '5h': readWindow(metadata, '5h'), '1w': readWindow(metadata, '1w') },
	};
}

const readWindow = (metadata: unknown, window: '5h' | '1w'): RecordsWindow => ({
	remaining: toAmount(at(metadata, `fair_use.records_remaining_${window}`)),
	resetsAt: toTime(at(metadata, `fair_use.records_reset_${window}`)),
});

/** Returns an amount; Infinity for -1 and "unlimited", with which the service reports that there is no limit. */
export function toAmount(value: unknown): number | null {
	const amount = value === 'unlimited' ? Infinity : toNumber(value);
	return amount === -1 ? Infinity : amount;
}

/** Epoch ms. Later times could pass the year 9999, which ISO 8601 cannot write in four digits. */
const LATEST = Date.UTC(9999, 11, 31);

/**
 * Returns epoch ms; null if JavaScript cannot parse the time. Accepts more than ISO 8601, because the date of a work
 * email is only specified as date-like (contract: Reverse email profile).
 */
export function toTime(value: unknown): number | null {
	const time = Date.parse(toText(value) ?? '');
	return Number.isNaN(time) || time > LATEST ? null : time;
}
