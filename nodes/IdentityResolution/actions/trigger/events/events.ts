import { accountChanged } from './accountChanged.event';
import type { TriggerEvent } from './event';
import { lowBalance, lowPhoneTokens } from './lowTokens.event';
import { usageReport } from './usageReport.event';
import { windowLow } from './windowLow.event';
import { windowOpen } from './windowOpen.event';

/** The registry: every event of the trigger, in the order in which they are offered. */
export const EVENTS: readonly TriggerEvent[] = [
	accountChanged,
	lowBalance,
	lowPhoneTokens,
	usageReport,
	windowLow,
	windowOpen,
];

/** The event of that value; undefined for any other, which an imported workflow may hold. */
export const findEvent = (value: unknown): TriggerEvent | undefined => EVENTS.find(({ event }) => event === value);
