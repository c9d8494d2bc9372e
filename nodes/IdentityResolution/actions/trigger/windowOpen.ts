import { z } from 'zod/v4';
import {
	type Account,
	type AccountWindow,
	FAIR_USE_WINDOWS,
	type FairUseWindow,
	windowColumns,
} from '../../api/account/account';
import { isEmpty, toNumber } from '../../api/values/json';
import { toTime } from '../../api/values/time';
import type { Decision, TriggerEvent } from './event';
import { watchWindows, windowsField } from './watchedWindows';

/**
 * One event per family: a lookup uses all windows of its family, so that each of them needs room.
 */
export const windowOpen: TriggerEvent = {
	event: 'windowOpen',
	name: 'Window Open',
	description:
		'Fair Use windows are open, and were used or used up since the last event. Deferred rows can continue.',
	catchesUp: true,
	fields: [
		windowsField(
			'The windows to watch. The workflow starts when all of those of enrichment, or of search, have room.',
		),
		{
			displayName: 'Min Free',
			name: 'minFree',
			type: 'number',
			default: 0,
			typeOptions: { minValue: 0, numberPrecision: 0 },
			description:
				'Starts the workflow only when each window of records has at least this many left',
			hint: '0 means a tenth of the limit',
		},
	],
	watch(read) {
		const minFree = read('minFree');
		const records = isEmpty(minFree) ? 0 : toNumber(minFree);
		if (records === null || records < 0)
			return 'Min Free must be a number of records, or 0 for a tenth of the limit';
		return watchWindows(read, (...seen) => decideOpen(records, ...seen));
	},
};

const SEEN = z.object({
	/** What was used since a time (epoch ms), oldest first. */
	uses: z.array(z.tuple([z.number(), z.number()])),
	hasRoom: z.boolean(),
	/** Whether the window was closed or used since the last event, or is new. */
	isDue: z.boolean(),
	/** Epoch ms. */
	at: z.number(),
});
type Seen = z.infer<typeof SEEN>;
type Uses = Seen['uses'];

/** What the last poll saw of each window. */
const STATE = z.record(z.string(), SEEN).catch({});

function decideOpen(
	minFree: number,
	watched: readonly FairUseWindow[],
	account: Account,
	before: unknown,
	now: number,
): Decision | null {
	const shown = watched.find(({ of }) => of(account).remaining !== null);
	if (shown === undefined) return null;
	const earlier: Partial<z.infer<typeof STATE>> = STATE.parse(before);
	const state = new Map<FairUseWindow, Seen>();
	// All windows, because one that is chosen again must not be reported again.
	for (const window of FAIR_USE_WINDOWS) {
		const seen = see(window, window.of(account), minFree, earlier[window.column], now);
		if (seen !== undefined) state.set(window, seen);
	}
	// What a longer window conceals, a shorter one of the same unit may show.
	const isDue = ({ family, unit }: FairUseWindow) =>
		[...state].some(
			([other, seen]) => other.family === family && other.unit === unit && seen.isDue,
		);
	const itemOf = (own: readonly FairUseWindow[], opened: readonly FairUseWindow[]) => ({
		family: own[0].family,
		opened: opened.map(({ column }) => column).join(', '),
		...windowColumns<unknown>(own, ({ of }) => of(account)),
	});
	const items: object[] = [];
	for (const family of ['enrich', 'search'] as const) {
		const own = watched.filter((window) => window.family === family);
		const due = own.filter(isDue);
		const isOpen = own.every((window) => state.get(window)?.hasRoom !== false);
		if (due.length === 0 || !isOpen) continue;
		items.push(itemOf(own, due));
		for (const [window, seen] of state) seen.isDue &&= window.family !== family;
	}
	const example = watched.filter(({ family }) => family === shown.family);
	const saved = Object.fromEntries([...state].map(([{ column }, seen]) => [column, seen]));
	return { items, state: saved, sample: itemOf(example, example) };
}

/** What a poll sees of a window. One that the account does not report is unchanged. */
function see(
	{ unit, length }: FairUseWindow,
	window: AccountWindow,
	minFree: number,
	earlier: Seen | undefined,
	now: number,
): Seen | undefined {
	const { remaining } = window;
	if (remaining === null) return earlier;
	const used = usedOf(window);
	const hasRoom = remaining >= neededIn(window, unit === 'records' ? minFree : 0);
	if (earlier === undefined) return { uses: [[now, used]], hasRoom, isDue: true, at: now };
	const old = oldUses(window, earlier.uses, length, now);
	const added = used - sumOf(old);
	const uses: Uses = added > 0 ? [...old, [now, added]] : withoutOldest(old, -added);
	// After the whole length, whatever was used may have left the window.
	const mayBeUsed = added > 0 || now - earlier.at >= length;
	const isLimited = remaining !== Infinity;
	const isDue = earlier.isDue || remaining <= 0 || (isLimited && mayBeUsed);
	return { uses: shortened(uses), hasRoom, isDue, at: now };
}

/** More than the limit can never be free. */
function neededIn({ limit }: AccountWindow, minFree: number): number {
	if (limit === null || limit === Infinity) return Math.max(1, minFree);
	return Math.max(1, minFree > 0 ? Math.min(minFree, limit) : Math.ceil(limit / 10));
}

function usedOf({ used, limit, remaining }: AccountWindow): number {
	if (used !== null) return used;
	const left = limit === null || remaining === null ? 0 : limit - remaining;
	return Number.isFinite(left) ? left : 0;
}

/** The service rounds times to seconds. */
const ROUNDING = 2_000;

/**
 * Uses that need not have left a rolling window yet. The window resets when its oldest use leaves.
 */
function oldUses({ resets_at }: AccountWindow, uses: Uses, length: number, now: number): Uses {
	const reset = toTime(resets_at);
	// Otherwise the clocks of n8n and the service differ.
	const isPlausible =
		reset !== null && reset > now - ROUNDING && reset <= now + length + ROUNDING;
	const left = (isPlausible ? Math.max(now, reset) : now) - ROUNDING;
	return uses.filter(([at]) => at + length > left);
}

const sumOf = (uses: Uses): number => uses.reduce((sum, [, count]) => sum + count, 0);

/** What is left if a number of uses, the oldest ones, have left the window. */
function withoutOldest(uses: Uses, count: number): Uses {
	let leaving = count;
	return uses.flatMap(([at, here]): Uses => {
		const gone = Math.min(here, leaving);
		leaving -= gone;
		return here > gone ? [[at, here - gone]] : [];
	});
}

/** As many as a poll per minute can see in five hours; older ones count as one. */
const MOST_USES = 300;

function shortened(uses: Uses): Uses {
	if (uses.length <= MOST_USES) return uses;
	const [at] = uses[uses.length - MOST_USES];
	return [[at, sumOf(uses.slice(0, -MOST_USES + 1))], ...uses.slice(1 - MOST_USES)];
}
