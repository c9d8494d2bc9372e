import type { INodeProperties } from 'n8n-workflow';
import type { Account } from '../../api/account/account';

export type ReadParameter = (name: string) => unknown;

export interface TriggerEvent {
	/** Its value in saved workflows. */
	event: string;
	/** Title Case. */
	name: string;
	description: string;
	/**
	 * Whether a decision finds out what happened since the state that it gets, even if that is an
	 * old one.
	 */
	catchesUp: boolean;
	/** Its own parameters, without display options. */
	fields: INodeProperties[];
	/** Reads the parameters. @returns what decides with them, or why they are invalid */
	watch(read: ReadParameter): Decide | string;
}

/**
 * Decides what a poll reports.
 * @param before the state of the last decision, as JSON; one that is missing or unreadable counts
 * as none
 * @param now epoch ms
 */
export type Decide = (account: Account, before: unknown, now: number) => Decision | MissingData;

export interface Decision {
	/** What each item has besides event and account. Empty if the event did not happen. */
	items: object[];
	/** For the next decision. It must not depend on the parameters, which a user may edit. */
	state: object;
	/** An item of the account as it is now, whether or not the event happened. */
	sample: object;
	/** What the user should know besides, once. */
	notice?: string;
}

/** The account lacks the data of the event. */
export interface MissingData {
	message: string;
	description: string;
}

/**
 * Whether an amount is low. One that was low stays so until a tenth above the threshold, so that it
 * may flap.
 */
export const isLow = (amount: number, threshold: number, wasLow: boolean): boolean =>
	wasLow ? amount * 10 < threshold * 11 : amount < threshold;
