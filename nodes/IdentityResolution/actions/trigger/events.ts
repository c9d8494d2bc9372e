import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import {
	type Account,
	type AccountWindow,
	FAIR_USE_WINDOWS,
	type FairUseWindow,
	windowColumns,
} from '../../api/account';
import { toNumber } from '../../api/json';
import { toTime } from '../../api/replies/reading';

export type ReadParameter = (name: string) => unknown;

export interface TriggerEvent {
	/** Its value in saved workflows. */
	event: string;
	/** Title Case. */
	name: string;
	description: string;
	/** Its own parameters, without display options. The state of other parameters does not count. */
	fields: INodeProperties[];
	/** Reads the parameters. @returns what decides with them, or why they are invalid */
	watch(read: ReadParameter): Decide | string;
}

/**
 * Decides what a poll reports.
 * @param before the state of the last decision, as JSON; one that is missing or unreadable counts as none
 */
type Decide = (account: Account, before: unknown) => Decision | MissingData;

export interface Decision {
	/** What each item has besides event and account. Empty if the event did not happen. */
	items: object[];
	/** For the next decision. Each change costs an execution, so that it contains only what decides. */
	state: object;
	/** An item of the account as it is now, whether or not the event happened. */
	sample: object;
}

/** The account lacks the data of the event. */
export interface MissingData {
	message: string;
	description: string;
}

const WAS_LOW = z.object({ low: z.literal(true) });

/** Fires at the first poll below the threshold, and again only after a poll at or above it. */
export const lowBalance: TriggerEvent = {
	event: 'lowBalance',
	name: 'Low Balance',
	description: 'The token balance falls below a number. An unlimited balance never does.',
	fields: [
		{
			displayName: 'Threshold',
			name: 'threshold',
			type: 'number',
			default: 1_000,
			typeOptions: { minValue: 1, numberPrecision: 0 },
			description: 'Starts the workflow when the account has fewer tokens than this',
			hint: 'In tokens',
		},
	],
	watch(read) {
		const threshold = toNumber(read('threshold')) ?? 0;
		if (threshold <= 0) return 'Threshold must be a number above 0';
		return ({ token_balance, unlimited }, before) => {
			if (token_balance === null)
				return {
					message: 'The account does not show its token balance',
					description: 'Choose another Event: without the balance this one can never come',
				};
			const low = token_balance < threshold;
			const item = { token_balance, unlimited, threshold };
			return { items: low && !WAS_LOW.safeParse(before).success ? [item] : [], state: { low }, sample: item };
		};
	},
};

const windowsField = (description: string): INodeProperties => ({
	displayName: 'Windows',
	name: 'windows',
	type: 'multiOptions',
	default: ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'],
	description,
	options: FAIR_USE_WINDOWS.map(({ label, column }) => ({ name: label, value: column })),
});

/**
 * Decides with the chosen windows, in display order.
 * @param decide returns null if the account reports none of them
 */
function watchWindows(
	read: ReadParameter,
	decide: (windows: readonly FairUseWindow[], account: Account, before: unknown) => Decision | null,
): Decide | string {
	const names = read('windows');
	const windows = Array.isArray(names) ? FAIR_USE_WINDOWS.filter(({ column }) => names.includes(column)) : [];
	if (windows.length === 0) return 'Windows must name at least one Fair Use window';
	const labels = windows.map(({ label }) => label).join(', ');
	const missing = {
		message: `The account does not show the chosen windows (${labels})`,
		description: 'Choose other Windows',
	};
	return (account, before) => decide(windows, account, before) ?? missing;
}

export const windowLow: TriggerEvent = {
	event: 'windowLow',
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
		const percent = toNumber(read('percent')) ?? 0;
		const decide = watchWindows(read, (...seen) => decideLow(percent, ...seen));
		const isValid = typeof decide === 'string' || (percent > 0 && percent <= 100);
		return isValid ? decide : 'Percent must be a number above 0, up to 100';
	},
};

/** Low windows, with the reset time at which they were reported: epoch ms, or null. */
const LOW = z.record(z.string(), z.number().nullable()).catch({});

