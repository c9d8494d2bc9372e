import { z } from 'zod/v4';
import { readWindow } from '../../../api/account/account';
import { accountRow } from '../../../api/account/accountColumns';
import type { FairUseWindow } from '../../../api/account/accountWindows';
import type { FlatRow } from '../../../api/account/flatRow';
import { accountOf, requestAccount } from './accountRoute';
import { defineEvent, type Responses } from './event';
import { NO_WINDOW, readWindows, windowsField, windowsOf, windowsNotReported } from './eventFields';

const EVENT = 'windowOpen';
const FAMILIES = ['enrich', 'search'] as const;

/** By family: windows that were closed since all of them were open. Open families are omitted. */
type Memory = Partial<Record<(typeof FAMILIES)[number], string[]>>;

/** One event per family: a lookup uses all windows of its family, so that rows can only continue with the last one. */
export const windowOpen = defineEvent<{ windows: string[] }, Memory>({
	event: EVENT,
	name: 'Window Open',
	description: 'All Fair Use windows that were used up are open again, so that deferred rows can continue',
	fields: [
		windowsField(
			'The windows to watch. The workflow starts when all of those of enrichment, or of search, are open again.',
		),
	],
	settings(read) {
		const windows = readWindows(read);
		return windows.length === 0 ? { is: 'invalid', why: NO_WINDOW } : { is: 'read', settings: { windows } };
	},
	memory: z.object({ enrich: z.array(z.string()).optional(), search: z.array(z.string()).optional() }),
	route: requestAccount,
	decide({ windows }, before, responses) {
		const chosen = windowsOf(windows);
		const left = new Map(chosen.map((window) => [window.column, readWindow(responses[0], window).remaining]));
		if ([...left.values()].every((remaining) => remaining === null)) return windowsNotReported(chosen);
		const items: FlatRow[] = [];
		const remember: Memory = {};
		for (const family of FAMILIES) {
			const own = chosen.filter((window) => window.family === family);
			const wereClosed = before?.[family] ?? [];
			// A window that is not reported is unchanged.
			const isClosed = ({ column }: FairUseWindow) =>
				(left.get(column) ?? (wereClosed.includes(column) ? 0 : 1)) <= 0;
			const seenClosed = own.filter((window) => isClosed(window) || wereClosed.includes(window.column));
			if (own.some(isClosed)) remember[family] = seenClosed.map(({ column }) => column);
			else if (seenClosed.length > 0) items.push(itemOf(own, seenClosed, responses));
		}
		return { is: 'decided', items, state: remember };
	},
	sample({ windows }, responses) {
		const chosen = windowsOf(windows);
		const shown = chosen.find((window) => readWindow(responses[0], window).remaining !== null);
		if (shown === undefined) return windowsNotReported(chosen);
		const own = chosen.filter(({ family }) => family === shown.family);
		return { is: 'sample', item: itemOf(own, own, responses) };
	},
});

/** An item with the columns of one family's windows. */
function itemOf(windows: readonly FairUseWindow[], opened: readonly FairUseWindow[], [account]: Responses): FlatRow {
	const columns = Object.entries(accountRow(account)).filter(([name]) =>
		windows.some(({ column }) => name.startsWith(`${column}_`)),
	);
	return {
		event: EVENT,
		...accountOf(account),
		family: windows[0].family,
		opened: opened.map(({ column }) => column).join(', '),
		...Object.fromEntries(columns),
	};
}
