import { z } from 'zod/v4';
import { type Account, type FairUseWindow, windowColumns } from '../../api/account/account';
import type { FlatCell, FlatRow } from '../../api/account/record';
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

function decide(windows: readonly FairUseWindow[], account: Account, before: unknown): Decision {
	const shown = windows.find(({ of }) => of(account).remaining !== null);
	if (shown === undefined) return windowsNotReported(windows);
	const earlier = STATE.safeParse(before).data ?? {};
	const ofFamily = (name: FairUseWindow['family']) => windows.filter(({ family }) => family === name);
	const items: FlatRow[] = [];
	const state: z.infer<typeof STATE> = {};
	for (const family of FAMILIES) {
		const own = ofFamily(family);
		const wereClosed = earlier[family] ?? [];
		const isClosed = ({ column, of }: FairUseWindow) => {
			const { remaining } = of(account);
			// A window that is not reported is unchanged.
			if (remaining === null) return wereClosed.includes(column);
			return remaining !== 'unlimited' && remaining <= 0;
		};
		const seenClosed = own.filter((window) => isClosed(window) || wereClosed.includes(window.column));
		if (own.some(isClosed)) state[family] = columnsOf(seenClosed);
		else if (seenClosed.length > 0) items.push(itemOf(account, own, seenClosed));
	}
	const example = ofFamily(shown.family);
	return { is: 'decided', items, state, sample: itemOf(account, example, example) };
}

/** An item with the columns of one family's windows. */
const itemOf = (account: Account, windows: readonly FairUseWindow[], opened: readonly FairUseWindow[]): FlatRow => ({
	event: EVENT,
	...accountOf(account),
	family: windows[0].family,
	opened: columnsOf(opened).join(', '),
	...Object.fromEntries(windows.flatMap((window) => windowColumns<FlatCell>(window, window.of(account)))),
});