function decideLow(percent: number, windows: readonly FairUseWindow[], account: Account, before: unknown) {
	const shown = windows.find(({ of }) => isLow(of(account), percent) !== null);
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
	for (const window of windows) {
		const { column, length, of } = window;
		const low = isLow(of(account), percent);
		const reported = earlier[column];
		if (low === null && reported !== undefined) state[column] = reported;
		if (low !== true) continue;
		const resetsAt = toTime(of(account).resets_at);
		// The reset time of a rolling window moves with every use. Only if it moved by the whole length, all earlier
		// uses have left the window, and it was used up again.
		const isNew = reported === undefined || isLater(resetsAt, reported, length);
		if (isNew) items.push(itemOf(window));
		// In steps of half a length, because each change costs an execution.
		const isSaved = isNew || reported === null || isLater(resetsAt, reported, length / 2);
		state[column] = isSaved ? resetsAt : reported;
	}
	return { items, state, sample: itemOf(shown) };
}

/** Null if unknown. A window with a limit of 0 is not on the plan, so that it is never low. */
function isLow({ limit, remaining }: AccountWindow, percent: number): boolean | null {
	if (remaining === Infinity) return false;
	return limit === null || remaining === null ? null : limit > 0 && remaining < (limit * percent) / 100;
}

const isLater = (resetsAt: number | null, than: number | null, ms: number) =>
	resetsAt !== null && than !== null && resetsAt >= than + ms;

/** One event per family: a lookup uses all windows of its family, so that rows can only continue with the last one. */
export const windowOpen: TriggerEvent = {
	event: 'windowOpen',
	name: 'Window Open',
	description: 'All Fair Use windows that were used up are open again, so that deferred rows can continue',
	fields: [
		windowsField(
			'The windows to watch. The workflow starts when all of those of enrichment, or of search, are open again.',
		),
	],
	watch: (read) => watchWindows(read, decideOpen),
};

/** Windows that were closed since all of their family were open. */
const CLOSED = z.array(z.string()).catch([]);

function decideOpen(windows: readonly FairUseWindow[], account: Account, before: unknown) {
	const shown = windows.find(({ of }) => of(account).remaining !== null);
	if (shown === undefined) return null;
	const earlier = CLOSED.parse(before);
	const wasClosed = ({ column }: FairUseWindow) => earlier.includes(column);
	const isClosed = (window: FairUseWindow) => {
		const { remaining } = window.of(account);
		// A window that is not reported is unchanged.
		return remaining === null ? wasClosed(window) : remaining <= 0;
	};
	const ofFamily = (name: FairUseWindow['family']) => windows.filter(({ family }) => family === name);
	const itemOf = (own: readonly FairUseWindow[], opened: readonly FairUseWindow[]) => ({
		family: own[0].family,
		opened: opened.map(({ column }) => column).join(', '),
		...windowColumns<unknown>(own, ({ of }) => of(account)),
	});
	const items: object[] = [];
	const state: string[] = [];
	for (const own of [ofFamily('enrich'), ofFamily('search')]) {
		const seenClosed = own.filter((window) => isClosed(window) || wasClosed(window));
		if (own.some(isClosed)) state.push(...seenClosed.map(({ column }) => column));
		else if (seenClosed.length > 0) items.push(itemOf(own, seenClosed));
	}
	const example = ofFamily(shown.family);
	return { items, state, sample: itemOf(example, example) };
}

/** In display order. */
export const EVENTS: readonly TriggerEvent[] = [lowBalance, windowLow, windowOpen];

/** All parameters of the trigger, in panel order. n8n adds the poll times before them. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'lowBalance',
		description: 'What starts the workflow. Each event is reported once, and polling is free.',
		options: EVENTS.map(({ name, event: value, description }) => ({ name, value, description })),
	},
	...EVENTS.flatMap(({ event, fields }) =>
		fields.map((property): INodeProperties => ({ ...property, displayOptions: { show: { event: [event] } } })),
	),
];
