import type { INodeProperties } from 'n8n-workflow';
import type { FlatRow } from '../../api/account/flatRow';
import { field, toText } from '../../api/json';

/** Returns the value of a parameter. */
export type ReadParameter = (name: string) => unknown;

/** An event of the trigger. */
export interface TriggerEvent {
	/** Its value in saved workflows. */
	event: string;
	/** Title Case. */
	name: string;
	description: string;
	/** Its own parameters, without display options. */
	fields: INodeProperties[];
	/** Reads the parameters. @returns the event with its settings, or why they are invalid */
	watch(read: ReadParameter): Watch | { is: 'invalid'; why: string };
}

/** An event with its settings. */
export interface Watch {
	is: 'ready';
	/** JSON of names and numbers, because later versions compare it with the saved settings. */
	settings: object;
	/**
	 * Decides what a poll reports.
	 * @param account the account record
	 * @param before the state of the last decision, as JSON; one that is missing or unreadable counts as none
	 */
	decide(account: unknown, before: unknown): Decision;
}

export type Decision =
	| {
			is: 'decided';
			/** Empty if the event did not happen. */
			items: FlatRow[];
			/** For the next decision. Each change costs an execution, so that it contains only what decides. */
			state: object;
			/** An item of the account as it is now, whether or not the event happened. */
			sample: FlatRow;
	  }
	| MissingData;

/** The account lacks the data of the event. */
export interface MissingData {
	is: 'missing_data';
	message: string;
	remedy: string;
}

/** The first fields of every item, which identify the account. */
export const accountOf = (account: unknown): FlatRow => ({
	id: toText(field(account, 'id')),
	name: toText(field(account, 'name')),
});
