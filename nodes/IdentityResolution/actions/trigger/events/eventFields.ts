import type { INodeProperties } from 'n8n-workflow';
import { FAIR_USE_WINDOWS, type FairUseWindow } from '../../../api/account/accountWindows';
import { toNumber } from '../../../api/json';
import type { ReadParameter, EventSettingsReading } from './event';

/** @param tokens the counted unit, for example "phone tokens" */
export const thresholdField = (tokens: string): INodeProperties => ({
	displayName: 'Threshold',
	name: 'threshold',
	type: 'number',
	default: 1_000,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description: `Starts the workflow when the account has fewer ${tokens} than this`,
	hint: `In ${tokens}`,
});

/** Reads the field above. */
export function readThreshold(read: ReadParameter): EventSettingsReading<{ threshold: number }> {
	const threshold = toNumber(read('threshold'));
	if (threshold !== null && threshold > 0) return { is: 'read', settings: { threshold } };
	return { is: 'invalid', why: 'Threshold must be a number above 0' };
}

/** @param description of the field */
export const windowsField = (description: string): INodeProperties => ({
	displayName: 'Windows',
	name: 'windows',
	type: 'multiOptions',
	default: ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'],
	description,
	options: FAIR_USE_WINDOWS.map(({ label, column }) => ({ name: label, value: column })),
});

/** Returns the columns of the chosen windows, in display order. */
export function readWindows(read: ReadParameter): string[] {
	const names = read('windows');
	return FAIR_USE_WINDOWS.map(({ column }) => column).filter(
		(column) => Array.isArray(names) && names.includes(column),
	);
}

export const windowsOf = (columns: readonly string[]): FairUseWindow[] =>
	FAIR_USE_WINDOWS.filter(({ column }) => columns.includes(column));

export const NO_WINDOW = 'Windows must name at least one Fair Use window';

/** The account reports none of the chosen windows. */
export const windowsNotReported = (windows: readonly FairUseWindow[]) =>
	({
		is: 'missing_data',
		message: `The account does not show the chosen windows (${windows.map(({ label }) => label).join(', ')})`,
		remedy: 'Choose other Windows',
	}) as const;
