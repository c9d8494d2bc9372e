import type { INodeProperties } from 'n8n-workflow';
import { FAIR_USE_WINDOWS, type FairUseWindow } from '../../api/account/account';
import type { MissingData, ReadParameter } from './event';

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
