import { z } from 'zod/v4';
import {
	type Account,
	type AccountWindow,
	FAIR_USE_WINDOWS,
	type FairUseWindow,
} from '../../api/account/account';
import { toNumber } from '../../api/values/json';
import { toTime } from '../../api/values/time';
import { type Decision, isLow, type TriggerEvent } from './event';
import { watchWindows, windowsField } from './watchedWindows';

export const windowLow: TriggerEvent = {
	event: 'windowLow',
	name: 'Window Low',
	description: 'A Fair Use window has less than a percentage of its limit left',
	catchesUp: false,
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
		const percent = toNumber(read('percent')) ?? 0;
		const decide = watchWindows(read, (watched, account, before) =>
			decideLow(percent, watched, account, before),
		);
		const isValid = typeof decide === 'string' || (percent > 0 && percent <= 100);
		return isValid ? decide : 'Percent must be a number above 0, up to 100';
	},
};

/** Reported windows that are still low, with their latest reset time: epoch ms, or null. */
const LOW = z.record(z.string(), z.number().nullable()).catch({});

function decideLow(
	percent: number,
	watched: readonly FairUseWindow[],
	account: Account,
	before: unknown,
): Decision | null {
	const shown = watched.find(({ of }) => isWindowLow(of(account), percent, false) !== null);
	if (shown === undefined) return null;
	const itemOf = ({ column, label, of }: FairUseWindow) => ({
		window: column,
		window_name: label,
		...of(account),
		percent,
	});
	const earlier: Partial<z.infer<typeof LOW>> = LOW.parse(before);
	const items: object[] = [];
	const state: z.infer<typeof LOW> = {};
	// All windows, because one that is chosen again must not be reported again.
	for (const window of FAIR_USE_WINDOWS) {
		const { column, length, of } = window;
		const reported = earlier[column];
		const wasLow = reported !== undefined;
		const low = isWindowLow(of(account), percent, wasLow) ?? wasLow;
		if (!low || (!wasLow && !watched.includes(window))) continue;
		const resetsAt = toTime(of(account).resets_at);
		state[column] = latest(resetsAt, reported);
		// The reset time of a rolling window moves with every use. Only if it moved by the whole
		// length since the last poll, all earlier uses have left the window, and it was used up
		// again.
		const isUsedUpAgain =
			isWindowLow(of(account), percent, false) && isLater(resetsAt, reported, length);
		if (watched.includes(window) && (!wasLow || isUsedUpAgain)) items.push(itemOf(window));
	}
	return { items, state, sample: itemOf(shown) };
}

/** Null if unknown. A window that is not on the plan is never low. */
function isWindowLow(
	{ limit, remaining }: AccountWindow,
	percent: number,
	wasLow: boolean,
): boolean | null {
	if (remaining === Infinity) return false;
	if (limit === null || remaining === null) return null;
	// A full window is not low, whatever the percentage.
	return limit > 0 && remaining < limit && isLow(remaining * 100, limit * percent, wasLow);
}

const latest = (one: number | null, other: number | null | undefined) =>
	one === null || (typeof other === 'number' && other > one) ? (other ?? null) : one;

const isLater = (resetsAt: number | null, than: number | null | undefined, ms: number) =>
	resetsAt !== null && typeof than === 'number' && resetsAt >= than + ms;
