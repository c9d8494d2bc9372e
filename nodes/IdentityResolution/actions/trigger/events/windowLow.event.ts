import { z } from 'zod/v4';
import { readWindow, remainingPercent, type AccountWindow } from '../../../api/account/account';
import { WINDOW_LENGTH, windowPart, type FairUseWindow } from '../../../api/account/accountWindows';
import { amountCell, type FlatRow } from '../../../api/account/flatRow';
import { field, toNumber, toText } from '../../../api/json';
import { accountOf, askAccount } from './accountRoute';
import { defineEvent, type Responses } from './event';
import { NO_WINDOW, readWindows, windowsField, windowsOf, windowsUntold } from './eventFields';

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
	description: 'A Fair Use window has less than a share of its limit left',
	fields: [
		windowsField('The windows to watch. Each has an event of its own.'),
		{
			displayName: 'Percent',
			name: 'percent',
			type: 'number',
			default: 10,
			typeOptions: { minValue: 1, maxValue: 100 },
			description: 'The event comes when less than this percentage of the limit is left',
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
	route: askAccount,
	decide({ windows, percent }, before, responses) {
		const items: FlatRow[] = [];
		const remember: Record<string, number | null> = {};
		const chosen = windowsOf(windows);
		const states = chosen.map((window) => ({ window, left: readWindow(responses[0], window) }));
		if (states.every(({ left }) => levelOf(left, percent) === 'unknown')) return windowsUntold(chosen);
		for (const { window, left } of states) {
			const { column, period } = window;
			const level = levelOf(left, percent);
			const wasLow = before !== null && Object.hasOwn(before, column);
			const judgedBy = wasLow ? before[column] : null;
			if (level === 'unknown' && wasLow) remember[column] = judgedBy;
			if (level !== 'low') continue;
			const anew = !wasLow || isUsedUpAgain(judgedBy, left.resetsAt, WINDOW_LENGTH[period]);
			if (anew) items.push(itemOf(window, percent, responses));
			remember[column] = anew ? left.resetsAt : follow(judgedBy, left.resetsAt, WINDOW_LENGTH[period]);
		}
		return { is: 'decided', items, state: remember };
	},
	sample({ windows, percent }, responses) {
		const chosen = windowsOf(windows);
		const window = chosen.find((one) => readWindow(responses[0], one).remaining !== null);
		return window === undefined
			? windowsUntold(chosen)
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
const isUsedUpAgain = (judgedBy: number | null, resetsAt: number | null, length: number) =>
	judgedBy !== null && resetsAt !== null && resetsAt >= judgedBy + length;

/**
 * The reset time to compare with from now on. It moves in steps of half a length, because each change costs an
 * execution.
 */
function follow(judgedBy: number | null, resetsAt: number | null, length: number): number | null {
	if (judgedBy === null || resetsAt === null) return judgedBy ?? resetsAt;
	return resetsAt >= judgedBy + length / 2 ? resetsAt : judgedBy;
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
