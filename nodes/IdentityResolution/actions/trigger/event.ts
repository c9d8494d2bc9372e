import type { INodeProperties } from 'n8n-workflow';
import type { Account } from '../../api/account/account';

export type ReadParameter = (name: string) => unknown;

export interface TriggerEvent {
	/** Its value in saved workflows. */
	event: string;
	/** Title Case. */
	name: string;
	description: string;
	/** Its own parameters, without display options. The state of other parameters does not count. */
	fields: INodeProperties[];
	/** Reads the parameters. @returns what decides with them, or why they are invalid */
	watch(read: ReadParameter): Watch | { is: 'invalid'; why: string };
}

export interface Watch {
	is: 'ready';
	/**
	 * Decides what a poll reports.
	 * @param before the state of the last decision, as JSON; one that is missing or unreadable counts as none
	 */
	decide(account: Account, before: unknown): Decision;
}

export type Decision =
	| {
			is: 'decided';
			/** What each item has besides event and account. Empty if the event did not happen. */
			items: object[];
			/** For the next decision. Each change costs an execution, so that it contains only what decides. */
			state: object;
			/** An item of the account as it is now, whether or not the event happened. */
			sample: object;
	  }
	/** The account lacks the data of the event. */
	| { is: 'missing_data'; message: string; description: string };
