import { z } from 'zod/v4';
import { readWindow, remainingPercent, type AccountWindow } from '../../../api/account/account';
import { WINDOW_LENGTH, windowPart, type FairUseWindow } from '../../../api/account/accountWindows';
import { amountCell, type FlatRow } from '../../../api/account/flatRow';
import { field, toNumber, toText } from '../../../api/json';
import { accountOf, requestAccount } from './accountRoute';
import { defineEvent, type Responses } from './event';
import { NO_WINDOW, readWindows, windowsField, windowsOf, windowsNotReported } from './eventFields';

const EVENT = 'windowLow';

interface Settings {
	/** Columns of the windows. */
	windows: string[];
	/** Of a window's limit. */
	percent: number;
}

export const windowLow = defineEvent<Settings, Record<string, number | null>>({
	event: EVENT,
	name: 'Window Low',
	description: 'A Fair Use window has less than a percentage of its limit left',
	fields: [
		windowsField('The windows to watch. Each one starts the workflow by itself.'),
		{
			displayName: 'Percent',
			name: 'percent',
			type: 'number',
			default: 10,
			typeOptions: { minValue: 1, maxValue: 100 },
			description: 'Starts the workflow when less than this percentage of the limit is left',
		},
	],
	settings(read) {
		const windows = readWindows(read);
		const percent = toNumber(read('percent'));
		if (windows.length === 0) return { is: 'invalid', why: NO_WINDOW };
		if (percent === null || percent <= 0 || percent > 100)
			return { is: 'invalid', why: 'Percent must be a number above 0, up to 100' };
		return { is: 'read', settings: { windows, percent } };
	},
	/** Low windows, with the reset time at which they were reported: epoch ms, or null. */
	memory: z.record(z.string(), z.number().nullable()),
	route: requestAccount,
	decide({ windows, percent }, before, responses) {
		const items: FlatRow[] = [];
		const remember: Record<string, number | null> = {};
		const chosen = windowsOf(windows);
		const states = chosen.map((window) => ({ window, left: readWindow(responses[0], window) }));
		if (states.every(({ left }) => levelOf(left, percent) === 'unknown')) return windowsNotReported(chosen);
		for (const { window, left } of states) {
			const { column, period } = window;
			const level = levelOf(left, percent);
			const wasLow = before !== null && Object.hasOwn(before, column);
			const reportedReset = wasLow ? before[column] : null;
			if (level === 'unknown' && wasLow) remember[column] = reportedReset;
			if (level !== 'low') continue;
			const isNewLow = !wasLow || isUsedUpAgain(reportedReset, left.resetsAt, WINDOW_LENGTH[period]);
			if (isNewLow) items.push(itemOf(window, percent, responses));
			remember[column] = isNewLow ? left.resetsAt : follow(reportedReset, left.resetsAt, WINDOW_LENGTH[period]);
		}
		return { is: 'decided', items, state: remember };
	},
	sample({ windows, percent }, responses) {
		const chosen = windowsOf(windows);
		const window = chosen.find((one) => readWindow(responses[0], one).remaining !== null);
		return window === undefined
			? windowsNotReported(chosen)
			: { is: 'sample', item: itemOf(window, percent, responses) };
	},
});

/** A window with a limit of 0 is not on the plan, so that it is never low. */
function levelOf({ limit, remaining }: AccountWindow, percent: number): 'low' | 'enough' | 'unknown' {
	if (remaining === Infinity) return 'enough';
	if (limit === null || remaining === null) return 'unknown';
	return limit > 0 && remaining < (limit * percent) / 100 ? 'low' : 'enough';
}

/**
 * Whether a low window was used up again since it was reported. The reset time of a rolling window moves with every
 * use; only if it moved by the whole length, all earlier uses have left the window.
 */
const isUsedUpAgain = (reportedReset: number | null, resetsAt: number | null, length: number) =>
	reportedReset !== null && resetsAt !== null && resetsAt >= reportedReset + length;

/** Returns the reset time to save. It moves in steps of half a length, because each change costs an execution. */
function follow(reportedReset: number | null, resetsAt: number | null, length: number): number | null {
	if (reportedReset === null || resetsAt === null) return reportedReset ?? resetsAt;
	return resetsAt >= reportedReset + length / 2 ? resetsAt : reportedReset;
}

function itemOf(window: FairUseWindow, percent: number, [account]: Responses): FlatRow {
	const left = readWindow(account, window);
	return {
		event: EVENT,
		...accountOf(account),
		window: window.column,
		window_name: window.label,
		limit: amountCell(left.limit),
		used: left.used,
		remaining: amountCell(left.remaining),
		remaining_percent: remainingPercent(left),
		percent,
		resets_at: left.resetsAt === null ? null : toText(field(windowPart(account, window), 'resets_at')),
	};
}
