import { z } from 'zod/v4';
import { readWindow, type FairUseWindow } from '../../api/account/account';
import { accountRow } from '../../api/account/accountColumns';
import type { FlatRow } from '../../api/account/flatRow';
import { accountOf, type Decision, type TriggerEvent } from './event';
import { columnsOf, NO_WINDOW, readWindows, windowsField, windowsNotReported } from './watchedWindows';

const EVENT = 'windowOpen';
const FAMILIES = ['enrich', 'search'] as const;

/** By family: windows that were closed since all of them were open. Open families are omitted. */
const STATE = z.object({ enrich: z.array(z.string()).optional(), search: z.array(z.string()).optional() });

/** One event per family: a lookup uses all windows of its family, so that rows can only continue with the last one. */
export const windowOpen: TriggerEvent = {
	event: EVENT,
	name: 'Window Open',
	description: 'All Fair Use windows that were used up are open again, so that deferred rows can continue',
	fields: [
		windowsField(
			'The windows to watch. The workflow starts when all of those of enrichment, or of search, are open again.',
		),
	],
	watch(read) {
		const windows = readWindows(read);
		if (windows.length === 0) return NO_WINDOW;
		const settings = { windows: columnsOf(windows) };
		return { is: 'ready', settings, decide: (...seen) => decide(windows, ...seen) };
	},
};

function decide(windows: readonly FairUseWindow[], account: unknown, before: unknown): Decision {
	const left = new Map(windows.map((window) => [window.column, readWindow(account, window).remaining]));
	const shown = windows.find(({ column }) => left.get(column) !== null);
	if (shown === undefined) return windowsNotReported(windows);
	const earlier = STATE.safeParse(before).data ?? {};
	const ofFamily = (name: FairUseWindow['family']) => windows.filter(({ family }) => family === name);
	const items: FlatRow[] = [];
	const state: z.infer<typeof STATE> = {};
	for (const family of FAMILIES) {
		const own = ofFamily(family);
		const wereClosed = earlier[family] ?? [];
		// A window that is not reported is unchanged.
		const isClosed = ({ column }: FairUseWindow) =>
			(left.get(column) ?? (wereClosed.includes(column) ? 0 : 1)) <= 0;
		const seenClosed = own.filter((window) => isClosed(window) || wereClosed.includes(window.column));
		if (own.some(isClosed)) state[family] = columnsOf(seenClosed);
		else if (seenClosed.length > 0) items.push(itemOf(account, own, seenClosed));
	}
	const example = ofFamily(shown.family);
	return { is: 'decided', items, state, sample: itemOf(account, example, example) };
}

/** An item with the columns of one family's windows. */
function itemOf(account: unknown, windows: readonly FairUseWindow[], opened: readonly FairUseWindow[]): FlatRow {
	const columns = Object.entries(accountRow(account)).filter(([name]) =>
		windows.some(({ column }) => name.startsWith(`${column}_`)),
	);
	return {
		event: EVENT,
		...accountOf(account),
		family: windows[0].family,
		opened: columnsOf(opened).join(', '),
		...Object.fromEntries(columns),
	};
}
