import { z } from 'zod/v4';
import type { Account, AccountWindow, FairUseWindow } from '../../api/account/account';
import type { FlatRow } from '../../api/account/record';
import { toNumber } from '../../api/json';
import { toTime } from '../../api/replies/reading';
import {
	accountOf,
	columnsOf,
	type Decision,
	NO_WINDOW,
	readWindows,
	type TriggerEvent,
	windowsField,
	windowsNotReported,
} from './event';

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

function decide(windows: readonly FairUseWindow[], percent: number, account: Account, before: unknown): Decision {
	const levels = windows.map((window) => ({ window, level: levelOf(window.of(account), percent) }));
	const shown = levels.find(({ level }) => level !== 'unknown');
	if (shown === undefined) return windowsNotReported(windows);
	const itemOf = ({ column, label, of }: FairUseWindow): FlatRow => {
		const { resets_at, ...left } = of(account);
		return {
			event: EVENT,
			...accountOf(account),
			window: column,
			window_name: label,
			...left,
			percent,
			resets_at,
		};
	};
	const earlier = STATE.safeParse(before).data ?? {};
	const items: FlatRow[] = [];
	const state: z.infer<typeof STATE> = {};
	for (const { window, level } of levels) {
		const { column, length } = window;
		const wasLow = Object.hasOwn(earlier, column);
		const reportedReset = wasLow ? earlier[column] : null;
		if (level === 'unknown' && wasLow) state[column] = reportedReset;
		if (level !== 'low') continue;
		const resetsAt = toTime(window.of(account).resets_at);
		const isNewLow = !wasLow || isUsedUpAgain(reportedReset, resetsAt, length);
		if (isNewLow) items.push(itemOf(window));
		state[column] = isNewLow ? resetsAt : follow(reportedReset, resetsAt, length);
	}
	return { is: 'decided', items, state, sample: itemOf(shown.window) };
}

/** A window with a limit of 0 is not on the plan, so that it is never low. */
function levelOf({ limit, remaining }: AccountWindow, percent: number): 'low' | 'enough' | 'unknown' {
	if (remaining === 'unlimited' || limit === 'unlimited') return 'enough';
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
