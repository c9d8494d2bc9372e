import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

/** The keys of the trigger's static data. */
const KEY = 'polled';
const LAST_FAILURE = 'lastFailure';

const schema = z.object({ settings: z.string(), account: z.string().nullable(), data: z.unknown() });

/** What is kept from one poll to the next. */
export interface PollState {
	/** The event and its settings: under any others nothing is remembered. */
	settings: string;
	/** Whose account it was; null where that was not told. */
	account: string | null;
	/** What the event remembers, as JSON. */
	data: unknown;
}

/** What an earlier poll of these settings left; null where there was none. */
export function loadPollState(data: IDataObject, settings: string): PollState | null {
	const kept = schema.safeParse(plain(data[KEY]));
	return kept.success && kept.data.settings === settings ? kept.data : null;
}

/** Whether there is anything in the static data, of whichever settings. */
export const isPolled = (data: IDataObject): boolean => data[KEY] !== undefined;

/**
 * Puts it into the static data.
 * @returns whether it is other than what was there
 */
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

/** n8n puts a hidden mark of its own on every object in static data that it has loaded, which is not ours to read. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
