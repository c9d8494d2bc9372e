import { accountChanged } from './accountChanged.event';
import type { TriggerEvent } from './event';
import { lowBalance, lowPhoneTokens } from './lowTokens.event';
import { usageReport } from './usageReport.event';
import { windowLow } from './windowLow.event';
import { windowOpen } from './windowOpen.event';

/** All events, in display order. */
export const EVENTS: readonly TriggerEvent[] = [
	accountChanged,
	lowBalance,
	lowPhoneTokens,
	usageReport,
	windowLow,
	windowOpen,
];

/** Undefined for an unknown value, which an imported workflow may contain. */
export const findEvent = (value: unknown): TriggerEvent | undefined => EVENTS.find(({ event }) => event === value);
