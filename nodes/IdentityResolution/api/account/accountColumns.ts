import { FAIR_USE_WINDOWS, readBalance, readWindow, remainingPercent, windowPart, type FairUseWindow } from './account';
import { amount, flag, flatRow, number, text, time, type FlatColumn, type FlatRow } from './flatRow';
import { field } from '../json';

/** Whether the balance is unlimited. Some records show it only in the balance. */
const unlimited: FlatColumn = {
	name: 'unlimited',
	type: 'flag',
	read: (results) => {
		const balance = readBalance(results);
		return balance === null ? flag('unlimited').read(results) : balance === Infinity;
	},
};

const windowColumns = (window: FairUseWindow): FlatColumn[] => [
	amount(`${window.column}_limit`, (results) => readWindow(results, window).limit),
	number(`${window.column}_used`, `fair_use.${window.family}.${window.kind}.${window.period}.used`),
	amount(`${window.column}_remaining`, (results) => readWindow(results, window).remaining),
	{
		name: `${window.column}_remaining_percent`,
		type: 'number',
		read: (results) => remainingPercent(readWindow(results, window)),
	},
	time(`${window.column}_resets_at`, (results) => field(windowPart(results, window), 'resets_at')),
];

/** The columns of an account, in output order (contract: Account record). */
export const ACCOUNT_COLUMNS: readonly FlatColumn[] = [
	text('id'),
	text('name'),
	text('status'),
	text('plan'),
	amount('token_balance', readBalance),
	unlimited,
	flag('personal_email_available'),
	...FAIR_USE_WINDOWS.flatMap(windowColumns),
	number('api_key_count'),
	number('user_count'),
	time('created_at'),
];

/** An account record as one flat row. Missing or invalid values are null; unknown plain fields keep their name. */
export const accountRow = (results: unknown): FlatRow => flatRow(ACCOUNT_COLUMNS, results, [results], ['fair_use']);
