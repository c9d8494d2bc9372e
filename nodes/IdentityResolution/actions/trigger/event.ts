import type { INodeProperties } from 'n8n-workflow';
import { type Account, FAIR_USE_WINDOWS, type FairUseWindow } from '../../api/account/account';
import type { FlatRow } from '../../api/account/record';

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
	 * @param before the state of the last decision, as JSON; one that is missing or unreadable counts as none
	 */
	decide(account: Account, before: unknown): Decision;
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
export const accountOf = ({ id, name }: Account): FlatRow => ({ id, name });

/** @param description of the field */
export const windowsField = (description: string): INodeProperties => ({
	displayName: 'Windows',
	name: 'windows',
	type: 'multiOptions',
	default: ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'],
	description,
	options: FAIR_USE_WINDOWS.map(({ label, column }) => ({ name: label, value: column })),
});

/** Returns the chosen windows, in display order. */
export function readWindows(read: ReadParameter): FairUseWindow[] {
	const names = read('windows');
	return FAIR_USE_WINDOWS.filter(({ column }) => Array.isArray(names) && names.includes(column));
}

export const columnsOf = (windows: readonly FairUseWindow[]): string[] => windows.map(({ column }) => column);

export const NO_WINDOW = { is: 'invalid', why: 'Windows must name at least one Fair Use window' } as const;

/** The account reports none of the chosen windows. */
export const windowsNotReported = (windows: readonly FairUseWindow[]): MissingData => ({
	is: 'missing_data',
	message: `The account does not show the chosen windows (${windows.map(({ label }) => label).join(', ')})`,
	remedy: 'Choose other Windows',
});
