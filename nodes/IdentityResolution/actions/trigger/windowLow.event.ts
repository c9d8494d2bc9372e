import { z } from 'zod/v4';
import {
	readWindow,
	remainingPercent,
	WINDOW_LENGTH,
	windowPart,
	type AccountWindow,
	type FairUseWindow,
} from '../../api/account/account';
import { amountCell, type FlatRow } from '../../api/account/flatRow';
import { field, toNumber, toText } from '../../api/json';
import { accountOf, type Decision, type TriggerEvent } from './event';
import { columnsOf, NO_WINDOW, readWindows, windowsField, windowsNotReported } from './watchedWindows';

const EVENT = 'windowLow';

/** Low windows, with the reset time at which they were reported: epoch ms, or null. */
const STATE = z.record(z.string(), z.number().nullable());

export const windowLow: TriggerEvent = {
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
	watch(read) {
		const windows = readWindows(read);
		const percent = toNumber(read('percent'));
		if (windows.length === 0) return NO_WINDOW;
		if (percent === null || percent <= 0 || percent > 100)
			return { is: 'invalid', why: 'Percent must be a number above 0, up to 100' };
		const settings = { windows: columnsOf(windows), percent };
		return { is: 'ready', settings, decide: (...seen) => decide(windows, percent, ...seen) };
	},
};

function decide(windows: readonly FairUseWindow[], percent: number, account: unknown, before: unknown): Decision {
	const levels = windows.map((window) => {
		const left = readWindow(account, window);
		return { window, left, level: levelOf(left, percent) };
	});
	const shown = levels.find(({ level }) => level !== 'unknown');
	if (shown === undefined) return windowsNotReported(windows);
	const earlier = STATE.safeParse(before).data ?? {};
	const items: FlatRow[] = [];
	const state: z.infer<typeof STATE> = {};
	for (const { window, left, level } of levels) {
		const { column, period } = window;
		const wasLow = Object.hasOwn(earlier, column);
		const reportedReset = wasLow ? earlier[column] : null;
		if (level === 'unknown' && wasLow) state[column] = reportedReset;
		if (level !== 'low') continue;
		const isNewLow = !wasLow || isUsedUpAgain(reportedReset, left.resetsAt, WINDOW_LENGTH[period]);
		if (isNewLow) items.push(itemOf(account, window, percent));
		state[column] = isNewLow ? left.resetsAt : follow(reportedReset, left.resetsAt, WINDOW_LENGTH[period]);
	}
	return { is: 'decided', items, state, sample: itemOf(account, shown.window, percent) };
}

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

function itemOf(account: unknown, window: FairUseWindow, percent: number): FlatRow {
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
