import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

/** The keys of the trigger's static data. */
const KEY = 'polled';
const LAST_FAILURE = 'lastFailure';

const schema = z.object({ settings: z.string(), account: z.string().nullable(), data: z.unknown() });

/** The state between polls. */
export interface PollState {
	/** The event and its settings. Other settings start without a state. */
	settings: string;
	/** Null if the account did not report its id. */
	account: string | null;
	/** The state of the event, as JSON. */
	data: unknown;
}

/** Returns the state of an earlier poll with these settings; null if there is none. */
export function loadPollState(data: IDataObject, settings: string): PollState | null {
	const kept = schema.safeParse(plain(data[KEY]));
	return kept.success && kept.data.settings === settings ? kept.data : null;
}

/** Whether there is a state, for any settings. */
export const isPolled = (data: IDataObject): boolean => data[KEY] !== undefined;

/** Saves the state. @returns whether it changed */
export function savePollState(data: IDataObject, state: PollState): boolean {
	const { settings, account, data: ofEvent } = state;
	delete data[LAST_FAILURE];
	const kept = { settings, account, data: ofEvent } as IDataObject;
	if (JSON.stringify(data[KEY]) === JSON.stringify(kept)) return false;
	data[KEY] = kept;
	return true;
}

/**
 * Saves the reason of a failed poll, until a poll succeeds or n8n restarts.
 * @returns whether the last poll failed for the same reason
 */
export function isRepeatedFailure(data: IDataObject, why: string): boolean {
	if (data[LAST_FAILURE] === why) return true;
	data[LAST_FAILURE] = why;
	return false;
}

/** Removes the hidden marks that n8n adds to objects in static data. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
